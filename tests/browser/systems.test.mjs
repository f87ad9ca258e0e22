// A journey through each system: whatever the system, the page is the same. That every preset plays, explains its
// rounds and has the digest that it should is tested natively.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, drop, eventually, systems } from "./steps.mjs";

/// For each system, a setting and another value for it.
const settings = {
  shedding: ["High threshold", "33"],
  sharding: ["Maximum per round", "7"],
  throttling: ["Ratio of a cut", "0.25"],
  rotation: ["Maximum unfinished sends", "7"],
};

for (const system of Object.keys(systems)) {
  test(`${system}: time runs, pauses and comes to its end, and every round says why`, async (t) => {
    const person = await begin(t, { place: system });
    assert.match(await person.page.title(), / · Shedscope$/);
    const first = await person.headline();
    await person.press("Play");
    await eventually(person.round, (round) => round >= 2, "time runs");
    await person.press("Pause");
    const paused = await person.round();
    await person.explains(paused);
    assert.ok((await person.headline()).length > 5);
    await person.press("Last");
    await person.atRound(await person.rounds());
    await person.press("First");
    await person.explains(1);
    assert.equal(await person.headline(), first, "a round is explained as it was before");
    person.app.assertQuiet();
  });

  test(`${system}: whoever is asked about, and whoever comes next, has a whole story`, async (t) => {
    const person = await begin(t, { place: system });
    await person.key("Shift+ArrowRight");
    await person.explains(await person.round());
    const asking = person.why.locator(".overview .subject-card:visible", { has: person.page.getByText(/^Whole story of /) });
    const names = [];
    for (const place of [0, 1]) {
      const card = asking.nth(place);
      const name = await card.locator(".card-title").innerText();
      if (!await card.locator("details").evaluate((details) => details.open)) await card.locator("summary").click();
      await card.getByRole("button", { name: /^Whole story of / }).click();
      await eventually(() => person.story.locator(".card-title").innerText(), (now) => now === name, `the story is that of ${name}`);
      names.push(name);
    }
    assert.notEqual(names[0], names[1]);
    await person.press("Close the story");
    await person.story.waitFor({ state: "detached" });
    person.app.assertQuiet();
  });

  test(`${system}: a setting is edited, refused where it is bad, undone and redone`, async (t) => {
    const person = await begin(t, { place: system });
    const [label, other] = settings[system];
    await person.openDrawer("Algorithm");
    const field = person.field(label, person.drawer);
    const was = await field.inputValue();
    await field.fill("x");
    await field.blur();
    await person.drawer.getByRole("alert").waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await person.page.getByRole("banner").getByText("edited").count(), 0, "nothing has changed");
    await person.type(label, other);
    await person.drawer.getByRole("alert").waitFor({ state: "detached" });
    await person.page.getByRole("banner").getByText("edited").waitFor();
    await person.press("Undo");
    await eventually(() => field.inputValue(), (value) => value === was, "undo brings the value back");
    await person.key("Control+Shift+Z");
    await eventually(() => field.inputValue(), (value) => value === other, "redo sets it again");
    await person.openDrawer("Cluster");
    const digest = await person.digest();
    await person.type("Length", "0");
    await person.drawer.getByRole("alert").waitFor();
    assert.equal(await person.field("Length").inputValue(), "0", "what was typed stays");
    assert.equal(await person.digest(), digest);
    person.app.assertQuiet();
  });

  test(`${system}: variants side by side, on one world`, async (t) => {
    const person = await begin(t, { place: system });
    await person.openDrawer("Algorithm");
    await person.unfold("Compare…");
    await person.drawer.locator(".variants .menu .list-button").first().click();
    await person.computed();
    const count = await person.columns.count();
    assert.ok(count >= 2 && count <= 4, `${count}`);
    assert.equal(new Set(await person.columns.locator(".stage-title-text").allInnerTexts()).size, count);
    await person.press("Last");
    await person.show("Results");
    assert.equal(await person.table("Metrics by variant").getByRole("columnheader").count(), count + 1);
    await person.button("Explain variant B").click();
    assert.equal(await person.button("Explain variant B").getAttribute("aria-pressed"), "true");
    await person.app.assertWhole("variants");
    await person.press("Remove variant B");
    await person.computed();
    await eventually(() => person.columns.count(), (left) => left === count - 1, "the variant goes");
    person.app.assertQuiet();
  });

  test(`${system}: the stage and the chart are tables too`, async (t) => {
    const person = await begin(t, { place: system });
    await person.key("t");
    const tables = person.region("Tables").getByRole("table");
    await tables.nth(1).waitFor();
    for (const table of await tables.all()) assert.ok(await table.locator("tbody tr").count() > 0);
    // The first cell of a row asks for its story, without a pointer.
    const head = tables.first().getByRole("button").first();
    const name = await head.innerText();
    await head.press("Enter");
    await person.story.getByText("You asked about").waitFor();
    const story = await person.story.locator(".card-title").innerText();
    assert.ok(story.toLowerCase().includes(name.toLowerCase()), `${story} and ${name}`);
    person.app.assertQuiet();
  });

  test(`${system}: an event is added at the cursor, moved by keys in one step, and taken back`, async (t) => {
    const person = await begin(t, { place: system });
    await person.seek(3);
    const before = await person.pins.count();
    await person.openDrawer("Events");
    await person.unfold("Add an event at");
    await person.drawer.locator(".events-panel .menu .list-button").first().click();
    await eventually(() => person.pins.count(), (count) => count > before, "an event is added");
    await person.computed();
    const pin = person.page.locator(".event-pin:focus");
    await person.pins.last().focus();
    const label = await pin.getAttribute("aria-label");
    for (let step = 0; step < 3; step += 1) {
      const now = await pin.getAttribute("aria-label");
      await person.key("ArrowRight");
      await eventually(() => pin.getAttribute("aria-label"), (next) => next !== now, "it moves");
    }
    await person.press("Undo");
    await person.page.getByRole("button", { name: label, exact: true }).waitFor();
    await person.press("Undo");
    await eventually(() => person.pins.count(), (count) => count === before, "it is taken back");
    person.app.assertQuiet();
  });

  test(`${system}: the document goes out and in, by the dialog and by a dropped file`, async (t) => {
    const person = await begin(t, { place: system });
    const digest = await person.digest();
    await person.openDialog("Document");
    const area = person.field("Scenario as a document", person.dialog);
    const text = await area.inputValue();
    assert.equal(JSON.parse(text).system, system);
    const bad = text.slice(0, -20);
    await area.fill(bad);
    await person.press("Apply", person.dialog);
    await person.dialog.getByRole("alert").waitFor();
    assert.equal(await area.inputValue(), bad, "what was typed stays");
    const titled = (title) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`);
    await area.fill(titled("Mine"));
    await person.press("Apply", person.dialog);
    await person.page.waitForFunction(() => document.title.startsWith("Mine · "));
    await person.dialog.waitFor({ state: "detached" });
    await person.computed();
    assert.equal(await person.digest(), digest);
    await drop(person.page, [["broken.json", "{"]]);
    await person.page.getByRole("alert").first().waitFor();
    assert.match(await person.page.title(), /^Mine · /);
    if (await person.dialog.isVisible()) await person.closeDialog();
    await drop(person.page, [["mine.json", titled("Dropped")]]);
    await person.press("Apply", person.dialog);
    await person.page.waitForFunction(() => document.title.startsWith("Dropped · "));
    person.app.assertQuiet();
  });

  test(`${system}: over many seeds, and a seed opens; what is typed meanwhile stays`, async (t) => {
    const person = await begin(t, { place: system });
    await person.show("Results");
    await person.press("Run 200 seeds");
    await person.openDialog("Document");
    const area = person.field("Scenario as a document", person.dialog);
    await area.fill("half a doc");
    await area.press("End");
    await area.pressSequentially("ument", { delay: 20 });
    assert.equal(await area.inputValue(), "half a document");
    await person.closeDialog();
    assert.match(await person.document(), /^\{/, "an opened dialog begins with the document");
    await person.button("Run 200 seeds").waitFor();
    if (await person.results.getByText(/^All seeds agree/).count() > 0) return;
    const link = person.table("Median, lowest and highest over the seeds").getByRole("button").first();
    const [, seed] = /use seed (\d+)$/.exec(await link.getAttribute("aria-label"));
    await link.click();
    await person.openDrawer("Cluster");
    await eventually(() => person.field("Seed").inputValue(), (now) => now === seed, "the seed is that of the run");
    person.app.assertQuiet();
  });
}

test("a system is chosen from the header, and a reload comes back to the same scenario", async (t) => {
  const person = await begin(t);
  const titles = Object.values(systems);
  for (const [at, title] of titles.entries()) {
    await person.press(titles[at === 0 ? 0 : at - 1]);
    await person.page.getByRole("link", { name: title, exact: true }).click();
    await person.button(title).waitFor();
    await person.computed();
  }
  const scenarios = await person.scenarios();
  await person.chooseScenario(scenarios[2]);
  const place = new URL(person.page.url()).hash;
  await person.chooseScenario(scenarios[1]);
  assert.notEqual(new URL(person.page.url()).hash, place, "each scenario has an address of its own");
  await person.chooseScenario(scenarios[2]);
  await person.app.reload();
  assert.ok((await person.page.title()).startsWith(scenarios[2]));
  person.app.assertQuiet();
});
