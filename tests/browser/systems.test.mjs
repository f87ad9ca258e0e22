// The page of the systems that are exhibits, as a person uses it: whatever the system, the shell is the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looks, openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

const systems = ["sharding", "throttling", "rotation"];
const open = (t, system, options = {}) => openApp(t, { query: `${system}.html`, ...options });

/// The round at the cursor.
const cursor = (person) => person.time.evaluate((slider) => Number(slider.value));
/// The panel Why tells of this round, and of the run that is on the page.
const told = async (person, round) => {
  await person.page.locator('[data-is="why"]:not([aria-busy])').waitFor();
  await person.why.getByRole("heading", { name: new RegExp(`^Why, \\w+ ${round}$`) }).waitFor();
};

for (const system of systems) {
  for (const look of looks) {
    test(`${system} opens quietly, accessibly and without sideways scroll, ${look.name}`, async (t) => {
      const app = await open(t, system, look);
      assert.match(await app.page.title(), / · Shedscope$/);
      await app.assertAccessible();
      await app.assertNoSidewaysScroll();
      if (look.width < 500) {
        for (const sheet of ["So far", "Setup"]) {
          await app.page.getByRole("group", { name: "Panels" }).getByRole("button", { name: sheet }).click();
          await app.assertAccessible();
          await app.assertNoSidewaysScroll();
        }
      }
      app.assertQuiet();
    });
  }

  test(`${system}: every story plays, steps back to the same, and says why`, async (t) => {
    const app = await open(t, system);
    const person = on(app);
    const stories = await person.box("Scenario").evaluate((select) => [...select.options].map((option) => option.label));
    assert.ok(stories.length >= 5, `${stories.length} stories`);
    for (const story of stories) {
      await person.choose("Scenario", story);
      await told(person, 1);
      const first = await person.headline();
      await person.key("ArrowRight", "ArrowRight");
      await told(person, 3);
      assert.ok((await person.headline()).length > 5);
      await person.key("ArrowLeft", "ArrowLeft");
      await told(person, 1);
      assert.equal(await person.headline(), first);
      await person.key("Shift+ArrowRight");
      const reasons = person.why.getByRole("listitem");
      await reasons.first().waitFor();
    }
    app.assertQuiet();
  });

  test(`${system}: time runs, stands, and comes to its end`, async (t) => {
    const person = on(await open(t, system));
    await person.press("Play");
    await eventually(() => cursor(person), (round) => round >= 2, "time does not run");
    await person.press("Pause");
    const stands = await cursor(person);
    await told(person, stands);
    await person.key("End");
    const end = Number(await person.time.getAttribute("max"));
    await eventually(() => cursor(person), (round) => round === end, "the end is not reached");
    const digest = await person.digest();
    await person.key("Home");
    assert.equal(await person.digest(), digest);
  });

  test(`${system}: a setting is edited, refused where it is bad, undone and redone`, async (t) => {
    const person = on(await open(t, system));
    const fields = person.region("Setup").locator("fieldset .field input[type=text]");
    const field = fields.first();
    const was = await field.inputValue();
    await field.fill("x");
    await person.region("Setup").getByRole("alert").first().waitFor();
    assert.match(await person.region("Setup").getByRole("alert").first().innerText(), /^“x” is no number; give .+ to .+\.$/);
    // A value within its bounds, taken from its own help.
    const help = await person.region("Setup").locator("fieldset .field:has(input[type=text]) .help").first().innerText();
    const [, least, most] = /([-\d.e]+) to ([-\d.e]+), default/.exec(help);
    const other = String(Number(was) === Number(most) ? Number(least) : Math.min(Number(most), Number(was) + 1));
    await field.fill(other);
    await field.blur();
    await eventually(() => field.inputValue(), (value) => Number(value) === Number(other), "the edit is not kept");
    await person.press("Undo");
    await eventually(() => field.inputValue(), (value) => value === was, "undo brings nothing back");
    await person.press("Redo");
    await eventually(() => field.inputValue(), (value) => Number(value) === Number(other), "redo brings nothing back");
  });

  test(`${system}: lanes beside each other, on one world, with the best marked`, async (t) => {
    const app = await open(t, system);
    const person = on(app);
    const labels = await person.box("Compare").evaluate((select) => [...select.options].map((option) => option.label));
    await person.choose("Compare", labels[1]);
    await person.lane(2).waitFor();
    const lanes = await person.laneTitles();
    assert.ok(lanes.length >= 2 && lanes.length <= 4);
    assert.equal(new Set(lanes.map((title) => title.slice(2))).size, lanes.length, `${lanes} tell no lanes apart`);
    await person.key("End");
    await person.table("Measures of the lanes").waitFor();
    await person.lane(2).click();
    await person.why.getByText(/^Told of lane 2: /).waitFor();
    await app.assertAccessible();
    await app.assertNoSidewaysScroll();
    await person.press("Remove lane 2");
    await eventually(() => person.laneTitles(), (left) => left.length === Math.max(lanes.length - 1, 0) || left.length === 0, "the lane stays");
    app.assertQuiet();
  });

  test(`${system}: the stage and the chart are tables too`, async (t) => {
    const app = await open(t, system);
    const person = on(app);
    await person.key("t");
    const stage = person.page.locator(".center table").first();
    assert.ok(await stage.locator("tbody tr").count() > 0);
    assert.ok(await person.table("Chart as a table").locator("tbody tr").count() > 0);
    await app.assertAccessible();
    // The head of a row asks for its story, without a pointer.
    const head = stage.getByRole("button").first();
    const name = await head.innerText();
    await head.press("Enter");
    const asked = person.why.locator(".told");
    await asked.getByText("You asked about").waitFor();
    assert.match((await asked.locator("summary").innerText()).toLowerCase(), new RegExp(name.toLowerCase().replace(/[^\w]/g, ".")));
  });

  test(`${system}: something happens at the cursor, is moved, and taken back`, async (t) => {
    const person = on(await open(t, system));
    await person.key("ArrowRight", "ArrowRight");
    const marks = person.page.locator(".history .event");
    const before = await marks.count();
    await person.region("Setup").locator(".pushes button").first().click();
    await eventually(() => marks.count(), (count) => count > before, "nothing is added");
    const mark = marks.last();
    const label = await mark.getAttribute("aria-label");
    await mark.focus();
    for (let steps = 0; steps < 3; steps += 1) {
      const now = await marks.last().getAttribute("aria-label");
      await person.page.keyboard.press("ArrowRight");
      await eventually(() => marks.last().getAttribute("aria-label"), (next) => next !== now, "it does not move");
    }
    assert.notEqual(await marks.last().getAttribute("aria-label"), label);
    // However many steps it was moved by, that is one edit.
    await person.press("Undo");
    await eventually(() => marks.last().getAttribute("aria-label"), (now) => now === label, "undo does not move it back");
    await person.press("Undo");
    await eventually(() => marks.count(), (count) => count === before, "it stays");
  });

  test(`${system}: the document goes out and in; a bad one is refused and changes nothing`, async (t) => {
    const app = await open(t, system);
    const person = on(app);
    const digest = await person.digest();
    await person.key("o");
    const area = person.dialog.getByRole("textbox", { name: "Scenario as a document" });
    const text = await area.inputValue();
    assert.equal(JSON.parse(text).system, system);
    await app.assertAccessible();
    for (const [bad, why] of [
      [text.slice(0, -20), /line \d+, column \d+: .*cut off/],
      [text.replace(`"${system}"`, '"nothing"'), /system: “nothing” is not known/],
      [text.replace(`"${system}"`, `"${systems.find((other) => other !== system)}"`), /system: this is a scenario of “.*”; open it on that page\./],
      [text.replace('"rounds"', '"sounds"'), /line \d+, column \d+: /],
      [text.replace(/"rounds": \d+/, '"rounds": 0'), /rounds: 0 is out of bounds/],
    ]) {
      await area.fill(bad);
      await person.dialog.getByRole("button", { name: "Apply" }).click();
      const alert = person.dialog.getByRole("alert");
      await eventually(() => alert.innerText().catch(() => ""), (said) => why.test(said), `${why} is not said`);
      assert.equal(await area.inputValue(), bad, "what was typed stays");
    }
    await area.fill(text.replace(/"title": "[^"]*"/, '"title": "Mine"'));
    await person.dialog.getByRole("button", { name: "Apply" }).click();
    await person.page.waitForFunction(() => document.title.startsWith("Mine · "));
    assert.equal(await person.digest(), digest);
  });

  test(`${system}: whoever is asked about, and whoever comes next, has a whole story`, async (t) => {
    const person = on(await open(t, system));
    await person.key("Shift+ArrowRight");
    const buttons = person.why.getByRole("button", { name: "whole story" });
    await buttons.nth(1).waitFor();
    const asked = person.why.locator(".told summary");
    const cards = person.why.locator("details.card", { has: person.page.getByRole("button", { name: "whole story" }) });
    const names = [];
    for (const place of [0, 1]) {
      const name = await cards.nth(place).locator("summary").innerText();
      await buttons.nth(place).click();
      await eventually(() => asked.innerText(), (now) => now === name, `the story is not that of ${name}`);
      names.push(name);
    }
    assert.notEqual(names[0], names[1]);
  });

  test(`${system}: what is typed into the document stays while the page works`, async (t) => {
    const person = on(await open(t, system));
    await person.press("Run 200 seeds");
    await person.key("o");
    const area = person.dialog.getByRole("textbox", { name: "Scenario as a document" });
    await area.fill("half a doc");
    await area.press("End");
    for (const letter of "ument") {
      await area.press(letter);
      await person.page.waitForTimeout(60);
    }
    assert.equal(await area.inputValue(), "half a document");
    await person.dialog.getByRole("button", { name: "Cancel" }).click();
    await person.key("o");
    assert.match(await area.inputValue(), /^\{/, "an opened dialog begins anew");
  });

  test(`${system}: an edit that cannot be made stays in its field with the reason`, async (t) => {
    const person = on(await open(t, system));
    await person.region("Setup").getByText("The run: length and seed").click();
    const digest = await person.digest();
    const length = person.field("Length");
    await length.fill("0");
    await person.region("Setup").getByText(/^0 is out of bounds; give 1 to /).waitFor();
    assert.equal(await length.inputValue(), "0");
    assert.equal(await person.digest(), digest);
  });

  test(`${system}: a file that is dropped is opened, one that is no scenario refused`, async (t) => {
    const app = await open(t, system);
    const person = on(app);
    await person.key("o");
    const text = await person.dialog.getByRole("textbox", { name: "Scenario as a document" }).inputValue();
    await person.dialog.getByRole("button", { name: "Cancel" }).click();
    const drop = (name, content) => person.page.evaluate(([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name, { type: "application/json" }));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, content]);
    await drop("broken.json", "{");
    await person.dialog.getByRole("alert").getByText(/This cannot be opened/).waitFor();
    await person.dialog.getByRole("button", { name: "Cancel" }).click();
    await drop("mine.json", text.replace(/"title": "[^"]*"/, '"title": "Dropped"'));
    await person.page.waitForFunction(() => document.title.startsWith("Dropped · "));
    app.assertQuiet();
  });

  test(`${system}: over many seeds, what comes out is shown, and a seed opens`, async (t) => {
    const person = on(await open(t, system));
    await person.press("Run 200 seeds");
    const link = person.table("Lowest, median and highest over the seeds").getByRole("button").first();
    await link.waitFor();
    // A small scenario is through all seeds before anybody can cancel.
    await person.button("Cancel").click({ timeout: 2000 }).catch(() => {});
    await person.button("Run 200 seeds").waitFor();
    const title = await link.getAttribute("title");
    await link.click();
    await person.region("Setup").getByText("The run: length and seed").click();
    const seed = await person.field("Seed").inputValue();
    assert.equal(title, `Open seed ${seed}`);
  });
}

test("a system is chosen, and the address says which story", async (t) => {
  const app = await open(t, "sharding");
  const person = on(app);
  await person.box("System").selectOption("throttling");
  await person.page.waitForFunction(() => location.pathname.endsWith("throttling.html") && location.search.startsWith("?story="));
  await person.page.locator(".boot").waitFor({ state: "detached" });
  const stories = await person.box("Scenario").evaluate((select) => [...select.options].map((option) => option.label));
  await person.choose("Scenario", stories[2]);
  const title = await person.page.title();
  await person.page.reload();
  await person.page.locator(".boot").waitFor({ state: "detached" });
  assert.equal(await person.page.title(), title);
  await person.box("System").selectOption({ label: "Load shedding" });
  await person.box("Placement").waitFor();
  await person.box("System").selectOption("rotation");
  await person.page.waitForFunction(() => location.pathname.endsWith("rotation.html"));
  app.assertQuiet();
});
