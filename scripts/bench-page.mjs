// Measures the built site in headless Chromium and prints the figures: `make bench-page`.
// `scripts/with-tools.sh node scripts/bench-page.mjs --screenshots DIR` takes pictures instead.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "./browser.mjs";
import { start } from "./serve.mjs";

const scenarios = ["Twenty brokers, a thousand bundles", "A thousand brokers"];
const largest = [["sharding", "large"], ["throttling", "sixty-four"], ["rotation", "thousand-producers"]];
const visits = 5;
const playMs = 10_000;
const jumps = 40;
const windows = [[1440, 900], [390, 844]];
const patienceMs = 60_000;

const server = await start({ brotli: true });
const browser = await launchChromium();
try {
  const [option, folder] = process.argv.slice(2);
  if (option === "--screenshots" && folder) {
    await takeScreenshots(folder);
  } else if (option === "--systems") {
    for (const large of largest) await measureSystem(large);
  } else if (option) {
    throw new Error("usage: bench-page.mjs [--screenshots DIR | --systems]");
  } else {
    await measureVisits();
    for (const scenario of scenarios) await measureFrames(scenario);
    for (const isNoisy of [false, true]) await measureLongRun(isNoisy);
    for (const large of largest) await measureSystem(large);
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
  await context.addInitScript(() => addEventListener("TrunkApplicationStarted", ({ detail }) => { window.wasmMemory = detail.wasm.memory; }));
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
  console.log(`${kB(total)}  in all`);
}

async function measureFrames(scenario) {
  await withPage({}, "?perf", async (page) => {
    await page.getByRole("combobox", { name: "Scenario", exact: true }).selectOption({ label: scenario });
    await page.waitForFunction((title) => document.title.startsWith(title), scenario);
    await page.evaluate(() => performance.clearMeasures("shedscope:frame"));
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForTimeout(playMs);
    const frames = await page.evaluate(() => performance.getEntriesByName("shedscope:frame").map((entry) => entry.duration));
    if (frames.length === 0) throw new Error(`"${scenario}" recorded no frames`);
    console.log(`${scenario}: ${frames.length} frames in ${playMs / 1000} s, median ${ms(quantile(frames, 0.5))}, `
      + `95 % under ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}`);
  });
}

/// A thousand rounds of a hundred brokers with ten thousand bundles in all, in four lanes: how long the page
/// stands still while they are computed, what memory they take, and how soon any of them is there.
async function measureLongRun(isNoisy) {
  const name = `1,000 rounds of 100 brokers with 10,000 bundles, four lanes${isNoisy ? ", loads that fluctuate" : ""}`;
  await withPage({}, "", async (page) => {
    await page.evaluate(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: "longtask" });
    });
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByLabel("Choose files").setInputFiles({
      name: "long.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(longScenario(isNoisy))),
    });
    await page.getByRole("button", { name: "Apply", exact: true }).waitFor();
    const asked = await page.evaluate(() => performance.now());
    const since = Date.now();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    const computing = page.getByRole("progressbar", { name: "Rounds computed" });
    await computing.waitFor();
    const applied = await page.evaluate(() => performance.now());
    await computing.waitFor({ state: "detached", timeout: 10 * patienceMs });
    const seconds = (Date.now() - since) / 1000;
    const computed = await page.evaluate(() => performance.now());
    const longest = async (from, to) => {
      const tasks = await page.evaluate(() => window.longTasks.map(({ startTime, duration }) => [startTime, duration]));
      const within = tasks.filter(([start]) => start >= from && start < to).map(([, duration]) => duration);
      return within.length > 0 ? ms(Math.max(...within)) : "none over 50 ms"; // shorter ones the browser does not report
    };
    const stood = `longest task while applying: ${await longest(asked, applied)}, while computing: ${await longest(applied, computed)}`;
    const memory = await page.evaluate(() => window.wasmMemory?.buffer.byteLength ?? NaN);
    const { drawn, told } = await page.evaluate(jumpAround, jumps);
    console.log(`${name}: computed in ${seconds.toFixed(1)} s, ${stood}, memory ${(memory / 1048576).toFixed(1)} MB; `
      + `${jumps} jumps: drawn after ${ms(quantile(drawn, 0.5))} (longest ${ms(Math.max(...drawn))}), `
      + `reasons after ${ms(quantile(told, 0.5))} (longest ${ms(Math.max(...told))})`);
  });
}

