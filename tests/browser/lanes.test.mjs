// Lanes: the same cluster balanced in several ways side by side, under one cursor and one seed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

const measuresTable = "Measures of the lanes";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest() };
}

const compare = (person, title) => person.choose("Compare", title);

/// How many columns of lanes the table of measures has; 0 where there is none.
async function columns(person) {
  const table = person.table(measuresTable);
  return await table.count() ? await table.getByRole("columnheader").count() - 1 : 0;
}

/// Two lanes that differ: AvgShedder, and ThresholdShedder as the second.
async function two(person) {
  await person.press("Add a lane like this one");
  await person.lane(2).click();
  await person.pick("Strategy", /^ThresholdShedder · /);
  await person.lane(1).click();
  await person.digest();
}

test("every comparison makes one to four lanes of the cluster that is open", async (t) => {
  const person = await begin(t);
  const titles = await person.box("Compare").evaluate((select) => [...select.options].map((option) => option.textContent).slice(1));
  const counts = {};
  for (const title of titles) {
    await compare(person, title);
    await person.digest();
    const lanes = await person.laneTitles();
    counts[title] = lanes.length;
    assert.equal(new Set(lanes).size, lanes.length, `${lanes}`);
    assert.equal(await columns(person), lanes.length, title);
    assert.equal(await person.chosen("Compare"), "Pick a comparison…", "it can be picked again");
    assert.equal((await person.cells("Brokers")).length, 6, "the cluster stays");
    await person.press("Step");
    await person.press("Last");
    await person.press("First");
    person.app.assertQuiet();
    await person.press("Undo");
    assert.deepEqual(await person.laneTitles(), []);
    assert.equal(await person.digest(), person.before);
  }
  assert.deepEqual(counts, {
    "Old default and new": 2, "Strategies of the modular manager": 4, "Modular and extensible manager": 3,
    "This strategy in each release": 3, "Its main setting at four values": 4,
  });
});

test("a comparison can be made of a cluster of one's own", async (t) => {
  const person = await begin(t);
  await person.type("CPU of broker-5", "70");
  await compare(person, "Strategies of the modular manager");
  assert.deepEqual((await person.laneTitles()).map((title) => title.slice(3)), ["AvgShedder", "ThresholdShedder", "UniformLoadShedder", "OverloadShedder"]);
  assert.equal(await person.field("CPU of broker-5").inputValue(), "70");
});

test("lanes are added up to four and removed down to one", async (t) => {
  const person = await begin(t);
  assert.deepEqual(await person.laneTitles(), []);
  for (const count of [2, 3, 4]) {
    await person.press("Add a lane like this one");
    assert.equal((await person.laneTitles()).length, count);
    assert.equal(await columns(person), count);
  }
  assert.equal(await person.button("Add a lane like this one").count(), 0);
  await person.digest();
  await person.app.assertAccessible();
  for (const count of [3, 2, 0]) {
    await person.press("Remove lane 2");
    assert.equal((await person.laneTitles()).length, count);
    assert.equal(await columns(person), count);
  }
  assert.equal(await person.digest(), person.before);
  person.app.assertQuiet();
});

test("with four lanes an edit at a later time offers no fifth", async (t) => {
  const person = await begin(t);
  await compare(person, "Its main setting at four values");
  await person.time.fill("4");
  await person.type("CPU of broker-6", "40");
  await person.whatIf.waitFor();
  assert.equal(await person.button("Compare with before").count(), 0);
});

test("another lane becomes the main one, and Setup and Why follow", async (t) => {
  const person = await begin(t);
  await two(person);
  await person.press("Step");
  assert.deepEqual(await person.laneTitles(), ["1: AvgShedder", "2: ThresholdShedder"]);
  assert.equal(await person.digest(), person.before);
  const told = await person.headline();
  assert.match(await person.chosen("Strategy"), /^AvgShedder/);
  assert.equal(await person.field("High difference").count(), 1);

  await person.lane(2).click();
  assert.equal(await person.lane(2).getAttribute("aria-pressed"), "true");
  assert.equal(await person.lane(1).getAttribute("aria-pressed"), "false");
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
  assert.equal(await person.field("High difference").count(), 0);
  await person.field("Distance from the average").waitFor();
  assert.notEqual(await person.headline(), told);
  assert.notEqual(await person.digest(), person.before);
  assert.equal(await person.round(), 2, "the cursor stays");

  // A setting is one of the main lane; the other stays as it is.
  await person.press("First");
  const second = await person.digest();
  await person.type("Distance from the average", "40");
  assert.notEqual(await person.digest(), second);
  await person.lane(1).click();
  assert.equal(await person.digest(), person.before);
});

