// Editing: scenario, strategy, placement, release, settings, brokers and bundles, in fields and by dragging.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest() };
}

/// The reason beside a field whose value is bad.
const alertOf = (person, name) => person.page.locator("div", { has: person.field(name) }).last().locator("..").getByRole("alert");

const unfold = (person, title) => person.region("Setup").getByText(title, { exact: true }).click();

test("scenario, strategy, placement and release each make another run, and going back makes the same again", async (t) => {
  const person = await begin(t);
  await pick(person, "Scenario", /^AvgShedder 4\.0 cannot sort/);
  await pick(person, "Release", /2026/);
  for (const [name, other, back] of [
    ["Strategy", /^ThresholdShedder · /, /^AvgShedder · /],
    ["Placement", /^RoundRobinBrokerSelector/, /^AvgShedder/],
    ["Release", /4\.0/, /2026/],
    ["Scenario", /^A hundred brokers$/, /^The same 40 brokers/],
  ]) {
    const was = await person.digest();
    await pick(person, name, other);
    assert.notEqual(await person.digest(), was, name);
    await pick(person, name, back);
    assert.equal(await person.digest(), was, name);
  }
  person.app.assertQuiet();
});

async function pick(person, name, label) {
  const labels = await person.box(name).evaluate((select) => [...select.options].map((option) => option.textContent));
  const found = labels.find((text) => label.test(text));
  await person.choose(name, found ?? assert.fail(`${label} is not among ${labels}`));
  assert.equal(await person.chosen(name), found);
}

test("what is shown as chosen is what is run, however often it was chosen before", async (t) => {
  const person = await begin(t);
  for (let time = 0; time < 2; time += 1) {
    await pick(person, "Strategy", /^ThresholdShedder · /);
    await pick(person, "Scenario", /^An empty broker: OverloadShedder$/);
    assert.match(await person.chosen("Strategy"), /^OverloadShedder/);
    await pick(person, "Scenario", /^An empty broker: ThresholdShedder$/);
    assert.match(await person.chosen("Strategy"), /^ThresholdShedder · /);
    assert.match(await person.chosen("Placement"), /^LeastLongTermMessageRate/);
    await pick(person, "Scenario", /^Two hot brokers/);
    assert.match(await person.chosen("Strategy"), /^AvgShedder · /);
    assert.match(await person.chosen("Placement"), /^AvgShedder/);
  }
});

test("a strategy brings the placement that goes with it, its settings and its proof", async (t) => {
  const person = await begin(t);
  await pick(person, "Strategy", /^OverloadShedder/);
  assert.match(await person.chosen("Placement"), /^LeastLongTermMessageRate/);
  await person.field("Overload line").waitFor();
  assert.equal(await person.field("High difference").count(), 0);
  await person.region("Setup").getByText("recorded", { exact: true }).first().waitFor();
});

test("a setting has label, unit, help and its own key, and changes the run as it is typed", async (t) => {
  const person = await begin(t);
  const field = person.field("Low difference");
  assert.equal(await field.inputValue(), "15");
  assert.match(await described(field), /Score difference of a pair.*loadBalancerAvgShedderLowThreshold/);
  await field.fill("60");
  assert.notEqual(await person.digest(), person.before);
  assert.match(await described(field), /default 15\./);
  await field.fill("15");
  assert.equal(await person.digest(), person.before);
});

/// What a screen reader reads after the name.
function described(field) {
  return field.evaluate((input) => (input.getAttribute("aria-describedby") ?? "").split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "").join(" "));
}

test("a bad value stays in its field with the reason beside it, and the run keeps the last good one", async (t) => {
  const person = await begin(t);
  await person.field("High difference").fill("30");
  const good = await person.digest();
  for (const [bad, reason] of [
    ["4o", "Give a number from -1000 to 1000."],
    ["", "Give a number from -1000 to 1000."],
    ["30.5", "Give a whole number from -1000 to 1000."],
    ["5000", "5000 is out of bounds; give -1000 to 1000."],
    ["1e999", "Give a number from -1000 to 1000."],
    ["0x10", "Give a number from -1000 to 1000."],
  ]) {
    await person.type("High difference", bad);
    const field = person.field("High difference");
    assert.equal(await field.inputValue(), bad);
    assert.equal(await alertOf(person, "High difference").innerText(), reason);
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.match(await described(field), new RegExp(reason.replaceAll(".", "\\.")));
    assert.equal(await person.digest(), good);
  }
  await person.app.assertAccessible();
  await person.type("High difference", "30");
  await alertOf(person, "High difference").waitFor({ state: "detached" });
  assert.equal(await person.digest(), good);
});