/// The largest story of a system that has a page of its own: what its visit weighs, how long the page stands still while
/// it is computed, and how many of its frames are there in time while it is played.
async function measureSystem([system, story]) {
  server.served.length = 0;
  await withPage({}, `${system}.html?story=${story}&perf`, async (page) => {
    const weight = server.served.reduce((sum, { bytes }) => sum + bytes, 0);
    await page.waitForFunction(() => !document.querySelector('[aria-label="Rounds computed"]'), null, { timeout: 10 * patienceMs });
    // Once more, by an edit, with somebody who counts the tasks.
    await page.evaluate(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    });
    const summary = page.getByText("The run: length and seed");
    await summary.click();
    const since = Date.now();
    await page.getByRole("textbox", { name: "Seed", exact: true }).fill("7");
    const computing = page.getByRole("progressbar", { name: "Rounds computed" });
    await computing.waitFor({ timeout: 1000 }).catch(() => {}); // what is quick is over before it is seen
    await computing.waitFor({ state: "detached", timeout: 10 * patienceMs });
    const seconds = (Date.now() - since) / 1000;
    const stood = await page.evaluate(() => Math.max(0, ...window.longTasks));
    await page.evaluate(() => performance.clearMeasures("shedscope:frame"));
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForTimeout(playMs);
    const frames = await page.evaluate(() => performance.getEntriesByName("shedscope:frame").map((entry) => entry.duration));
    const inTime = frames.filter((duration) => duration < 16.7).length / frames.length;
    console.log(`${system}/${story}: first visit ${kB(weight).trim()}, computed in ${seconds.toFixed(1)} s, longest task ${ms(stood)}; `
      + `${frames.length} frames in ${playMs / 1000} s, ${(100 * inTime).toFixed(1)} % under 16.7 ms, median ${ms(quantile(frames, 0.5))}, longest ${ms(Math.max(...frames))}`);
  });
}

/// Runs in the page: moves the cursor to and fro, and notes when the stage and the reasons are there.
async function jumpAround(jumps) {
  const time = document.querySelector('[aria-label="Time"]');
  const why = document.querySelector('[aria-label="Why"] h2');
  const drawn = [], told = [];
  // A turn of the page. A timer would come 4 ms later at the earliest.
  const { port1, port2 } = new MessageChannel();
  const turn = () => new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
  for (let jump = 0; jump < jumps; jump += 1) {
    const round = String((jump * 617) % 1000 + 1);
    const since = performance.now();
    time.value = round;
    time.dispatchEvent(new Event("input", { bubbles: true }));
    while (document.querySelector("main h2").textContent !== `Round ${round}`) await turn();
    drawn.push(performance.now() - since);
    while (!why.textContent.endsWith(round)) await turn();
    told.push(performance.now() - since);
    await new Promise((go) => setTimeout(go, 50));
  }
  return { drawn, told };
}

function longScenario(isNoisy) {
  const bundle = (broker, index) => {
    const cpu = (10 + broker * 0.8) / 100, rate = cpu * 500, bytes = cpu * 524288;
    const name = `tenant/ns-${(broker * 100 + index) % 2500}/0x${(broker * 100 + index).toString(16).padStart(8, "0")}_0x${(broker * 100 + index + 1).toString(16).padStart(8, "0")}`;
    return { name, cpu, msg_rate_in: rate, msg_rate_out: rate, msg_throughput_in: bytes, msg_throughput_out: bytes };
  };
  const brokers = Array.from({ length: 100 }, (_, broker) => ({
    name: `broker-${String(broker).padStart(3, "0")}`, bundles: Array.from({ length: 100 }, (_, index) => bundle(broker, index)),
  }));
  const lane = (strategy, placement) => ({ strategy, placement, release: "2026" });
  const lanes = [
    lane("AvgShedder", "AvgShedder"), lane("ThresholdShedder", "LeastResourceUsageWithWeight"),
    lane("UniformLoadShedder", "LeastLongTermMessageRate"), lane("OverloadShedder", "LeastLongTermMessageRate"),
  ];
  const world = { brokers, ...(isNoisy ? { fluctuation_percent: 30 } : {}) };
  return { shedscope: 1, system: "shedding", title: "Long", rounds: 1000, seed: 1, lanes, world };
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
