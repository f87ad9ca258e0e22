// A short journey through each system in Firefox: that the app does not lean on one browser alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchFirefox } from "../../scripts/browser.mjs";
import { start } from "../../scripts/serve.mjs";
import { eventually, systems } from "./steps.mjs";

let browser, server;

before(async () => { [browser, server] = await Promise.all([launchFirefox(), start()]); });
after(async () => {
  await browser?.close();
  await server?.close();
});

/// Opens a system in a page of its own and waits until it is computed.
async function open(t, system) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const errors = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${server.url}#/${system}`);
  await until(page, () => !document.querySelector(".boot"), "the app starts");
  await until(page, () => !document.querySelector(".computing-progress progress")
    && document.querySelector(".pending")?.textContent === "", "all rounds are computed");
  return { page, errors };
}

/// Waits until something holds in the page; puppeteer's own way would need a script that the content policy forbids.
const until = (page, check, what, ...values) => eventually(() => page.evaluate(check, ...values), Boolean, what);
const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
const round = async (page) => Number(/ (\d+) of /.exec(await text(page, ".title-row h2"))[1]);
const click = async (page, selector) => (await page.$(selector) ?? assert.fail(`${selector} is not there`)).click();
const press = (page, name) => click(page, `::-p-aria([name="${name}"][role="button"])`);

for (const [system, title] of Object.entries(systems)) {
  test(`${system} in Firefox: it opens, plays, explains, is edited and measured`, async (t) => {
    const { page, errors } = await open(t, system);
    assert.equal(await text(page, ".menu-button-text"), title);
    // A stage has what rests on one canvas and what moves on another; either may be empty.
    const painted = () => page.$$eval(".stage-frame canvas", (all) => Math.max(...all.map((canvas) =>
      new Set(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data).size)));
    await eventually(painted, (values) => values > 3, "the stage is drawn");

    await press(page, "Play");
    await eventually(() => round(page), (now) => now >= 2, "time runs");
    await press(page, "Pause");
    const paused = await round(page);
    await eventually(() => text(page, ".why h2"), (words) => words.endsWith(` ${paused}`), "the reasons are those of the round");
    assert.ok((await text(page, ".headline-text")).length > 5);

    await press(page, "First");
    await press(page, "Step");
    await eventually(() => round(page), (now) => now === 2, "a step is one round");

    await click(page, ".rail-button[data-drawer=Algorithm]");
    await until(page, () => document.querySelector(".drawer.is-open[data-panel=Algorithm] .setting") !== null, "the drawer opens");
    await click(page, ".drawer .setting input[type=text]");
    await page.keyboard.type("x");
    await until(page, () => document.querySelector(".drawer [role=alert]") !== null, "a bad value is refused");
    await page.keyboard.press("Escape");
    await until(page, () => !document.querySelector(".drawer [role=alert]"), "Escape brings the value back");

    await click(page, ".side-tabs .tab:nth-of-type(2)");
    await until(page, () => document.querySelector(".digests code") !== null, "the results are shown");
    assert.match(await text(page, ".digests code"), /^[0-9a-f]{16}$/);

    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(excess <= 0, `the page is ${excess} px wider than the window`);
    assert.deepEqual(errors, []);
  });
}

test("jobs run in a worker in Firefox too", async (t) => {
  const { page, errors } = await open(t, "shedding/jitter");
  await click(page, ".side-tabs .tab:nth-of-type(2)");
  await until(page, () => document.querySelector(".sweep-start button") !== null, "the results are shown");
  await press(page, "Run 200 seeds");
  await until(page, () => document.querySelector(".sweep [role=status]")?.textContent === "200 seeds.", "all seeds are computed");
  assert.deepEqual(errors, []);
});
