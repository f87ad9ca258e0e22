// Looks: every view of every system is quiet, accessible and whole in every window and theme; it can be reached by
// keyboard, and survives rough handling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looks } from "./harness.mjs";
import { begin, eventually, systems } from "./steps.mjs";

for (const system of Object.keys(systems)) {
  for (const look of looks) {
    test(`${system}: every view is quiet, accessible and whole, ${look.name}`, async (t) => {
      const person = await begin(t, { place: system, ...look });
      const check = (view) => person.app.assertWhole(view);
      await check("the first view");
      await person.key("Shift+ArrowRight");
      await person.explains(await person.round());
      for (const summary of (await person.why.locator("summary:visible").all()).slice(0, 3)) await summary.click();
      await check("an eventful round");

      await person.press("Last");
      await person.show("Results");
      await check("Results");
      await person.press("What the metrics mean");
      await check("what the metrics mean");
      await person.closeDialog();

      await person.press("Tables");
      await check("tables");
      await person.press("Tables");

      for (const name of ["Open", "Document", "Help"]) {
        await person.openDialog(name);
        await check(name);
        await person.closeDialog();
      }

      await person.press("First");
      for (const name of ["Algorithm", "Cluster", "Events", "History"]) {
        await person.openDrawer(name);
        for (const summary of await person.drawer.locator("summary:visible").all()) await summary.click();
        await check(`the drawer ${name}`);
      }
    });
  }
}

test("the theme can be switched, and the choice outlives a reload", async (t) => {
  const person = await begin(t, { theme: "light" });
  const ground = () => person.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await person.press("Dark theme");
  const dark = await ground();
  assert.notEqual(dark, light);
  await person.app.reload();
  await person.button("Light theme").waitFor();
  assert.equal(await ground(), dark);
  await person.press("Light theme");
  assert.equal(await ground(), light);
  await person.app.reload();
  await person.button("Dark theme").waitFor();
  assert.equal(await ground(), light);
});

test("the theme of the operating system is followed where none was chosen", async (t) => {
  const person = await begin(t, { theme: "dark" });
  await person.button("Light theme").waitFor();
});

test("the canvases change with the theme", async (t) => {
  const person = await begin(t, { theme: "light" });
  const pictures = () => person.page.evaluate(() =>
    [".stage-frame .still", ".chart canvas"].map((canvas) => document.querySelector(canvas).toDataURL()));
  const light = await pictures();
  await person.press("Dark theme");
  await eventually(pictures, (dark) => dark.every((picture, at) => picture !== light[at]), "both are drawn again");
});

test("canvases have as many pixels as the screen, also after the window has changed", async (t) => {
  for (const scale of [1, 2]) {
    const person = await begin(t, { scale });
    const assertSharp = async () => {
      const sizes = await eventually(() => person.page.evaluate(() =>
        [...document.querySelectorAll("main canvas")].map((canvas) => ({
          is: [canvas.width, canvas.height],
          should: [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * devicePixelRatio)),
        }))), (sizes) => sizes.every(({ is, should }) => is.every((size, at) => Math.abs(size - should[at]) <= scale)), "canvases are sharp");
      assert.equal(sizes.length, 3);
    };
    await assertSharp();
    for (const [width, height] of [[1000, 700], [640, 900]]) {
      await person.page.setViewportSize({ width, height });
      await assertSharp();
      const [stage, side] = await Promise.all([person.region("Stage").boundingBox(), person.why.boundingBox()]);
      assert.ok(side.y >= stage.y + stage.height, "the reasons are below the stage, not on it");
      await person.app.assertNoSidewaysScroll();
    }
    person.app.assertQuiet();
    await person.app.close();
  }
});

