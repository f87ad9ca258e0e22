// Open: files and texts that are pasted, chosen or dropped, read in a worker; and the scenario as a document.
// What is read of them, and what is refused with which words, is held natively.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { begin, eventually, file } from "./setup.mjs";
import { report } from "./steps.mjs";

const megabyte = 1024 * 1024;
const json = (value) => JSON.stringify(value);
const conf = `loadBalancerLoadSheddingStrategy=org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder
loadBalancerBrokerThresholdShedderPercentage=25
managedLedgerDefaultEnsembleSize=3
`;
const bundle = (namespace, part) => `${namespace}/0x${part}0000000_0x${part}fffffff`;
const busy = report("busy", 85, { [bundle("shop/orders", 0)]: 3000, [bundle("shop/bills", 2)]: 1000 });
const calm = report("calm", 20, { [bundle("shop/orders", 3)]: 500 });

const names = async (person) => (await person.cells("Brokers")).map((cells) => cells[0]);
const refusal = (person) => person.dialog.getByRole("alert");

/// The lists of what was understood, assumed and ignored, by heading.
async function findings(person) {
  await person.button("Apply").waitFor();
  return person.dialog.locator(".findings").evaluate((found) => Object.fromEntries([...found.querySelectorAll("h3")].map((heading) =>
    [heading.textContent, heading.nextElementSibling.innerText])));
}

async function apply(person) {
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
}

test("a pasted broker.conf is told of before it is applied, and sets strategy and settings", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const [before, brokers] = [await person.digest(), await person.cells("Brokers")];
  await person.paste(conf);
  const { Understood, Ignored } = await findings(person);
  assert.match(Understood, /loadBalancerBrokerThresholdShedderPercentage = 25/);
  assert.match(Ignored, /1 other key/);
  await person.app.assertAccessible();
  await apply(person);
  assert.deepEqual(await person.cells("Brokers"), brokers);
  await person.open("Algorithm");
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder/);
  const after = await person.digest();
  assert.notEqual(after, before);
  await person.press("Undo");
  await eventually(() => person.digest(), (digest) => digest === before, "what was open comes back");
  person.app.assertQuiet();
});

test("several files are chosen at once, and the same ones again after they were mended", async (t) => {
  const person = await begin(t);
  await person.press("Open");
  const chooser = person.page.waitForEvent("filechooser");
  await person.dialog.getByText("Choose files").click();
  const broken = json(busy).slice(0, 200);
  await (await chooser).setFiles([file("broker.conf", conf), file("busy.json", broken), file("calm.json", json(calm))]);
  await refusal(person).waitFor();
  assert.match(await refusal(person).innerText(), /^This cannot be read\.\s+.*busy\.json.*cut off/s);
  assert.match(await refusal(person).innerText(), /What is on the screen stays as it is\.$/);
  assert.equal(await person.button("Apply").count(), 0);
  await person.dialog.locator("input[type=file]").setInputFiles(
    [file("broker.conf", conf), file("busy.json", json(busy)), file("calm.json", json(calm))]);
  const { Understood } = await findings(person);
  assert.equal(await refusal(person).count(), 0);
  assert.match(Understood, /broker\.conf/);
  await apply(person);
  await person.open("Cluster");
  assert.deepEqual((await names(person)).sort(), ["busy:8080", "calm:8080"]);
  await person.setup.getByText(/^Your cluster: 2 brokers, 3 bundles$/).waitFor();
  person.app.assertQuiet();
});

test("files are dropped anywhere, with no dialog open", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  await person.press("Step");
  await person.drop({ "busy.json": json(busy), "calm.json": json(calm) });
  await findings(person);
  await apply(person);
  assert.deepEqual((await names(person)).sort(), ["busy:8080", "calm:8080"]);
  assert.equal(await person.round(), 1);
  person.app.assertQuiet();
});

