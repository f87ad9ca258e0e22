// Time: buttons, keys, the scrubber, and playing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on } from "./steps.mjs";

const last = 60; // rounds of the situation that the page opens on

async function begin(t, options) {
  const person = on(await openApp(t, options));
  await person.digest(); // all rounds are there
  return person;
}

test("steps forward and back, and jumps to the ends", async (t) => {
  const person = await begin(t);
  assert.equal(await person.round(), 1);
  for (const [name, round] of [["Step", 2], ["Step", 3], ["Step back", 2], ["Last", last], ["Step back", last - 1], ["First", 1]]) {
    await person.press(name);
    assert.equal(await person.round(), round, name);
  }
  person.app.assertQuiet();
});

test("jumps from shedding to shedding, and a shedding is a round in which the history has moves", async (t) => {
  const person = await begin(t);
  const seen = [];
  while (await person.button("Next shedding").isEnabled()) {
    await person.press("Next shedding");
    seen.push(await person.round());
  }
  assert.deepEqual(seen, await roundsWithMoves(person));
  assert.equal(seen.length, 6);
  assert.equal(seen.at(-1), 20);
  while (await person.button("Previous shedding").isEnabled()) {
    assert.equal(await person.round(), seen.pop());
    await person.press("Previous shedding");
  }
  assert.equal(await person.round(), seen.pop());
});

async function roundsWithMoves(person) {
  await person.press("Tables");
  const rows = await person.cells("History as a table");
  return rows.filter((cells) => cells[4] !== "0").map((cells) => Number(cells[0]));
}

test("a button that would do nothing cannot be pressed", async (t) => {
  const person = await begin(t);
  const isOff = async (...names) => {
    for (const name of ["First", "Previous shedding", "Step back", "Step", "Next shedding", "Last"]) {
      assert.equal(await person.button(name).isDisabled(), names.includes(name), `${name} in round ${await person.round()}`);
    }
  };
  await isOff("First", "Previous shedding", "Step back");
  await person.press("Next shedding");
  await isOff("Previous shedding");
  await person.press("Last");
  await isOff("Step", "Next shedding", "Last");
});

