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

/// The windows and themes in which every view has to stand.
export const looks = [[1440, 900], [390, 844]].flatMap(([width, height]) =>
  ["light", "dark"].map((theme) => ({ width, height, theme, name: `${theme} at ${width}x${height}` })));

/// Opens the built site in a page of its own and waits until the app stands.
///
/// - `width`, `height`, `scale` (device pixels per pixel), `touch`: the window
/// - `theme`: "light" or "dark"; `reducedMotion`: true or false; `javaScript`: false switches it off
/// - `query`: what follows the address, such as "?perf"; `base`: the path the site is served under;
///   `brotli`: whether it is served compressed
/// - `before`: a function that runs in the page before anything of ours does
/// - `ready`: false does not wait for the app
///
/// Gives `page` (Playwright's), `url`, `errors` (console errors and warnings, exceptions), `outside` (requests to
/// elsewhere) and the checks below.
export async function openApp(t, {
  width = 1440, height = 900, scale = 1, touch = width < 900, theme = "light", reducedMotion = false, javaScript = true,
  query = "", base = "/", brotli = false, before, ready = true,
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

  await page.goto(server.url + query);
  if (ready) {
    await page.locator(".boot").waitFor({ state: "detached" })
      .catch(() => assert.fail(`the app did not start: ${errors.join("; ") || "it said nothing"}`));
  }

  return {
    page, url: server.url, errors, outside, close,

    /// Nothing was complained about and nothing was asked of anyone else.
    assertQuiet() {
      assert.deepEqual(errors, []);
      assert.deepEqual(outside, []);
    },

    /// axe finds nothing on the page as it stands.
    async assertAccessible() {
      await page.evaluate(axeSource);
      const { violations } = await page.evaluate((values) => axe.run(document, { runOnly: values }), axeTags);
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
    },

    /// The page is no wider than the window.
    async assertNoSidewaysScroll() {
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(excess <= 0, `the page is ${excess} px wider than the window`);
    },
  };
}

/// A server of the built site, shared by the tests of a file that ask for the same options (those of `start`).
export function serve(options = {}) {
  return once(JSON.stringify(options), () => start(options));
}

function once(key, make) {
  if (!opened.has(key)) opened.set(key, make());
  return opened.get(key);
}

after(async () => {
  for (const thing of await Promise.allSettled(opened.values())) await thing.value?.close();
});