test("what is typed lands where it is typed, key by key, whatever comes and goes around it", async (t) => {
  const person = await begin(t);
  for (const name of ["High difference", "Low difference", "CPU of broker-3", "Name of broker-4"]) {
    const field = person.field(name);
    await field.focus();
    await person.key("Control+a", ..."12o?t 7");
    assert.equal(await field.inputValue(), "12o?t 7", name);
    assert.ok(await field.evaluate((input) => input === document.activeElement), name);
  }
  assert.equal(await person.round(), 1);
  assert.equal(await person.dialog.count(), 0);
});

test("a bad value in one field is kept while another one is edited", async (t) => {
  const person = await begin(t);
  await person.type("High difference", "lots");
  await person.type("Low difference", "20");
  assert.equal(await person.field("High difference").inputValue(), "lots");
  assert.notEqual(await person.digest(), person.before);
});

test("a difference threshold may be zero or below", async (t) => {
  const person = await begin(t);
  for (const value of ["0", "-5"]) {
    await person.type("Low difference", value);
    assert.equal(await alertOf(person, "Low difference").count(), 0);
    assert.equal(await person.field("Low difference").inputValue(), value);
    assert.notEqual(await person.digest(), person.before);
  }
});

test("a slider and its field show the same value", async (t) => {
  const person = await begin(t);
  const slider = person.page.getByRole("slider", { name: "High difference slider" });
  await slider.fill("25");
  assert.equal(await person.field("High difference").inputValue(), "25");
  await person.field("High difference").fill("55");
  assert.equal(await slider.inputValue(), "55");
  await slider.focus();
  await person.key("ArrowLeft");
  assert.equal(await person.field("High difference").inputValue(), "54");
  // A slider over what the field refused puts it right.
  await person.type("High difference", "x");
  await person.key("Shift+Tab");
  await slider.fill("40");
  assert.equal(await person.field("High difference").inputValue(), "40");
  assert.equal(await person.digest(), person.before);
});

test("switches switch, and everything goes back to its default at once", async (t) => {
  const person = await begin(t);
  await unfold(person, "The load manager’s: filters, grace period");
  await person.page.getByRole("checkbox", { name: "Automatic shedding" }).uncheck();
  await person.type("Low difference", "20");
  await person.digest();
  assert.match(await person.headline(), /Automatic shedding is off/);
  await person.type("High difference", "nonsense");
  await person.press("Reset 2 changed to default");
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.field("Low difference").inputValue(), "15");
  assert.equal(await person.field("High difference").inputValue(), "40");
  assert.ok(await person.page.getByRole("checkbox", { name: "Automatic shedding" }).isChecked());
  assert.equal(await person.page.getByRole("button", { name: /^Reset/ }).count(), 0);
});

test("rounds and seed are settings of the run", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "90, 90, 20, 30: plain random");
  const first = await person.digest();
  await unfold(person, "The run: rounds, seed, fluctuation");
  await person.type("Seed", "2");
  assert.notEqual(await person.digest(), first);
  await person.type("Rounds", "7");
  await person.press("Last");
  assert.equal(await person.round(), 7);
  assert.equal(await person.time.getAttribute("max"), "7");
  await person.type("Rounds", "10001");
  assert.match(await alertOf(person, "Rounds").innerText(), /1 to 10000/);
  await person.type("Rounds", "3");
  assert.equal(await person.round(), 3);
  await person.type("Rounds", "1");
  await person.digest();
  assert.ok(await person.button("Step").isDisabled());
});