test("keys do what the buttons do", async (t) => {
  const person = await begin(t);
  const [first, second] = await roundsWithMoves(person);
  for (const [key, round] of [
    ["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["End", last], ["ArrowRight", last], ["Home", 1],
    ["ArrowLeft", 1], ["Shift+ArrowRight", first], ["Shift+ArrowRight", second], ["Shift+ArrowLeft", first],
  ]) {
    await person.key(key);
    assert.equal(await person.round(), round, key);
  }
});

test("Space plays and pauses, once a press, wherever the focus is", async (t) => {
  const person = await begin(t);
  await person.key("Space");
  await person.button("Pause").waitFor();
  await person.key("Space");
  await person.button("Play").waitFor();
  await person.button("Play").focus();
  await person.key("Space");
  await person.button("Pause").waitFor();
  await person.key("Space");
  await person.button("Play").waitFor();
});

test("keys still work after a button that has switched itself off", async (t) => {
  const person = await begin(t);
  await person.press("Last");
  await person.key("ArrowLeft", "ArrowLeft");
  assert.equal(await person.round(), last - 2);
});

test("? lists the keys, T shows tables, O opens", async (t) => {
  const person = await begin(t);
  await person.key("?");
  await person.page.getByRole("dialog", { name: "Keys" }).getByText("next round", { exact: true }).waitFor();
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  await person.key("t");
  await person.table("Stage as a table").waitFor();
  await person.key("T");
  await person.table("Stage as a table").waitFor({ state: "detached" });
  await person.key("o");
  await person.page.getByRole("dialog", { name: "Open a cluster" }).waitFor();
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
});

test("no key moves time while something is typed, chosen or asked", async (t) => {
  const person = await begin(t);
  const keys = ["Space", "ArrowRight", "Shift+ArrowRight", "End", "?", "t", "o"];
  const stays = async (where) => {
    await person.key(...keys);
    assert.equal(await person.round(), 1, where);
    assert.equal(await person.button("Pause").count(), 0, where);
    assert.equal(await person.table("Stage as a table").count(), 0, where);
  };
  await person.field("Name of broker-1").focus();
  await stays("a name");
  await person.field("High difference").focus();
  await stays("a number");
  await person.key("Escape");
  assert.equal(await person.dialog.count(), 0);
  await person.press("Open");
  await person.page.getByRole("textbox", { name: "Text to read" }).focus();
  await stays("a text");
  await person.key("Escape");
});

test("no key moves time behind a dialog, wherever on it the last click was", async (t) => {
  const person = await begin(t);
  await person.press("Keys");
  await person.dialog.getByText("this list").click();
  await person.key("ArrowRight", "End", "t", "Space");
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  assert.equal(await person.round(), 1);
  assert.equal(await person.button("Play").count(), 1);
  assert.equal(await person.table("Stage as a table").count(), 0);
});

test("browser shortcuts stay the browser's", async (t) => {
  const person = await begin(t);
  await person.key("Control+ArrowRight", "Alt+ArrowRight", "Control+End", "Meta+o");
  assert.equal(await person.round(), 1);
  assert.equal(await person.dialog.count(), 0);
});

test("the slider Time goes where it is put, by hand and by key", async (t) => {
  const person = await begin(t);
  await person.time.fill("17");
  assert.equal(await person.round(), 17);
  assert.equal(await person.time.getAttribute("aria-valuetext"), `Round 17 of ${last}`);
  await person.time.focus();
  for (const [key, round] of [["ArrowRight", 18], ["ArrowLeft", 17], ["End", last], ["Home", 1]]) {
    await person.key(key);
    assert.equal(await person.round(), round, key);
  }
  await person.time.hover();
  const { x, y, width, height } = await person.time.boundingBox();
  await person.page.mouse.click(x + width - 9, y + height / 2);
  assert.equal(await person.round(), last);
});

test("playing advances by itself, stops at the end, and starts over from there", async (t) => {
  const person = await begin(t);
  await person.choose("Speed", "8×");
  await person.region("Setup").getByText("The run: rounds, seed, fluctuation").click();
  await person.type("Rounds", "5");
  await person.digest();
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
  const heading = document.querySelector("main h2");
  const note = () => window.roundsSeen.push(Number(heading.textContent.slice("Round ".length)));
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
  await person.time.fill("1");
  const began = await person.page.evaluate(() => window.framesSeen);
  await person.page.evaluate(() => new Promise((go) => {
    const heading = document.querySelector("main h2");
    const look = () => heading.textContent === "Round 3" && go(window.framesAtRound3 = window.framesSeen);
    new MutationObserver(look).observe(heading, { characterData: true, childList: true, subtree: true });
    document.querySelector('button[aria-label="Play"]').click();
  }));
  await person.press("Pause");
  return await person.page.evaluate(() => window.framesAtRound3) - began;
}

test("with reduced motion playing works the same", async (t) => {
  const person = await begin(t, { reducedMotion: true });
  await person.choose("Speed", "8×");
  await person.press("Play");
  await eventually(person.round, (round) => round >= 3, "time goes on");
  await person.press("Pause");
  person.app.assertQuiet();
});

test("the live region tells each round once", async (t) => {
  const person = await begin(t);
  await person.page.evaluate(() => {
    const region = document.querySelector("[role=status]");
    window.told = [];
    new MutationObserver(() => window.told.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await person.press("Step");
  await person.press("Step");
  await person.press("Sort by load");
  await person.press("Step");
  const told = await person.page.evaluate(() => window.told.map((words) => words.match(/^Round (\d+)\. ./)?.[1]));
  assert.deepEqual(told, ["2", "3", "4"]);
});

test("computing can be stopped and goes on where it was, and the run is the same", async (t) => {
  const person = await begin(t);
  await person.choose("Scenario", "A thousand brokers");
  const whole = await person.digest();
  // The same again, so slowly that there is time to stop it.
  await person.app.page.evaluate(slowDown);
  await person.unfold("The run: rounds, seed, fluctuation");
  await person.type("Rounds", "61");
  await person.press("Stop computing");
  const computed = () => person.page.getByRole("progressbar", { name: "Rounds computed" }).getAttribute("value");
  const held = Number(await computed());
  assert.ok(held < 61, `${held} rounds`);
  await twoFrames(person);
  await twoFrames(person);
  assert.equal(Number(await computed()), held);
  await person.press("Last");
  assert.equal(await person.round(), held, "the cursor goes as far as there is something to see");
  await person.press("Go on computing");
  await person.page.getByRole("progressbar").waitFor({ state: "detached" });
  await person.atRound(61);
  await person.type("Rounds", "60");
  assert.equal(await person.digest(), whole);
});

/// Runs in the page: what the app does a little later comes later still.
function slowDown() {
  const later = window.setTimeout.bind(window);
  window.setTimeout = (call, delay, ...values) => later(call, (delay ?? 0) + 150, ...values);
}

test("computing goes on after a slice that found its time over before it had begun", async (t) => {
  const person = await begin(t, { before: pauseOnDemand });
  await person.unfold("The run: rounds, seed, fluctuation");
  await person.page.evaluate(() => {
    const field = [...document.querySelectorAll("label")].find((label) => label.textContent === "Rounds").control;
    field.value = "9000";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The first slices after this come when the machine is busy elsewhere.
    setTimeout(() => { window.pauses = 4; });
  });
  await eventually(() => person.page.evaluate(() => window.pauses), (left) => left < 4, "a slice was paused");
  await person.page.getByRole("progressbar", { name: "Rounds computed" }).waitFor({ state: "detached" });
  assert.match(await person.digest(), /^[0-9a-f]{16}$/);
});

/// Runs in the page: so many times as is asked for, more time passes between two looks at the clock than a slice has.
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
