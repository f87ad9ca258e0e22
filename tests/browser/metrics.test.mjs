// Metrics: what brokers and leader would expose to Prometheus in the round at the cursor.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest() };
}

/// Opens the dialog and waits for the texts.
async function expose(person) {
  await person.press("Metrics of this round…");
  await person.field("Metrics").waitFor();
}

async function close(person) {
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
}

const text = (person) => person.field("Metrics").inputValue();

/// The text of somebody.
async function textOf(person, who) {
  await person.choose("Who", who);
  assert.equal(await person.chosen("Who"), who);
  return text(person);
}

/// The samples of a metric, by the label broker where it has one.
const samples = (said, name) => Object.fromEntries(said.split("\n").filter((line) => line.startsWith(`${name}{`)).map((line) =>
  [line.match(/broker="([^"]*)"/)?.[1] ?? "", Number(line.split(" ").at(-1))]));

test("the text has the usages of every broker, as the stage has them", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.time.fill("9");
  await person.atRound(9);
  const stage = Object.fromEntries((await person.cells("Stage as a table")).map((cells) => [cells[0], parseFloat(cells[1])]));
  await expose(person);
  assert.equal(await person.chosen("Who"), "everything");
  const cpu = samples(await text(person), "pulsar_lb_cpu_usage");
  assert.deepEqual(Object.keys(cpu).sort(), Object.keys(stage).sort());
  for (const [broker, usage] of Object.entries(stage)) assert.ok(Math.abs(cpu[broker] - usage) < 0.01, `${broker}: ${cpu[broker]} and ${usage}`);
  for (const resource of ["memory", "directMemory", "bandwidth_in", "bandwidth_out"]) {
    assert.equal(Object.keys(samples(await text(person), `pulsar_lb_${resource}_usage`)).length, 6, resource);
  }
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("each broker has a text of its own, and the leader has the counters", async (t) => {
  const person = await begin(t);
  await expose(person);
  const who = await person.box("Who").evaluate((select) => [...select.options].map((option) => option.textContent));
  assert.deepEqual(who, ["everything", "leader", "broker-1", "broker-2", "broker-3", "broker-4", "broker-5", "broker-6"]);
  for (const broker of who.slice(2)) {
    assert.deepEqual(Object.keys(samples(await textOf(person, broker), "pulsar_lb_cpu_usage")), [broker]);
  }
  const leader = await textOf(person, "leader");
  assert.match(leader, /^pulsar_lb_unload_bundle_total\{/m);
  assert.match(leader, /^pulsar_lb_unload_broker_total\{/m);
  const [led] = Object.keys(samples(leader, "pulsar_lb_cpu_usage"));
  const counting = [];
  for (const broker of who.slice(2)) if (/unload_bundle_total/.test(await textOf(person, broker))) counting.push(broker);
  assert.deepEqual(counting, [led], "the counters are the leader's alone");
});

test("the leader's counters rise with the sheddings", async (t) => {
  const person = await begin(t);
  const counts = async () => {
    const moved = Number(await person.measure("Bundles moved"));
    await expose(person);
    const leader = await textOf(person, "leader");
    const said = await person.dialog.innerText();
    await close(person);
    const [bundles, brokers] = ["bundle", "broker"].map((what) => Object.values(samples(leader, `pulsar_lb_unload_${what}_total`))[0]);
    assert.match(said, new RegExp(`Round ${await person.round()} of lane 1`));
    assert.equal(bundles, moved);
    return [bundles, brokers];
  };
  assert.deepEqual(await counts(), [0, 0]);
  await person.press("Next shedding");
  const first = await counts();
  assert.deepEqual(first, [4, 2]);
  await person.press("Next shedding");
  const second = await counts();
  assert.ok(second[0] > first[0] && second[1] > first[1], `${first} and ${second}`);
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
  const person = await begin(t);
  const brokers = await person.cells("Brokers");
  await expose(person);
  const exposed = await textOf(person, "everything");
  await close(person);
  for (const [index, cells] of brokers.entries()) await person.type(`CPU of ${cells[0]}`, `${5 + index}`);
  assert.notDeepEqual(await person.cells("Brokers"), brokers);
  await person.paste(exposed);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  const numbers = (rows) => rows.map(([name, ...cells]) => [name, ...cells.slice(0, 4).map((cell) => Math.round(Number(cell) * 10) / 10)]);
  assert.deepEqual(numbers(await person.cells("Brokers")), numbers(brokers));
});

test("the usages of a later round can be opened as the start of another run", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.time.fill("30");
  await person.atRound(30);
  const stage = (await person.cells("Stage as a table")).map((cells) => [cells[0], Math.round(parseFloat(cells[1]) * 10)]);
  await expose(person);
  const exposed = await text(person);
  await close(person);
  await person.paste(exposed);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  assert.equal(await person.round(), 1);
  assert.deepEqual((await person.cells("Stage as a table")).map((cells) => [cells[0], Math.round(parseFloat(cells[1]) * 10)]), stage);
});

test("under TransferShedder the text has running usages and the breakdown of decisions", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "TransferShedder stops at its target");
  await person.digest();
  const seen = [];
  for (const round of [1, 4]) {
    await person.time.fill(`${round}`);
    await person.atRound(round);
    await expose(person);
    const leader = await textOf(person, "leader");
    assert.match(leader, /^pulsar_lb_resource_usage\{.*feature="max_ema".*\} \d/m);
    assert.match(leader, /^pulsar_lb_resource_usage_stats\{.*stat="std".*\} 0\.\d/m);
    const lines = leader.split("\n").filter((line) => line.startsWith("pulsar_lb_unload_broker_breakdown_total{"));
    assert.ok(lines.length > 3, `${lines.length} lines of the breakdown`);
    seen.push(lines.filter((line) => /result="Success"/.test(line)).reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0));
    await close(person);
  }
  assert.equal(seen[0], 0, "nothing has been unloaded in round 1");
  assert.ok(seen[1] > 0, "and something in round 4");
});

test("says plainly that the part which makes the texts did not arrive", async (t) => {
  const person = await begin(t);
  await person.page.route(/importer/, (route) => route.abort());
  await person.press("Metrics of this round…");
  assert.match(await person.dialog.getByRole("alert").innerText(), /did not arrive; check the connection/);
  await close(person);
  await person.page.unroute(/importer/);
  await expose(person);
  assert.match(await text(person), /pulsar_lb_cpu_usage/);
});
