// What every browser test starts from.
//
//   import { openApp } from "./harness.mjs";
//   test("…", async (t) => {
//     const app = await openApp(t, { width: 390, height: 844, theme: "dark" });
//     await app.page.getByRole("button", { name: "Play" }).click();
//     app.assertQuiet();
//   });
//
// One server and one browser serve all tests of a file. Each page has a profile of its own and goes with its test.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { launchChromium, packageFile } from "../../scripts/browser.mjs";
import { start } from "../../scripts/serve.mjs";

const patienceMs = 30_000; // for a busy machine; nothing here measures time
const opened = new Map();
const axeSource = await readFile(packageFile("axe-core/axe.min.js"), "utf8");
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// The windows in which every view has to be whole, in one of the themes each; the other one differs in its colours alone.
export const looks = [[1440, 900, "light"], [1366, 768, "dark"], [1024, 768, "light"], [390, 844, "dark"]]
  .map(([width, height, theme]) => ({ width, height, theme, name: `${theme} at ${width}x${height}` }));

/// Opens the built site in a page of its own and waits until the app has started.
///
/// - `place`: the system, the preset and the round, such as "shedding/two-hot-two-idle?round=3"
/// - `width`, `height`, `scale` (device pixels per pixel), `touch`: the window
/// - `theme`: "light" or "dark"; `reducedMotion`: true or false; `javaScript`: false switches it off
/// - `base`: the path the site is served under; `brotli`: whether it is served compressed
/// - `before`: a function that runs in the page before anything of ours does
/// - `ready`: false does not wait for the app
///
/// Gives `page` (Playwright's), `url`, `errors` (console errors and warnings, exceptions), `outside` (requests to
/// elsewhere) and the checks below.
export async function openApp(t, {
  width = 1440, height = 900, scale = 1, touch = width < 900, theme = "light", reducedMotion = false, javaScript = true,
  place = "", base = "/", brotli = false, before, ready = true,
} = {}) {
  const [browser, server] = await Promise.all([once("browser", launchChromium), serve({ base, brotli })]);
  const context = await browser.newContext({
    viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch, colorScheme: theme,
    reducedMotion: reducedMotion ? "reduce" : "no-preference", javaScriptEnabled: javaScript,
  });
  const close = () => context.close();
  t.after(close);
  context.setDefaultTimeout(patienceMs);
  if (before) await context.addInitScript(before);

  const page = await context.newPage();
  const errors = [], outside = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });

  const addressOf = (place) => server.url + (place && `#/${place}`);
  const started = () => page.locator(".boot").waitFor({ state: "detached" })
    .catch(() => assert.fail(`the app did not start: ${errors.join("; ") || "it said nothing"}`));
  await page.goto(addressOf(place));
  if (ready) await started();

  return {
    page, url: server.url, errors, outside, close, started, addressOf,

    /// Loads the page again.
    async reload() {
      await page.reload();
      await started();
    },

    /// Nothing was complained about and nothing was asked of anyone else.
    assertQuiet() {
      assert.deepEqual(errors, []);
      assert.deepEqual(outside, []);
    },

    /// axe finds nothing on the page as it stands, and no want of contrast in the other theme.
    async assertAccessible() {
      await page.evaluate(axeSource);
      const run = (runOnly) => page.evaluate((options) => axe.run(document, options), { runOnly, resultTypes: ["violations"] });
      const assertNone = ({ violations }, theme) => assert.deepEqual(
        violations.map((v) => `${theme}: ${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
      const show = (theme) => page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
      const now = await page.evaluate(() => document.documentElement.dataset.theme);
      const other = now === "light" ? "dark" : "light";
      assertNone(await run(axeTags), now);
      await show(other);
      assertNone(await run({ type: "rule", values: ["color-contrast"] }), other);
      await show(now);
    },

    /// The page is no wider than the window, and none of its parts scrolls sideways, except regions that say so and
    /// rows of tabs, whose tabs come into view when they get the focus.
    async assertNoSidewaysScroll() {
      const wide = await page.evaluate(() => {
        const parts = [document.documentElement, ...document.querySelectorAll("body *")].filter((part) => {
          if (part.matches("[role=region][tabindex], .chart-tabs, .drawer-tabs, canvas, input, textarea, select, svg *")) return false;
          const { overflowX } = getComputedStyle(part);
          const canScroll = part === document.documentElement || overflowX === "auto" || overflowX === "scroll";
          return canScroll && part.scrollWidth > part.clientWidth + 1; // sizes are rounded
        });
        return parts.map((part) => `${part.localName}.${part.className}: ${part.scrollWidth} in ${part.clientWidth} px`);
      });
      assert.deepEqual(wide, []);
    },

    /// What can be pressed or typed into lies within the window's width, and no button cuts its words off.
    async assertNothingClipped() {
      const clipped = await page.evaluate(() => {
        const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")];
        const isThere = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
        const isBeside = (one) => {
          const { left, right } = one.getBoundingClientRect();
          return !one.closest("[role=region][tabindex], .chart-tabs, .drawer-tabs") && (left < -1 || right > innerWidth + 1);
        };
        // A finger hits more of an event than what is seen of it.
        const isCut = (one) => one.localName === "button" && !one.matches(".event-pin") && getComputedStyle(one).overflowX === "visible"
          && one.scrollWidth > one.clientWidth + 1;
        return controls.filter((one) => isThere(one) && (isBeside(one) || isCut(one)))
          .map((one) => one.outerHTML.slice(0, 160));
      });
      assert.deepEqual(clipped, []);
    },

    /// The page as it is complains of nothing, is accessible, and shows everything that it has.
    async assertWhole(view) {
      try {
        await this.assertAccessible();
        await this.assertNoSidewaysScroll();
        await this.assertNothingClipped();
        this.assertQuiet();
      } catch (error) {
        error.message = `${view}: ${error.message}`;
        throw error;
      }
    },
  };
}

/// A server of the built site, shared by the tests of a file that ask for the same options (those of `start`).
export function serve({ base = "/", brotli = false } = {}) {
  return once(JSON.stringify([base, brotli]), () => start({ base, brotli }));
}

function once(key, make) {
  if (!opened.has(key)) opened.set(key, make());
  return opened.get(key);
}

after(async () => {
  for (const thing of await Promise.allSettled(opened.values())) await thing.value?.close();
});
