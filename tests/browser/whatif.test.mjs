// What if: an edit at a later round becomes an event there. What came before stays, and everything can be undone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { on } from "./steps.mjs";

const tables = ["Stage as a table", "History as a table"];

/// Opens the page with its tables shown.
async function begin(t, options) {
  const person = on(await openApp(t, options));
  await person.press("Tables");
  return { ...person, before: await person.digest() };
}

/// What the tables say of the first rounds.
async function firstRounds(person, count) {
  const back = await person.round();
  const said = [];
  for (let round = 1; round <= count; round += 1) {
    await person.time.fill(`${round}`);
    await person.atRound(round);
    said.push(await person.cells(tables[0]));
  }
  await person.time.fill(`${back}`);
  await person.atRound(back);
  await person.digest();
  return { stage: said, history: (await person.cells(tables[1])).slice(0, count) };
}

/// Drags a broker's bar up at a round; gives the load it then has.
async function lift(person, broker, round, pixels = 80) {
  await person.time.fill(`${round}`);
  await person.atRound(round);
  const { x, top } = await person.bar(broker);
  await person.drag({ x, y: top }, { x, y: top - pixels });
  await person.whatIf.waitFor();
  return Number(await person.handle(broker).getAttribute("aria-valuenow"));
}

/// The button at the top of the page; the banner has one of the same name.
const undo = (person) => person.page.getByRole("banner").getByRole("button", { name: "Undo", exact: true });

