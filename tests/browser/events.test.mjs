// Events: what happens to the cluster from outside, as a list in the panel Setup and as marks on the timeline.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, keepWords, on, words } from "./steps.mjs";

/// Every kind, the fields it has and what a new one says; the last tells whether a new one changes the run.
const kinds = [
  ["Traffic changes", { "Bundle, namespace or *": "*", "% of before": "150", "ramp, s": "0" }, true],
  ["Spike", { "Broker, bundle, namespace or *": "broker-1", "points or % more": "20", "lasts, s": "180" }, true],
  ["Noisy neighbour", { Broker: "broker-1", points: "20", "lasts, s": "0" }, true],
  ["Slower CPU", { Broker: "broker-1", "% of its CPU": "50", "lasts, s": "0" }, true],
  ["Broker stops", { Broker: "broker-1" }, true],
  ["Broker restarts", { Broker: "broker-1", "away, s": "60" }, true],
  ["Broker is added", { Broker: "broker-7", "CPU capacity": "1" }, true],
  ["Leader changes", {}, true],
  ["Unload by hand", { Bundle: /^\S+\/\S+\/0x\w+$/ }, true],
  ["Setting changes", { Setting: "loadBalancerAvgShedderHighThreshold", value: "40" }, false],
];

/// Opens the page at round 4, with its tables shown.
async function begin(t, options) {
  const person = on(await openApp(t, options));
  const before = await person.digest();
  await person.press("Tables");
  await person.time.fill("4");
  await person.atRound(4);
  return { ...person, before };
}

const add = (person, kind) => person.choose("Add an event", kind);

const valueOf = (person, id, label) => person.event(id).getByRole("textbox", { name: label, exact: true }).inputValue();

/// The row of a broker in the stage's table.
const row = async (person, broker) => (await person.cells("Stage as a table")).find((cells) => cells[0] === broker);

/// Goes to a round and waits until it is shown.
async function go(person, round) {
  await person.time.fill(`${round}`);
  await person.atRound(round);
}

test("an event of each kind is added at the cursor, with the fields of its kind", async (t) => {
  const person = await begin(t);
  const offered = await person.box("Add an event").evaluate((select) => [...select.options].map((option) => option.textContent));
  assert.deepEqual(offered.slice(1), kinds.map(([kind]) => kind));
  for (const [kind, fields, changes] of kinds) {
    await add(person, kind);
    const form = person.event(1);
    assert.match(await form.locator("legend").innerText(), new RegExp(`^1 · ${kind}`));
    const shown = await form.getByRole("textbox").evaluateAll((all) => all.map((input) => [input.labels[0].textContent, input.value]));
    const expected = Object.entries({ At: "4:00", ...fields });
    assert.deepEqual(shown.map(([label]) => label), expected.map(([label]) => label), kind);
    for (const [at, [label, value]] of expected.entries()) {
      if (value instanceof RegExp) assert.match(shown[at][1], value, `${kind}: ${label}`);
      else assert.equal(shown[at][1], value, `${kind}: ${label}`);
    }
    assert.equal(await form.getByRole("combobox", { name: "Resource" }).count(), kind === "Noisy neighbour" ? 1 : 0);
    assert.equal(await person.mark(new RegExp(`${kind}.* at 4:00$`)).count(), 1, kind);
    const digest = await person.digest();
    assert.equal(digest !== person.before, changes, `${kind} changes the run`);
    await person.press("Remove event 1");
    await person.event(1).waitFor({ state: "detached" });
    assert.equal(await person.digest(), person.before, kind);
  }
  assert.equal(await person.notice.count(), 0);
  person.app.assertQuiet();
});

test("two events of the same kind, one after the other", async (t) => {
  const person = await begin(t);
  await add(person, "Spike");
  await go(person, 20);
  await add(person, "Spike");
  assert.equal(await valueOf(person, 2, "At"), "20:00");
  assert.equal(await person.mark(/Spike/).count(), 2);
  await person.press("Remove event 1");
  assert.equal(await person.event(1).count(), 0);
  assert.equal(await valueOf(person, 2, "At"), "20:00");
});

