// Time: buttons, keys, the scrubber, the address, and playing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, eventually, focused } from "./steps.mjs";

const last = 60; // rounds of the scenario that the page opens on

test("steps forward and back, and jumps to the ends; Why follows", async (t) => {
  const person = await begin(t);
  assert.equal(await person.round(), 1);
  for (const [name, round] of [["Step", 2], ["Step", 3], ["Step back", 2], ["Last", last], ["Step back", last - 1], ["First", 1]]) {
    await person.press(name);
    await person.atRound(round);
    assert.equal(await person.round(), round, name);
    await person.explains(round);
  }
  person.app.assertQuiet();
});

test("buttons that lead nowhere keep the focus and do nothing", async (t) => {
  const person = await begin(t);
  const off = () => person.group("Playback").locator("button[aria-disabled=true]").evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(await off(), ["First", "Previous shedding", "Step back"]);
  await person.button("Last").focus();
  await person.key("Enter");
  await person.atRound(last);
  assert.deepEqual(await off(), ["Step", "Next shedding", "Last"]);
  await person.key("Enter");
  assert.equal(await focused(person.page), "Last");
  assert.equal(await person.round(), last);
  await person.key("ArrowLeft", "ArrowLeft");
  await person.atRound(last - 2);
});

test("keys do what the buttons do", async (t) => {
  const person = await begin(t);
  const eventful = [];
  for (const name of ["Next shedding", "Next shedding"]) {
    await person.press(name);
    eventful.push(await person.round());
  }
  await person.press("First");
  const [first, second] = eventful;
  for (const [key, round] of [
    ["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["End", last], ["ArrowRight", last], ["Home", 1],
    ["ArrowLeft", 1], ["Shift+ArrowRight", first], ["Shift+ArrowRight", second], ["Shift+ArrowLeft", first],
  ]) {
    await person.key(key);
    await person.atRound(round);
    assert.equal(await person.round(), round, key);
  }
});

test("Space plays and pauses, once a press, wherever the focus is", async (t) => {
  const person = await begin(t);
  const places = {
    "the page": () => person.page.evaluate(() => document.activeElement.blur()),
    "the button Play": () => person.button("Play").focus(),
    "the scrubber": () => person.time.focus(),
    "a handle of the stage": () => person.handle("Load of broker-1").focus(),
  };
  for (const [place, focus] of Object.entries(places)) {
    await focus();
    await person.key("Space");
    await person.button("Pause").waitFor().catch(() => assert.fail(`it does not play from ${place}`));
    await person.key("Space");
    await person.button("Play").waitFor().catch(() => assert.fail(`it does not pause from ${place}`));
  }
});

test("Space plays after a click on another button, and presses a button that was reached by Tab", async (t) => {
  const person = await begin(t);
  await person.button("Tables").click();
  await person.page.getByRole("region", { name: "Tables" }).waitFor();
  await person.key("Space");
  await person.button("Pause").waitFor();
  await person.key("Space");
  await person.button("Play").waitFor();
  assert.equal(await person.button("Tables").getAttribute("aria-pressed"), "true", "the click is not repeated");
  await person.button("Sort by load").focus();
  await person.key("Tab", "Space");
  await person.page.getByRole("region", { name: "Tables" }).waitFor({ state: "detached" });
  assert.equal(await person.button("Play").count(), 1, "it does not play");
});

test("? lists the keys, T shows tables, O opens", async (t) => {
  const person = await begin(t);
  await person.key("?");
  await person.page.getByRole("dialog", { name: "Help" }).getByText("Space", { exact: true }).waitFor();
  await person.closeDialog();
  await person.key("t");
  await person.region("Tables").waitFor();
  await person.key("T");
  await person.region("Tables").waitFor({ state: "detached" });
  await person.key("o");
  await person.page.getByRole("dialog", { name: "Open a cluster" }).waitFor();
  await person.closeDialog();
});

test("no key moves time while something is typed, chosen or asked", async (t) => {
  const person = await begin(t);
  const stays = async (where, ...keys) => {
    await person.key(...keys);
    assert.equal(await person.round(), 1, where);
    assert.equal(await person.button("Pause").count(), 0, where);
    assert.equal(await person.region("Tables").count(), 0, where);
  };
  const all = ["Space", "ArrowRight", "Shift+ArrowRight", "End", "?", "t", "o"];
  await person.openDrawer("Cluster");
  await person.field("Name of broker-1").focus();
  await stays("a name", ...all);
  await person.key("Escape");
  await person.openDrawer("Algorithm");
  await person.field("High threshold").focus();
  await stays("a number", ...all);
  await person.key("Escape");
  await person.box("Speed").focus();
  await stays("a list", "ArrowRight", "End");
  await person.openDialog("Open");
  await person.page.getByRole("textbox", { name: "Text to read" }).focus();
  await stays("a text", ...all);
  await person.closeDialog();
});

test("no key moves time behind a dialog, wherever on it the last click was", async (t) => {
  const person = await begin(t);
  await person.openDialog("Help");
  await person.dialog.getByRole("heading", { name: "Help: shortcuts and legend" }).click();
  await person.key("ArrowRight", "End", "t", "Space");
  await person.closeDialog();
  assert.equal(await person.round(), 1);
  assert.equal(await person.button("Play").count(), 1);
  assert.equal(await person.region("Tables").count(), 0);
});

test("browser shortcuts stay the browser's", async (t) => {
  const person = await begin(t);
  await person.key("Control+ArrowRight", "Alt+ArrowUp", "Control+End", "Meta+o");
  assert.equal(await person.round(), 1);
  assert.equal(await person.dialog.count(), 0);
});

test("the scrubber goes where it is put, by hand and by key", async (t) => {
  const person = await begin(t);
  await person.seek(17);
  assert.equal(await person.time.getAttribute("aria-valuetext"), `round 17 of ${last}`);
  await person.time.focus();
  for (const [key, round] of [["ArrowRight", 18], ["ArrowLeft", 17], ["End", last], ["Home", 1]]) {
    await person.key(key);
    await person.atRound(round);
  }
  const { x, y, width, height } = await person.time.boundingBox();
  await person.page.mouse.click(x + width - 9, y + height / 2);
  await person.atRound(last);
  person.app.assertQuiet();
});

test("playing passes every round, stops at the end, and starts over from there", async (t) => {
  const person = await begin(t);
  await person.choose("Speed", "8×");
  await person.openDrawer("Cluster");
  await person.type("Length", "5");
  await person.computed();
  await person.page.evaluate(noteRounds);
  for (const time of ["first", "second"]) {
    await person.page.evaluate(() => { window.roundsSeen = []; });
    await person.press("Play");
    await person.button("Pause").waitFor();
    await person.button("Play").waitFor();
    assert.equal(await person.round(), 5);
    const seen = await person.page.evaluate(() => window.roundsSeen);
    assert.deepEqual(seen, time === "first" ? [2, 3, 4, 5] : [1, 2, 3, 4, 5]);
  }
  person.app.assertQuiet();
});

/// Runs in the page: notes every round that is shown.
function noteRounds() {
  const heading = document.querySelector(".title-row h2");
  const note = () => {
    const round = Number(/ (\d+) of /.exec(heading.textContent)[1]);
    if (window.roundsSeen.at(-1) !== round) window.roundsSeen.push(round);
  };
  new MutationObserver(note).observe(heading, { characterData: true, childList: true, subtree: true });
}

test("Pause holds the round, and a jump while playing plays on from there", async (t) => {
  const person = await begin(t);
  await person.choose("Speed", "8×");
  await person.press("Play");
  await eventually(person.round, (round) => round >= 3, "time goes on");
  await person.press("Pause");
  const held = await person.round();
  await twoFrames(person);
  assert.equal(await person.round(), held);
  await person.press("Play");
  await person.time.fill("40");
  await eventually(person.round, (round) => round > 41, "time goes on from round 40");
  await person.press("Pause");
});

test("twice the speed takes half the frames", async (t) => {
  const person = await begin(t, { before: countFrames });
  const [half, whole, most] = [await framesOf(person, "4×"), await framesOf(person, "2×"), await framesOf(person, "8×")];
  const isAbout = (a, b) => assert.ok(Math.abs(a - b) <= 6, `${a} and ${b} frames`);
  isAbout(whole, 2 * half);
  isAbout(half, 2 * most);
});

/// Runs in the page: every frame takes 20 ms of the app's time, however long it really took.
function countFrames() {
  window.framesSeen = 0;
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (paint) => ask(() => { window.framesSeen += 1; paint(window.framesSeen * 20); });
}

/// How many frames it takes from round 1, in which nothing moves, through round 2, in which something does.
async function framesOf(person, speed) {
  await person.choose("Speed", speed);
  await person.seek(1);
  const began = await person.page.evaluate(() => window.framesSeen);
  await person.page.evaluate(() => new Promise((go) => {
    const heading = document.querySelector(".title-row h2");
    const look = () => / 3 of /.test(heading.textContent) && go(window.framesAtRound3 = window.framesSeen);
    new MutationObserver(look).observe(heading, { characterData: true, childList: true, subtree: true });
    document.querySelector('button[aria-label="Play"]').click();
  }));
  await person.press("Pause");
  return await person.page.evaluate(() => window.framesAtRound3) - began;
}

test("with reduced motion rounds pass in the same way and nothing moves between them", async (t) => {
  const pictures = async (options) => {
    const person = await begin(t, { ...options, before: countFrames });
    await person.seek(2);
    await person.page.evaluate(() => {
      const canvas = document.querySelector("canvas.moving"), heading = document.querySelector(".title-row h2");
      window.pictures = new Set();
      const look = () => {
        if (/ 2 of /.test(heading.textContent)) window.pictures.add(canvas.toDataURL());
        else window.passed = true;
        if (!window.passed) requestAnimationFrame(look);
      };
      document.querySelector('button[aria-label="Play"]').click();
      requestAnimationFrame(look);
    });
    await person.page.waitForFunction(() => window.passed);
    await person.press("Pause");
    person.app.assertQuiet();
    return person.page.evaluate(() => window.pictures.size);
  };
  const reduced = await pictures({ reducedMotion: true });
  assert.ok(reduced <= 3, `${reduced} pictures`);
  const moving = await pictures({});
  assert.ok(moving > 5, `${moving} pictures`);
});

test("the live region says each round once", async (t) => {
  const person = await begin(t);
  await person.page.evaluate(() => {
    const region = document.querySelector(".announcer");
    window.said = [];
    new MutationObserver(() => { if (region.textContent) window.said.push(region.textContent); })
      .observe(region, { childList: true, characterData: true, subtree: true });
  });
  for (const [name, round] of [["Step", 2], ["Step", 3], ["Sort by load", 3], ["Step", 4]]) {
    await person.press(name);
    await person.explains(round);
  }
  const said = await eventually(() => person.page.evaluate(() => window.said.map((words) => words.match(/^Round (\d+)\. ./)?.[1])),
    (said) => said.length >= 3, "three rounds are said");
  assert.deepEqual(said, ["2", "3", "4"]);
});

test("the address says the round; a reload and a link come to it", async (t) => {
  const person = await begin(t);
  await person.seek(7);
  await eventually(() => person.page.evaluate(() => location.hash),
    (hash) => hash === "#/shedding/two-hot-two-idle?round=7", "the address follows the cursor");
  await person.app.reload();
  await person.atRound(7);
  const linked = await begin(t, { place: "rotation/one-against-three?round=3" });
  await linked.atRound(3);
  await linked.explains(3);
  // A link inside the open page, and Back from it.
  await person.page.evaluate(() => { location.hash = "#/rotation/one-against-three?round=4"; });
  await person.page.waitForFunction(() => document.title.startsWith("One broker against three"));
  await person.atRound(4);
  await person.page.goBack();
  await person.page.waitForFunction(() => document.title.startsWith("Two hot brokers"));
  await person.atRound(7);
  person.app.assertQuiet();
  linked.app.assertQuiet();
});

test("Back and Forward go between the scenarios that were open", async (t) => {
  const person = await begin(t, { place: "shedding/two-hot-two-idle" });
  await person.press("Load shedding (Apache Pulsar)");
  await person.page.getByRole("link", { name: "Producer endpoint rotation (MemQ)" }).click();
  await person.page.waitForFunction(() => document.title.startsWith("One broker against three"));
  await person.page.goBack();
  await person.page.waitForFunction(() => document.title.startsWith("Two hot brokers"));
  await person.page.goForward();
  await person.page.waitForFunction(() => document.title.startsWith("One broker against three"));
  await person.computed();
  person.app.assertQuiet();
});

test("an address that names nothing opens the first scenario and says so", async (t) => {
  const person = await begin(t, { place: "shedding/no-such-thing" });
  await person.notices.getByRole("alert").waitFor();
  assert.match(await person.page.title(), /^Two hot brokers/);
  await person.press("Dismiss");
  await person.notices.getByRole("alert").waitFor({ state: "detached" });
});

test("computing can be stopped and goes on where it was, and the run is the same", async (t) => {
  const person = await begin(t, { place: "shedding/thousand" });
  const digest = await person.digest();
  await person.page.evaluate(slowDown);
  await person.openDrawer("Cluster");
  await person.type("Length", "61");
  await person.page.locator(".title-row h2", { hasText: "of 61" }).waitFor();
  await person.press("Stop computing");
  await person.button("Go on computing").waitFor();
  await twoFrames(person);
  const progress = person.page.getByRole("progressbar", { name: "Rounds computed" });
  const computed = async () => Number(await progress.getAttribute("value"));
  const held = await computed();
  assert.ok(held < 61, `${held} rounds`);
  await twoFrames(person);
  await twoFrames(person);
  assert.equal(await computed(), held);
  await person.press("Go on computing");
  await person.computed();
  await person.type("Length", "60");
  await person.computed();
  await eventually(() => person.digest(), (now) => now === digest, "the run is the same");
});

/// Runs in the page: what the app does a little later comes later still.
function slowDown() {
  const later = window.setTimeout.bind(window);
  window.setTimeout = (call, delay, ...values) => later(call, (delay ?? 0) + 150, ...values);
}

test("computing goes on after a slice that found its time over before it had begun", async (t) => {
  const person = await begin(t, { before: pauseOnDemand });
  await person.openDrawer("Cluster");
  await person.field("Length").evaluate((field) => {
    field.value = "9000";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The first slices after this come when the machine is busy elsewhere.
    setTimeout(() => { window.pauses = 4; });
  });
  await eventually(() => person.page.evaluate(() => window.pauses), (left) => left < 4, "a slice was paused");
  assert.match(await person.digest(), /^[0-9a-f]{16}$/);
});

/// Runs in the page: as often as is asked for, more time passes between two looks at the clock than a slice has.
function pauseOnDemand() {
  const now = performance.now.bind(performance);
  let passed = 0;
  window.pauses = 0;
  performance.now = () => {
    if (window.pauses > 0) {
      window.pauses -= 1;
      passed += 15;
    }
    return now() + passed;
  };
}

function twoFrames(person) {
  return person.page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
}