test("a bar dragged at a later round becomes an event there, and what came before stays as it was", async (t) => {
  const person = await begin(t);
  const earlier = await firstRounds(person, 3);
  await person.time.fill("4");
  const was = Number(await person.handle("broker-6").getAttribute("aria-valuenow"));
  const is = await lift(person, "broker-6", 4);
  assert.ok(is > was + 10, `from ${was} to ${is} %`);
  assert.equal(await person.round(), 4, "the cursor stays");

  const points = (await person.whatIf.innerText()).match(/^What if: from 4:00 on, Noisy neighbour: broker-6, (\S+) points\./)[1];
  assert.ok(Math.abs(Number(points) - (is - was)) < 0.11, `${points} points, from ${was} to ${is} %`);
  assert.equal(await person.mark(/Noisy neighbour: broker-6, \S+ points at 4:00$/).count(), 1);
  assert.equal(await person.event(1).getByRole("textbox", { name: "At", exact: true }).inputValue(), "4:00");

  assert.notEqual(await person.digest(), person.before);
  assert.deepEqual(await firstRounds(person, 3), earlier);
  const [fourth] = (await person.cells(tables[0])).filter((cells) => cells[0] === "broker-6");
  assert.ok(Math.abs(parseFloat(fourth[1]) - is) < 0.06, `${fourth[1]} in the table, ${is} on the stage`);
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("a bar dragged twice at the same round is one event, and another at a later round adds to it", async (t) => {
  const person = await begin(t);
  await lift(person, "broker-6", 4, 60);
  await lift(person, "broker-6", 4, 30);
  assert.equal(await person.mark(/Noisy neighbour/).count(), 1);
  const was = await person.digest();
  const later = await lift(person, "broker-6", 9, 20);
  assert.equal(await person.mark(/Noisy neighbour/).count(), 2);
  assert.equal(await person.mark(/Noisy neighbour: broker-6, \S+ points at 4:00$/).count(), 1);
  await person.press("Step back");
  await person.press("Step");
  assert.equal(Number(await person.handle("broker-6").getAttribute("aria-valuenow")), later);

  // The lane beside it is the run with the first event alone, to its end.
  await person.press("Compare with before");
  await person.lane(2).click();
  assert.equal(await person.digest(), was);
});

test("a bar cannot go below what its bundles carry but at the start", async (t) => {
  const person = await begin(t);
  await person.time.fill("4");
  const { x, top } = await person.bar("broker-1");
  await person.drag({ x, y: top }, { x, y: top + 60 });
  await person.page.getByRole("alert").filter({ has: person.button("Go to the start and apply") }).waitFor();
  assert.equal(await person.mark(/./).count(), 0);
  await lift(person, "broker-1", 4, 20);
  assert.equal(await person.page.getByRole("alert").count(), 0);
});

test("compared with before, the second lane is the run as it was", async (t) => {
  const person = await begin(t);
  await person.time.fill("30");
  const measures = await person.region("So far").locator("dd").allInnerTexts();
  const stage = await person.cells(tables[0]);
  await lift(person, "broker-3", 4);
  await person.press("Compare with before");
  assert.deepEqual(await person.laneTitles(), ["1: AvgShedder", "2: AvgShedder, without event 1"]);
  assert.equal(await person.whatIf.count(), 0);

  await person.time.fill("30");
  assert.notEqual(await person.digest(), person.before);
  const column = (await person.cells("Measures of the lanes")).map((cells) => cells[2].replace(/best$/, ""));
  assert.deepEqual(column, measures);
  await person.lane(2).click();
  assert.equal(await person.digest(), person.before);
  assert.deepEqual(await person.cells(tables[0]), stage);
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("Undo and Redo go back and forth, by button and by key", async (t) => {
  const person = await begin(t);
  assert.ok(await undo(person).isDisabled());
  assert.ok(await person.button("Redo").isDisabled());
  await lift(person, "broker-6", 4);
  const after = await person.digest();
  assert.notEqual(after, person.before);

  await undo(person).click();
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.mark(/Noisy/).count(), 0);
  assert.equal(await person.whatIf.count(), 0);
  assert.ok(await undo(person).isDisabled());
  await person.press("Redo");
  assert.equal(await person.digest(), after);
  assert.ok(await person.button("Redo").isDisabled());

  for (const [keys, digest] of [
    ["Control+z", person.before], ["Control+z", person.before], ["Control+Shift+Z", after], ["Control+Shift+Z", after],
    ["Control+z", person.before], ["Control+y", after],
  ]) {
    await person.key(keys);
    assert.equal(await person.digest(), digest, keys);
  }
  assert.equal(await person.round(), 4);
  person.app.assertQuiet();
});

test("the banner's own Undo takes the edit back", async (t) => {
  const person = await begin(t);
  await lift(person, "broker-6", 4);
  await person.whatIf.getByRole("button", { name: "Undo", exact: true }).click();
  await person.whatIf.waitFor({ state: "detached" });
  assert.equal(await person.digest(), person.before);
});

test("the history of edits lists every edit, newest first, and any of them can be gone back to", async (t) => {
  const person = await begin(t);
  const digests = [person.before];
  for (const [name, value] of [["CPU of broker-5", "30"], ["Low difference", "60"], ["CPU of broker-6", "40"]]) {
    await person.type(name, value);
    digests.push(await person.digest());
  }
  assert.equal(new Set(digests).size, 4);
  await person.unfold("History of edits");
  const edits = person.region("Setup").locator("ol.edits").getByRole("button");
  const said = await edits.allInnerTexts();
  assert.equal(said.length, 4);
  assert.match(said[0], /broker-6: 40$/);
  assert.match(said[1], /^Low difference: 60$/);
  assert.equal(said[3], "Opened");
  for (const place of [3, 1, 0, 2]) {
    await edits.nth(place).click();
    assert.equal(await person.digest(), digests[3 - place], said[place]);
    assert.equal(await edits.nth(place).getAttribute("aria-current"), "true");
  }
  assert.equal(await person.field("CPU of broker-6").inputValue(), "8");
  // An edit from here forgets what was undone.
  await person.type("High difference", "50");
  assert.deepEqual(await edits.allInnerTexts(), ["High difference: 50", said[2], "Opened"]);
  assert.ok(await person.button("Redo").isDisabled());
});

test("another situation can be undone as well", async (t) => {
  const person = await begin(t);
  const was = await person.chosen("Scenario");
  await person.choose("Scenario", "An empty broker: AvgShedder");
  assert.notEqual(await person.digest(), person.before);
  await person.press("Undo");
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.chosen("Scenario"), was);
});

test("a setting changed at a later round applies from there on", async (t) => {
  const person = await begin(t);
  const earlier = await firstRounds(person, 4);
  await person.time.fill("5");
  await person.type("Low difference", "60");
  assert.match(await person.whatIf.innerText(), /^What if: from 5:00 on, Setting changes: loadBalancerAvgShedderLowThreshold, 60 value\./);
  assert.notEqual(await person.digest(), person.before);
  assert.deepEqual(await firstRounds(person, 4), earlier);
  for (const [round, value] of [[4, "15"], [5, "60"], [40, "60"], [1, "15"]]) {
    await person.time.fill(`${round}`);
    assert.equal(await person.field("Low difference").inputValue(), value, `in round ${round}`);
  }
  await person.mark(/at 5:00$/).waitFor();
});

test("brokers come and go at a later round", async (t) => {
  const person = await begin(t);
  const earlier = await firstRounds(person, 5);
  await person.time.fill("6");
  await person.press("Add broker");
  assert.match(await person.whatIf.innerText(), /^What if: from 6:00 on, Broker is added: broker-7, 1 CPU capacity\./);
  await person.press("More of broker-2");
  await person.press("Remove broker-2");
  assert.match(await person.whatIf.innerText(), /^What if: from 6:00 on, Broker stops: broker-2\./);
  await person.digest();
  const first = (await firstRounds(person, 5)).stage;
  const known = earlier.stage[0].map((cells) => cells[0]);
  assert.deepEqual(first.map((rows) => rows.filter((cells) => known.includes(cells[0]))), earlier.stage);
  await person.time.fill("30");
  const bundles = Object.fromEntries((await person.cells(tables[0])).map((cells) => [cells[0], Number(cells[4])]));
  assert.equal(bundles["broker-2"], 0);
  assert.ok(bundles["broker-7"] > 0, JSON.stringify(bundles));
  person.app.assertQuiet();
});

test("an edit that cannot be an event offers to go to the start instead", async (t) => {
  const person = await begin(t);
  await person.time.fill("4");
  await person.type("Bundles of broker-6", "9");
  await person.page.getByRole("alert").filter({ has: person.button("Go to the start and apply") }).waitFor();
  assert.equal(await person.whatIf.count(), 0);
  assert.equal(await person.mark(/./).count(), 0);
  assert.equal(await person.digest(), person.before);
});
