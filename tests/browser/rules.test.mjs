// What holds for the whole run: rules of who may be where, loads that stray, and bundles without a broker.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

const runGroup = "The run: rounds, seed, fluctuation";

async function begin(t, options = {}) {
  const person = on(await openApp(t, options));
  const isNarrow = options.width < 820;
  /// Shows one of the panels, which on a narrow screen lie over each other.
  const show = async (sheet) => { if (isNarrow) await person.press(sheet); };
  const rule = (title) => person.region("Setup").getByRole("group", { name: new RegExp(`^${title} · `) });
  const part = (title, label) => rule(title).getByRole("textbox", { name: label, exact: true });
  const digest = async () => {
    await show("So far");
    const digest = await person.digest();
    await show("Setup");
    return digest;
  };
  return {
    ...person, show, rule, part, digest, before: await digest(),
    /// Puts another text in place of what a rule has there, and leaves the field.
    async typeInto(title, label, text) {
      await part(title, label).fill(text);
      await part(title, label).blur();
    },
    /// What the history of edits says, newest first.
    async edits() {
      const history = person.region("Setup").locator("details", { hasText: "History of edits" });
      if (!await history.getByRole("list").isVisible()) await history.locator("summary").click();
      return history.getByRole("listitem").allInnerTexts();
    },
  };
}

/// The reason beside a field of the panel Setup.
const alertOf = (person, name) => person.page.locator("div", { has: person.field(name) }).last().locator("..").getByRole("alert");

async function go(person, round) {
  await person.time.fill(`${round}`);
  await person.atRound(round);
}

for (const look of [{ width: 1440, height: 900, theme: "light" }, { width: 390, height: 844, theme: "dark" }]) {
  test(`an isolation rule holds bundles where they are, whatever round it is made in, at ${look.width} px`, async (t) => {
    const person = await begin(t, look);
    await person.choose("Scenario", "Selected, but nobody else may hold it");
    const bound = await person.digest();
    await person.press("Remove Rule 1");
    await person.rule("Rule 1").waitFor({ state: "detached" });
    const free = await eventually(() => person.digest(), (digest) => digest !== bound, "without the rule they move");
    await go(person, 5);
    await person.press("Add isolation");
    const told = ["Namespaces", "Primary brokers", "Secondary brokers", "Primary ones to be up"];
    const shown = await Promise.all(told.map((label) => person.part("Rule 1", label).inputValue()));
    assert.deepEqual(shown, ["bank/ledger", "broker-1", "", "1"]);
    assert.equal(await person.round(), 5, "the cursor stays where it is");
    assert.equal(await person.whatIf.count(), 0, "a rule is of the whole run and no event");
    assert.equal(await person.digest(), bound);
    await go(person, 1);
    await person.show("Why");
    assert.match(await person.headline(), /selected.* no other broker may hold it/i);
    await person.show("Setup");
    await person.typeInto("Rule 1", "Primary brokers", "broker-1, broker-2");
    await eventually(() => person.digest(), (digest) => digest !== bound, "they may go to broker-2");
    assert.deepEqual((await person.edits()).slice(0, 3),
      ["Rule 1: primary brokers: broker-1, broker-2", "Rule 1 added", "Rule 1 removed"]);
    await person.app.assertNoSidewaysScroll();
    await person.press("Undo");
    assert.equal(await person.part("Rule 1", "Primary brokers").inputValue(), "broker-1");
    assert.equal(await person.digest(), bound);
    await person.press("Undo");
    await person.rule("Rule 1").waitFor({ state: "detached" });
    assert.equal(await person.digest(), free);
    person.app.assertQuiet();
  });
}

test("what a rule cannot say is explained at its field and changes nothing", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "Selected, but nobody else may hold it");
  await person.typeInto("Rule 1", "Secondary brokers", "broker-3");
  const good = await person.digest();
  for (const [label, bad, reason, right] of [
    ["Namespaces", "", /^Give names, with commas between them\.$/, "bank/ledger"],
    ["Namespaces", "bank/ledger, bank/vault", /^No bundle is of namespace “bank\/vault”; give one that is there/, "bank/ledger"],
    ["Primary brokers", " , ", /^Give names/, "broker-1"],
    ["Primary brokers", "broker-1, broker-9", /^No broker is called “broker-9”; give one of the cluster's\.$/, "broker-1"],
    ["Primary brokers", "broker-1, broker-1", /^“broker-1” stands there twice; name it once\.$/, "broker-1"],
    ["Primary brokers", "broker-1,broker-3", /^“broker-3” is in the other list; a broker is primary or secondary\.$/, "broker-1"],
    ["Primary ones to be up", "1.5", /^Give a whole number from 0 to 10000\.$/, "1"],
    ["Primary ones to be up", "some", /^Give a whole number/, "1"],
  ]) {
    await person.typeInto("Rule 1", label, bad);
    assert.equal(await person.part("Rule 1", label).inputValue(), bad, label);
    assert.match(await person.rule("Rule 1").getByRole("alert").innerText(), reason, `${label}: ${bad}`);
    assert.equal(await person.digest(), good, `${label}: ${bad}`);
    await person.typeInto("Rule 1", label, right);
    assert.equal(await person.rule("Rule 1").getByRole("alert").count(), 0, `${label}: ${right}`);
  }
  assert.equal(await person.digest(), good);
});

