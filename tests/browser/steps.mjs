// What a person does with the page and sees on it, in words of the page.
//
//   import { on } from "./steps.mjs";
//   const person = on(await openApp(t));
//   await person.press("Step");
//   assert.equal(await person.round(), 2);
import assert from "node:assert/strict";

const patienceMs = 30_000; // for a busy machine; nothing here measures time

/// Reads again and again until a check holds, and gives what was read last.
export async function eventually(read, check, what) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (check(value)) return value;
    if (Date.now() > end) assert.fail(`${what}; at last it was ${JSON.stringify(value)}`);
    await new Promise((go) => setTimeout(go, 20));
  }
}

/// A person before an opened app.
export function on(app) {
  const { page } = app;
  const button = (name) => page.getByRole("button", { name, exact: true });
  const field = (name) => page.getByRole("textbox", { name, exact: true });
  const box = (name) => page.getByRole("combobox", { name, exact: true });
  const handle = (name) => page.getByRole("slider", { name: `Load of ${name}`, exact: true });
  const region = (name) => page.getByRole("region", { name, exact: true });
  const table = (name) => page.getByRole("table", { name, exact: true });
  const time = page.getByRole("slider", { name: "Time", exact: true });

  return {
    app, page, button, field, box, handle, region, table, time,
    why: region("Why"),
    dialog: page.getByRole("dialog"),

    press: (name) => button(name).click(),
    key: (...keys) => inTurn(keys, (key) => page.keyboard.press(key)),
    /// Chooses an entry. A situation has to come first; the page's title says that it has.
    async choose(name, label) {
      await box(name).selectOption({ label });
      if (name === "Scenario") await page.waitForFunction((title) => document.title.startsWith(title), label);
    },
    chosen: (name) => box(name).evaluate((select) => select.selectedOptions[0]?.textContent),

    /// Types a text into a field in place of what is there, and leaves the field.
    async type(name, text) {
      await field(name).fill(text);
      await field(name).blur();
    },

    /// The round at the cursor, as all who show it agree.
    async round() {
      const [heading, slider] = await page.evaluate(() =>
        [document.querySelector("main h2").textContent, document.querySelector('[aria-label="Time"]').value]);
      assert.equal(heading, `Round ${slider}`);
      return Number(slider);
    },

    /// Waits until the cursor stands at a round.
    atRound: (round) => page.getByRole("heading", { name: `Round ${round}`, exact: true, level: 2 }).waitFor(),

    /// The fingerprint of the run, once all of its rounds are there.
    async digest() {
      const said = await region("So far").getByText(/^run [0-9a-f]{8,}$/).innerText();
      return said.slice("run ".length);
    },

    /// The headline of the panel Why.
    headline: () => region("Why").getByRole("paragraph").first().innerText(),

    /// The cells of a table, row by row, its fields by their values.
    cells: (name) => table(name).evaluate((found) => [...found.tBodies[0].rows].map((row) =>
      [...row.cells].map((cell) => cell.querySelector("input")?.value ?? cell.textContent))),

    /// The middle of a bar's upper edge, and where its foot is; taken from its handle.
    async bar(name) {
      const { x, y, width, height } = await handle(name).boundingBox();
      return { x: x + width / 2, top: y + height / 2 };
    },

    /// Unfolds a part of the panel Setup.
    unfold: (title) => region("Setup").getByText(title, { exact: true }).click(),

    /// Chooses the first entry of a combobox whose label fits a pattern.
    async pick(name, pattern) {
      const labels = await box(name).evaluate((select) => [...select.options].map((option) => option.textContent));
      await this.choose(name, labels.find((label) => pattern.test(label)) ?? assert.fail(`${pattern} is not among ${labels}`));
    },

    /// The form of an event in the panel Setup.
    event: (id) => region("Setup").getByRole("group", { name: new RegExp(`^${id} · `) }),
    /// The mark of an event on the timeline.
    mark: (words) => page.locator(".history").getByRole("button", { name: words }),
    /// Puts another text in place of what an event has there, and leaves the field.
    async typeOf(id, label, text) {
      const part = this.event(id).getByRole("textbox", { name: label, exact: true });
      await part.fill(text);
      await part.blur();
    },

    /// What the last edit at a later round has become.
    whatIf: page.getByRole("status").filter({ hasText: /^What if: / }),
    /// Something went wrong, and can be dismissed.
    notice: page.getByRole("alert").filter({ has: button("Dismiss") }),

    /// The button of a lane, which makes it the main one.
    lane: (number) => region("Setup").getByRole("button", { name: new RegExp(`^${number}: `) }),
    /// The titles of the lanes; none are listed where there is one only.
    laneTitles: () => region("Setup").getByRole("button", { name: /^\d: / }).allInnerTexts(),

    /// Drags with the mouse from one place to another.
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },

    /// What the panel So far says of a measure of the only lane.
    measure: (label) => region("So far").locator("dl").evaluate((list, label) =>
      [...list.querySelectorAll("dt")].find((term) => term.textContent === label).nextElementSibling.textContent, label),

    /// Opens the dialog and gives it a text to read.
    async paste(text) {
      if (!await page.getByRole("dialog").isVisible()) await button("Open").click();
      await page.getByRole("textbox", { name: "Text to read" }).fill(text);
      await button("Read the text").click();
    },
  };
}

async function inTurn(things, use) {
  for (const thing of things) await use(thing);
}

/// Runs in the page before the app: keeps what is written on each canvas. `words` gives it.
export function keepWords() {
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    this.canvas.words = [];
    return clearRect.apply(this, area);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    (this.canvas.words ??= []).push(text);
    return fillText.call(this, text, ...place);
  };
}

/// What is written on the stage.
export const words = (person) => person.page.getByRole("group", { name: "Stage", exact: true }).evaluate((stage) =>
  [...stage.querySelectorAll("canvas")].flatMap((canvas) => canvas.words ?? []));

/// A load report as the modular manager's brokers publish it (LocalBrokerData): CPU in percent, and
/// bundles by name with their messages per second.
export function report(broker, cpu, bundles = {}) {
  const stats = Object.entries(bundles).map(([name, rate]) => [name, {
    msgRateIn: rate, msgThroughputIn: rate * 1000, msgRateOut: rate, msgThroughputOut: rate * 1000,
    consumerCount: 2, producerCount: 1, topics: 3, cacheSize: 0,
  }]);
  const sum = Object.values(bundles).reduce((all, rate) => all + rate, 0);
  return {
    webServiceUrl: `http://${broker}:8080`, pulsarServiceUrl: `pulsar://${broker}:6650`,
    cpu: { usage: cpu * 4, limit: 400 }, memory: { usage: 512, limit: 2048 }, directMemory: { usage: 64, limit: 4096 },
    bandwidthIn: { usage: sum * 8, limit: 1_000_000 }, bandwidthOut: { usage: sum * 8, limit: 1_000_000 },
    msgThroughputIn: sum * 1000, msgThroughputOut: sum * 1000, msgRateIn: sum, msgRateOut: sum,
    lastUpdate: 1_700_000_000_000, lastStats: Object.fromEntries(stats), bundles: Object.keys(bundles),
    numBundles: stats.length, numTopics: stats.length * 3, brokerVersionString: "4.0.1",
    loadManagerClassName: "org.apache.pulsar.broker.loadbalance.impl.ModularLoadManagerImpl",
    loadReportType: "LocalBrokerData",
  };
}
