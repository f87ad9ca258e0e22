// Editing: what is typed, chosen and dragged, on the page itself. What edits do to the run is held natively.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

test("a bad value stays in its field with the reason beside it, Escape restores it, and the run stays", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  await person.type("High threshold", "30");
  const good = await person.digest();
  for (const [bad, reason] of [["4o", /-1000 to 1000/], ["", /-1000 to 1000/], ["30.5", /whole number/], ["5000", /-1000 to 1000/]]) {
    await person.type("High threshold", bad);
    const field = person.field("High threshold");
    assert.equal(await field.inputValue(), bad);
    assert.match(await person.problemOf("High threshold"), reason);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    const described = await field.evaluate((input) => input.getAttribute("aria-describedby").split(" ")
      .map((id) => document.getElementById(id).textContent).join(" "));
    assert.match(described, reason);
    assert.match(described, /loadBalancerAvgShedderHighThreshold/);
    assert.equal(await person.digest(), good);
  }
  await person.app.assertAccessible();
  await person.field("High threshold").focus();
  await person.key("Escape");
  assert.equal(await person.valueOf("High threshold"), "30");
  assert.equal(await person.problemOf("High threshold"), "");
  assert.equal(await person.setup.isVisible(), true, "Escape was for the field");
  assert.equal(await person.digest(), good);
  person.app.assertQuiet();
});

test("what is typed lands where it is typed, key by key, whatever comes and goes around it", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  for (const [drawer, names] of [
    ["Algorithm", ["High threshold", "Low threshold"]], ["Cluster", ["CPU of broker-3", "Name of broker-4", "Seed", "Title"]],
  ]) {
    if (drawer === "Cluster") await person.open(drawer);
    for (const name of names) {
      const field = person.field(name);
      await field.focus();
      await person.key("Control+a", ..."12o?t 7");
      assert.equal(await field.inputValue(), "12o?t 7", name);
      assert.ok(await person.isFocused(field), name);
      await person.key("Escape");
    }
  }
  assert.equal(await person.round(), 1);
  assert.equal(await person.dialog.count(), 0);
});

test("a bad value in one field is kept while another one is edited", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  await person.type("High threshold", "lots");
  await person.type("Low threshold", "20");
  assert.equal(await person.valueOf("High threshold"), "lots");
  assert.notEqual(await person.digest(), before);
});

test("typing a value is one step of undo, by button and by key", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  await person.field("Low threshold").focus();
  await person.key("Control+a", "3", "2", "5", "Enter");
  const after = await person.digest();
  assert.notEqual(after, before);
  await person.press("Undo");
  assert.equal(await person.valueOf("Low threshold"), "15");
  assert.equal(await person.digest(), before);
  await person.press("Redo");
  assert.equal(await person.digest(), after);
  for (const [keys, digest] of [
    ["Control+z", before], ["Control+z", before], ["Control+Shift+Z", after], ["Control+Shift+Z", after], ["Control+z", before],
    ["Control+y", after],
  ]) {
    await person.button("Results").focus();
    await person.key(keys);
    assert.equal(await person.digest(), digest, keys);
  }
  person.app.assertQuiet();
});

test("the history lists every edit, newest first, and any of them can be gone back to", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const digests = [await person.digest()];
  for (const [drawer, name, value] of [["Cluster", "CPU of broker-5", "30"], ["Algorithm", "Low threshold", "60"], ["Cluster", "CPU of broker-6", "40"]]) {
    if (!await person.field(name).isVisible()) await person.open(drawer);
    await person.type(name, value);
    digests.push(await person.digest());
  }
  assert.equal(new Set(digests).size, 4);
  const edits = await person.edits();
  assert.deepEqual(edits, ["CPU of broker-6: 40", "Low threshold: 60 points", "CPU of broker-5: 30", "Opened"]);
  const buttons = person.setup.locator(".history-list").getByRole("button");
  for (const place of [3, 1, 0, 2]) {
    await buttons.nth(place).click();
    assert.equal(await buttons.nth(place).getAttribute("aria-current"), "true");
    assert.equal(await person.digest(), digests[3 - place], edits[place]);
  }
  await person.open("Algorithm");
  await person.type("High threshold", "50");
  assert.deepEqual(await person.edits(), ["High threshold: 50 points", "CPU of broker-5: 30", "Opened"]);
  assert.equal(await person.button("Redo").getAttribute("aria-disabled"), "true");
});

test("a slider and its field show the same value", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  const slider = person.page.getByRole("slider", { name: "High threshold slider" });
  await slider.fill("25");
  assert.equal(await person.valueOf("High threshold"), "25");
  await person.field("High threshold").fill("55");
  assert.equal(await slider.inputValue(), "55");
  await slider.focus();
  await person.key("ArrowLeft");
  assert.equal(await person.valueOf("High threshold"), "54");
  await person.type("High threshold", "x");
  await slider.fill("40");
  assert.equal(await person.valueOf("High threshold"), "40", "a slider over what the field refused puts it right");
  assert.equal(await person.problemOf("High threshold"), "");
  assert.equal(await person.digest(), before);
});

