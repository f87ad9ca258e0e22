// Loads: every scenario of load shedding opens from the list, plays, and complains about nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin } from "./setup.mjs";

test("every scenario opens from the list and says something wherever the cursor goes", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const menu = person.setup.locator("details.menu").filter({ hasText: "Other scenarios" });
  const titles = await menu.getByRole("button", { includeHidden: true }).allTextContents();
  assert.ok(titles.length >= 30 && new Set(titles).size === titles.length, `${titles.length} scenarios`);
  const addresses = new Set();
  for (const title of titles) {
    if (!await menu.evaluate((details) => details.open)) await menu.locator("summary").click();
    await menu.getByRole("button", { name: title, exact: true }).click();
    await person.page.waitForFunction((title) => document.title.startsWith(title), title);
    await person.page.getByRole("heading", { level: 2, name: / 1 of \d+$/ }).waitFor();
    assert.ok([2, 3].includes(await person.setup.locator(".notes li").count()), title);
    addresses.add(person.page.url());
    await person.button("Results").focus();
    for (const key of ["ArrowRight", "End", "Home", "Shift+ArrowRight"]) {
      await person.key(key);
      await person.page.waitForFunction(() => document.querySelector(".headline-text")?.textContent.length > 10);
    }
  }
  assert.equal(addresses.size, titles.length, "each has an address of its own");
  person.app.assertQuiet();
});

test("every strategy with every placement says something or says why not", async (t) => {
  const person = await begin(t, { drawer: "Algorithm" });
  await person.show("Why");
  const told = await person.page.evaluate(tryAll);
  assert.ok(told.length > 50, `${told.length}`);
  assert.deepEqual(told.filter(([, headline]) => headline.length < 10), []);
  person.app.assertQuiet();
});

/// Runs in the page: chooses every combination, and gives what each of them is told to come to.
async function tryAll() {
  const box = (name) => [...document.querySelectorAll("label")].find((label) => label.firstChild.textContent === name).control;
  const values = (name) => [...box(name).options].map((option) => option.value);
  const choose = async (name, value) => {
    box(name).value = value;
    box(name).dispatchEvent(new Event("change", { bubbles: true }));
    do await new Promise((go) => setTimeout(go)); while (document.querySelector(".pending").textContent !== "");
  };
  const told = [];
  for (const strategy of values("Strategy")) {
    await choose("Strategy", strategy);
    for (const placement of values("Placement")) {
      await choose("Placement", placement);
      told.push([`${strategy}, ${placement}`, document.querySelector(".headline-text").textContent]);
    }
  }
  return told;
}