test("a click on a lane's stage makes it the main one and tells who was clicked", async (t) => {
  const person = await begin(t);
  await two(person);
  const stage = await person.page.getByRole("group", { name: "Stage", exact: true }).boundingBox();
  // The second stage is to the right; a hand shows where something can be clicked.
  const y = stage.y + stage.height * 0.6;
  let x = stage.x + stage.width * 0.6;
  await eventually(async () => {
    await person.page.mouse.move(x += 2, y);
    return person.page.evaluate(([x, y]) => document.elementFromPoint(x, y).style.cursor, [x, y]);
  }, (cursor) => cursor === "pointer", "a place that can be clicked");
  await person.page.mouse.click(x + 2, y);
  await person.why.getByRole("heading", { name: "You asked about" }).waitFor();
  assert.equal(await person.lane(2).getAttribute("aria-pressed"), "true");
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
});

test("removing a lane leaves the main one the main one", async (t) => {
  const person = await begin(t);
  await compare(person, "Strategies of the modular manager");
  await person.lane(2).click();
  await person.press("Remove lane 1");
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
  assert.equal(await person.lane(1).getAttribute("aria-pressed"), "true");
});

test("the measures have a column for each lane, and the best of each row is marked", async (t) => {
  const person = await begin(t);
  await compare(person, "Strategies of the modular manager");
  await person.press("Last");
  await person.digest();
  const rows = await person.cells(measuresTable);
  assert.ok(rows.length >= 12, `${rows.length} measures`);
  let marked = 0;
  for (const [label, ...cells] of rows) {
    assert.equal(cells.length, 4, label);
    // Rates come in the unit that fits each, so only plain numbers are compared.
    if (/rate|Throughput/.test(label)) continue;
    const values = cells.map((cell) => cell.startsWith("–") ? Infinity : parseFloat(cell.replace(/[\s\u202f]/g, "")));
    const least = Math.min(...values), isShared = values.every((value) => value === least);
    const expected = values.map((value) => value === least && !isShared);
    assert.deepEqual(cells.map((cell) => cell.endsWith("best")), expected, `${label}: ${cells}`);
    marked += expected.filter(Boolean).length;
  }
  assert.ok(marked > 4, `${marked} marks`);
});

test("a lane's column is what the panel says of that lane alone", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  const alone = await person.region("So far").locator("dd").allInnerTexts();
  await two(person);
  assert.equal(await person.round(), 60);
  const column = (await person.cells(measuresTable)).map((cells) => cells[1].replace(/best$/, ""));
  assert.deepEqual(column, alone);
});

test("bundles moved in a round: only here, only there and in both add up to each lane's moves", async (t) => {
  const person = await begin(t);
  await compare(person, "Its main setting at four values");
  await person.press("Tables");
  const leaving = async () => (await person.cells("Stage as a table")).reduce((sum, cells) => sum + Number(cells[6]), 0);
  let some = 0;
  for (const round of [2, 3, 4, 8]) {
    await person.time.fill(`${round}`);
    await person.atRound(round);
    const moves = [];
    for (const lane of [4, 3, 2, 1]) {
      await person.lane(lane).click();
      moves[lane] = await leaving();
      some += moves[lane];
    }
    const lines = await person.region("So far").locator("ul.moved").getByRole("listitem").allInnerTexts();
    assert.equal(lines.length, 3);
    for (const line of lines) {
      const [, one, first, other, second, both] = line.match(/^only in lane (\d): (\d+) · only in lane (\d): (\d+) · in both: (\d+)$/).map(Number);
      assert.equal(one, 1);
      assert.deepEqual([first + both, second + both], [moves[1], moves[other]], `round ${round}: ${line}`);
    }
  }
  assert.ok(some > 0, "something moved");
});

test("there is one cursor, whichever lane is looked at", async (t) => {
  const person = await begin(t);
  await two(person);
  await person.press("Next shedding");
  const round = await person.round();
  const before = await person.cells(measuresTable);
  await person.lane(2).click();
  assert.equal(await person.round(), round);
  assert.deepEqual(await person.cells(measuresTable), before);
  await person.key("ArrowRight");
  assert.equal(await person.round(), round + 1);
  assert.notDeepEqual(await person.cells(measuresTable), before);
});

test("lanes that are alike draw alike, whatever the seed", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "90, 90, 20, 30: plain random");
  await person.press("Add a lane like this one");
  await person.unfold("The run: rounds, seed, fluctuation");
  const digests = [];
  for (const seed of ["1", "2", "77"]) {
    await person.type("Seed", seed);
    await person.lane(1).click();
    const first = await person.digest();
    await person.lane(2).click();
    assert.equal(await person.digest(), first, `seed ${seed}`);
    digests.push(first);
  }
  assert.equal(new Set(digests).size, 3, "seeds matter");
});