test("a set-up that the release refuses says so, with the remedy at hand", async (t) => {
  const person = await begin(t);
  await pick(person, "Strategy", /^OverloadShedder/);
  await pick(person, "Placement", /^AvgShedder/);
  const refusal = person.region("Setup").getByRole("alert");
  assert.match(await refusal.innerText(), /^The release refuses this set-up\. /);
  await person.digest();
  await person.app.assertAccessible();
  assert.match(await person.headline(), /AvgShedder/);
  await refusal.getByRole("button", { name: "Use LeastLongTermMessageRate" }).click();
  await refusal.waitFor({ state: "detached" });
  assert.match(await person.chosen("Placement"), /^LeastLongTermMessageRate/);
});

test("a plan that nobody asks for is remarked on, with the remedy at hand", async (t) => {
  const person = await begin(t);
  await pick(person, "Placement", /^LeastLongTermMessageRate/);
  const remark = person.region("Setup").getByRole("alert");
  assert.match(await remark.innerText(), /^The strategy plans a target/);
  await remark.getByRole("button", { name: "Use AvgShedder (its own plan)" }).click();
  await remark.waitFor({ state: "detached" });
  assert.equal(await person.digest(), person.before);
});

test("a broker's load in the table is its load on the stage and in the stage's table", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.type("CPU of broker-5", "42.5");
  assert.notEqual(await person.digest(), person.before);
  assert.equal(await person.handle("broker-5").getAttribute("aria-valuenow"), "42.5");
  const row = (await person.cells("Stage as a table")).find((cells) => cells[0] === "broker-5");
  assert.match(row[1], /^42\.5\s?%$/);
  await person.type("CPU of broker-5", "18");
  assert.equal(await person.digest(), person.before);
});

test("the network counts like the processor", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.type("Network in of broker-6", "95");
  const row = (await person.cells("Stage as a table")).find((cells) => cells[0] === "broker-6");
  assert.match(row[1], /^95\s?%$/);
  assert.match(row[2], /network|bandwidth/i);
});

test("a broker can be renamed, but not to nothing and not to another's name", async (t) => {
  const person = await begin(t);
  await person.field("Name of broker-2").fill("broker-");
  assert.equal(await person.handle("broker-2").count(), 1, "a name is taken when it is finished");
  await person.field("Name of broker-2").fill("front");
  await person.field("Name of broker-2").blur();
  await person.handle("front").waitFor();
  await person.type("Name of front", "broker-1");
  assert.match(await alertOf(person, "Name of front").innerText(), /another broker has this name/);
  assert.equal(await person.field("Name of front").inputValue(), "broker-1");
  await person.type("Name of front", "   ");
  assert.match(await alertOf(person, "Name of front").innerText(), /empty/);
  await person.type("Name of front", "broker-2");
  await person.handle("broker-2").waitFor();
  assert.equal(await person.digest(), person.before);
});

test("a name is never markup", async (t) => {
  const person = await begin(t);
  const name = "<img src=x onerror=alert(1)><b>bold</b>";
  await person.type("Name of broker-1", name);
  await person.handle(name).waitFor();
  assert.equal(await person.page.locator("main img, main b").count(), 0);
  assert.match(await person.headline(), /<img src=x onerror=alert\(1\)>/);
  person.app.assertQuiet();
});

test("a broker can be added, loaded and removed", async (t) => {
  const person = await begin(t);
  await person.press("Add broker");
  assert.equal((await person.cells("Brokers")).length, 7);
  await person.type("CPU of broker-7", "30");
  assert.equal(await person.handle("broker-7").getAttribute("aria-valuenow"), "30");
  assert.notEqual(await person.digest(), person.before);
  await person.press("More of broker-7");
  await person.press("Remove broker-7");
  assert.equal(await person.digest(), person.before);
});

