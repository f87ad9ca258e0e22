// What if: an edit at a later round becomes an event there, and can be compared with the original run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually } from "./setup.mjs";

const kept = /^From 00:\d\d:00 on: /;

/// Drags a broker's bar up at a round; gives the load that it then has.
async function lift(person, broker, round, pixels) {
  await person.go(round);
  await person.drag(await person.bar(broker), 0, -pixels);
  await person.banner(kept).waitFor();
  return person.loadOf(broker);
}

test("a bar dragged at a later round becomes an event there, and what came before stays", async (t) => {
  const person = await begin(t, { drawer: "Events" });
  const before = await person.digest();
  await person.press("Tables");
  const history = person.page.locator(".chart-table tbody tr");
  const earlier = (await history.allInnerTexts()).slice(0, 3);
  await person.go(4);
  const was = await person.loadOf("broker-6");
  const is = await lift(person, "broker-6", 4, 60);
  assert.ok(is > was + 8, `from ${was} to ${is} %`);
  assert.equal(await person.round(), 4, "the cursor stays");
  const [, points] = (await person.banner(kept).innerText()).match(/^From 00:04:00 on: Noisy neighbour: broker-6, (\S+) points\./);
  assert.ok(Math.abs(Number(points) - (is - was)) < 0.2, `${points} points, from ${was} to ${is} %`);
  assert.equal(await person.pins.getByRole("button", { name: /Noisy neighbour: broker-6, \S+ points at 00:04:00$/ }).count(), 1);
  assert.equal(await person.valueOf("Time", person.event(1)), "00:04:00");
  assert.notEqual(await person.digest(), before);
  assert.deepEqual((await history.allInnerTexts()).slice(0, 3), earlier);
  await person.app.assertAccessible();

  await person.drag(await person.bar("broker-6"), 0, -20);
  await eventually(() => person.loadOf("broker-6"), (load) => load > is, "it is lifted again");
  assert.equal(await person.pins.getByRole("button").count(), 1, "dragged twice at one round it is one event");
  await lift(person, "broker-6", 9, 20);
  assert.equal(await person.pins.getByRole("button").count(), 2, "at another round it is another");
  person.app.assertQuiet();
});

test("compared with the original run, the second variant is the run as it was", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  const before = await person.digest();
  await lift(person, "broker-3", 4, 60);
  await person.press("Compare with the original run");
  await person.banner(kept).waitFor({ state: "detached" });
  const titles = await person.setup.locator(".variant-list").getByRole("button", { name: /^A|^B/ }).allInnerTexts();
  assert.equal(titles.length, 2);
  const digests = await eventually(() => person.digests(), (all) => all.length === 2, "both runs are complete");
  assert.equal(digests[1], before);
  assert.notEqual(digests[0], before);
  assert.ok(await person.page.evaluate(() => document.activeElement !== document.body), "the focus stays with the notices");
  await person.app.assertAccessible();
  person.app.assertQuiet();
});

test("the banner takes the edit back", async (t) => {
  const person = await begin(t);
  const before = await person.digest();
  await lift(person, "broker-6", 4, 60);
  await person.press("Undo the edit");
  await person.banner(kept).waitFor({ state: "detached" });
  assert.equal(await person.pins.getByRole("button").count(), 0);
  assert.equal(await person.digest(), before);
  assert.equal(await person.round(), 4);
});

test("a setting typed at a later round is shown in force from there on", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  await person.go(5);
  await person.type("Low threshold", "60");
  assert.match(await person.banner(kept).innerText(), /^From 00:05:00 on: Setting changes: loadBalancerAvgShedderLowThreshold, 60\./);
  for (const [round, value] of [[4, "15"], [5, "60"], [40, "60"], [1, "15"]]) {
    await person.go(round);
    await eventually(() => person.valueOf("Low threshold"), (now) => now === value, `in round ${round}`);
  }
});

test("an edit that only the start can have offers to go there, and applies there", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const before = await person.digest();
  await person.press("Last");
  await person.field("Bundles of broker-5").fill("9");
  const offer = person.page.getByRole("alert").filter({ hasText: "can only change the start of the run" });
  assert.match(await offer.innerText(), /this is round 60/);
  await person.field("Bundles of broker-5").blur();
  assert.equal(await person.digest(), before);
  await person.app.assertAccessible();
  await person.press("Discard");
  await offer.waitFor({ state: "detached" });
  assert.equal(await person.round(), 60);
  assert.equal(await person.valueOf("Bundles of broker-5"), "6");
  await person.type("Name of broker-5", "front");
  await person.press("Discard");
  assert.equal(await person.valueOf("Name of broker-5"), "broker-5");

  await person.type("Bundles of broker-5", "9");
  await person.press("Go to the start and apply");
  await offer.waitFor({ state: "detached" });
  await eventually(() => person.round(), (round) => round === 1, "at the start");
  assert.equal(await person.valueOf("Bundles of broker-5"), "9");
  assert.notEqual(await person.digest(), before);
  person.app.assertQuiet();
});

test("a bar cannot go below what its bundles carry but at the start", async (t) => {
  const person = await begin(t);
  await person.go(4);
  await person.drag(await person.bar("broker-1"), 0, 60);
  await person.button("Go to the start and apply").waitFor();
  assert.equal(await person.pins.getByRole("button").count(), 0);
  await lift(person, "broker-1", 4, 20);
  assert.equal(await person.button("Go to the start and apply").count(), 0);
});

for (const look of [{ width: 1440, height: 900, theme: "dark" }, { width: 390, height: 844 }]) {
  test(`rules and bundles without a broker are edited, at ${look.width} px`, async (t) => {
    const person = await begin(t, { ...look, place: "shedding/isolation" });
    const open = async (drawer) => {
      if (look.width > 900) return person.open(drawer);
      await person.page.locator(".sheet-tabs").getByRole("button", { name: "Setup" }).click();
      await person.setup.getByRole("button", { name: drawer, exact: true }).click();
    };
    await open("Rules");
    const rule = person.setup.getByRole("group", { name: "Rule 1" });
    await person.type("Primary brokers", "broker-1, broker-9", rule);
    assert.match(await person.problemOf("Primary brokers", rule), /^No broker is called “broker-9”/);
    await person.type("Primary brokers", "broker-1, broker-2", rule);
    assert.equal(await person.problemOf("Primary brokers", rule), "");
    await person.press("Remove Rule 1");
    await rule.waitFor({ state: "detached" });
    await person.press("Add rule");
    await rule.waitFor();
    await open("Cluster");
    await person.type("Number of bundles", "12");
    await eventually(() => person.cells("Bundles without a broker"), (rows) => rows.length === 12 || rows.length === 10, "they are listed");
    const [name] = (await person.cells("Bundles without a broker"))[0];
    await person.type(`Name of ${name}`, "bank/new/0x00000000_0xffffffff");
    await person.field("Name of bank/new/0x00000000_0xffffffff").waitFor();
    await person.app.assertNoSidewaysScroll();
    await open("History");
    const edits = await person.setup.locator(".history-list").getByRole("listitem").allInnerTexts();
    assert.deepEqual(edits.slice(2), ["Rule added", "Rule 1 removed", "Primary brokers of Rule 1: broker-1, broker-2", "Opened"]);
    for (let edits = 5; edits > 0; edits -= 1) await person.press("Undo");
    assert.equal(await person.button("Undo").getAttribute("aria-disabled"), "true");
    person.app.assertQuiet();
  });
}
