// Measures the built site in headless Chromium and prints the figures: `make bench-page`.
// `scripts/with-tools.sh node scripts/bench-page.mjs PART…` measures parts: visits, frames, long, edits, sweep, largest.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "./browser.mjs";
import { start } from "./serve.mjs";

const visits = 5;
const playMs = 10_000;
const jumps = 40;
const edits = 30;
const patienceMs = 60_000;
const veryPatientMs = 10 * patienceMs;
const played = ["shedding/twenty", "shedding/thousand"];
const largest = ["shedding/thousand", "sharding/large", "throttling/sixty-four", "rotation/thousand-producers"];
const swept = { address: "shedding/fluctuation", seeds: 200 };

const parts = {
  visits: measureVisits,
  frames: () => inTurn(played, measureFrames),
  long: () => inTurn([false, true], measureLongRun),
  edits: measureEdits,
  sweep: measureSweep,
  largest: async () => {
    await inTurn(largest, measureLargest);
    await measureProducers();
  },
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in parts));
if (unknown) {
  console.error(`shedscope: "${unknown}" is not one of the parts: ${Object.keys(parts).join(", ")}`);
  process.exit(1);
}
const server = await start({ brotli: true });
const browser = await launchChromium();
try {
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) await parts[name]();
} catch (error) {
  console.error(`shedscope: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

async function inTurn(values, use) {
  for (const value of values) await use(value);
}

/// A page with an empty cache on a scenario, and what it is good for; closed afterwards.
async function withPage(address, use, before = observe) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(observe);
  if (before !== observe) await context.addInitScript(before);
  try {
    return await use(await open(context, address), context);
  } finally {
    await context.close();
  }
}

async function open(context, address) {
  const page = await context.newPage();
  await page.goto(`${server.url}?perf#/${address}`);
  await page.waitForFunction(() => window.interactiveMs);
  return page;
}

/// Runs in the page before anything else: notes the first frame in which Play can be pressed, long tasks, and memory.
function observe() {
  window.longTasks = [];
  const noted = (list) => window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]));
  new PerformanceObserver(noted).observe({ type: "longtask" });
  addEventListener("TrunkApplicationStarted", ({ detail }) => { window.wasmMemory = detail.wasm.memory; });
  const isPlay = (button) => !button.disabled && (button.getAttribute("aria-label") ?? button.textContent).trim() === "Play";
  const look = () => {
    if ([...document.querySelectorAll("button")].some(isPlay)) window.interactiveMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/// What a stretch of work gives, how long it takes in seconds, and its longest tasks in words: as a clock sees them,
/// and as the time for which the page's thread has really worked. On a busy machine the two differ.
async function during(page, work) {
  const now = () => page.evaluate(() => performance.now());
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const from = await now();
  const value = await work();
  await page.waitForTimeout(100); // for entries on their way
  const to = await now();
  const worked = tasksOfPage(JSON.parse(await browser.stopTracing()));
  const tasks = await page.evaluate(() => window.longTasks);
  const long = tasks.filter(([start]) => start >= from && start < to).map(([, duration]) => duration);
  const clock = long.length === 0 ? "none over 50 ms" : `${ms(Math.max(...long))} (${long.length} over 50 ms)`;
  const over = worked.filter((duration) => duration > 50).length;
  const longest = `${clock}, worked ${ms(Math.max(0, ...worked))}${over > 0 ? ` (${over} over 50 ms)` : ""}`;
  return { value, longest, seconds: (to - from - 100) / 1000 };
}

/// How long the tasks of the page's main thread have worked, in milliseconds, the longest of each trace among them.
function tasksOfPage({ traceEvents }) {
  const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const isTask = ({ name, pid, tid, tdur }) => name.endsWith("RunTask") && tdur && mains.has(`${pid} ${tid}`);
  return traceEvents.filter(isTask).map(({ tdur }) => tdur / 1000);
}

function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/// Waits until all rounds are computed.
async function computed(page) {
  await page.waitForTimeout(100); // for the bar to appear
  await page.getByRole("progressbar", { name: "Rounds computed" }).waitFor({ state: "detached", timeout: veryPatientMs });
}

async function memoryMB(page) {
  return (await page.evaluate(() => window.wasmMemory.buffer.byteLength)) / 1048576;
}

async function measureVisits() {
  const first = { paints: [], interactives: [] }, second = { paints: [], interactives: [] };
  const note = async (page, { paints, interactives }) => {
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-paint")[0]?.startTime));
    interactives.push(await page.evaluate(() => window.interactiveMs));
  };
  for (let visit = 0; visit < visits; visit += 1) {
    server.served.length = 0;
    await withPage("", async (page, context) => {
      await note(page, first);
      if (visit === 0) printPayload(server.served);
      server.served.length = 0;
      await page.close();
      await note(await open(context, ""), second);
      if (visit === 0) console.log(`Second visit: ${kB(weight(server.served)).trim()} in ${server.served.length} answers`);
    });
  }
  const said = (name, { paints, interactives }) =>
    `${name} visit: first paint after ${ms(quantile(paints, 0.5))}, interactive after ${ms(quantile(interactives, 0.5))}`;
  console.log(`${said("First", first)}; ${said("second", second)} (medians of ${visits})`);
}

function weight(served) {
  return served.reduce((sum, { bytes }) => sum + bytes, 0);
}

function printPayload(served) {
  console.log("First visit, brotli:");
  for (const { path, bytes } of served) console.log(`${kB(bytes)}  ${path}`);
  console.log(`${kB(weight(served))}  in all`);
}

async function measureFrames(address) {
  await withPage(address, async (page) => {
    await computed(page);
    console.log(`${address}: ${await playing(page)}; scrubbing: longest task ${await scrubbing(page)}`);
  });
}

/// Plays for a while; how long the work of a frame takes, how far frames are apart, and the longest task, in words.
async function playing(page) {
  await page.evaluate(() => {
    performance.clearMeasures("shedscope:frame");
    window.gaps = [];
    let last = performance.now();
    const look = (now) => {
      window.gaps.push(now - last);
      last = now;
      window.gapsRequest = requestAnimationFrame(look);
    };
    window.gapsRequest = requestAnimationFrame(look);
  });
  const { longest } = await during(page, async () => {
    await button(page, "Play").click();
    await page.waitForTimeout(playMs);
  });
  const { frames, gaps } = await page.evaluate(() => {
    cancelAnimationFrame(window.gapsRequest);
    return { frames: performance.getEntriesByName("shedscope:frame").map((entry) => entry.duration), gaps: window.gaps };
  });
  if (frames.length === 0) throw new Error("playing recorded no frames");
  await page.keyboard.press("Space").catch(() => {});
  return `${frames.length} frames in ${playMs / 1000} s, work of a frame: median ${ms(quantile(frames, 0.5))}, `
    + `95 % under ${ms(quantile(frames, 0.95))}, longest ${ms(Math.max(...frames))}; frames apart: `
    + `95 % under ${ms(quantile(gaps, 0.95))}; longest task ${longest}`;
}

async function scrubbing(page) {
  const { longest } = await during(page, () => page.evaluate(async (jumps) => {
    const time = document.querySelector('input[aria-label="Time"]');
    for (let jump = 0; jump < jumps; jump += 1) {
      time.value = String((jump * 617) % Number(time.max) + 1);
      time.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((go) => setTimeout(go, 100));
    }
  }, jumps));
  return longest;
}

/// A thousand rounds of a hundred brokers with ten thousand bundles in all, in four variants: how long the page
/// stands still while they are computed, what memory they take, and how soon any of them is there.
async function measureLongRun(isNoisy) {
  const name = `1,000 rounds of 100 brokers with 10,000 bundles, four variants${isNoisy ? ", loads that fluctuate" : ""}`;
  await withPage("", async (page) => {
    await computed(page);
    const reading = await during(page, () => choose(page, longScenario(isNoisy)));
    const applying = await during(page, async () => {
      await button(page, "Apply").click();
      await page.getByRole("progressbar", { name: "Rounds computed" }).waitFor();
    });
    const computing = await during(page, () => computed(page));
    const memory = await memoryMB(page);
    const jumping = await during(page, () => page.evaluate(jumpAround, jumps));
    const { drawn, told } = jumping.value;
    console.log(`${name}: longest task while reading: ${reading.longest}, applying: ${applying.longest}, computing: `
      + `${computing.longest} in ${computing.seconds.toFixed(1)} s; memory ${memory.toFixed(1)} MB; ${jumps} jumps: drawn after `
      + `${ms(quantile(drawn, 0.5))} (longest ${ms(Math.max(...drawn))}), reasons after ${ms(quantile(told, 0.5))} (longest `
      + `${ms(Math.max(...told))}), longest task ${jumping.longest}; played: ${await playing(page)}`);
  });
}

/// Opens a document as a file, up to the findings.
async function choose(page, scenario) {
  const folder = await mkdtemp(join(tmpdir(), "shedscope-"));
  try {
    const file = join(folder, "large.json");
    await writeFile(file, JSON.stringify(scenario));
    await button(page, "Open").click();
    await page.getByLabel("Choose files").setInputFiles(file);
    await button(page, "Apply").waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/// Runs in the page: moves the cursor to and fro, and notes when the stage and the reasons are there.
async function jumpAround(jumps) {
  const time = document.querySelector('input[aria-label="Time"]');
  const drawn = [], told = [];
  // A turn of the page. A timer would come 4 ms later at the earliest.
  const { port1, port2 } = new MessageChannel();
  const turn = () => new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
  for (let jump = 0; jump < jumps; jump += 1) {
    const round = String((jump * 617) % 1000 + 1);
    const since = performance.now();
    time.value = round;
    time.dispatchEvent(new Event("input", { bubbles: true }));
    while (!document.querySelector(".center h2").textContent.startsWith(`Round ${round} `)) await turn();
    drawn.push(performance.now() - since);
    while (!document.querySelector(".why h2").textContent.endsWith(` ${round}`) || !document.querySelector(".why .headline")) await turn();
    told.push(performance.now() - since);
    await new Promise((go) => setTimeout(go, 50));
  }
  return { drawn, told };
}

/// Edits of a thousand brokers with twenty thousand bundles in four variants: how long the page stands still, and what
/// memory the page takes after them.
async function measureEdits() {
  await withPage("shedding/thousand", async (page) => {
    await computed(page);
    const scenario = await documentOf(page);
    const [variant] = scenario.variants;
    scenario.variants = [
      ["AvgShedder", "AvgShedder"], ["ThresholdShedder", "LeastLongTermMessageRate"],
      ["ThresholdShedder", "LeastResourceUsageWithWeight"], ["TransferShedder", "LeastResourceUsageWithWeight"],
    ].map(([strategy, placement]) => ({ strategy, placement, release: variant.release }));
    const opening = await during(page, async () => {
      await choose(page, scenario);
      await button(page, "Apply").click();
      await computed(page);
    });
    console.log(`1,000 brokers with 20,000 bundles, four variants: read, applied and computed with the longest task ${opening.longest}, `
      + `memory ${(await memoryMB(page)).toFixed(1)} MB`);
    await button(page, "Cluster").first().click();
    const field = page.getByRole("textbox", { name: /^CPU of broker-0*1$/ });
    await field.waitFor();
    const all = await during(page, async () => {
      for (let edit = 0; edit < edits; edit += 1) {
        await field.fill(String(20 + edit));
        await field.blur();
        await page.waitForTimeout(edit % 3 === 0 ? 1500 : 300); // some are cut short by the next one
      }
      await computed(page);
    });
    console.log(`  ${edits} edits at the start: longest task ${all.longest}, memory ${(await memoryMB(page)).toFixed(1)} MB`);
    const later = await during(page, async () => {
      await page.evaluate(() => {
        const time = document.querySelector('input[aria-label="Time"]');
        time.value = "20";
        time.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.waitForTimeout(1500);
      for (let edit = 0; edit < 5; edit += 1) {
        await field.fill(String(40 + edit));
        await field.blur();
        await page.waitForTimeout(1500);
      }
      await computed(page);
    });
    console.log(`  5 edits in round 20: longest task ${later.longest}, memory ${(await memoryMB(page)).toFixed(1)} MB`);
    console.log(`  played: ${await playing(page)}; scrubbing: longest task ${await scrubbing(page)}`);
    const results = await during(page, async () => {
      await button(page, "Results").first().click();
      await page.waitForTimeout(500);
    });
    console.log(`  opening Results: longest task ${results.longest}; scrubbing with it: longest task ${await scrubbing(page)}, memory ${(await memoryMB(page)).toFixed(1)} MB`);
  });
}

/// The open document.
async function documentOf(page) {
  await button(page, "Document").click();
  const text = await page.getByRole("textbox", { name: "Scenario as a document" }).inputValue();
  await button(page, "Cancel").click();
  return JSON.parse(text);
}

/// A sweep with one worker and with two: how long it takes, and how far frames are apart meanwhile.
async function measureSweep() {
  const { address, seeds } = swept;
  const times = [];
  for (const workers of [1, 2]) {
    const cores = `Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => ${workers + 1} })`;
    await withPage(address, async (page) => {
      await computed(page);
      await button(page, "Results").first().click();
      await page.getByRole("combobox", { name: "Seeds" }).selectOption(String(seeds));
      const { value, longest } = await during(page, () => page.evaluate(sweep));
      times.push(value.ms);
      console.log(`${address}, sweep of ${seeds} seeds with ${workers} worker${workers > 1 ? "s" : ""}: ${ms(value.ms)}, `
        + `frames apart: median ${ms(quantile(value.gaps, 0.5))}, 95 % under ${ms(quantile(value.gaps, 0.95))}; longest task ${longest}`);
    }, cores);
  }
  console.log(`  two workers take ${(2 * times[1] / times[0]).toFixed(2)} × half of what one takes`);
}

/// Runs in the page: starts the sweep and waits for its end.
async function sweep() {
  const region = document.querySelector(".sweep");
  const find = (name) => [...region.querySelectorAll("button")].find((one) => one.textContent.startsWith(name));
  const gaps = [];
  let last = performance.now();
  const since = last;
  find("Run").click();
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  do {
    const now = await frame();
    gaps.push(now - last);
    last = now;
  } while (region.querySelector("progress") || gaps.length < 5);
  return { gaps, ms: performance.now() - since };
}

/// The largest preset of a system: how long the page stands still while it is opened, computed, edited and played.
async function measureLargest(address) {
  server.served.length = 0;
  await withPage(address, async (page) => {
    await computed(page);
    const opened = await page.evaluate(() => Math.max(0, ...window.longTasks.map(([, duration]) => duration)));
    await button(page, "Cluster").first().click();
    const again = await during(page, async () => {
      await page.getByRole("textbox", { name: "Seed", exact: true }).fill("7");
      await computed(page);
      await page.waitForTimeout(800);
    });
    console.log(`${address}: longest task of the visit ${ms(opened)}, of another seed ${again.longest}, memory `
      + `${(await memoryMB(page)).toFixed(1)} MB; played: ${await playing(page)}; scrubbing: longest task ${await scrubbing(page)}`);
  });
}

/// Ten thousand producers on the largest preset of rotation.
async function measureProducers() {
  await withPage("rotation/thousand-producers", async (page) => {
    await computed(page);
    const scenario = await documentOf(page);
    scenario.world.zones[0].producers = 10_000;
    const opening = await during(page, async () => {
      await choose(page, scenario);
      await button(page, "Apply").click();
      await computed(page);
    });
    console.log(`rotation with 10,000 producers: longest task ${opening.longest} in ${opening.seconds.toFixed(1)} s, memory `
      + `${(await memoryMB(page)).toFixed(1)} MB; played: ${await playing(page)}; scrubbing: longest task ${await scrubbing(page)}`);
  });
}

function longScenario(isNoisy) {
  const bundle = (broker, index) => {
    const cpu = (10 + broker * 0.8) / 100, rate = cpu * 500, bytes = cpu * 524288;
    const number = broker * 100 + index, hex = (value) => `0x${value.toString(16).padStart(8, "0")}`;
    const name = `tenant/ns-${number % 2500}/${hex(number)}_${hex(number + 1)}`;
    return { name, cpu, msg_rate_in: rate, msg_rate_out: rate, msg_throughput_in: bytes, msg_throughput_out: bytes };
  };
  const brokers = Array.from({ length: 100 }, (_, broker) => ({
    name: `broker-${String(broker).padStart(3, "0")}`, bundles: Array.from({ length: 100 }, (_, index) => bundle(broker, index)),
  }));
  const variant = (strategy, placement) => ({ strategy, placement, release: "2026" });
  const variants = [
    variant("AvgShedder", "AvgShedder"), variant("ThresholdShedder", "LeastResourceUsageWithWeight"),
    variant("UniformLoadShedder", "LeastLongTermMessageRate"), variant("OverloadShedder", "LeastLongTermMessageRate"),
  ];
  const world = { brokers, ...(isNoisy ? { fluctuation_percent: 30 } : {}) };
  return { shedscope: 2, system: "shedding", title: "Long", rounds: 1000, seed: 1, variants, world };
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