test("time, subject, amount and length of an event are edited in its fields", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  const digests = [await person.digest()];
  for (const [label, text, shown] of [
    ["At", "9:30", "9:30"], ["At", "600", "10:00"], ["At", "0:09:10", "9:10"], ["Broker", "broker-5", "broker-5"],
    ["points", "35.5", "35.5"], ["lasts, s", "240", "240"],
  ]) {
    await person.typeOf(1, label, text);
    assert.equal(await valueOf(person, 1, label), shown, `${label}: ${text}`);
    digests.push(await person.digest());
  }
  // Rounds are on the full minute, so 9:10, 9:30 and 10:00 come to the same; everything else differs.
  assert.equal(new Set(digests.slice(1, 4)).size, 1);
  assert.equal(new Set(digests).size, digests.length - 2);
  assert.equal(await person.mark(/Noisy neighbour: broker-5, 35\.5 points, lasts, s 240 at 9:10$/).count(), 1);
  const last = digests.at(-1);
  await person.event(1).getByRole("combobox", { name: "Resource" }).selectOption({ label: "direct memory" });
  assert.notEqual(await person.digest(), last);
});

test("a neighbour takes its points while it lasts, and not before or after", async (t) => {
  const person = await begin(t);
  // Automatic shedding off, so that nothing else changes.
  await go(person, 1);
  await person.unfold("The load manager’s: filters, grace period");
  await person.page.getByRole("checkbox", { name: "Automatic shedding" }).uncheck();
  await go(person, 4);
  await add(person, "Noisy neighbour");
  await person.typeOf(1, "lasts, s", "120");
  for (const [round, usage] of [[3, 88], [4, 108], [5, 108], [6, 88], [60, 88]]) {
    await go(person, round);
    assert.equal(parseFloat((await row(person, "broker-1"))[1]), usage, `in round ${round}`);
  }
});

test("bad input stays in its field with the reason beside it, and nothing is lost", async (t) => {
  const person = await begin(t);
  await add(person, "Spike");
  const good = await person.digest();
  const mark = person.mark(/Spike: broker-1, 20 points or % more, lasts, s 180 at 4:00$/);
  for (const [label, bad, reason, right] of [
    ["At", "99:00", /^5940 s is after the end of the run; give 0 to 3600\.$/, "4:00"],
    ["At", "soon", /^Give minutes and seconds, as in 9:30, or seconds\.$/, "4:00"],
    ["At", "", /^Give minutes and seconds/, "4:00"],
    ["Broker, bundle, namespace or *", "nobody", /^Give the name of a broker, bundle or namespace, or \* for all\.$/, "broker-1"],
    ["points or % more", "-5", /^-5 is out of bounds; give 0 to 10000\.$/, "20"],
    ["points or % more", "a lot", /^Give a number\.$/, "20"],
    ["lasts, s", "0", /^0 is out of bounds; give 1 to 31536000\.$/, "180"],
    ["lasts, s", "1.5", /whole number/, "180"],
  ]) {
    await person.typeOf(1, label, bad);
    assert.equal(await valueOf(person, 1, label), bad, label);
    assert.match(await person.event(1).getByRole("alert").innerText(), reason, `${label}: ${bad}`);
    assert.equal(await person.digest(), good, `${label}: ${bad}`);
    assert.equal(await mark.count(), 1, `${label}: ${bad}`);
    await person.typeOf(1, label, right);
    assert.equal(await person.event(1).getByRole("alert").count(), 0, `${label}: ${right}`);
  }
  assert.equal(await person.digest(), good);
  person.app.assertQuiet();
});