test("switches switch, and every changed setting goes back to its default at once", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  const shedding = person.page.getByRole("checkbox", { name: "Automatic shedding" });
  await shedding.uncheck();
  await person.type("Low threshold", "20");
  await person.show("Why");
  await person.why.getByText(/Automatic shedding is off/).first().waitFor();
  await person.type("High threshold", "nonsense");
  await person.press("Reset 2 changed settings");
  assert.equal(await person.digest(), before);
  assert.equal(await person.valueOf("Low threshold"), "15");
  assert.equal(await person.valueOf("High threshold"), "40");
  assert.ok(await shedding.isChecked());
  assert.equal(await person.setup.getByRole("button", { name: /^Reset/ }).count(), 0);
});

test("what is shown as chosen is what is run, and a refused set-up has its remedy at hand", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  await person.choose("Strategy", /^OverloadShedder/);
  assert.match(await person.chosen("Placement"), /^LeastLongTermMessageRate/);
  await person.field("Overload threshold").or(person.field("Overload threshold")).first().waitFor();
  assert.equal(await person.field("High threshold").count(), 0);
  await person.choose("Placement", /^AvgShedder/);
  const refusal = person.setup.locator(".warnings").filter({ hasText: "The release refuses this setup." });
  await refusal.waitFor();
  await person.app.assertAccessible();
  await refusal.getByRole("button", { name: "Use LeastLongTermMessageRate" }).click();
  await refusal.waitFor({ state: "detached" });
  assert.match(await person.chosen("Placement"), /^LeastLongTermMessageRate/);
  await person.choose("Strategy", /^AvgShedder/);
  assert.match(await person.chosen("Placement"), /^AvgShedder/);
  assert.equal(await person.digest(), before);
  person.app.assertQuiet();
});

test("a broker is added, loaded, renamed and removed in the table, and the stage follows", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const before = await person.digest();
  await person.press("Add broker");
  assert.equal((await person.cells("Brokers")).length, 7);
  await person.type("CPU of broker-7", "30");
  await eventually(() => person.loadOf("broker-7"), (load) => load === 30, "the stage has it");
  await person.field("Name of broker-7").fill("broker-");
  assert.equal(await person.handle("broker-7").count(), 1, "a name is taken when it is finished");
  await person.type("Name of broker-7", "front");
  await person.handle("front").waitFor();
  await person.type("Name of front", "broker-1");
  assert.match(await person.problemOf("Name of front"), /another broker has this name/);
  assert.equal(await person.valueOf("Name of front"), "broker-1");
  await person.type("Name of front", "   ");
  assert.match(await person.problemOf("Name of front"), /empty/);
  await person.field("Name of front").focus();
  await person.key("Escape");
  await person.press("More of front");
  await person.press("Remove front");
  await person.handle("front").waitFor({ state: "detached" });
  assert.equal(await person.digest(), before);
  await eventually(() => person.page.evaluate(() => document.activeElement !== document.body), Boolean, "the focus is somewhere");
  person.app.assertQuiet();
});

test("the last broker can go, too", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  for (let broker = 1; broker <= 6; broker += 1) {
    await person.press(`More of broker-${broker}`);
    await person.press(`Remove broker-${broker}`);
  }
  await person.setup.getByText("There are no brokers.").waitFor();
  await person.why.getByText(/no other broker to give bundles to/).first().waitFor();
  await person.press("Step");
  await person.press("First");
  await person.press("Add broker");
  await person.handle("broker-1").waitFor();
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("the bundles of a broker are opened, counted, named and removed", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const table = "Bundles of broker-6";
  await person.press("More of broker-6");
  assert.equal((await person.cells(table)).length, 3);
  await person.field(table).fill("5");
  await person.field(table).blur();
  assert.equal((await person.cells(table)).length, 5);
  assert.equal(await person.valueOf("CPU of broker-6"), "8", "the load is shared, not changed");
  await person.press("Add bundle to the bundles of broker-6");
  const rows = await person.cells(table);
  assert.equal(rows.length, 6);
  await person.press(`Remove ${rows[0][0]}`);
  assert.equal((await person.cells(table)).length, 5);
  await person.type(`Name of ${rows[1][0]}`, rows[2][0]);
  assert.match(await person.problemOf(`Name of ${rows[1][0]}`), /bundle/);
  await person.field(table).fill("-1");
  assert.match(await person.problemOf(table), /whole number/);
  await person.press("More of broker-6");
  assert.equal(await person.table(table).count(), 0);
  person.app.assertQuiet();
});