test("the last broker can go, too", async (t) => {
  const person = await begin(t);
  for (let broker = 1; broker <= 6; broker += 1) {
    await person.press(`More of broker-${broker}`);
    await person.press(`Remove broker-${broker}`);
  }
  await person.digest();
  await person.region("Setup").getByText("There is no broker. Add one.").waitFor();
  assert.match(await person.headline(), /nobody to give to/);
  await person.press("Step");
  await person.press("First");
  await person.press("Add broker");
  await person.handle("broker-1").waitFor();
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("bundles: their number, their skew, and each of them", async (t) => {
  const person = await begin(t);
  await person.press("More of broker-6");
  assert.equal((await person.cells("Bundles of broker-6")).length, 3);
  await person.type("Bundles of broker-6", "5");
  assert.equal((await person.cells("Bundles of broker-6")).length, 5);
  assert.equal(await person.field("CPU of broker-6").inputValue(), "8", "the load is shared anew, not changed");
  await person.type("Skew of bundles", "0");
  const cpu = (await person.cells("Bundles of broker-6")).map((cells) => cells[1]);
  assert.deepEqual(cpu, Array(5).fill("1.6"));
  await person.press("Add bundle");
  const rows = await person.cells("Bundles of broker-6");
  assert.equal(rows.length, 6);
  await person.type(`CPU points of ${rows[5][0]}`, "4.4");
  assert.equal(await person.field("CPU of broker-6").inputValue(), "12.4");
  await person.press(`Remove ${rows[0][0]}`);
  assert.equal((await person.cells("Bundles of broker-6")).length, 5);
  await person.type(`Name of ${rows[1][0]}`, rows[2][0]);
  assert.match(await alertOf(person, `Name of ${rows[1][0]}`).innerText(), /bundle/);
  await person.type("Bundles of broker-6", "-1");
  assert.match(await alertOf(person, "Bundles of broker-6").innerText(), /whole number from 0/);
  person.app.assertQuiet();
});

test("what else a broker has: capacity, memory, what others use", async (t) => {
  const person = await begin(t);
  await person.press("More of broker-1");
  await person.type("CPU capacity", "2");
  assert.equal(await person.field("CPU of broker-1").inputValue(), "44", "twice the machine, half the usage");
  await person.type("CPU used by others", "10");
  assert.equal(await person.field("CPU of broker-1").inputValue(), "54");
  await person.type("CPU capacity", "0");
  assert.match(await alertOf(person, "CPU capacity").innerText(), /from 0\.01 to 1000/);
});

test("a long table is shown a page at a time and can be searched", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A thousand brokers");
  await person.digest();
  assert.equal((await person.cells("Brokers")).length, 20);
  await person.page.getByText("1–20 of 1000 brokers").waitFor();
  await person.press("Next brokers");
  await person.page.getByText("21–40 of 1000 brokers").waitFor();
  await person.page.getByRole("searchbox", { name: "Find a broker" }).fill("999");
  const found = await person.cells("Brokers");
  assert.equal(found.length, 1);
  assert.match(found[0][0], /999/);
  await person.type(`CPU of ${found[0][0]}`, "99");
  assert.equal(await person.field(`CPU of ${found[0][0]}`).inputValue(), "99");
});

test("a bar can be dragged by its edge", async (t) => {
  const person = await begin(t);
  const { x, top } = await person.bar("broker-6");
  await person.page.mouse.move(x, top);
  await person.page.mouse.down();
  await person.page.mouse.move(x, top - 30, { steps: 4 });
  await person.page.mouse.move(x, top - 60, { steps: 4 });
  await person.page.mouse.up();
  const load = Number(await person.handle("broker-6").getAttribute("aria-valuenow"));
  assert.ok(load > 12 && load < 60, `${load} %`);
  assert.equal(Number(await person.field("CPU of broker-6").inputValue()), load);
  assert.ok(Math.abs((await person.bar("broker-6")).top - (top - 60)) < 3, "the edge is where it was let go");
  assert.notEqual(await person.digest(), person.before);
  await person.page.mouse.move(x, top - 200);
  assert.equal(Number(await person.handle("broker-6").getAttribute("aria-valuenow")), load, "it is let go");
});

test("a bar can be dragged to nothing and no further, and comes up again", async (t) => {
  const person = await begin(t);
  const { x, top } = await person.bar("broker-4");
  await person.page.mouse.move(x, top);
  await person.page.mouse.down();
  await person.page.mouse.move(x, top + 600, { steps: 6 });
  assert.equal(await person.handle("broker-4").getAttribute("aria-valuenow"), "0");
  await person.page.mouse.move(x, top, { steps: 6 });
  await person.page.mouse.up();
  assert.equal(Number(await person.handle("broker-4").getAttribute("aria-valuenow")), 48);
});

test("a bar moves by key, and keeps the focus", async (t) => {
  const person = await begin(t);
  await person.handle("broker-3").focus();
  for (const [key, load] of [["ArrowUp", "57"], ["ArrowUp", "58"], ["ArrowDown", "57"], ["PageUp", "67"], ["PageDown", "57"], ["ArrowLeft", "56"]]) {
    await person.key(key);
    assert.equal(await person.handle("broker-3").getAttribute("aria-valuenow"), load, key);
  }
  assert.ok(await person.handle("broker-3").evaluate((handle) => handle === document.activeElement));
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.round(), 1);
});