test("secondary brokers take over where too few primary ones are up", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "Selected, but nobody else may hold it");
  const before = await person.digest();
  await person.typeInto("Rule 1", "Secondary brokers", "broker-2, broker-3");
  assert.equal(await person.digest(), before, "broker-1 is enough");
  await person.typeInto("Rule 1", "Primary ones to be up", "2");
  await eventually(() => person.digest(), (digest) => digest !== before, "bank/ledger may leave now");
  assert.deepEqual((await person.edits()).slice(0, 2),
    ["Rule 1: primary ones to be up: 2", "Rule 1: secondary brokers: broker-2, broker-3"]);
});

test("an anti-affinity group is added, edited and removed", async (t) => {
  const person = await begin(t);
  await person.press("Add anti-affinity");
  await person.typeInto("Group 1", "Namespaces", "*");
  await eventually(() => person.digest(), (digest) => digest !== person.before, "the group changes the run");
  await person.typeInto("Group 1", "Namespaces", "elsewhere");
  assert.match(await person.rule("Group 1").getByRole("alert").innerText(), /^No bundle is of namespace “elsewhere”/);
  await person.press("Remove Group 1");
  await person.rule("Group 1").waitFor({ state: "detached" });
  assert.equal(await person.digest(), person.before);
  assert.deepEqual((await person.edits()).slice(0, 2), ["Group 1 removed", "Group 1: namespaces: *"]);
});

test("loads stray as far and as long as the run's fields say, wherever the cursor is", async (t) => {
  const person = await begin(t);
  await person.unfold(runGroup);
  assert.equal(await person.field("Fluctuation").inputValue(), "0");
  assert.equal(await person.field("Time between draws").inputValue(), "60");
  await go(person, 9);
  await person.type("Fluctuation", "30");
  const digests = [person.before, await eventually(() => person.digest(), (digest) => digest !== person.before, "it strays")];
  assert.equal(await person.round(), 9);
  await person.type("Time between draws", "600");
  digests.push(await eventually(() => person.digest(), (digest) => !digests.includes(digest), "it stays for longer"));
  for (const [name, bad, reason] of [
    ["Fluctuation", "101", /^Give a number from 0 to 100\.$/], ["Fluctuation", "-1", /from 0 to 100/],
    ["Fluctuation", "", /^Give a number/], ["Time between draws", "0", /^Give a whole number from 1 to 86400\.$/],
    ["Time between draws", "1.5", /whole number/],
  ]) {
    await person.type(name, bad);
    assert.match(await alertOf(person, name).innerText(), reason, `${name}: ${bad}`);
    assert.equal(await person.digest(), digests.at(-1), `${name}: ${bad}`);
  }
  assert.deepEqual((await person.edits()).slice(0, 2), ["Time between draws: 600", "Fluctuation: 30"]);
  await person.press("Undo");
  assert.equal(await person.digest(), digests[1]);
  await person.press("Undo");
  assert.equal(await person.digest(), person.before);
  assert.equal(await person.field("Fluctuation").inputValue(), "0");
});

for (const look of [{ width: 1440, height: 900, theme: "dark" }, { width: 390, height: 844, theme: "light" }]) {
  test(`bundles without a broker are added, edited and placed, at ${look.width} px`, async (t) => {
    const person = await begin(t, look);
    assert.equal(await person.field("Bundles without a broker").inputValue(), "0");
    await person.type("Bundles without a broker", "12");
    await eventually(() => person.digest(), (digest) => digest !== person.before, "they come to somebody");
    await person.show("Why");
    await person.why.getByText(/placed/).first().waitFor();
    await person.show("Setup");
    await person.press("More without a broker");
    const table = "Bundles without a broker";
    assert.equal((await person.cells(table)).length, 10, "a page of them");
    const [name, cpu] = (await person.cells(table))[0];
    assert.equal(cpu, "1");
    await person.type(`CPU points of ${name}`, "8");
    await person.type(`Name of ${name}`, "bank/new/0x00000000_0xffffffff");
    await person.field("CPU points of bank/new/0x00000000_0xffffffff").waitFor();
    assert.equal(await person.field("CPU points of bank/new/0x00000000_0xffffffff").inputValue(), "8");
    const other = (await person.cells(table))[1][0];
    await person.type(`Name of ${other}`, "bank/new/0x00000000_0xffffffff");
    assert.match(await person.table(table).getByRole("alert").innerText(), /^another bundle has this name/);
    await person.type(`Name of ${other}`, other);
    await person.press("Add bundle");
    assert.equal(await person.field("Bundles without a broker").inputValue(), "13");
    await person.press(`Remove ${other}`);
    assert.equal(await person.field("Bundles without a broker").inputValue(), "12");
    await person.type("Bundles without a broker", "lots");
    assert.match(await alertOf(person, "Bundles without a broker").innerText(), /^Give a whole number from 0 to/);
    assert.equal((await person.edits())[0], "Removal of a bundle without a broker");
    await person.app.assertNoSidewaysScroll();
    for (let edits = (await person.edits()).length - 1; edits > 0; edits -= 1) await person.press("Undo");
    assert.equal(await person.field("Bundles without a broker").inputValue(), "0");
    assert.equal(await person.digest(), person.before);
    person.app.assertQuiet();
  });
}

test("bundles without a broker are of the start: later their number is offered for there", async (t) => {
  const person = await begin(t);
  await go(person, 6);
  await person.type("Bundles without a broker", "5");
  await person.press("Go to the start and apply");
  assert.equal(await person.round(), 1);
  assert.equal(await person.field("Bundles without a broker").inputValue(), "5");
  await person.choose("Scenario", "A cold start: all follow the first");
  assert.equal(await person.field("Bundles without a broker").inputValue(), "40");
});
