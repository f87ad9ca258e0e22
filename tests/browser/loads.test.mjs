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
    await person.box("Scenario").blur();
    assert.equal(await person.round(), 1, title);
    const lines = await person.region("Setup").locator("ul.look-for").getByRole("listitem").allInnerTexts();
    assert.ok([2, 3].includes(lines.length), `${title}: two or three lines of what to look for, not ${lines.length}`);
    assert.ok(lines.every((line) => line.length > 20), `${title}: ${lines}`);
    const digest = await person.digest();
    assert.match(digest, /^[0-9a-f]{16}$/, title);
    for (const key of ["ArrowRight", "ArrowRight", "End", "Home", "Shift+ArrowRight"]) {
      await person.key(key);
      assert.ok((await person.headline()).length > 10, `${title}, ${key}`);
    }
    person.app.assertQuiet();
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
  const told = await person.page.evaluate(tryAll);
  assert.ok(told.length > 100, `${told.length}`);
  assert.deepEqual(told.filter(([, headline]) => headline.length < 10), []);
  await person.digest();
  person.app.assertQuiet();
});

/// Runs in the page: chooses every combination, and gives what each of them is told to come to.
async function tryAll() {
  const box = (name) => [...document.querySelectorAll("label")].find((label) => label.firstChild.textContent === name).control;
  const values = (name) => [...box(name).options].map((option) => option.value);
  const choose = async (name, value) => {
    box(name).value = value;
    box(name).dispatchEvent(new Event("change", { bubbles: true }));
    await new Promise((go) => setTimeout(go));
  };
  const told = [];
  for (const release of values("Release")) {
    await choose("Release", release);
    for (const strategy of values("Strategy")) {
      await choose("Strategy", strategy);
      for (const placement of values("Placement")) {
        await choose("Placement", placement);
        told.push([`${release}, ${strategy}, ${placement}`, document.querySelector('[aria-label="Why"] p').textContent]);
      }
    }
  }
  return told;
}