test("an edit that only the start can have offers at a later round to go there, and applies there", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  await person.type("Bundles of broker-5", "9");
  const offer = person.page.getByRole("alert").filter({ hasText: "only change the start of the run" });
  assert.match(await offer.innerText(), /this is round 60/);
  assert.equal(await person.digest(), person.before);
  await person.app.assertAccessible();
  await person.press("Go to the start and apply");
  await offer.waitFor({ state: "detached" });
  assert.equal(await person.round(), 1);
  assert.equal(await person.field("Bundles of broker-5").inputValue(), "9");
  assert.notEqual(await person.digest(), person.before);
});

test("such an edit can be discarded, and nothing has changed", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  await person.type("Bundles of broker-5", "9");
  await person.press("Discard");
  assert.equal(await person.round(), 60);
  assert.equal(await person.field("Bundles of broker-5").inputValue(), "6");
  assert.equal(await person.digest(), person.before);
  await person.type("Name of broker-5", "front");
  await person.press("Discard");
  assert.equal(await person.field("Name of broker-5").inputValue(), "broker-5");
  assert.equal(await person.digest(), person.before);
});

test("an offer that was left unanswered makes sense wherever the cursor goes", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  await person.type("Bundles of broker-5", "9");
  await person.press("First");
  const offer = person.page.getByRole("alert").filter({ has: person.button("Discard") });
  assert.match(await offer.innerText(), /^The edit has not been applied yet\./);
  assert.equal(await person.digest(), person.before);
  await person.press("Step");
  assert.match(await offer.innerText(), /this is round 2/);
  await person.press("Step back");
  await person.press("Apply");
  assert.equal(await person.field("Bundles of broker-5").inputValue(), "9");
  assert.equal(await offer.count(), 0);
});

test("settings apply at any round, and the cursor stays", async (t) => {
  const person = await begin(t);
  await person.time.fill("4");
  await person.type("Low difference", "60");
  assert.notEqual(await person.digest(), person.before);
  assert.equal(await person.round(), 4);
  assert.equal(await person.field("Low difference").inputValue(), "60");
});

test("more work than is allowed is refused in words, and the run stays", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A thousand brokers");
  const before = await person.digest();
  await unfold(person, "The run: rounds, seed, fluctuation");
  await person.type("Rounds", "9000");
  const notice = person.page.getByRole("alert").filter({ has: person.button("Dismiss") });
  assert.match(await notice.innerText(), /rounds/);
  assert.equal(await person.digest(), before);
  await person.press("Dismiss");
  await notice.waitFor({ state: "detached" });
  await eventually(() => person.time.getAttribute("max"), (max) => max !== "9000", "the run keeps its rounds");
});

test("a situation that does not arrive is told of, and what is run stays, in the list as well", async (t) => {
  const person = await begin(t);
  const was = await person.chosen("Scenario");
  await person.page.route(/importer/, (route) => route.abort());
  await person.box("Scenario").selectOption({ label: "A hundred brokers" });
  const notice = person.page.getByRole("alert").filter({ has: person.button("Dismiss") });
  assert.match(await notice.innerText(), /did not arrive/);
  assert.equal(await person.chosen("Scenario"), was);
  assert.equal(await person.digest(), person.before);
  await person.page.unroute(/importer/);
  await person.choose("Scenario", "A hundred brokers");
  assert.notEqual(await person.digest(), person.before);
  assert.equal(await notice.count(), 0);
});

test("reasons of bad values side by side do not run into one another", async (t) => {
  for (const width of [1440, 390]) {
    const person = on(await openApp(t, { width }));
    if (width < 900) await person.press("Setup");
    const fields = person.table("Brokers").getByRole("textbox");
    for (let column = 0; column < 5; column += 1) await fields.nth(column).fill(column ? "many" : "");
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
  }
});
