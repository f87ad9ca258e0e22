// What a person does with the page and sees on it, in words of the page.
//
//   import { begin } from "./steps.mjs";
//   const person = await begin(t, { place: "shedding/two-hot-two-idle" });
//   await person.press("Step");
//   assert.equal(await person.round(), 2);
import assert from "node:assert/strict";
import { openApp } from "./harness.mjs";

const patienceMs = 30_000; // for a busy machine; nothing here measures time

/// The systems, by their ids, and what they are called on the page.
export const systems = {
  shedding: "Load shedding (Apache Pulsar)",
  sharding: "Weighted shard allocation (Akka, Knative)",
  throttling: "Adaptive rate limiting (OpenSearch)",
  rotation: "Producer endpoint rotation (MemQ)",
};

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

/// Opens the app (the options are those of `openApp`) and waits until all rounds are computed.
export async function begin(t, options = {}) {
  const person = on(await openApp(t, options));
  await person.computed();
  return person;
}

/// A person before an opened app.
export function on(app) {
  const { page } = app;
  const button = (name, scope = page) => scope.getByRole("button", { name, exact: true });
  const region = (name) => page.getByRole("region", { name, exact: true });
  const table = (name) => page.getByRole("table", { name, exact: true });
  const group = (name) => page.getByRole("group", { name, exact: true });
  const drawer = region("Setup");
  const field = (name, scope = page) => scope.getByRole("textbox", { name, exact: true });
  const box = (name, scope = page) => scope.getByRole("combobox", { name, exact: true });
  const handle = (name) => page.getByRole("slider", { name, exact: true });
  const time = handle("Time");
  const heading = page.locator(".title-row h2");

  return {
    app, page, button, field, box, handle, region, table, group, drawer, time,
    why: region("Why"),
    results: region("Results"),
    // By its element: one that has been closed still has the focus, and with it the keys, until it has left the page.
    dialog: page.locator("dialog"),
    notices: group("Notices"),

    press: (name, scope) => button(name, scope).click(),
    key: (...keys) => inTurn(keys, (key) => page.keyboard.press(key)),

    /// Whether the window is so narrow that the panels are one sheet.
    isNarrow: () => page.viewportSize().width < 700,

    /// Waits until the run on the screen is that of the document, with all of its rounds.
    async computed() {
      await page.getByRole("progressbar", { name: "Rounds computed" }).waitFor({ state: "detached" });
      await page.locator(".pending:empty").waitFor({ state: "attached" });
    },

    /// Goes to a preset by its address, such as "shedding/two-hot-two-idle", and waits until it is computed.
    async openPreset(place) {
      await page.goto(app.addressOf(place));
      await page.waitForFunction((hash) => location.hash.split("?")[0] === hash, `#/${place.split("?")[0]}`);
      await this.computed();
    },

    /// Chooses another scenario of the system in the drawer Cluster.
    async chooseScenario(title) {
      await this.openDrawer("Cluster");
      await this.unfold("Other scenarios");
      await button(title, drawer).click();
      await page.waitForFunction((title) => document.title.startsWith(title), title);
      await this.computed();
    },

    /// The titles of the scenarios of the system.
    async scenarios() {
      await this.openDrawer("Cluster");
      await this.unfold("Other scenarios");
      return drawer.locator(".preset-picker .list-button").allInnerTexts();
    },

    /// Opens a drawer of the setup: "Cluster", "Algorithm", "Events", "Rules" or "History".
    async openDrawer(name) {
      const tab = button(name, group("Setup"));
      const rail = button(name, page.getByRole("navigation", { name: "Setup panels" }));
      if (await page.locator(`.drawer[data-panel="${name}"]`).isVisible()) return;
      if (this.isNarrow()) await button("Setup", group("Panels")).click();
      if (await tab.isVisible()) await tab.click();
      else await rail.click();
      await page.locator(`.drawer[data-panel="${name}"]`).waitFor();
    },

    /// Shows "Why" or "Results".
    async show(panel) {
      await button(panel, group(this.isNarrow() ? "Panels" : "Why or results")).click();
      await region(panel).waitFor();
    },

    /// Unfolds a part of the setup by its words.
    async unfold(words, scope = drawer) {
      const summary = scope.locator("summary", { hasText: words }).first();
      if (!await summary.evaluate((one) => one.parentElement.open)) await summary.click();
    },

    /// Puts a text in the place of what is in a field, and leaves the field.
    async type(name, text, scope) {
      await field(name, scope).fill(text);
      await field(name, scope).blur();
    },

    /// Chooses an entry of a combobox by its label.
    choose: (name, label, scope) => box(name, scope).selectOption({ label }),
    chosen: (name, scope) => box(name, scope).evaluate((select) => select.selectedOptions[0]?.textContent),

    /// The round at the cursor, from 1, as the heading and the scrubber agree on.
    async round() {
      const [words, slider] = await page.evaluate(() =>
        [document.querySelector(".title-row h2").textContent, document.querySelector('[aria-label="Time"]').value]);
      assert.equal(/ (\d+) of /.exec(words)?.[1], slider);
      return Number(slider);
    },

    /// How many rounds there are.
    rounds: async () => Number(await time.getAttribute("max")),

    /// Waits until the cursor is at a round.
    atRound: (round) => heading.filter({ hasText: new RegExp(`^\\w+ ${round} of `) }).waitFor(),

    /// Moves the cursor to a round with the scrubber.
    async seek(round) {
      await time.fill(String(round));
      await this.atRound(round);
    },

    /// Waits until the panel Why explains a round.
    explains: (round) => region("Why").getByRole("heading", { name: new RegExp(`^Why, \\w+ ${round}$`) }).waitFor(),

    /// The digest of the only variant, once all of its rounds are computed; shows the results.
    async digest() {
      await this.computed();
      await this.show("Results");
      return region("Results").locator(".digests code").first().innerText();
    },

    /// The headline of the panel Why.
    headline: () => region("Why").locator(".headline-text").innerText(),
    /// The titles of the cards of the panel Why that can be seen.
    cards: () => region("Why").locator(".overview .subject-card:visible .card-title").allInnerTexts(),
    /// A card of the panel Why by its title.
    card: (title) => region("Why").locator(".overview .subject-card", { has: page.getByText(title, { exact: true }) }),
    /// The story that was asked for.
    story: region("Why").locator(".asked"),

    /// The cells of a table, row by row, its fields by their values.
    cells: (name) => table(name).evaluate((found) => [...found.tBodies].flatMap((body) => [...body.rows]).map((row) =>
      [...row.cells].map((cell) => cell.querySelector("input[type=text]")?.value ?? cell.textContent))),

    /// A metric of a variant, from 0, in the panel Results.
    metric: (label, variant = 0) => table("Metrics by variant").evaluate((found, [label, variant]) =>
      [...found.tBodies[0].rows].find((row) => row.cells[0].textContent === label).cells[variant + 1].textContent,
    [label, variant]),

    /// The titles of the variants in the drawer Algorithm.
    variantTitles: () => drawer.locator(".variant-list .variant").allInnerTexts(),
    /// The columns of the stage, one a variant.
    columns: page.locator(".stage-column"),

    /// Adds an event of a kind at the cursor.
    async addEvent(kind) {
      await this.openDrawer("Events");
      await this.unfold("Add an event at");
      await button(kind, drawer).click();
    },
    /// The events on the timeline.
    pins: group("Events").getByRole("button"),

    /// The middle of a handle's upper edge.
    async bar(name) {
      const { x, y, width, height } = await handle(name).boundingBox();
      return { x: x + width / 2, top: y + height / 2 };
    },

    /// Drags with the mouse from one place to another.
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },

    /// Opens one of the dialogs "Open", "Document" and "Help" from the header.
    async openDialog(name) {
      const menu = button("More", page.getByRole("banner"));
      if (await menu.isVisible()) await menu.click();
      await button(name, page.getByRole("banner")).click();
      await page.getByRole("dialog").waitFor();
    },

    /// Closes the dialog.
    async closeDialog() {
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    },

    /// The text of the scenario as a document.
    async document() {
      await this.openDialog("Document");
      const text = await page.getByRole("textbox", { name: "Scenario as a document" }).inputValue();
      await this.closeDialog();
      return text;
    },

    /// Gives the dialog Open a text to read.
    async paste(text) {
      if (!await page.getByRole("dialog").isVisible()) await this.openDialog("Open");
      await page.getByRole("textbox", { name: "Text to read" }).fill(text);
      await button("Parse").click();
    },
  };
}

async function inTurn(things, use) {
  for (const thing of things) await use(thing);
}

/// Drops files on the page: pairs of a name and a text.
export function drop(page, files) {
  return page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    const event = (type) => new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event("dragover"));
    document.body.dispatchEvent(event("drop"));
  }, files);
}

/// Where the focus is: the name of the element, or its text; "" on the body.
export function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body ? "" : element.ariaLabel || element.textContent;
  });
}
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
