// Why: cards that open, stay open and lead on, and what is clicked on the stage. What they say is held natively.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

const asked = (person) => person.why.getByRole("heading", { name: "You asked about" });
const cards = (person) => person.why.locator(".overview .card:visible");

/// The story that was asked for, as text.
async function story(person) {
  await asked(person).waitFor();
  return person.why.locator(".asked .card").innerText();
}

test("a click on a bar, a piece of it, and beside everything, asks about a broker, a bundle, nobody", async (t) => {
  const person = await begin(t);
  const stage = await person.region("Stage").boundingBox();
  const idle = await person.bar("broker-4");
  await person.page.mouse.click(idle.x, idle.y - 40); // above the bar: the broker's place, but no bundle
  assert.match(await story(person), /^broker-4\b/);
  await person.page.mouse.click(stage.x + 10, stage.y + stage.height / 2);
  await asked(person).waitFor({ state: "detached" });
  const busy = await person.bar("broker-1");
  await person.page.mouse.click(busy.x, busy.y + 40);
  assert.match(await story(person), /^\S+\/\S+\/0x[0-9a-f]{8}_0x[0-9a-f]{8} on broker-1/);
  await person.press("Close the story");
  await asked(person).waitFor({ state: "detached" });
  assert.ok(await person.page.evaluate(() => document.activeElement !== document.body), "the focus is somewhere");
  person.app.assertQuiet();
});

test("a click on the bracket of a pair asks about the pair", async (t) => {
  const person = await begin(t);
  const [first, last, canvas] = await Promise.all([
    person.bar("broker-1"), person.bar("broker-6"), person.page.locator(".stage canvas, [role=img]").first().boundingBox(),
  ]);
  // Brackets lie under the bars, the widest lowest; there the pointer turns into a hand.
  const x = first.x + (last.x - first.x) / 4;
  let y = canvas.y + canvas.height;
  await eventually(async () => {
    await person.page.mouse.move(x, --y);
    return person.page.evaluate(([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).cursor, [x, y]);
  }, (cursor) => cursor === "pointer", "a place that can be clicked");
  await person.page.mouse.click(x, y - 3);
  assert.match(await story(person), /^broker-1 ↔ broker-6/);
});

test("what moves can be clicked while it stands marked, and stays selected as time goes on", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  const bar = await person.bar("broker-6");
  await person.page.mouse.click(bar.x, bar.y - 14); // what will land is marked above the taker's bar
  assert.match(await story(person), /broker-1 → broker-6/);
  await person.press("First");
  const broker = await person.bar("broker-6");
  await person.page.mouse.click(broker.x, broker.y - 60);
  assert.match(await story(person), /^broker-6\b/);
  await person.press("Step");
  assert.match(await story(person), /^broker-6\b/);
  assert.match(await story(person), /arrives? here/);
});

test("cards open and stay as a person left them, whatever round is shown", async (t) => {
  const person = await begin(t);
  const second = cards(person).nth(1);
  assert.equal(await second.evaluate((card) => card.open), false);
  await second.locator("summary").click();
  const title = await second.locator(".card-title").innerText();
  const isOpen = () => person.why.locator(".overview .card").filter({ has: person.page.locator(".card-title", { hasText: title }) })
    .first().evaluate((card) => card.open);
  assert.equal(await isOpen(), true);
  await person.press("Tables");
  await person.press("Sort by load");
  assert.equal(await isOpen(), true);
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("links lead on by keyboard: to a whole story, to a bundle, to where it could have gone and back", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  const whole = person.why.getByRole("button", { name: /^Whole story of broker-1 → broker-6$/ });
  await whole.focus();
  await person.key("Enter");
  assert.match(await story(person), /^broker-1 → broker-6/);
  assert.doesNotMatch(await story(person), /more reasons?$/m);
  const told = person.why.locator(".asked");
  await told.getByRole("button", { name: /goes to broker-6$/ }).first().click();
  assert.match(await story(person), /: broker-1 → broker-6/);
  await told.getByRole("button", { name: /shortlist|filtered/ }).first().click();
  assert.match(await story(person), / as a destination of /);
  await told.getByRole("button", { name: "the bundle's explanation" }).click();
  assert.match(await story(person), /: broker-1 → broker-6/);
  assert.ok(await person.page.evaluate(() => document.activeElement !== document.body), "the focus is somewhere");
});

test("a thousand brokers are told a few at a time, and a table leads to each", async (t) => {
  const person = await begin(t, { place: "shedding/thousand" });
  const few = await eventually(() => cards(person).count(), (count) => count > 0, "some cards");
  assert.ok(few <= 12, `${few} cards`);
  await person.why.getByRole("button", { name: /^Show more/ }).click();
  await eventually(() => cards(person).count(), (count) => count > few, "more cards");
  await person.press("Tables");
  await person.table("Brokers in this round").getByRole("button").nth(3).click();
  const name = await person.table("Brokers in this round").getByRole("button").nth(3).innerText();
  assert.ok((await story(person)).startsWith(name), name);
  person.app.assertQuiet();
});

test("the results of variants are side by side, and the better ones are marked at the end only", async (t) => {
  const person = await begin(t, { place: "shedding/late-reports" });
  await person.digests();
  await person.go(2);
  const moved = person.region("Results").locator(".moved li");
  await eventually(() => moved.innerText(), (text) => text === "only in A: 12 · only in B: 0 · in both: 0", "what moved where");
  assert.equal(await person.table("Metrics by variant").getByText("(best)").count(), 0);
  await person.press("Last");
  await person.region("Results").getByRole("heading", { name: "Results, whole run" }).waitFor();
  const sheddings = (await person.cells("Metrics by variant")).find((cells) => cells[0] === "Rounds with unloads");
  assert.deepEqual(sheddings.slice(1).map((cell) => parseInt(cell)), [2, 1]);
  assert.match(sheddings[2], /\(best\)/);
  await person.press("What the metrics mean");
  assert.ok(await person.dialog.locator("dt").count() >= 12);
  await person.app.assertAccessible();
  person.app.assertQuiet();
});