test("an unknown broker, bundle or setting is named as such", async (t) => {
  const person = await begin(t);
  for (const [kind, label, bad, reason] of [
    ["Broker stops", "Broker", "nobody", /No broker has this name; give one of the cluster's\./],
    ["Broker is added", "Broker", "broker-1", /Give the new broker a name that no other has\./],
    ["Unload by hand", "Bundle", "a/b/0x1", /No bundle has this name; give one of the cluster's\./],
    ["Setting changes", "Setting", "loadBalancerSomething", /No setting has this key; give one that Shedscope reads\./],
    ["Setting changes", "Setting", "loadBalancerSheddingIntervalMinutes", /can only be set for the whole run; give another setting\./],
  ]) {
    await add(person, kind);
    const good = await person.digest();
    await person.typeOf(1, label, bad);
    assert.match(await person.event(1).getByRole("alert").innerText(), reason, `${kind}: ${bad}`);
    assert.equal(await person.digest(), good);
    await person.press("Remove event 1");
    await person.event(1).waitFor({ state: "detached" });
  }
});

test("spikes of the same broker that overlap are refused, in the notice and in the field", async (t) => {
  const person = await begin(t);
  await add(person, "Spike");
  const one = await person.digest();
  await add(person, "Spike");
  assert.match(await person.notice.innerText(), /event 2 \(Spike\).*It overlaps another of its kind on the same; move it or shorten one of them\./s);
  assert.equal(await person.event(1).count(), 1);
  assert.equal(await person.event(2).count(), 0);
  assert.equal(await person.digest(), one);
  await person.app.assertAccessible();
  await person.press("Dismiss");

  await go(person, 20);
  await add(person, "Spike");
  const two = await person.digest();
  await person.typeOf(2, "At", "5:30");
  assert.match(await person.event(2).getByRole("alert").innerText(), /^It overlaps another of its kind/);
  assert.equal(await valueOf(person, 2, "At"), "5:30");
  assert.equal(await person.digest(), two);
  await person.typeOf(2, "At", "7:00");
  assert.equal(await person.event(2).getByRole("alert").count(), 0, "one may begin when the other ends");
  assert.notEqual(await person.digest(), two);
});

test("a mark is dragged to another time, and what lies before both stays as it was", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  const was = await person.digest();
  const earlier = (await person.cells("History as a table")).slice(0, 3);
  const at = await person.mark(/at 4:00$/).boundingBox();
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  const chart = await person.page.getByRole("img", { name: /^Usage over the rounds/ }).boundingBox();
  const perRound = (chart.x + chart.width - 12 - middle.x) / 56;
  await person.drag(middle, { x: middle.x + 16 * perRound, y: middle.y });
  const [minutes, seconds] = (await valueOf(person, 1, "At")).split(":").map(Number);
  assert.ok(Math.abs(minutes * 60 + seconds - 1200) <= 20, `${minutes}:${seconds} instead of 20:00`);
  const moved = await person.mark(/Noisy neighbour/).boundingBox();
  assert.ok(Math.abs(moved.x - at.x - 16 * perRound) < 6, "the mark is where it was let go");
  const now = await person.digest();
  assert.notEqual(now, was);
  assert.deepEqual((await person.cells("History as a table")).slice(0, 3), earlier);
  await person.page.mouse.move(middle.x, middle.y);
  assert.equal(await person.digest(), now, "it is let go");
  assert.equal(await person.round(), 4);
  person.app.assertQuiet();
});

test("marks of the same time stand clear of each other", async (t) => {
  const person = await begin(t);
  for (const kind of ["Noisy neighbour", "Leader changes", "Slower CPU"]) await add(person, kind);
  const boxes = await person.mark(/at 4:00$/).evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect()).map(({ top, bottom, left }) => ({ top, bottom, left })));
  assert.equal(boxes.length, 3);
  boxes.sort((a, b) => a.top - b.top);
  for (const [at, box] of boxes.slice(1).entries()) assert.ok(box.top >= boxes[at].bottom, `${box.top} under ${boxes[at].bottom}`);
  await person.mark(/Leader changes/).click();
  await person.key("ArrowRight");
  assert.equal(await valueOf(person, 2, "At"), "5:00");
  assert.equal(await valueOf(person, 1, "At"), "4:00");
});

test("a mark dragged past either end stays within the run", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  for (const [x, at] of [[3000, "60:00"], [-3000, "1:00"]]) {
    const mark = await person.mark(/Noisy neighbour/).boundingBox();
    const middle = { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
    await person.drag(middle, { x: middle.x + x, y: middle.y });
    assert.equal((await valueOf(person, 1, "At")).replace(/^1:00:00$/, "60:00"), at);
  }
  assert.equal(await person.notice.count(), 0);
});

test("a mark moves by key, keeps the focus, and Delete removes it", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  await person.mark(/Noisy neighbour/).focus();
  for (const [key, at] of [
    ["ArrowRight", "5:00"], ["ArrowRight", "6:00"], ["Shift+ArrowRight", "6:10"], ["ArrowLeft", "5:10"],
    ["Shift+ArrowLeft", "5:00"], ["Shift+ArrowLeft", "4:50"],
  ]) {
    await person.key(key);
    assert.equal(await valueOf(person, 1, "At"), at, key);
    assert.ok(await person.mark(/Noisy neighbour/).evaluate((mark) => mark === document.activeElement), key);
  }
  assert.equal(await person.round(), 4, "time stays");
  await person.key("Delete");
  await person.event(1).waitFor({ state: "detached" });
  assert.equal(await person.mark(/./).count(), 0);
  assert.equal(await person.digest(), person.before);
});

