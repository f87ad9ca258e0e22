// Metrics: what brokers and leader would expose to Prometheus in the round at the cursor. What the texts say is held
// natively.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

const area = (person) => person.dialog.getByRole("textbox", { name: /^Text of / });

/// Opens the dialog and waits for the texts.
async function expose(person) {
  await person.press("Metrics…");
  await area(person).waitFor();
}

/// The text of somebody.
async function textOf(person, who) {
  await person.choose("Who", new RegExp(`^${who}$`));
  await person.field(`Text of ${who}`).waitFor();
  return area(person).inputValue();
}

test("everybody has a text of the round at the cursor, with the usages that the stage has", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.go(9);
  const stage = Object.fromEntries((await person.cells("Brokers in this round")).map((cells) => [cells[0], parseFloat(cells[1])]));
  await expose(person);
  await person.dialog.getByText("What the real system would report in round 9.").waitFor();
  const who = await person.box("Who").evaluate((select) => [...select.options].map((option) => option.textContent));
  assert.deepEqual(who, ["everything", "leader", ...Object.keys(stage)]);
  const text = await area(person).inputValue();
  const cpu = Object.fromEntries(text.split("\n").filter((line) => line.startsWith("pulsar_lb_cpu_usage{")).map((line) =>
    [line.match(/broker="([^"]*)"/)[1], Number(line.split(" ").at(-1))]));
  for (const [broker, usage] of Object.entries(stage)) assert.ok(Math.abs(cpu[broker] - usage) < 0.01, `${broker}: ${cpu[broker]} and ${usage}`);
  await person.app.assertAccessible();
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  assert.equal(await person.round(), 9);
  person.app.assertQuiet();
});

test("what is downloaded and what is copied is what is shown", async (t) => {
  const person = await begin(t);
  await person.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await person.press("Next shedding");
  await expose(person);
  for (const who of ["broker-3", "everything"]) {
    const shown = await textOf(person, who);
    const coming = person.page.waitForEvent("download");
    await person.press("Download");
    const download = await coming;
    assert.match(download.suggestedFilename(), new RegExp(`^${who}\\.(prom|txt)$`));
    assert.equal(await readFile(await download.path(), "utf8"), shown);
    await person.press("Copy");
    await eventually(() => person.page.evaluate(() => navigator.clipboard.readText()), (copied) => copied === shown, `the text of ${who} is copied`);
  }
  person.app.assertQuiet();
});

test("what was exposed can be opened again: the usages come back", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const usages = async () => (await person.cells("Brokers")).map((cells) => Math.round(Number(cells[1]) * 10) / 10);
  const before = await usages();
  await expose(person);
  const exposed = await area(person).inputValue();
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  await person.type("CPU of broker-1", "5");
  assert.notDeepEqual(await usages(), before);
  await person.paste(exposed);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  assert.deepEqual(await usages(), before);
});

test("a worker that does not arrive is told of, and the texts come when it does", async (t) => {
  const person = await begin(t);
  await person.page.route(/worker\.js/, (route) => route.abort());
  await person.press("Metrics…");
  assert.match(await person.dialog.getByRole("alert").innerText(), /^This cannot be exported\.\s+A part of the page did not arrive\. Check the connection/);
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  await person.page.unroute(/worker\.js/);
  await expose(person);
  assert.match(await area(person).inputValue(), /pulsar_lb_cpu_usage/);
});
