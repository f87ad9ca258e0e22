// Reports: what the leader knows is older than the truth, and bundles are on their way for a while.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, keepWords, on, words } from "./steps.mjs";

const legend = /line: as last reported/;
const age = /^\d+ (s|min) old$/;

/// Opens the page with the load manager's settings unfolded.
async function begin(t) {
  const person = on(await openApp(t, { before: keepWords }));
  const before = await person.digest();
  await person.unfold("The load manager’s: filters, grace period");
  return { ...person, before, truth: person.page.getByRole("checkbox", { name: "Every round sees the truth" }) };
}

/// What is written on the stage, once it fits.
const written = (person, fits, what) => eventually(() => words(person), fits, what);

test("while every round sees the truth nothing is said of reports", async (t) => {
  const person = await begin(t);
  assert.ok(await person.truth.isChecked());
  for (const round of [1, 2, 60]) {
    await person.time.fill(`${round}`);
    const said = await words(person);
    assert.ok(said.includes("broker-1"), `${said}`);
    assert.deepEqual(said.filter((word) => legend.test(word) || age.test(word)), [], `round ${round}`);
  }
});

test("with reports at their own times the stage shows what was last reported, and how old that is", async (t) => {
  const person = await begin(t);
  await person.truth.uncheck();
  await person.time.fill("3");
  const said = await written(person, (all) => all.some((word) => legend.test(word)), "the stage says what its lines are");
  assert.ok(said.some((word) => word.startsWith("full: the truth")), `${said}`);
  assert.equal(said.filter((word) => age.test(word)).length, 6, `an age for each broker: ${said}`);
  await person.digest();
  await person.truth.check();
  await written(person, (all) => !all.some((word) => legend.test(word) || age.test(word)), "nothing is said of reports");
  assert.equal(await person.digest(), person.before);
  person.app.assertQuiet();
});

test("a report is as old as the settings let it become", async (t) => {
  const person = await begin(t);
  await person.truth.uncheck();
  await person.time.fill("9");
  const oldest = async () => Math.max(...(await words(person)).filter((word) => age.test(word)).map((word) => parseFloat(word) * (word.includes("min") ? 60 : 1)));
  await eventually(oldest, (seconds) => seconds > 120, "nothing has changed for minutes, so nothing is reported");
  await person.press("First");
  await person.type("Longest time without a report", "1");
  await person.time.fill("9");
  await eventually(oldest, (seconds) => seconds > 0 && seconds <= 65, "reported each minute");
});

test("Why tells which brokers report, and which last report stands", async (t) => {
  const person = await begin(t);
  const tells = async () => {
    const bar = await person.bar("broker-1");
    await person.page.mouse.click(bar.x, bar.top - 30);
    await person.why.getByRole("heading", { name: "You asked about" }).waitFor();
    return person.why.innerText();
  };
  await person.press("Step");
  assert.doesNotMatch(await tells(), /report/);
  await person.press("Close the story");
  await person.press("First");
  await person.truth.uncheck();
  await person.time.fill("4");
  const told = await tells();
  assert.match(told, /broker-1 (changed by .* (it reports|its last report stands)|(last )?reported .* ago)/);
  assert.match(told, /loadBalancerReportUpdate(ThresholdPercentage|MaxIntervalMinutes)/);
});

test("the time for which a bundle is nowhere disturbs, and is measured", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  const moved = Number(await person.measure("Bundles moved"));
  assert.ok(moved > 0);
  assert.equal(await person.measure("Time disturbed"), "0 s");
  await person.press("First");
  await person.type("Time a bundle is nowhere", "2500");
  await person.press("Last");
  await person.digest();
  const [again, seconds] = [Number(await person.measure("Bundles moved")), parseFloat((await person.measure("Time disturbed")).replace(/[\s\u202f]/g, ""))];
  assert.equal(seconds, again * 2.5);
});

test("bundles on their way are counted on the stage", async (t) => {
  const person = await begin(t);
  await person.type("Time a bundle is nowhere", "90000");
  await person.digest();
  await person.press("Next shedding");
  await person.press("Step");
  await written(person, (all) => all.some((word) => /\d+ on their way/.test(word)), "some are on their way");
});

test("a situation of late reports shows what they cost beside the truth", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "Late reports shed twice");
  const late = await person.digest();
  assert.match((await person.laneTitles())[0], /Every round sees the truth off/);
  assert.match((await person.laneTitles())[1], /Every round sees the truth on/);
  const sheddings = async () => (await person.cells("Measures of the lanes")).find((cells) => cells[0] === "Sheddings").slice(1).map((cell) => parseInt(cell));
  const moves = person.region("So far").locator("ul.moved").getByRole("listitem");
  await person.time.fill("2");
  await person.atRound(2);
  assert.equal(await moves.innerText(), "only in lane 1: 12 · only in lane 2: 0 · in both: 0");
  await person.press("Last");
  assert.deepEqual(await sheddings(), [2, 1]);
  await person.lane(2).click();
  assert.notEqual(await person.digest(), late);
  await person.time.fill("2");
  await written(person, (all) => all.some((word) => legend.test(word)), "the first lane's stage shows reports");
  person.app.assertQuiet();
});
