// TransferShedder: the strategy of the extensible manager, with what had to be assumed about it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { on } from "./steps.mjs";

const assumed = "What had to be assumed";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest() };
}

test("picking TransferShedder lists what had to be assumed, and picking another does not", async (t) => {
  const person = await begin(t);
  const summary = person.region("Setup").getByText(assumed, { exact: true });
  assert.equal(await summary.count(), 0);
  await person.pick("Strategy", /^TransferShedder/);
  assert.notEqual(await person.digest(), person.before);
  await summary.click();
  const lines = await person.region("Setup").locator("details").filter({ hasText: assumed }).getByRole("listitem").allInnerTexts();
  assert.ok(lines.length >= 5 && lines.every((line) => line.length > 40), `${lines}`);
  assert.match(lines.join(" "), /not from recorded runs/);
  assert.equal(await person.region("Setup").getByRole("alert").count(), 0, "the set-up is fine as it is");
  await person.app.assertAccessible();
  await person.pick("Strategy", /^AvgShedder · /);
  await summary.waitFor({ state: "detached" });
  assert.equal(await person.digest(), person.before);
  person.app.assertQuiet();
});

test("its settings are there, each with its own key, and change the run", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "TransferShedder stops at its target");
  const first = await person.digest();
  for (const label of ["Target deviation", "Rounds of patience", "Most pairs a round", "Delay after an unload"]) {
    await person.field(label).waitFor();
  }
  await person.type("Target deviation", "0.1");
  assert.notEqual(await person.digest(), first);
  await person.type("Target deviation", "0.25");
  assert.equal(await person.digest(), first);
  await person.type("Rounds of patience", "1");
  await person.press("Next shedding");
  assert.equal(await person.round(), 2);
});

test("it has patience for three rounds, tells of the count, and acts in the fourth", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "TransferShedder stops at its target");
  await person.digest();
  for (const round of [1, 2, 3]) {
    assert.equal(await person.round(), round);
    assert.match(await person.headline(), /^Nothing moves\. /, `round ${round}`);
    const left = 4 - round;
    assert.ok((await person.headline()).includes(left === 1 ? "The next round sheds." : `in round 4, ${left} rounds from here.`), await person.headline());
    assert.match(await person.why.innerText(), /loadBalancerSheddingConditionHitCountThreshold/);
    await person.press("Step");
  }
  assert.equal(await person.round(), 4);
  assert.match(await person.headline(), /^\d+ bundles move /);
  assert.doesNotMatch(await person.headline(), /Nothing moves/);
});

test("Why tells of the pair: deviation, count, who gives and who takes", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "TransferShedder stops at its target");
  await person.digest();
  await person.press("Next shedding");
  const pair = person.why.getByRole("group").filter({ hasText: "broker-1 → broker-5" }).first();
  await pair.waitFor();
  assert.match(await pair.innerText(), /goes to broker-5/);
  const whole = await person.why.innerText();
  assert.match(whole, /The standard deviation is .*, more than the target of .*: load should move\./);
  assert.match(whole, /loadBalancerBrokerLoadTargetStd/);
  // The other pair is left alone in this lane, and levelled in the same round where the target is lower.
  assert.equal(await person.why.getByRole("group").filter({ hasText: "broker-2 → broker-4" }).count(), 0);
  await person.lane(2).click();
  await person.why.getByRole("group").filter({ hasText: "broker-2 → broker-4" }).first().waitFor();
  person.app.assertQuiet();
});

test("the stage says that running usages are outlined", async (t) => {
  const person = await begin(t);
  await person.pick("Strategy", /^TransferShedder/);
  await person.press("Tables");
  const heads = await person.table("Stage as a table").getByRole("columnheader").allInnerTexts();
  assert.ok(heads.includes("Running usage"), `${heads}`);
});
