// Over many seeds: how far each measure ranges, and every value leads to a seed under which it came out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

const table = "Lowest, median and highest over the seeds";
const progress = (person) => person.page.getByRole("progressbar", { name: "Seeds computed" });

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest(), sweep: person.region("Over many seeds") };
}

/// Runs all seeds to their end.
async function run(person) {
  await person.press("Run 200 seeds");
  await person.table(table).waitFor();
  await progress(person).waitFor({ state: "detached" });
}

/// The values of each measure in the lanes: texts and the seeds they lead to, lowest, median and highest.
const values = (person) => person.table(table).evaluate((found) => [...found.tBodies[0].rows].map((row) => ({
  label: row.cells[0].textContent,
  lanes: [...row.cells].slice(1).map((cell) => [...cell.querySelectorAll("button")].map((button) => [button.textContent, Number(button.title.match(/^Open seed (\d+)$/)[1])])),
})));

const number = (text) => parseFloat(text.replace(/[\s\u202f]/g, ""));

test("200 seeds run with progress to the end, and change nothing else", async (t) => {
  const person = await begin(t);
  await person.page.evaluate(noteProgress);
  await run(person);
  const seen = await person.page.evaluate(() => window.progressSeen);
  assert.ok(seen.length > 1, `${seen}`);
  assert.ok(seen.every(([value, most], place) => most === 200 * 60 && value <= most && (place === 0 || value > seen[place - 1][0])), `${seen}`);
  assert.doesNotMatch(await person.sweep.innerText(), /Cancelled/);
  assert.equal(await person.button("Run 200 seeds").count(), 1, "it can be run again");
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.round(), 1);
  // Nothing is drawn in this situation: every seed comes to the same, which is what the run comes to.
  await person.press("Last");
  for (const { label, lanes: [all] } of await values(person)) {
    assert.equal(new Set(all.map(([text]) => text)).size, 1, `${label}: ${all}`);
    assert.equal(all[0][0], await person.measure(label), label);
  }
  person.app.assertQuiet();
});

/// Runs in the page: notes how far the seeds are, whenever that changes.
function noteProgress() {
  window.progressSeen = [];
  new MutationObserver(() => {
    const bar = document.querySelector('progress[aria-label="Seeds computed"]');
    if (bar && window.progressSeen.at(-1)?.[0] !== bar.value) window.progressSeen.push([bar.value, bar.max]);
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}

test("values are in order, and differ where chance has a say", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "90, 90, 20, 30: plain random");
  await run(person);
  const said = await values(person);
  assert.ok(said.length >= 12, `${said.length} measures`);
  let ranging = 0;
  for (const { label, lanes: [all] } of said) {
    if (/rate|Throughput/.test(label) || all.length === 0) continue; // in units that fit each value
    const [lowest, median, highest] = all.map(([text]) => number(text));
    assert.ok(lowest <= median && median <= highest, `${label}: ${all}`);
    assert.ok(all.every(([, seed]) => seed >= 1 && seed <= 200), `${label}: ${all}`);
    ranging += Number(lowest < highest);
  }
  assert.ok(ranging >= 3, `${ranging} measures range`);
});

test("a click on a value opens its seed, under which the run comes to that value", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "90, 90, 20, 30: plain random");
  await person.unfold("The run: rounds, seed, fluctuation");
  await run(person);
  await person.press("Last");
  const said = await values(person);
  const label = "Bundles moved";
  const [all] = said.find((one) => one.label === label).lanes;
  assert.notEqual(all[0][1], all[2][1]);
  const row = person.table(table).getByRole("row", { name: new RegExp(`^${label} \\d`) });
  for (const place of [2, 0, 1]) {
    await row.getByRole("button").nth(place).click();
    await eventually(() => person.field("Seed").inputValue(), (seed) => seed === `${all[place][1]}`, `seed ${all[place][1]}`);
    await person.digest();
    await eventually(() => person.measure(label), (value) => value === all[place][0], `${label} under seed ${all[place][1]} is ${all[place][0]}`);
    assert.deepEqual(await values(person), said, "what came of all seeds stays");
  }
});

test("every lane has its column", async (t) => {
  const person = await begin(t);
  await person.press("Add a lane like this one");
  await run(person);
  for (const { label, lanes } of await values(person)) {
    assert.equal(lanes.length, 2, label);
    assert.deepEqual(lanes[0], lanes[1], label);
  }
});

test("Cancel stops it, and what is shown is of the seeds so far", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A hundred brokers");
  await person.digest();
  await person.press("Run 200 seeds");
  await eventually(() => person.table(table).getByRole("button").count(), (count) => count > 0, "the first seed is finished");
  await person.press("Cancel");
  await person.sweep.getByText("Cancelled; what is shown is of the seeds so far.").waitFor();
  assert.equal(await progress(person).count(), 0);
  const held = await values(person);
  await person.press("Step");
  assert.deepEqual(await values(person), held);
  person.app.assertQuiet();
});

test("an edit while it runs ends it", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A hundred brokers");
  await person.press("Run 200 seeds");
  await progress(person).waitFor();
  await person.press("Add broker");
  await progress(person).waitFor({ state: "detached" });
  assert.equal(await person.table(table).count(), 0, "what came of another set-up is not shown");
  await person.button("Run 200 seeds").waitFor();
  person.app.assertQuiet();
});
