// Panels: lanes, events, rules, seeds and metrics are quiet, accessible and whole in every window and theme.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looks, openApp } from "./harness.mjs";
import { on } from "./steps.mjs";

async function begin(t, look) {
  const person = on(await openApp(t, look));
  const isNarrow = look.width < 820;
  /// Shows one of the panels, which on a narrow screen lie over each other.
  const show = async (sheet) => { if (isNarrow) await person.press(sheet); };
  await show("So far");
  await person.digest();
  return { ...person, show };
}

async function assertWhole(person, view) {
  // What lies half under the header that stays at the top would count as too small to touch.
  await person.page.evaluate(() => window.scrollTo(0, 0));
  await person.app.assertAccessible().catch((error) => { throw new Error(`${view}: ${error.message}`); });
  await person.app.assertNoSidewaysScroll().catch((error) => { throw new Error(`${view}: ${error.message}`); });
  person.app.assertQuiet();
}

for (const look of looks) {
  test(`seeds, metrics, two lanes and four, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    await person.press("Run 200 seeds");
    await person.table("Lowest, median and highest over the seeds").waitFor();
    await person.page.getByRole("progressbar", { name: "Seeds computed" }).waitFor({ state: "detached" });
    await assertWhole(person, "seeds");
    await person.press("Metrics of this round…");
    await person.field("Metrics").waitFor();
    await assertWhole(person, "metrics");
    await person.key("Escape");
    await person.dialog.waitFor({ state: "detached" });
    for (const [title, count] of [["Old default and new", 2], ["Its main setting at four values", 4]]) {
      await person.show("Setup");
      await person.choose("Compare", title);
      assert.equal((await person.laneTitles()).length, count);
      await assertWhole(person, `${count} lanes in the panel Setup`);
      await person.show("So far");
      await person.digest();
      await person.time.fill("2");
      await assertWhole(person, `${count} lanes in the panel So far`);
    }
  });

  test(`events that are listed, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    await person.show("Setup");
    for (const [round, kind] of [[4, "Noisy neighbour"], [4, "Leader changes"], [20, "Setting changes"], [40, "Broker restarts"]]) {
      await person.time.fill(`${round}`);
      await person.atRound(round);
      await person.choose("Add an event", kind);
    }
    await person.typeOf(1, "At", "soon");
    await person.event(1).getByRole("alert").waitFor();
    await person.unfold("History of edits");
    assert.equal(await person.mark(/ at \d+:\d\d$/).count(), 4);
    await assertWhole(person, "events");
  });

  test(`rules, loads that stray and bundles without a broker, ${look.name}`, async (t) => {
    const person = await begin(t, look);
    await person.show("Setup");
    await person.unfold("The run: rounds, seed, fluctuation");
    await person.type("Fluctuation", "110");
    await person.press("Add isolation");
    await person.press("Add anti-affinity");
    await person.type("Secondary brokers", "broker-77");
    await person.type("Bundles without a broker", "3");
    await person.press("More without a broker");
    assert.equal((await person.cells("Bundles without a broker")).length, 3);
    assert.equal(await person.region("Setup").getByRole("alert").count(), 2);
    await assertWhole(person, "rules");
  });
}