test("a long table is shown a page at a time and can be searched", async (t) => {
  const person = await begin(t, { place: "shedding/thousand", drawer: "Cluster" });
  assert.equal((await person.cells("Brokers")).length, 20);
  await person.setup.getByText("1–20 of 1000 brokers").waitFor();
  await person.press("Next brokers");
  await person.setup.getByText("21–40 of 1000 brokers").waitFor();
  await person.page.getByRole("searchbox", { name: "Find brokers" }).fill("0999");
  const found = await eventually(() => person.cells("Brokers"), (rows) => rows.length === 1, "one is found");
  assert.match(found[0][0], /0999/);
  await person.type(`CPU of ${found[0][0]}`, "99");
  assert.equal(await person.valueOf(`CPU of ${found[0][0]}`), "99");
  await person.page.getByRole("searchbox", { name: "Find brokers" }).fill("nobody");
  await person.setup.getByText("No broker has this in its name.").waitFor();
  person.app.assertQuiet();
});

test("a bar is dragged by its edge, to nothing and up again, as one step of undo", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const before = await person.digest();
  const edge = await person.bar("broker-6");
  await person.drag(edge, 0, -60);
  const load = await person.loadOf("broker-6");
  assert.ok(load > 12 && load < 80, `${load} %`);
  assert.equal(Number(await person.valueOf("CPU of broker-6")), load);
  await eventually(() => person.bar("broker-6"), (bar) => Math.abs(bar.y - (edge.y - 60)) < 3, "the edge is where it was let go");
  assert.notEqual(await person.digest(), before);
  await person.page.mouse.move(edge.x, edge.y - 200);
  assert.equal(await person.loadOf("broker-6"), load, "it is let go");
  await person.press("Undo");
  assert.equal(await person.digest(), before);

  const { x, y } = await person.bar("broker-4");
  await person.page.mouse.move(x, y);
  await person.page.mouse.down();
  await person.page.mouse.move(x, y + 600, { steps: 6 });
  await eventually(() => person.loadOf("broker-4"), (load) => load === 0, "there is nothing below nothing");
  await person.page.mouse.move(x, y, { steps: 6 });
  await person.page.mouse.up();
  await eventually(() => person.loadOf("broker-4"), (load) => load === 48, "it is where it began");
  person.app.assertQuiet();
});

test("a bar moves by key and keeps the focus", async (t) => {
  const person = await begin(t);
  await person.handle("broker-3").focus();
  for (const [key, load] of [["ArrowUp", 57], ["ArrowUp", 58], ["ArrowDown", 57], ["PageUp", 67], ["PageDown", 57], ["ArrowLeft", 56]]) {
    await person.key(key);
    await eventually(() => person.loadOf("broker-3"), (now) => now === load, key);
    assert.ok(await person.isFocused(person.handle("broker-3")), key);
  }
  assert.equal(await person.round(), 1);
  await person.press("Undo");
  assert.equal(await person.button("Undo").getAttribute("aria-disabled"), "true", "it was one step");
});

test("a run that is too long for its brokers is refused in words, at its field", async (t) => {
  const person = await begin(t, { place: "shedding/thousand", drawer: "Cluster" });
  const max = await person.time.getAttribute("max");
  await person.type("Length", "9000");
  assert.match(await person.problemOf("Length"), /^9000 are too many for 1000 brokers .*; give at most 4000\.$/);
  assert.equal(await person.time.getAttribute("max"), max);
  await person.type("Length", "12");
  await eventually(() => person.time.getAttribute("max"), (max) => max === "12", "the run is shorter");
  assert.equal(await person.problemOf("Length"), "");
});

test("reasons of bad values side by side do not run into one another", async (t) => {
  for (const width of [1440, 390]) {
    const person = await begin(t, width < 900 ? { width, height: 844 } : { width, drawer: "Cluster" });
    if (width < 900) {
      await person.page.locator(".sheet-tabs").getByRole("button", { name: "Setup" }).click();
      await person.setup.getByRole("button", { name: "Cluster", exact: true }).click();
    }
    const fields = person.table("Brokers").getByRole("textbox");
    for (let column = 0; column < 5; column += 1) {
      await fields.nth(column).fill(column ? "many" : "");
      await fields.nth(column).blur();
    }
    const reasons = person.table("Brokers").getByRole("alert");
    assert.equal(await reasons.count(), 5);
    const overlaps = await reasons.evaluateAll((all) => {
      const ends = all.map((reason) => {
        const words = document.createRange();
        words.selectNodeContents(reason);
        return words.getBoundingClientRect();
      });
      return ends.slice(1).map((box, index) => ends[index].right - box.left).filter((excess) => excess > 0.5);
    });
    assert.deepEqual(overlaps, []);
    await person.app.assertNoSidewaysScroll();
  }
});
