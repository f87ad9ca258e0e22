// Over seeds: computed in workers with progress, stopped and ended by edits; every value leads to its seed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

const table = "Median, lowest and highest over the seeds";
const progress = (person) => person.page.getByRole("progressbar", { name: "Seeds computed" });
const sweep = (person) => person.region("Over seeds");

async function beginResults(t, place) {
  const person = await begin(t, { place });
  await person.show("Results");
  return person;
}

/// The values of each metric in the variants: texts and the seeds that they lead to; median, lowest and highest.
const values = (person) => person.table(table).evaluate((found) => [...found.tBodies[0].rows].map((row) => ({
  label: row.cells[0].textContent,
  variants: [...row.cells].slice(1).map((cell) => [...cell.querySelectorAll("button")].map((button) =>
    [button.textContent, Number(button.title.match(/^Use seed (\d+)$/)[1])])),
})));
const number = (text) => parseFloat(text.replace(/[\s\u202f]/g, ""));

/// Runs in the page: notes how far the seeds are, whenever that changes, and the longest time in which the page did
/// nothing else.
function noteProgress() {
  window.progressSeen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('progress[aria-label="Seeds computed"]');
    if (bar && window.progressSeen.at(-1)?.[0] !== bar.value) window.progressSeen.push([bar.value, bar.max]);
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}

test("seeds run with progress to the end while the page goes on, and change nothing else", async (t) => {
  const person = await beginResults(t, "shedding/four-random");
  const before = await person.digest();
  await person.page.evaluate(noteProgress);
  await person.press("Run 200 seeds");
  await progress(person).waitFor();
  await person.press("Step");
  assert.equal(await person.round(), 2, "the page answers while the workers compute");
  await sweep(person).getByText("200 seeds.", { exact: true }).waitFor();
  const seen = await person.page.evaluate(() => window.progressSeen);
  assert.ok(seen.length > 1, `${seen}`);
  assert.ok(seen.every(([value, most], place) => most === 200 && value <= most && (place === 0 || value > seen[place - 1][0])), `${seen}`);
  assert.equal(await person.digest(), before);
  let ranging = 0;
  for (const { label, variants: [all] } of await values(person)) {
    if (all.length === 0 || /rate|Throughput/i.test(label)) continue; // in units that fit each value
    const [median, lowest, highest] = all.map(([text]) => number(text));
    assert.ok(lowest <= median && median <= highest, `${label}: ${all}`);
    assert.ok(all.every(([, seed]) => seed >= 1 && seed <= 200), `${label}: ${all}`);
    ranging += Number(lowest < highest);
  }
  assert.ok(ranging >= 3, `${ranging} metrics range`);
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("a click on a value opens its seed, under which the run comes to that value", async (t) => {
  const person = await beginResults(t, "shedding/four-random");
  await person.open("Cluster");
  await person.press("Run 200 seeds");
  await sweep(person).getByText("200 seeds.", { exact: true }).waitFor();
  await person.press("Last");
  const said = await values(person);
  const label = "Bundles moved";
  const [all] = said.find((one) => one.label === label).variants;
  assert.notEqual(all[1][1], all[2][1]);
  const row = person.table(table).getByRole("row").filter({ has: person.page.getByRole("rowheader", { name: label, exact: true }) });
  const measured = async () => (await person.cells("Metrics by variant")).find((cells) => cells[0] === label)[1];
  for (const place of [2, 0, 1]) {
    await row.getByRole("button").nth(place).click();
    await eventually(() => person.valueOf("Seed"), (seed) => seed === `${all[place][1]}`, `seed ${all[place][1]}`);
    await person.digest();
    await eventually(measured, (value) => value === all[place][0], `${label} under seed ${all[place][1]} is ${all[place][0]}`);
    assert.deepEqual(await values(person), said, "what came of all seeds stays");
  }
});

test("where nothing is left to chance, all seeds agree", async (t) => {
  const person = await beginResults(t, "shedding");
  await person.press("Run 200 seeds");
  await sweep(person).getByText("All seeds agree: nothing random happens in this scenario.").waitFor();
  await sweep(person).getByRole("button", { name: "Run 200 seeds" }).waitFor();
});

test("Stop ends it, and what is shown is of the seeds so far", async (t) => {
  const person = await beginResults(t, "shedding/hundred");
  await sweep(person).getByRole("combobox").selectOption("1000");
  await person.press("Run 1000 seeds");
  await person.table(table).waitFor();
  await person.press("Stop");
  await sweep(person).getByText(/^Stopped after \d+ of 1000 seeds\.$/).waitFor();
  assert.equal(await progress(person).count(), 0);
  const held = await values(person);
  await person.press("Step");
  assert.deepEqual(await values(person), held);
  person.app.assertQuiet();
});

test("an edit while it runs ends it, and what came of another set-up is not shown", async (t) => {
  const person = await beginResults(t, "shedding/hundred");
  await person.open("Cluster");
  await person.press("Run 200 seeds");
  await progress(person).waitFor();
  await person.press("Add broker");
  await progress(person).waitFor({ state: "detached" });
  assert.equal(await person.table(table).count(), 0);
  await person.button("Run 200 seeds").waitFor();
  person.app.assertQuiet();
});
