// Looks: every view in every window and theme is quiet, accessible and whole; it can be reached by keyboard, and survives rough handling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looks, openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

async function begin(t, options) {
  const person = on(await openApp(t, options));
  await eventually(() => person.page.getByRole("progressbar").count(), (count) => count === 0, "all rounds are there");
  return person;
}

async function assertWhole(person, view) {
  await person.app.assertAccessible().catch((error) => { throw new Error(`${view}: ${error.message}`); });
  await person.app.assertNoSidewaysScroll();
  person.app.assertQuiet();
}

for (const look of looks) {
  test(`every view is quiet, accessible and whole, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    const isNarrow = look.width < 820;
    await person.press("Next shedding");
    await assertWhole(person, "a shedding");
    await person.press("Tables");
    await assertWhole(person, "tables");
    await person.press("Tables");
    for (const name of ["Open", "Keys"]) {
      await person.press(name);
      await assertWhole(person, name);
      await person.key("Escape");
      await person.dialog.waitFor({ state: "detached" });
    }
    if (isNarrow) await person.press("So far");
    await person.press("What these mean");
    await assertWhole(person, "what the measures mean");
    await person.key("Escape");
    await person.dialog.waitFor({ state: "detached" });
    if (isNarrow) {
      for (const sheet of ["So far", "Setup", "Why"]) {
        await person.press(sheet);
        assert.equal(await person.button(sheet).getAttribute("aria-pressed"), "true");
        assert.deepEqual(await visibleRegions(person), [sheet]);
        await assertWhole(person, `the sheet ${sheet}`);
      }
      await person.press("Setup");
    }
    await person.press("First");
    await person.press("More of broker-1");
    for (const title of await person.region("Setup").locator("summary").all()) await title.click();
    await assertWhole(person, "everything unfolded");
    await person.choose("Scenario", "A thousand brokers");
    await eventually(() => person.page.getByRole("progressbar").count(), (count) => count === 0, "all rounds are there");
    await person.press("Next shedding");
    await person.press("Tables");
    await assertWhole(person, "a thousand brokers");
  });
}

async function visibleRegions(person) {
  const seen = [];
  for (const name of ["Setup", "Why", "So far"]) if (await person.region(name).isVisible()) seen.push(name);
  return seen;
}

test("the theme can be switched, and the wish outlives a reload", async (t) => {
  const person = await begin(t, { theme: "light" });
  const ground = () => person.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await person.press("Dark theme");
  const dark = await ground();
  assert.notEqual(dark, light);
  await person.page.reload();
  await person.button("Light theme").waitFor();
  assert.equal(await ground(), dark);
  await person.press("Light theme");
  assert.equal(await ground(), light);
  await person.page.reload();
  await person.button("Dark theme").waitFor();
  assert.equal(await ground(), light);
});

test("the system's theme is followed where nothing else was wished", async (t) => {
  const person = await begin(t, { theme: "dark" });
  await person.button("Light theme").waitFor();
});

test("the canvases change with the theme", async (t) => {
  const person = await begin(t, { theme: "light" });
  const inks = () => person.page.evaluate(() => [...document.querySelectorAll("main canvas")].map((canvas) => canvas.toDataURL()));
  const light = await inks();
  await person.press("Dark theme");
  const dark = await inks();
  assert.notEqual(dark[0], light[0]);
  assert.notEqual(dark.at(-1), light.at(-1));
});

test("canvases have as many pixels as the screen, also after the window has changed", async (t) => {
  for (const scale of [1, 2]) {
    const person = await begin(t, { scale });
    const assertSharp = async () => {
      const sizes = await eventually(() => person.page.evaluate(() =>
        [...document.querySelectorAll("main canvas")].map((canvas) => ({
          is: [canvas.width, canvas.height],
          should: [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * devicePixelRatio)),
        }))), (sizes) => sizes.every(({ is, should }) => `${is}` === `${should}`), "canvases are sharp");
      assert.equal(sizes.length, 3);
    };
    await assertSharp();
    await person.page.setViewportSize({ width: 1000, height: 700 });
    await assertSharp();
    const [stage, why] = await Promise.all([person.page.getByRole("group", { name: "Stage" }).boundingBox(), person.why.boundingBox()]);
    assert.ok(why.y >= stage.y + stage.height, "the reasons stand under the stage, not on it");
    await person.app.assertNoSidewaysScroll();
    await person.page.setViewportSize({ width: 700, height: 900 });
    await assertSharp();
    await person.app.assertNoSidewaysScroll();
    person.app.assertQuiet();
    await person.app.close();
  }
});

test("everything that can be pressed is reached by Tab, in the order seen, with a visible focus", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await person.press("Tables");
  await person.page.evaluate(() => { document.activeElement.blur(); window.scrollTo(0, 0); });
  const wanted = await person.page.evaluate(() => {
    const all = document.querySelectorAll("button, input, select, textarea, summary, [tabindex='0']");
    const isThere = (element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    window.wanted = new Set([...all].filter(isThere));
    return window.wanted.size;
  });
  assert.ok(wanted > 60, `${wanted}`);
  await person.page.evaluate(() => { document.body.tabIndex = -1; document.body.focus(); });
  const unmarked = [];
  for (let press = 0; press < wanted + 40; press += 1) {
    await person.key("Tab");
    const focused = await person.page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      window.wanted.delete(element);
      const marks = (one, pseudo) => {
        const style = getComputedStyle(one, pseudo);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
      };
      const cursor = element.matches(".time") && document.querySelector(".cursor span");
      const isMarked = marks(element) && getComputedStyle(element).opacity !== "0" || cursor && marks(cursor, "::before")
        || element.parentElement.matches(":focus-within") && marks(element.parentElement);
      return isMarked ? "" : element.outerHTML.slice(0, 160);
    });
    if (focused === null) break;
    if (focused) unmarked.push(focused);
  }
  assert.deepEqual(unmarked, []);
  assert.deepEqual(await person.page.evaluate(() => [...window.wanted].map((element) => element.outerHTML.slice(0, 160))), []);
});

test("on a narrow screen the stage stays where it is while rounds go by", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  const top = async () => (await person.page.getByRole("group", { name: "Stage" }).boundingBox()).y;
  const before = await top();
  for (let step = 0; step < 4; step += 1) {
    await person.press("Step");
    assert.equal(await top(), before, `in round ${await person.round()}`);
  }
});

test("the numbers of a broker are shown whole", async (t) => {
  for (const look of [{}, { width: 390, height: 844 }]) {
    const person = await begin(t, look);
    if (look.width) await person.press("Setup");
    await person.choose("Scenario", "A thousand brokers");
    const cut = await person.table("Brokers").evaluate((table) => [...table.querySelectorAll('input[inputmode="decimal"]')]
      .filter((input) => input.scrollWidth > input.clientWidth).map((input) => input.value));
    assert.deepEqual(cut, []);
  }
});

test("the table of the stage and the table of brokers agree at the start", async (t) => {
  const person = await begin(t);
  for (const scenario of ["Two hot brokers, two idle ones", "90, 90, 20, 30: AvgShedder", "All above 85 %: AvgShedder rests"]) {
    await person.choose("Scenario", scenario);
    if (!await person.table("Stage as a table").isVisible()) await person.press("Tables");
    const [stage, brokers] = await Promise.all([person.cells("Stage as a table"), person.cells("Brokers")]);
    const numbers = (rows, name, usage, bundles) =>
      rows.map((cells) => [cells[name], Math.round(parseFloat(cells[usage]) * 10) / 10, Number(cells[bundles])]);
    assert.deepEqual(numbers(stage, 0, 1, 4), numbers(brokers, 0, 1, 4), scenario);
  }
});

test("the history's table has every round, and its last row is the stage's table at the end", async (t) => {
  const person = await begin(t);
  await person.press("Tables");
  await person.press("Last");
  const stage = await person.cells("Stage as a table");
  await person.press("Next rounds");
  await person.press("Next rounds");
  const history = await person.cells("History as a table");
  assert.equal(history.at(-1)[0], "60");
  const said = history.at(-1).slice(5).map(Number);
  assert.equal(said.length, stage.length);
  stage.forEach((cells, at) => assert.ok(Math.abs(parseFloat(cells[1]) - said[at]) < 0.051, `${cells[0]}: ${cells[1]} and ${said[at]}`));
});

test("touch: a bar's edge is dragged, a bar is tapped, sheets change", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  const bar = await person.bar("broker-1");
  await person.page.touchscreen.tap(bar.x, bar.top + 40);
  await person.why.getByRole("heading", { name: "You asked about" }).waitFor();
  await person.button("Play").tap();
  await person.button("Pause").tap();
  await person.button("Setup").tap();
  await person.region("Setup").waitFor();
  person.app.assertQuiet();
});

test("what is touched is large enough", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  for (const sheet of ["Why", "So far", "Setup"]) {
    await person.press(sheet);
    const small = await person.page.evaluate(() => [...document.querySelectorAll("button, select, input, summary")]
      .filter((element) => element.checkVisibility() && !element.matches("[type=checkbox]"))
      .map((element) => [element.getBoundingClientRect(), element.outerHTML.slice(0, 100)])
      .filter(([box]) => box.width < 24 || box.height < 22).map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`));
    assert.deepEqual(small, [], sheet);
  }
});