test("marks stand at their times where rounds come later", async (t) => {
  const person = on(await openApp(t));
  await person.unfold("The load manager’s: filters, grace period");
  await person.type("Rounds come later by", "30");
  await go(person, 4);
  await add(person, "Noisy neighbour");
  assert.equal(await valueOf(person, 1, "At"), "4:30");
  await person.mark(/Noisy neighbour/).focus();
  await person.key("ArrowRight");
  assert.equal(await valueOf(person, 1, "At"), "5:30");
  for (const [x, at] of [[3000, "1:00:30"], [-3000, "1:30"]]) {
    const mark = await person.mark(/Noisy neighbour/).boundingBox();
    const middle = { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
    await person.drag(middle, { x: middle.x + x, y: middle.y });
    assert.equal((await valueOf(person, 1, "At")).replace(/^60:30$/, "1:00:30"), at);
  }
  assert.equal(await person.notice.count(), 0);
});

test("an event whose time is typed keeps the focus where it goes in the list", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  await add(person, "Slower CPU");
  await add(person, "Leader changes");
  for (const [id, at] of [[1, "9:00"], [1, "2:00"], [3, "1:00"], [3, "12:00"], [2, "20:00"]]) {
    const field = person.event(id).getByRole("textbox", { name: "At", exact: true });
    await field.fill(at);
    await person.key("Enter");
    await person.mark(new RegExp(`^${id}: .* at ${at}$`)).waitFor();
    assert.ok(await field.evaluate((input) => input === document.activeElement), `event ${id} to ${at}`);
  }
});

test("a mark cannot be moved past the end by key, and says why", async (t) => {
  const person = await begin(t);
  await add(person, "Noisy neighbour");
  await person.typeOf(1, "At", "1:00:00");
  await person.mark(/Noisy neighbour/).focus();
  await person.key("ArrowRight");
  assert.match(await person.notice.innerText(), /after the end of the run/);
  assert.equal(await valueOf(person, 1, "At"), "1:00:00");
});

test("a broker that stops gives all its bundles to the others, and is down from then on", async (t) => {
  const person = await begin(t, { before: keepWords });
  const bundles = async () => Object.fromEntries((await person.cells("Stage as a table")).map((cells) => [cells[0], Number(cells[4])]));
  const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
  const all = sum(await bundles());
  assert.ok((await bundles())["broker-1"] > 10);
  assert.ok(!(await words(person)).includes("down"));
  await add(person, "Broker stops");
  for (const round of [4, 5, 60]) {
    await go(person, round);
    assert.equal((await bundles())["broker-1"], 0, `in round ${round}`);
    assert.equal(sum(await bundles()), all, `in round ${round}: no bundle is lost`);
    assert.equal((await words(person)).filter((word) => word === "down").length, 1, `in round ${round}`);
  }
  await go(person, 3);
  assert.ok((await bundles())["broker-1"] > 10);
  assert.ok(!(await words(person)).includes("down"));
  person.app.assertQuiet();
});

test("the tables say of a broker that it is down, as the stage does", async (t) => {
  const person = await begin(t);
  await add(person, "Broker stops");
  await go(person, 5);
  assert.match((await row(person, "broker-1"))[1], /^(down|–)$/);
  const history = await person.cells("History as a table");
  assert.match(history[4][5], /^(down|–)$/);
  assert.ok(history[4].slice(1, 4).every((cell) => Number(cell) >= 0), `lowest, average, highest: ${history[4].slice(1, 4)}`);
  assert.doesNotMatch(await person.page.locator("main").innerText(), /not a number/);
  const spoken = await person.page.locator("[aria-valuetext]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-valuetext")));
  assert.deepEqual(spoken.filter((text) => /not a number/.test(text)), []);
});

test("a broker that restarts comes back empty", async (t) => {
  const person = await begin(t, { before: keepWords });
  await add(person, "Broker restarts");
  await person.typeOf(1, "away, s", "90");
  for (const [round, isDown] of [[3, false], [4, true], [5, true], [6, false]]) {
    await go(person, round);
    const isSaid = await eventually(async () => (await words(person)).includes("down"), (said) => said === isDown, `down in round ${round}: ${isDown}`);
    assert.equal(isSaid, isDown);
    assert.equal(Number((await row(person, "broker-1"))[4]) === 0, round >= 4, `bundles in round ${round}`);
  }
  assert.equal(parseFloat((await row(person, "broker-1"))[1]), 0);
  await person.press("Last");
  assert.ok(Number((await row(person, "broker-1"))[4]) > 0, "it is given bundles again");
  person.app.assertQuiet();
});
