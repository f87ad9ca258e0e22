// Events: added, edited and removed in their drawer, and moved as pins on the timeline.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

/// Opens the page at round 4 with the drawer of events.
async function beginAt4(t, options) {
  const person = await begin(t, { drawer: "Events", ...options });
  await person.go(4);
  return { ...person, pin: (words) => person.pins.getByRole("button", { name: words }) };
}

const center = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/// The time of an event, in seconds, once it fits.
const atTime = (person, number, fits, what) => eventually(
  async () => (await person.valueOf("Time", person.event(number))).split(":").reduce((sum, part) => sum * 60 + Number(part), 0), fits, what);

test("an event of each kind is added at the cursor and removed again", async (t) => {
  const person = await beginAt4(t);
  const before = await person.digest();
  const kinds = await person.setup.locator("details.menu").getByRole("button", { includeHidden: true }).allTextContents();
  assert.equal(kinds.length, 10);
  for (const kind of kinds) {
    await person.addEvent(kind);
    await person.event(1).waitFor();
    assert.match(await person.event(1).locator("legend").innerText(), new RegExp(`^1 ${kind}`));
    assert.equal(await person.valueOf("Time", person.event(1)), "00:04:00");
    assert.equal(await person.pin(new RegExp(`^1: ${kind}.* at 00:04:00$`)).count(), 1, kind);
    await person.event(1).getByRole("button", { name: /^Remove event 1: / }).click();
    await person.event(1).waitFor({ state: "detached" });
    assert.equal(await person.pins.getByRole("button").count(), 0);
  }
  assert.equal(await person.digest(), before);
  assert.equal(await person.round(), 4);
  person.app.assertQuiet();
});