test("everything that can be pressed is reached by Tab, with a visible focus", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await person.press("Tables");
  await person.openDrawer("Algorithm");
  const wanted = await person.page.evaluate(() => {
    const all = document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']");
    const isThere = (element) => !element.disabled && element.tabIndex >= 0 && element.getClientRects().length > 0
      && element.checkVisibility({ visibilityProperty: true });
    window.wanted = new Set([...all].filter(isThere));
    document.body.tabIndex = -1;
    document.body.focus();
    return window.wanted.size;
  });
  assert.ok(wanted > 60, `${wanted}`);
  const unmarked = [];
  for (let press = 0; press < wanted + 40; press += 1) {
    await person.key("Tab");
    const found = await person.page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      window.wanted.delete(element);
      const isMarked = (one, pseudo) => {
        const style = getComputedStyle(one, pseudo);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
      };
      const flag = element.matches(".scrubber") ? document.querySelector(".timeline-cursor .flag") : null;
      const isSeen = isMarked(element) && getComputedStyle(element).opacity !== "0" || flag && isMarked(flag)
        || element.parentElement.matches(":focus-within") && isMarked(element.parentElement);
      return isSeen ? "" : element.outerHTML.slice(0, 160);
    });
    if (found === null) break;
    if (found) unmarked.push(found);
  }
  assert.deepEqual(unmarked, []);
  const missed = await person.page.evaluate(() => [...window.wanted].map((element) => element.outerHTML.slice(0, 160)));
  assert.deepEqual(missed, []);
});

test("on a narrow screen the stage stays where it is while rounds go by", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  const top = async () => (await person.region("Stage").boundingBox()).y;
  const before = await top();
  for (let step = 0; step < 4; step += 1) {
    await person.press("Step");
    assert.equal(await top(), before, `in round ${await person.round()}`);
  }
});

test("the numbers of a broker are shown whole", async (t) => {
  for (const look of [{}, { width: 390, height: 844 }]) {
    const person = await begin(t, { place: "shedding/thousand", ...look });
    await person.openDrawer("Cluster");
    const cut = await person.table("Brokers").evaluate((table) => [...table.querySelectorAll('input[inputmode="decimal"]')]
      .filter((input) => input.scrollWidth > input.clientWidth).map((input) => input.value));
    assert.deepEqual(cut, []);
  }
});

test("on a narrow screen the panels are one sheet, and each is shown by its button", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  const panels = { Why: person.why, Results: person.results, Setup: person.drawer };
  for (const sheet of Object.keys(panels)) {
    const tab = person.button(sheet, person.group("Panels"));
    await tab.click();
    await panels[sheet].waitFor();
    assert.equal(await tab.getAttribute("aria-pressed"), "true");
    for (const [name, panel] of Object.entries(panels)) assert.equal(await panel.isVisible(), name === sheet, name);
  }
});

test("touch: a bar is tapped, time is played and stopped, sheets change", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  const bar = await person.bar("Load of broker-1");
  await person.page.touchscreen.tap(bar.x, bar.top + 40);
  await person.story.getByRole("heading", { name: "You asked about" }).waitFor();
  await person.button("Play").tap();
  await person.button("Pause").tap();
  await person.button("Setup", person.group("Panels")).tap();
  await person.drawer.waitFor();
  person.app.assertQuiet();
});

test("what is touched is large enough", async (t) => {
  const person = await begin(t, { width: 390, height: 844 });
  for (const sheet of ["Why", "Results", "Setup"]) {
    await person.press(sheet, person.group("Panels"));
    const small = await person.page.evaluate(() => [...document.querySelectorAll("button, select, input, summary")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches("[type=checkbox], [type=range]"))
      .map((element) => [element.getBoundingClientRect(), element.outerHTML.slice(0, 100)])
      .filter(([box]) => box.width < 24 || box.height < 22).map(([box, html]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`));
    assert.deepEqual(small, [], sheet);
  }
});

for (const [seed, options] of [[1, {}], [2, { width: 390, height: 844 }], [3, { place: "sharding" }], [4, { place: "rotation" }]]) {
  test(`survives rough handling, seed ${seed}`, async (t) => {
    const person = await begin(t, options);
    await person.page.evaluate(handleRoughly, { seed, actions: 300 });
    person.app.assertQuiet();
    if (await person.dialog.isVisible()) await person.closeDialog();
    await person.openPreset("shedding/two-hot-two-idle");
    await person.seek(2);
    await person.app.assertNoSidewaysScroll();
    person.app.assertQuiet();
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
      const select = one(all("select"));
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
      const canvas = one(all("canvas.moving"));
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
