// Why: the reasons of the round at the cursor, and the story of whoever is asked about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  await person.digest();
  return person;
}

const asked = (person) => person.why.getByRole("heading", { name: "You asked about" });

/// The story that was asked for, as text: everything between the heading and the round's own cards.
async function story(person) {
  await asked(person).waitFor();
  return person.why.getByRole("group").first().innerText();
}

/// Clicks on the stage.
async function clickAt(person, x, y) {
  await person.page.mouse.click(x, y);
}

test("says which round it is about, and what it comes to", async (t) => {
  const person = await begin(t);
  await person.why.getByRole("heading", { name: "Why, round 1", exact: true }).waitFor();
  await person.press("Step");
  await person.why.getByRole("heading", { name: "Why, round 2", exact: true }).waitFor();
  assert.match(await person.headline(), /^\d+ bundles move from broker-1 and broker-2 to broker-5 and broker-6\./);
});

test("explains with a countdown why nothing moves, and keeps its word", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "90/10: Multi Hit as proposed");
  await person.digest();
  for (let round = 1; round < 8; round += 1) {
    assert.match(await person.headline(), /^Nothing moves\. /, `round ${round}`);
    const away = 8 - round;
    const next = away === 1 ? "The next round sheds." : `The next shedding is in round 8, ${away} rounds from here.`;
    assert.ok((await person.headline()).includes(next), await person.headline());
    await person.press("Step");
  }
  assert.match(await person.headline(), /^40 bundles move from broker-1 to broker-2\./);
  await person.press("Last");
  assert.match(await person.headline(), /Nothing moves any more in this run\.$/);
});

test("a pair that counts says in how many rounds it sheds if this lasts", async (t) => {
  const person = await begin(t);
  assert.match(await person.headline(), /^Nothing moves\. broker-1 ↔ broker-6 comes next\. It sheds in 1 round if this lasts\. The next round sheds\./);
  const card = person.why.getByRole("group").filter({ hasText: "broker-1 ↔ broker-6" }).first();
  assert.match(await card.innerText(), /It sheds in 1 round if this lasts\./);
});

test("reasons have numbers and the names of the settings that decide", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  const card = await person.why.getByRole("group").filter({ hasText: "broker-1 → broker-6" }).first().innerText();
  assert.match(card, /80 points ≥ 40 points/);
  assert.match(card, /loadBalancerAvgShedderHighThreshold/);
  assert.match(card, /loadBalancerAvgShedderHitCountHighThreshold/);
  assert.match(card, /gives/);
  assert.match(card, /goes to broker-6/);
});

test("a minimum that stands in the way is named", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A difference of 1, and nothing sheds");
  await person.digest();
  await person.press("Last");
  assert.match(await person.headline(), /^Nothing moves\. /);
  assert.match(await person.why.innerText(), /minUnloadMessage/);
});

test("a click on a bar tells the broker's story, and it can be closed", async (t) => {
  const person = await begin(t);
  const bar = await person.bar("broker-4");
  await clickAt(person, bar.x, bar.top - 40); // above the bar: the broker's place, but no bundle
  assert.match(await story(person), /^broker-4\n/);
  await person.press("Close the story");
  await asked(person).waitFor({ state: "detached" });
});

test("a click beside everything asks about nobody", async (t) => {
  const person = await begin(t);
  const bar = await person.bar("broker-4");
  await clickAt(person, bar.x, bar.top - 40);
  await asked(person).waitFor();
  const stage = await person.page.getByRole("group", { name: "Stage" }).boundingBox();
  await clickAt(person, stage.x + 10, stage.y + 10);
  await asked(person).waitFor({ state: "detached" });
});

test("a click on a piece of a bar tells the bundle's story", async (t) => {
  const person = await begin(t);
  const bar = await person.bar("broker-1");
  await clickAt(person, bar.x, bar.top + 40);
  assert.match(await story(person), /^\S+\/\S+\/0x[0-9a-f]{8}_0x[0-9a-f]{8} on broker-1\n/);
});

test("a click on the bracket of a pair tells the pair's story", async (t) => {
  const person = await begin(t);
  const [first, last, stage] = await Promise.all([
    person.bar("broker-1"), person.bar("broker-6"), person.page.getByRole("group", { name: "Stage" }).boundingBox(),
  ]);
  // Brackets lie under the bars, the widest lowest; there the pointer turns into a hand.
  const x = first.x + (last.x - first.x) / 4;
  let y = stage.y + stage.height - 1;
  await eventually(async () => {
    await person.page.mouse.move(x, --y);
    return person.page.evaluate(([x, y]) => document.elementFromPoint(x, y).style.cursor, [x, y]);
  }, (cursor) => cursor === "pointer", "a place that can be clicked");
  await clickAt(person, x, y - 3);
  assert.match(await story(person), /^broker-1 ↔ broker-6\n/);
});

test("links lead on: from a pair to a bundle to where it could have gone", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await person.why.getByRole("button", { name: /goes to broker-6$/ }).first().click();
  assert.match(await story(person), /: broker-1 → broker-6\n/);
  const told = person.why.getByRole("group").first();
  await told.getByRole("button", { name: /shortlist|filtered/ }).first().click();
  assert.match(await story(person), / as a destination of /);
  await told.getByRole("button", { name: "the bundle's story" }).click();
  assert.match(await story(person), /: broker-1 → broker-6\n/);
});

test("a story can be had whole, by keyboard alone", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await person.why.getByRole("button", { name: "whole story" }).first().focus();
  await person.key("Enter");
  const whole = await story(person);
  assert.match(whole, /^broker-1 → broker-6\n/);
  assert.doesNotMatch(whole, /more reasons?\./);
});

test("a broker stays asked about while time goes on; its line in the history stands out", async (t) => {
  const person = await begin(t);
  const bar = await person.bar("broker-6");
  await clickAt(person, bar.x, bar.top - 40);
  await person.press("Step");
  assert.match(await story(person), /^broker-6\n/);
  assert.match(await story(person), /arrives? here\./);
});

test("what moves can be clicked while it stands marked", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  const bar = await person.bar("broker-6");
  // What will land is marked above the taker's bar.
  await clickAt(person, bar.x, bar.top - 14);
  assert.match(await story(person), /: broker-1 → broker-6\n/);
});

test("a thousand brokers are told a few at a time", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A thousand brokers");
  await person.digest();
  const cards = person.why.getByRole("group");
  const few = await cards.count();
  assert.ok(few <= 12, `${few} cards`);
  await person.why.getByRole("button", { name: /^Show more/ }).click();
  await eventually(() => cards.count(), (count) => count > few, "more cards");
});

test("the round itself is told last: what was counted and what ended it", async (t) => {
  const person = await begin(t);
  const card = person.why.getByRole("group").last();
  assert.match(await card.innerText(), /^Round 1/);
});