test("a drop of text, and a drop of nothing, change nothing", async (t) => {
  const person = await begin(t);
  const before = await person.digest();
  await person.page.evaluate(() => {
    for (const text of ["hello", undefined]) {
      const dataTransfer = new DataTransfer();
      if (text) dataTransfer.setData("text/plain", text);
      document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
  assert.equal(await person.dialog.count(), 0);
  assert.equal(await person.digest(), before);
});

test("a scenario of another system opens there when it is dropped here", async (t) => {
  const rotation = await begin(t, { place: "rotation" });
  await rotation.press("Document");
  const text = await rotation.field("Scenario as a document").inputValue();
  const title = JSON.parse(text).title;
  const person = await begin(t);
  await person.drop({ "mine.json": text });
  const { Understood } = await findings(person);
  assert.match(Understood, /mine\.json: a scenario of Shedscope/);
  await apply(person);
  await person.page.waitForFunction((title) => document.title.startsWith(title), title);
  assert.match(person.page.url(), /#\/rotation$/);
  person.app.assertQuiet();
  rotation.app.assertQuiet();
});

test("what is no good is refused in words, and the screen stays as it is", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const [before, brokers] = [await person.digest(), await person.cells("Brokers")];
  await person.press("Step");
  await person.paste("{\"hello\": \"world\"}");
  await eventually(() => refusal(person).innerText(), (words) => /no load report: it has hello/.test(words), "JSON of something else");
  await person.app.assertAccessible();
  for (const [what, chosen, remedy] of [
    ["a binary", [file("photo.png", [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])], /photo\.png.*not a text/],
    ["too large", [file("huge.json", Buffer.alloc(20 * megabyte + 1, " "))], /huge\.json is larger than the 20 MB that are read/],
    ["two of broker.conf", [file("a.conf", conf), file("b.conf", conf)], /b\.conf.*so is a\.conf; give one of them/],
  ]) {
    await person.dialog.locator("input[type=file]").setInputFiles(chosen);
    await eventually(() => refusal(person).innerText().catch(() => ""), (words) => remedy.test(words.replaceAll("\n", " ")), what);
    assert.equal(await person.button("Apply").count(), 0, what);
  }
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  assert.equal(await person.round(), 2);
  assert.equal(await person.digest(), before);
  assert.deepEqual(await person.cells("Brokers"), brokers);
  person.app.assertQuiet();
});

test("what was found is forgotten when the dialog is closed, and the focus goes back", async (t) => {
  const person = await begin(t);
  const before = await person.digest();
  await person.button("Open").focus();
  await person.key("Enter");
  await person.paste(conf);
  await person.button("Apply").waitFor();
  await person.pressIn(person.dialog, "Close");
  await person.dialog.waitFor({ state: "detached" });
  await eventually(() => person.isFocused(person.button("Open")), Boolean, "the focus is on Open");
  await person.key("Enter");
  await person.dialog.waitFor();
  assert.equal(await person.button("Apply").count(), 0);
  await person.key("Escape");
  await eventually(() => person.isFocused(person.button("Open")), Boolean, "the focus is on Open again");
  assert.equal(await person.digest(), before);
});

test("a name from a file is never markup and never runs", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const evil = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";
  const reports = [
    { ...report("a", 95, { [`t/${evil}/0x00000000_0xffffffff`]: 9000, "t/n/0x00000000_0xffffffff": 8000 }), brokerId: evil },
    { ...report("b", 5), brokerId: "javascript:alert(1)" },
  ];
  await person.paste("loadBalancer<img src=x onerror=alert(1)>=5\n");
  await findings(person);
  assert.equal(await person.dialog.locator("img").count(), 0);
  await person.paste(`${json(reports)}\n`);
  await findings(person);
  assert.equal(await person.dialog.locator("img, script").count(), 0);
  await apply(person);
  assert.deepEqual(await names(person), [evil, "javascript:alert(1)"]);
  await person.press("Tables");
  await person.press("Step");
  await person.press("First");
  await person.press(`More of ${evil}`);
  const { x, y } = await person.bar(evil);
  await person.page.mouse.click(x, y + 40);
  await person.why.getByRole("heading", { name: "You asked about" }).waitFor();
  await person.press("Document");
  await person.dialog.waitFor();
  assert.equal(await person.page.locator(".app img, .app script").count(), 0);
  assert.equal(await person.page.evaluate(() => window.hacked), undefined);
  person.app.assertQuiet();
});

test("a worker that does not arrive is told of, and reading works when it does", async (t) => {
  const person = await begin(t);
  await person.page.route(/worker\.js/, (route) => route.abort());
  await person.paste(conf);
  await refusal(person).waitFor();
  assert.match(await refusal(person).innerText(), /^This cannot be read\.\s+A part of the page did not arrive\. Check the connection/);
  await person.page.unroute(/worker\.js/);
  await person.press("Parse");
  await person.button("Apply").waitFor();
});

test("a worker that cannot start says so at once, and reading works when it can", async (t) => {
  const person = await begin(t);
  for (const fail of [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 404, body: "not here" }),
    (route) => route.fulfill({ contentType: "application/wasm", body: "not a program" }),
  ]) {
    let asked = 0;
    await person.page.route(/\.wasm$/, (route) => (asked += 1, fail(route)));
    await person.paste(conf);
    await refusal(person).waitFor({ timeout: 10_000 }); // far less than what a worker has for its work
    assert.equal(asked, 1, "the worker asks for its program");
    assert.match(await refusal(person).innerText(), /^This cannot be read\.\s+A part of the page did not arrive or is damaged\. Check the connection/);
    await person.page.unroute(/\.wasm$/);
    await person.press("Parse");
    await person.button("Apply").waitFor();
    await person.closeDialog();
  }
});

