// Measures the built site in headless Chromium and prints the figures: `make bench-page`.
// `scripts/with-tools.sh node scripts/bench-page.mjs --screenshots DIR` takes pictures instead.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "./browser.mjs";
import { start } from "./serve.mjs";

const scenarios = ["Twenty brokers, a thousand bundles", "A thousand brokers"];
const visits = 5;
const playMs = 10_000;
const limitBytes = 150_000;
const windows = [[1440, 900], [390, 844]];
const patienceMs = 60_000;

const server = await start({ brotli: true });
const browser = await launchChromium();
try {
  const [option, folder] = process.argv.slice(2);
  if (option === "--screenshots" && folder) {
    await takeScreenshots(folder);
  } else if (option) {
    throw new Error("usage: bench-page.mjs [--screenshots DIR]");
  } else {
    await measureVisits();
    for (const scenario of scenarios) await measureFrames(scenario);
  }
} catch (error) {
  console.error(`shedscope: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

/// A page with an empty cache, and what it is good for; closed afterwards.
async function withPage(options, query, use) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(noteWhenInteractive);
  try {
    const page = await context.newPage();
    await page.goto(server.url + query);
    await page.waitForFunction(() => window.interactiveMs);
    return await use(page);
  } finally {
    await context.close();
  }
}

/// Runs in the page: notes the first frame in which Play can be pressed.
function noteWhenInteractive() {
  const isPlay = (button) => !button.disabled && (button.getAttribute("aria-label") ?? button.textContent).trim() === "Play";
  const look = () => {
    if ([...document.querySelectorAll("button")].some(isPlay)) window.interactiveMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function measureVisits() {
  const paints = [], interactives = [];
  for (let visit = 0; visit < visits; visit += 1) {
    await withPage({}, "?perf", async (page) => {
      if (visit === 0) printPayload(server.served);
      paints.push(await page.evaluate(() => performance.getEntriesByName("first-paint")[0]?.startTime));
      interactives.push(await page.evaluate(() => window.interactiveMs));
    });
  }
  console.log(`First paint after ${ms(quantile(paints, 0.5))}, interactive after ${ms(quantile(interactives, 0.5))} (median of ${visits} visits)`);
}

function printPayload(served) {
  const total = served.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log("First visit, brotli:");
  for (const { path, bytes } of served) console.log(`${kB(bytes)}  ${path}`);
  console.log(`${kB(total)}  in all, ${total <= limitBytes ? "within" : "OVER"} the limit of ${limitBytes / 1000} kB`);
}

async function measureFrames(scenario) {
  await withPage({}, "?perf", async (page) => {
    await page.getByRole("combobox", { name: "Scenario", exact: true }).selectOption({ label: scenario });
    await page.evaluate(() => performance.clearMeasures("shedscope:frame"));
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForTimeout(playMs);
    const frames = await page.evaluate(() => performance.getEntriesByName("shedscope:frame").map((entry) => entry.duration));
    if (frames.length === 0) throw new Error(`"${scenario}" recorded no frames`);
    console.log(`${scenario}: ${frames.length} frames in ${playMs / 1000} s, median ${ms(quantile(frames, 0.5))}, `
      + `95 % under ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}`);
  });
}

async function takeScreenshots(folder) {
  await mkdir(folder, { recursive: true });
  for (const [width, height] of windows) {
    for (const colorScheme of ["light", "dark"]) {
      const file = join(folder, `${width}x${height}-${colorScheme}.png`);
      await withPage({ viewport: { width, height }, colorScheme, hasTouch: width < 900 }, "", async (page) => {
        await page.waitForTimeout(500); // for what fades in
        await page.screenshot({ path: file });
      });
      console.log(file);
    }
  }
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function ms(value) {
  return `${value.toFixed(1)} ms`;
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
}
