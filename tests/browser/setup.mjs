// What a person does with the forms, the dialogs and the bars of the page, in words of the page.
//
//   import { begin } from "./setup.mjs";
//   const person = await begin(t, { place: "shedding/four-random", drawer: "Cluster" });
//   await person.type("Seed", "2");
//   assert.equal(await person.round(), 1);
import assert from "node:assert/strict";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

/// A person before the app, once the first round is shown, with a drawer open if one is named. The other options are
/// those of `openApp`.
export async function begin(t, { drawer, ...options } = {}) {
  const app = await openApp(t, options);
  const person = withForms(app);
  await person.page.getByRole("heading", { level: 2, name: / 1 of \d+$/ }).waitFor();
  if (drawer) await person.open(drawer);
  return person;
}

function withForms(app) {
  const { page } = app;
  const { box, table, region, time } = on(app);
  const setup = region("Setup"), pins = page.locator(".event-pins");
  const handle = (broker) => page.getByRole("slider", { name: `Load of ${broker}`, exact: true });
  const banner = (words) => page.getByRole("group", { name: "Notices" }).locator(".banner").filter({ hasText: words });

  const person = {
    ...on(app), setup, pins, handle, banner,
    pressIn: (place, name) => place.getByRole("button", { name, exact: true }).click(),

    /// Opens a drawer of the setup.
    async open(drawer) {
      await page.getByRole("navigation", { name: "Setup panels" }).getByRole("button", { name: drawer, exact: true }).click();
      await setup.getByRole("heading", { level: 2, name: drawer, exact: true }).waitFor();
    },
    /// Waits until what is edited is what is shown.
    settled: () => page.waitForFunction(() => document.querySelector(".pending")?.textContent === ""),
    /// The digests of the variants, once their runs are complete.
    async digests() {
      await person.show("Results");
      await person.settled();
      await page.locator(".digests code").first().waitFor();
      return page.locator(".digests code").allInnerTexts();
    },
    digest: async () => (await person.digests())[0],

    /// Goes to a round and waits until it is shown.
    async go(round) {
      await time.fill(`${round}`);
      await page.getByRole("heading", { level: 2, name: new RegExp(`^\\S+ ${round} of \\d+$`) }).waitFor();
      await page.waitForFunction((round) => document.querySelector(".why h2, .results h2").textContent.includes(`${round}`)
        || document.querySelector(".results h2"), round);
    },

    valueOf: (name, place = page) => place.getByRole("textbox", { name, exact: true }).inputValue(),
    /// Why what is in a field cannot be taken; empty where it can.
    problemOf: (name, place = page) => place.getByRole("textbox", { name, exact: true }).evaluate((input) =>
      input.closest(".field").querySelector("[role=alert]")?.textContent ?? ""),
    isFocused: (locator) => locator.evaluate((element) => element === document.activeElement),

    /// The cells of a table, row by row, its fields by their values.
    cells: (name) => table(name).evaluate((found) => [...found.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.matches(".details"))
      .map((row) => [...row.cells].map((cell) => cell.querySelector("input")?.value ?? cell.textContent))),

    /// Chooses an entry of a combobox by a pattern that its label fits.
    async choose(name, pattern) {
      const labels = await box(name).evaluate((select) => [...select.options].map((option) => option.textContent));
      const label = labels.find((label) => pattern.test(label)) ?? assert.fail(`${pattern} is not among ${labels}`);
      await box(name).selectOption({ label });
    },

    /// The form of the event with a number in the list.
    event: (number) => setup.locator(".event-form").nth(number - 1),
    /// Adds an event of a kind at the cursor.
    async addEvent(kind) {
      const menu = setup.locator("details.menu").filter({ hasText: "Add an event at" });
      if (!await menu.evaluate((details) => details.open)) await menu.locator("summary").click();
      await menu.getByRole("button", { name: kind, exact: true }).click();
    },

    /// The middle of a bar's upper edge.
    async bar(broker) {
      const { x, y, width, height } = await handle(broker).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    },
    loadOf: async (broker) => Number(await handle(broker).getAttribute("aria-valuenow")),
    /// Drags with the mouse by this many pixels.
    async drag({ x, y }, byX, byY) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + byX / 2, y + byY / 2, { steps: 3 });
      await page.mouse.move(x + byX, y + byY, { steps: 3 });
      await page.mouse.up();
    },

    /// The edits so far, newest first.
    async edits() {
      await person.open("History");
      return setup.locator(".history-list").getByRole("listitem").allInnerTexts();
    },

    /// What the browser does when files, by their names, are dragged over the page and let go.
    drop: (files) => page.evaluate((files) => {
      const dataTransfer = new DataTransfer();
      for (const [name, content] of Object.entries(files)) dataTransfer.items.add(new File([content], name));
      const target = document.querySelector("main");
      for (const kind of ["dragenter", "dragover", "drop"]) {
        const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        const isTaken = !target.dispatchEvent(event);
        if (kind === "drop" && !isTaken) throw new Error("the browser would leave the page to show the file");
      }
    }, files),
  };
  return person;
}

export { eventually };

/// A file to choose.
export const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