test("a cluster of a thousand brokers opens", async (t) => {
  const person = await begin(t, { drawer: "Cluster" });
  const many = Array.from({ length: 1000 }, (_, index) => {
    const bundles = Array.from({ length: 20 }, (_, part) => [`t/n${index}/0x${String(part).padStart(8, "0")}_0x${String(part + 1).padStart(8, "0")}`, 10 + index % 50]);
    return report(`host-${index}`, 5 + index % 90, Object.fromEntries(bundles));
  });
  await person.press("Open");
  await person.dialog.locator("input[type=file]").setInputFiles([file("all.json", json(many))]);
  await findings(person);
  await person.app.assertAccessible();
  await apply(person);
  await person.setup.getByText("1–20 of 1000 brokers").waitFor();
  await person.digest();
  person.app.assertQuiet();
});

test("the scenario as a document is edited, refused with the reason, applied and saved", async (t) => {
  const person = await begin(t);
  const before = await person.digest();
  await person.press("Document");
  const area = person.field("Scenario as a document");
  const text = await area.inputValue();
  await area.fill(text.replace(/"rounds": \d+/, '"rounds": 0'));
  await person.press("Apply");
  assert.match(await refusal(person).innerText(), /rounds.*What is on the screen stays as it is\./s);
  await person.app.assertAccessible();
  const edited = text.replace(/"rounds": \d+/, '"rounds": 12').replace(/"title": "[^"]*"/, '"title": "Mine, shortened"');
  await area.fill(edited);
  const coming = person.page.waitForEvent("download");
  await person.press("Save as a file");
  const download = await coming;
  assert.equal(download.suggestedFilename(), "two-hot-brokers-two-idle-ones.json");
  assert.equal(await readFile(await download.path(), "utf8"), edited);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  await eventually(() => person.time.getAttribute("max"), (max) => max === "12", "the run has 12 rounds");
  assert.match(await person.page.title(), /^Mine, shortened/);
  assert.match(person.page.url(), /#\/shedding$/, "a document of one's own is no part of the address");
  assert.notEqual(await person.digest(), before);
  await person.press("Document");
  await person.dialog.locator("input[type=file]").setInputFiles([file("kept.json", text)]);
  await person.dialog.waitFor({ state: "detached" });
  await eventually(() => person.digest(), (digest) => digest === before, "a chosen file opens at once");
  person.app.assertQuiet();
});
