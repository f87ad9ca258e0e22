// Loads: every situation of the list plays, says something, and complains about nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { on } from "./steps.mjs";

/// What the combobox Scenario lists.
const titles = (person) => person.box("Scenario").evaluate((select) => [...select.options].map((option) => option.textContent));

test("there are situations, under headings, none of them twice", async (t) => {
  const person = on(await openApp(t));
  const all = await titles(person);
  assert.ok(all.length >= 30, `${all.length} situations`);
  assert.equal(new Set(all).size, all.length);
  const headings = await person.box("Scenario").evaluate((select) => [...select.children].map((group) => group.label));
  assert.ok(headings.length >= 5 && headings.every(Boolean), `${headings}`);
});

test("every situation plays from its start to its end", async (t) => {
  const person = on(await openApp(t));
  for (const title of await titles(person)) {
    await person.choose("Scenario", title);
    assert.equal(await person.round(), 1, title);
    const lines = await person.region("Setup").getByRole("listitem").allInnerTexts();
    assert.equal(lines.length, 2, `${title}: two lines of what to look for`);
    assert.ok(lines.every((line) => line.length > 20), `${title}: ${lines}`);
    const digest = await person.digest();
    assert.match(digest, /^[0-9a-f]{16}$/, title);
    for (const name of ["Step", "Step", "Last", "First", "Next shedding"]) {
      if (await person.button(name).isDisabled()) continue;
      await person.press(name);
      assert.ok((await person.headline()).length > 10, `${title}, ${name}`);
      person.app.assertQuiet();
    }
  }
});

test("every situation gives the same run again", async (t) => {
  const person = on(await openApp(t));
  const digests = {}, all = await titles(person);
  for (const order of [all, [...all].reverse()]) {
    for (const title of order.filter((title) => !/thousand|hundred/i.test(title))) {
      await person.choose("Scenario", title);
      const digest = await person.digest();
      assert.equal(digest, digests[title] ??= digest, title);
    }
  }
});

test("every strategy with every placement under every release says something or says why not", async (t) => {
  const person = on(await openApp(t));
  const options = (name) => person.box(name).evaluate((select) => [...select.options].map((option) => option.value));
  for (const release of await options("Release")) {
    await person.box("Release").selectOption(release);
    for (const strategy of await options("Strategy")) {
      await person.box("Strategy").selectOption(strategy);
      for (const placement of await options("Placement")) {
        await person.box("Placement").selectOption(placement);
        assert.ok((await person.headline()).length > 10, `${release}, ${strategy}, ${placement}`);
      }
    }
  }
  await person.digest();
  person.app.assertQuiet();
});
