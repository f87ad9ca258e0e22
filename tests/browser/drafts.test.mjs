// Drafts: what a person has made is not lost by a reload, by opening another system, or by Back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin } from "./steps.mjs";

/// For each system, a setting, another value, and the scenario that another system opens on.
const edits = {
  shedding: ["High threshold", "33"],
  throttling: ["Ratio of a cut", "0.25"],
};

async function edit(person, system) {
  const [label, value] = edits[system];
  await person.openDrawer("Algorithm");
  await person.type(label, value);
  await person.computed();
  await person.page.getByRole("banner").getByText("edited").waitFor();
  return person.document();
}

async function assertOffered(person, document) {
  await person.notices.getByText(/^An edited scenario from your last visit: “.+”\.$/).waitFor();
  await person.press("Restore");
  await person.notices.getByText(/^An edited scenario/).waitFor({ state: "detached" });
  await person.computed();
  assert.equal(await person.document(), document);
}

for (const system of Object.keys(edits)) {
  test(`${system}: a reload loses nothing, however soon it comes`, async (t) => {
    const person = await begin(t, { place: system });
    const document = await edit(person, system);
    await person.app.reload();
    await assertOffered(person, document);
    // And the document that was restored is kept in its turn.
    await person.app.reload();
    await assertOffered(person, document);
    person.app.assertQuiet();
  });

  test(`${system}: another system and Back lose nothing`, async (t) => {
    const person = await begin(t, { place: system });
    const title = (await person.page.title()).split(" · ")[0];
    const document = await edit(person, system);
    await person.button(await person.page.locator(".systems-menu button").innerText()).click();
    await person.page.getByRole("link", { name: "Producer endpoint rotation (MemQ)" }).click();
    await person.page.waitForFunction(() => document.title.startsWith("One broker against three"));
    await person.computed();
    assert.equal(await person.notices.getByText(/^An edited scenario/).count(), 0, "a draft is one of its system");
    await person.page.goBack();
    await person.page.waitForFunction((title) => document.title.startsWith(title), title);
    await person.computed();
    if (await person.document() !== document) await assertOffered(person, document);
    person.app.assertQuiet();
  });

  test(`${system}: a draft that is discarded is not offered again`, async (t) => {
    const person = await begin(t, { place: system });
    await edit(person, system);
    await person.app.reload();
    await person.press("Discard the draft");
    await person.app.reload();
    await person.computed();
    assert.equal(await person.notices.getByText(/^An edited scenario/).count(), 0);
  });
}

test("each system has a draft of its own", async (t) => {
  const person = await begin(t, { place: "shedding" });
  const shedding = await edit(person, "shedding");
  await person.page.goto(person.app.addressOf("throttling"));
  await person.page.waitForFunction(() => document.title.startsWith("Brown-out"));
  await person.computed();
  const throttling = await edit(person, "throttling");
  await person.page.goto(person.app.addressOf("shedding/two-hot-two-idle"));
  await person.app.reload();
  await assertOffered(person, shedding);
  await person.page.goto(person.app.addressOf("throttling/brown-out"));
  await person.app.reload();
  await assertOffered(person, throttling);
});

test("without storage the app works and says that nothing is kept", async (t) => {
  const person = await begin(t, { before: () => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  } });
  await person.openDrawer("Algorithm");
  await person.type("High threshold", "33");
  await person.notices.getByText(/^This scenario is too large to be kept/).waitFor();
  assert.equal(await person.field("High threshold").inputValue(), "33");
});