test("time, subject, amount and length of an event are edited in its fields", async (t) => {
  const person = await beginAt4(t);
  await person.addEvent("Noisy neighbour");
  const digests = [await person.digest()];
  const form = person.event(1);
  for (const [text, shown] of [["9:30", "00:09:30"], ["600", "00:10:00"], ["0:09:10", "00:09:10"]]) {
    await person.type("Time", text, form);
    assert.equal(await person.valueOf("Time", form), shown);
  }
  await form.getByRole("combobox", { name: "Broker" }).selectOption("broker-5");
  await person.type("Takes", "35.5", form);
  await person.type("Lasts (0: for good)", "240", form);
  digests.push(await person.digest());
  await person.pin(/^1: Noisy neighbour: broker-5, 35\.5 points for 240 s at 00:09:10$/).waitFor();
  await form.getByRole("combobox", { name: "Resource" }).selectOption({ label: "direct memory" });
  digests.push(await person.digest());
  assert.equal(new Set(digests).size, 3);
  for (const [label, bad, reason, right] of [
    ["Time", "99:00", /^5940 s \(01:39:00\) is not within the run; give 0 to 3600 s \(01:00:00\)\.$/, "9:10"],
    ["Time", "soon", /^Give seconds, such as 90, or a time/, "9:10"],
    ["Takes", "a lot", /-1000 to 1000/, "35.5"],
    ["Lasts (0: for good)", "1.5", /whole number/, "240"],
  ]) {
    await person.type(label, bad, form);
    assert.equal(await person.valueOf(label, form), bad);
    assert.match(await person.problemOf(label, form), reason, `${label}: ${bad}`);
    assert.equal(await person.digest(), digests.at(-1));
    await person.type(label, right, form);
    assert.equal(await person.problemOf(label, form), "", `${label}: ${right}`);
  }
  assert.equal(await person.digest(), digests.at(-1));
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("an event that cannot be added is explained in a notice, and nothing is lost", async (t) => {
  const person = await beginAt4(t);
  await person.addEvent("Spike");
  await person.event(1).waitFor();
  await person.addEvent("Spike");
  const notice = person.banner(/It overlaps another of its kind/);
  assert.match(await notice.innerText(), /event 2 \(Spike\)/);
  assert.equal(await person.event(2).count(), 0);
  await person.app.assertAccessible();
  await person.press("Dismiss");
  await notice.waitFor({ state: "detached" });
  await person.go(20);
  await person.addEvent("Spike");
  await person.type("Time", "5:30", person.event(2));
  assert.match(await person.problemOf("Time", person.event(2)), /^It overlaps another of its kind/);
  assert.equal(await person.valueOf("Time", person.event(2)), "5:30");
});

test("a pin is dragged to another time as one step of undo, and stays within the run", async (t) => {
  const person = await beginAt4(t);
  await person.addEvent("Noisy neighbour");
  await person.pin(/Noisy/).waitFor();
  const was = await person.digest();
  const chart = await person.page.locator(".event-pins").boundingBox();
  await person.drag(await center(person.pin(/Noisy/)), chart.width / 4, 0);
  const at = await atTime(person, 1, (at) => at > 600, "the event is later");
  assert.ok(at > 1000 && at < 1400 && at % 10 === 0, `${at} s`);
  assert.notEqual(await person.digest(), was);
  assert.equal(await person.round(), 4, "the cursor stays");
  await person.press("Undo");
  await atTime(person, 1, (at) => at === 240, "one step back");
  assert.equal(await person.digest(), was);
  for (const [x, at] of [[3000, 3600], [-3000, 60]]) {
    await person.drag(await center(person.pin(/Noisy/)), x, 0);
    await atTime(person, 1, (now) => now === at, `dragged to ${at} s`);
  }
  assert.equal(await person.page.locator(".banner").filter({ has: person.button("Dismiss") }).count(), 0);
  person.app.assertQuiet();
});

test("pins of the same time stand clear of each other", async (t) => {
  const person = await beginAt4(t);
  for (const kind of ["Noisy neighbour", "Leader changes", "Slower CPU"]) await person.addEvent(kind);
  await eventually(() => person.pins.getByRole("button").count(), (count) => count === 3, "three pins");
  const boxes = await person.pins.getByRole("button").evaluateAll((all) =>
    all.map((pin) => pin.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  boxes.sort((a, b) => a.top - b.top);
  for (const [index, box] of boxes.slice(1).entries()) assert.ok(box.top >= boxes[index].bottom - 0.5, `${box.top} under ${boxes[index].bottom}`);
});

test("a pin moves by key, keeps the focus, and Delete removes it", async (t) => {
  const person = await beginAt4(t);
  const before = await person.digest();
  await person.addEvent("Noisy neighbour");
  await person.pin(/Noisy/).focus();
  for (const [key, at] of [["ArrowRight", 300], ["ArrowRight", 360], ["Shift+ArrowRight", 370], ["ArrowLeft", 310], ["Shift+ArrowLeft", 300]]) {
    await person.key(key);
    await atTime(person, 1, (now) => now === at, key);
    assert.ok(await person.isFocused(person.pin(/Noisy/)), key);
  }
  assert.equal(await person.round(), 4, "time stays");
  await person.key("Enter");
  await person.setup.getByRole("heading", { name: "Events", level: 2 }).waitFor();
  await person.pin(/Noisy/).focus();
  await person.key("Delete");
  await person.event(1).waitFor({ state: "detached" });
  assert.equal(await person.pins.getByRole("button").count(), 0);
  assert.ok(await person.page.evaluate(() => document.activeElement !== document.body), "the focus is somewhere");
  assert.equal(await person.digest(), before);
  person.app.assertQuiet();
});

test("an event whose time is typed keeps the focus where it goes in the list", async (t) => {
  const person = await beginAt4(t);
  for (const kind of ["Noisy neighbour", "Slower CPU", "Leader changes"]) await person.addEvent(kind);
  await person.event(3).waitFor();
  for (const [kind, at, place] of [["Noisy", "9:00", 3], ["Noisy", "2:00", 1], ["Leader", "1:00", 1], ["Leader", "12:00", 3], ["Slower", "20:00", 3]]) {
    const form = person.setup.locator(".event-form").filter({ hasText: kind });
    const field = form.getByRole("textbox", { name: "Time", exact: true });
    await field.fill(at);
    await person.key("Enter");
    await person.event(place).filter({ hasText: kind }).waitFor();
    assert.ok(await person.isFocused(field), `${kind} to ${at}`);
  }
});