for (const seed of [1, 2]) {
  test(`survives rough handling, seed ${seed}`, async (t) => {
    const person = await begin(t, seed === 2 ? { width: 390, height: 844 } : {});
    await person.page.evaluate(handleRoughly, { seed, actions: 300 });
    person.app.assertQuiet();
    assert.ok(await person.round() >= 1);
    if (await person.dialog.isVisible()) await person.key("Escape");
    await person.dialog.waitFor({ state: "detached" });
    if (seed === 2) await person.press("Setup");
    await person.choose("Scenario", "Two hot brokers, two idle ones");
    await person.atRound(1);
    await person.app.assertNoSidewaysScroll();
  });
}

/// Runs in the page: presses, types, chooses, drags and jumps about, by a seed.
async function handleRoughly({ seed, actions }) {
  const draw = () => { // mulberry32
    seed = seed + 0x6d2b79f5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
  const one = (list) => list[Math.floor(draw() * list.length)];
  const texts = ["", "0", "-1", "1e9", "7", "42.5", "x".repeat(600), "<b>", "1e308", "99999999999", "broker-1", "０", " 12 ", "{\"cpu\":", "a=1"];
  const setValue = (element, value) => {
    const type = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(type.prototype, "value").set.call(element, value);
    element.dispatchEvent(new Event("input", { bubbles: true }));
    if (draw() < 0.7) element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const pointer = (element, kind, x, y) => element.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1 }));
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => !element.disabled && element.checkVisibility());
  const kinds = [
    () => one(all("dialog button").length ? all("dialog button") : all("button"))?.click(),
    () => one(all("button"))?.click(),
    () => {
      const select = one(all("select").filter((select) => !select.closest(".system"))); // which leaves the page
      const option = select && one([...select.options]);
      if (!option || /thousand/i.test(option.textContent) && draw() < 0.8) return;
      option.selected = true;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    },
    () => { const field = one(all("input[type=text], input[type=search], textarea")); if (field) setValue(field, one(texts)); },
    () => { const slider = one(all("input[type=range]")); if (slider) setValue(slider, String(Math.round(draw() * 100))); },
    () => one(all("input[type=checkbox]"))?.click(),
    () => window.dispatchEvent(new KeyboardEvent("keydown", { key: one([" ", "ArrowRight", "ArrowLeft", "Home", "End", "?", "t", "o"]), shiftKey: draw() < 0.3, bubbles: true, cancelable: true })),
    () => { const handle = one(all("[role=slider]")); handle?.dispatchEvent(new KeyboardEvent("keydown", { key: one(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]), bubbles: true, cancelable: true })); },
    () => {
      const handle = one(all("div[role=slider]"));
      if (!handle) return;
      handle.setPointerCapture = () => {};
      pointer(handle, "pointerdown", 100, 300);
      for (let move = 0; move < 3; move += 1) pointer(handle, "pointermove", 100, draw() * 600);
      if (draw() < 0.8) pointer(handle, "pointerup", 100, 300);
    },
    () => {
      const canvas = one(all("main canvas"));
      const box = canvas.getBoundingClientRect();
      canvas.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: box.x + draw() * box.width, clientY: box.y + draw() * box.height }));
    },
    () => one(all("summary"))?.click(),
  ];
  for (let action = 0; action < actions; action += 1) {
    one(kinds)();
    await new Promise((go) => draw() < 0.3 ? requestAnimationFrame(() => go()) : setTimeout(go));
  }
}
