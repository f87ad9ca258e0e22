// Variants: the same scenario balanced in several ways side by side, under one cursor and one seed. What variants
// compute is tested natively (tests/app/variants.rs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./steps.mjs";

async function compare(person, title) {
  await person.openDrawer("Algorithm");
  await person.unfold("Compare…");
  await person.press(title, person.drawer);
  await person.computed();
}

/// Two variants that differ: AvgShedder, and ThresholdShedder as the second.
async function two(person) {
  await person.openDrawer("Algorithm");
  await person.press("Add a variant like this one");
  await variant(person, 1).click();
  const strategy = person.box("Strategy", person.drawer);
  const option = strategy.locator("option", { hasText: /^ThresholdShedder/ }).first();
  await strategy.selectOption(await option.getAttribute("value"));
  await person.computed();
  await variant(person, 0).click();
}

const variant = (person, index) => person.drawer.locator(".variant-list .variant").nth(index);

test("a comparison makes columns of the stage and of the results, and undo takes it back", async (t) => {
  const person = await begin(t);
  const digest = await person.digest();
  await compare(person, "Strategies of the modular manager");
  assert.deepEqual((await person.columns.locator(".stage-title-text").allInnerTexts()),
    ["AvgShedder", "ThresholdShedder", "UniformLoadShedder", "OverloadShedder"]);
  await person.press("Last");
  await person.show("Results");
  const heads = person.table("Metrics by variant").getByRole("columnheader");
  assert.deepEqual((await heads.allTextContents()).map((head) => head.replace("Variant ", "")), ["Metric", "A", "B", "C", "D"]);
  assert.equal(await person.button("Add a variant like this one").count(), 0);
  await person.app.assertWhole("four variants");
  await person.press("Undo");
  await person.computed();
  assert.equal(await person.columns.count(), 1);
  assert.equal(await person.digest(), digest);
});

test("the best of a row is marked once the run is whole", async (t) => {
  const person = await begin(t);
  await compare(person, "Strategies of the modular manager");
  await person.show("Results");
  await person.seek(20);
  const best = person.table("Metrics by variant").locator(".best");
  assert.equal(await best.count(), 0);
  await person.press("Last");
  await best.first().waitFor();
  assert.ok(await best.count() > 4);
});

test("another variant becomes the main one; setup, reasons and results follow, and the cursor stays", async (t) => {
  const person = await begin(t);
  await two(person);
  await person.press("Step");
  await person.explains(2);
  const headline = await person.headline();
  assert.equal(await person.field("High threshold").count(), 1);
  await person.button("Explain variant B").click();
  assert.equal(await variant(person, 1).getAttribute("aria-pressed"), "true");
  assert.equal(await variant(person, 0).getAttribute("aria-pressed"), "false");
  await person.field("Threshold above average").waitFor();
  assert.equal(await person.field("High threshold").count(), 0);
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
  assert.notEqual(await person.headline(), headline);
  assert.equal(await person.round(), 2);
  await person.columns.nth(0).getByRole("button").first().click();
  await eventually(() => person.headline(), (now) => now === headline, "variant A is explained again");
  person.app.assertQuiet();
});

test("a click on the stage of a variant makes it the main one and tells what was clicked", async (t) => {
  const person = await begin(t);
  await two(person);
  const { x, y, width, height } = await person.columns.nth(1).locator("canvas.moving").boundingBox();
  // A hand shows where something can be clicked.
  let at = x + width * 0.2;
  await eventually(async () => {
    await person.page.mouse.move(at += 2, y + height * 0.6);
    return person.page.evaluate(([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).cursor, [at, y + height * 0.6]);
  }, (cursor) => cursor === "pointer", "a place that can be clicked");
  await person.page.mouse.click(at, y + height * 0.6);
  await person.story.getByRole("heading", { name: "You asked about" }).waitFor();
  assert.equal(await variant(person, 1).getAttribute("aria-pressed"), "true");
});

test("removing a variant leaves the main one the main one, and the focus on the page", async (t) => {
  const person = await begin(t);
  await compare(person, "Strategies of the modular manager");
  await variant(person, 1).click();
  await person.button("Remove variant A").focus();
  await person.key("Enter");
  await person.computed();
  assert.equal(await variant(person, 0).getAttribute("aria-pressed"), "true");
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
  assert.equal(await person.page.evaluate(() => document.activeElement === document.body), false);
});

test("what moved in a round is compared between variants, and adds up", async (t) => {
  const person = await begin(t);
  await compare(person, "Main threshold at four values");
  await person.show("Results");
  await person.seek(2);
  const lines = await person.results.locator(".moved").getByRole("listitem").allInnerTexts();
  assert.equal(lines.length, 3);
  const counts = lines.map((line) => /^only in A: (\d+) · only in [BCD]: (\d+) · in both: (\d+)$/.exec(line).slice(1).map(Number));
  assert.equal(new Set(counts.map(([first, , both]) => first + both)).size, 1, `${lines}`);
  assert.ok(counts.flat().some((count) => count > 0), `${lines}`);
});

test("with four variants an edit at a later time offers no fifth", async (t) => {
  const person = await begin(t);
  await compare(person, "Main threshold at four values");
  await person.seek(4);
  await person.openDrawer("Cluster");
  await person.type("CPU of broker-6", "40");
  await person.notices.getByText(/^From 00:\d\d:\d\d on: /).waitFor();
  assert.equal(await person.button("Compare with the original run").count(), 0);
});

test("a button that is pressed again before the page has changed does nothing more", async (t) => {
  const person = await begin(t);
  const digest = await person.digest();
  await person.openDrawer("Algorithm");
  await person.press("Add a variant like this one");
  await person.button("Remove variant B").evaluate((button) => { button.click(); button.click(); });
  await person.button("Remove variant B").waitFor({ state: "detached" });
  await person.computed();
  assert.equal(await person.digest(), digest);
  person.app.assertQuiet();
});
