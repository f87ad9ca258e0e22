// Panels: seeds, metrics, variants, events and rules are quiet, accessible and whole in every window and theme.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looks } from "./harness.mjs";
import { begin } from "./steps.mjs";

for (const look of looks) {
  test(`seeds, metrics, two variants and four, ${look.name}`, async (t) => {
    const person = await begin(t, { place: "shedding/jitter", ...look });
    await person.show("Results");
    await person.press("Run 200 seeds");
    await person.table("Median, lowest and highest over the seeds").waitFor();
    await person.page.getByRole("progressbar", { name: "Seeds computed" }).waitFor({ state: "detached" });
    await person.app.assertWhole("seeds");
    await person.press("Metrics…");
    await person.dialog.getByRole("textbox").first().waitFor();
    await person.app.assertWhole("metrics");
    await person.closeDialog();
    for (const [title, count] of [["ThresholdShedder vs AvgShedder (default change)", 2], ["Main threshold at four values", 4]]) {
      await person.openDrawer("Algorithm");
      await person.unfold("Compare…");
      await person.press(title, person.drawer);
      await person.computed();
      assert.equal((await person.variantTitles()).length, count);
      await person.app.assertWhole(`${count} variants in the setup`);
      await person.show("Results");
      await person.seek(2);
      await person.app.assertWhole(`${count} variants in the results`);
    }
  });

  test(`events that are listed, one of them wrong, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    for (const [round, kind] of [[4, "Noisy neighbour"], [4, "Leader changes"], [20, "Setting changes"], [40, "Broker restarts"]]) {
      await person.seek(round);
      await person.addEvent(kind);
    }
    await person.type("Time", "soon", person.drawer.locator(".event-form").first());
    await person.drawer.getByRole("alert").waitFor();
    assert.equal(await person.pins.count(), 4);
    await person.app.assertWhole("events");
  });

  test(`rules, and a broker that is not there, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    await person.openDrawer("Rules");
    const add = await person.drawer.getByRole("button", { name: /^Add / }).allInnerTexts();
    assert.ok(add.length >= 2, `${add}`);
    for (const name of add) await person.press(name, person.drawer);
    await person.computed();
    await person.app.assertWhole("rules");
  });
}
