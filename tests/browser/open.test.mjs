// Open: a broker.conf, load reports or a scenario, pasted, chosen or dropped; and everything that can be wrong with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApp } from "./harness.mjs";
import { eventually, on, report } from "./steps.mjs";

const megabyte = 1024 * 1024;
const json = (value) => JSON.stringify(value);
const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

const conf = `# a comment
loadBalancerLoadSheddingStrategy=org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder
loadBalancerBrokerThresholdShedderPercentage=25
loadBalancerBrokerTresholdShedderPercentage=7
loadBalancerSheddingIntervalMinutes=5
managedLedgerDefaultEnsembleSize=3
`;

const bundle = (namespace, part) => `${namespace}/0x${part}0000000_0x${part}fffffff`;
const busy = report("busy", 85, { [bundle("shop/orders", 0)]: 3000, [bundle("shop/orders", 1)]: 2000, [bundle("shop/bills", 2)]: 1000 });
const calm = report("calm", 20, { [bundle("shop/orders", 3)]: 500 });
const idle = report("idle", 3);

async function begin(t, options) {
  const person = on(await openApp(t, options));
  return { ...person, before: await person.digest(), brokersBefore: await person.cells("Brokers") };
}

/// The lists of what was understood, assumed and ignored, by heading.
async function lists(person) {
  await person.button("Apply").waitFor();
  return person.dialog.evaluate((dialog) => Object.fromEntries([...dialog.querySelectorAll("h3")].map((heading) =>
    [heading.textContent, heading.nextElementSibling.innerText])));
}

/// The names in the table of brokers.
const names = async (person) => (await person.cells("Brokers")).map((cells) => cells[0]);

test("a pasted broker.conf sets strategy and settings and leaves the brokers", async (t) => {
  const person = await begin(t);
  await person.paste(conf);
  const { Understood, Assumed = "", Ignored } = await lists(person);
  assert.match(Understood, /loadBalancerBrokerThresholdShedderPercentage = 25/);
  assert.match(Understood, /ThresholdShedder/);
  assert.match(Understood + Assumed + Ignored, /loadBalancerBrokerTresholdShedderPercentage = 7: .*loadBalancerBrokerThresholdShedderPercentage/);
  assert.match(Ignored, /1 other key/);
  assert.equal(await person.digest(), person.before, "nothing is applied before it is asked for");
  await person.app.assertAccessible();
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder · /);
  assert.equal(await person.field("Distance from the average").inputValue(), "25");
  assert.deepEqual(await person.cells("Brokers"), person.brokersBefore);
  assert.notEqual(await person.digest(), person.before);
  person.app.assertQuiet();
});

for (const [shape, text, expected] of [
  ["one report", json(busy), ["busy:8080"]],
  ["a list", json([busy, calm, idle]), ["busy:8080", "calm:8080", "idle:8080"]],
  ["a map by broker", json({ "host-a:8080": busy, "host-b:8080": calm }), ["host-a:8080", "host-b:8080"]],
  ["several one after another", `${json(busy)}\n${JSON.stringify(calm, null, 2)}\n\n${json(idle)}`, ["busy:8080", "calm:8080", "idle:8080"]],
]) {
  test(`pasted load reports, as ${shape}, become the brokers`, async (t) => {
    const person = await begin(t);
    await person.paste(text);
    await lists(person);
    await person.press("Apply");
    await person.dialog.waitFor({ state: "detached" });
    assert.deepEqual((await names(person)).sort(), expected);
    const busiest = (await person.cells("Brokers")).find((cells) => /busy|host-a/.test(cells[0]));
    assert.deepEqual([busiest[1], busiest[4]], ["85", "3"]);
    assert.match(await person.chosen("Scenario"), /^Your cluster: \d brokers?, \d bundles$/);
    await person.digest();
    person.app.assertQuiet();
  });
}

test("what real reports have: NaN, -1/-1, 0/0, missing fields", async (t) => {
  const person = await begin(t);
  const odd = { ...busy, bandwidthIn: { usage: 0, limit: 0 }, bandwidthOut: { usage: -1, limit: -1 }, memory: undefined };
  const text = json(odd).replace('"msgRateIn":6000', '"msgRateIn":NaN');
  assert.match(text, /NaN/);
  await person.paste(text);
  const { Assumed } = await lists(person);
  assert.match(Assumed, /NaN/);
  assert.match(Assumed, /Without a limit \(-1 or 0\)/);
  assert.match(Assumed, /Not in the report/);
  await person.press("Apply");
  assert.deepEqual(await names(person), ["busy:8080"]);
});

const metrics = (usages) => Object.entries(usages).map(([broker, [cpu, memory]]) =>
  `pulsar_lb_cpu_usage{cluster="c",broker="${broker}",metric="loadBalancing"} ${cpu}\npulsar_lb_memory_usage{cluster="c",broker="${broker}"} ${memory}\n`).join("");

test("pasted metrics of the brokers at hand set their usages, and leave bundles and strategy", async (t) => {
  const person = await begin(t);
  const strategy = await person.chosen("Strategy");
  await person.paste(metrics({ "broker-1": [33, 10], "broker-6": [71.5, 20] }));
  const { Understood } = await lists(person);
  assert.match(Understood, /the usages of 2 brokers/);
  await person.app.assertAccessible();
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  const brokers = await person.cells("Brokers");
  assert.deepEqual(brokers.map((cells) => cells[1]), ["33", ...person.brokersBefore.slice(1, 5).map((cells) => cells[1]), "71.5"]);
  assert.deepEqual(brokers.map((cells) => cells[4]), person.brokersBefore.map((cells) => cells[4]));
  assert.equal(await person.chosen("Strategy"), strategy);
  assert.notEqual(await person.digest(), person.before);
  await person.press("Undo");
  assert.equal(await person.digest(), person.before);
});

test("metrics of other brokers become a cluster without bundles, and say so", async (t) => {
  const person = await begin(t);
  await person.paste(`# TYPE pulsar_lb_cpu_usage gauge\nup 1\n${metrics({ east: [80, 5], west: [20, 5] })}`);
  const { Understood, Ignored } = await lists(person);
  assert.match(Understood, /the usages of 2 brokers/);
  assert.match(Ignored, /other metrics, such as .*up/);
  await person.press("Apply");
  assert.deepEqual(await names(person), ["east", "west"]);
  assert.deepEqual((await person.cells("Brokers")).map((cells) => [cells[1], cells[4]]), [["80", "0"], ["20", "0"]]);
  assert.match(await person.chosen("Scenario"), /^Your cluster: 2 brokers, no bundles$/);
  await person.digest();
});

test("several files are chosen at once", async (t) => {
  const person = await begin(t);
  await person.press("Open");
  const chooser = person.page.waitForEvent("filechooser");
  await person.dialog.getByText("Choose files").click();
  await (await chooser).setFiles([
    file("broker.conf", conf), file("busy.json", json(busy)), file("calm.json", json(calm)), file("idle.json", json(idle)),
  ]);
  const { Understood } = await lists(person);
  assert.match(Understood, /broker\.conf/);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  assert.deepEqual((await names(person)).sort(), ["busy:8080", "calm:8080", "idle:8080"]);
  assert.match(await person.chosen("Strategy"), /^ThresholdShedder · /);
  person.app.assertQuiet();
});

test("the same file can be chosen again after it was mended", async (t) => {
  const person = await begin(t);
  await person.press("Open");
  const input = person.dialog.locator("input[type=file]");
  await input.setInputFiles([file("a.json", json(busy).slice(0, 200))]);
  await person.dialog.getByRole("alert").waitFor();
  await input.setInputFiles([file("a.json", json(busy))]);
  await person.button("Apply").waitFor();
  assert.equal(await person.dialog.getByRole("alert").count(), 0);
});

test("files are dropped anywhere, with no dialog open", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await drop(person, { "busy.json": json(busy), "calm.json": json(calm) });
  await lists(person);
  await person.press("Apply");
  assert.deepEqual((await names(person)).sort(), ["busy:8080", "calm:8080"]);
  assert.equal(await person.round(), 1);
  person.app.assertQuiet();
});

/// What the browser does when files are dragged over the page and let go.
function drop(person, files) {
  return person.page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of Object.entries(files)) dataTransfer.items.add(new File([content], name));
    const on = document.querySelector("main");
    for (const kind of ["dragenter", "dragover", "drop"]) {
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      const isTaken = !on.dispatchEvent(event);
      if (kind === "drop" && !isTaken) throw new Error("the browser would leave the page to show the file");
    }
  }, files);
}

test("a drop of text, and a drop of nothing, change nothing", async (t) => {
  const person = await begin(t);
  await drop(person, {});
  await person.page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "hello");
    document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  assert.equal(await person.dialog.count(), 0);
  assert.equal(await person.digest(), person.before);
});

test("a scenario of Shedscope opens as it is", async (t) => {
  const person = await begin(t);
  await person.paste(json(scenario()));
  const { Understood } = await lists(person);
  assert.match(Understood, /a scenario of Shedscope with 2 brokers and 1 bundle/);
  await person.press("Apply");
  assert.deepEqual(await names(person), ["one", "two"]);
  assert.equal(await person.chosen("Scenario"), "Mine");
  assert.equal(await person.time.getAttribute("max"), "12");
  await person.region("Setup").getByText("Look here.").waitFor();
});

function scenario(changes = {}) {
  return {
    shedscope: 1, system: "shedding", title: "Mine", look_for: ["Look here."], rounds: 12,
    lanes: [{ strategy: "ThresholdShedder", placement: "LeastLongTermMessageRate", release: "4.0" }],
    world: { brokers: [{ name: "one", bundles: [{ name: "a/b/0x00000000_0xffffffff", cpu: 60 }] }, { name: "two" }] },
    ...changes,
  };
}

const twice = { ...calm, pulsarServiceUrl: "pulsar://other:6650" };
const thief = report("thief", 40, { [bundle("shop/orders", 0)]: 100 });
const rated = (rate) => ({ ...calm, lastStats: { [bundle("shop/orders", 3)]: { msgRateIn: rate } } });

const texts = [
  ["nothing at all", "", /pasted text|pasted/, /empty; give a broker\.conf/],
  ["white space", " \n\t ", /pasted/, /empty/],
  ["JSON that is cut off", json([busy, calm]).slice(0, 700), /line 1/, /ends|cut off/],
  ["JSON with a mistake in line 3", '{\n"cpu": {"usage": 1, "limit": 2},\n"bundles" ["a"]\n}', /line 3/, /:|colon/],
  ["JSON of something else", '{"hello": "world"}', /pasted/, /no load report: it has hello.*broker-stats load-report/s],
  ["a number", "[1, 2, 3]", /entry 1/, /no load report/],
  ["a report of a wrong type", '{"cpu": "high", "bundles": []}', /cpu/, /object with usage and limit belongs here/],
  ["one broker twice", json([calm, busy, twice]), /entry 3/, /“calm:8080” is reported twice.*keep one report of each broker/s],
  ["a bundle claimed twice", json([busy, thief]), /entry 2/, /claimed by two brokers, “busy:8080”.*“thief:8080”.*a bundle has one owner/s],
  ["a negative rate", json(rated(-5)), /msgRateIn/, /-5 is negative; give 0 to/],
  ["an absurd rate", json(rated(1e200)), /msgRateIn/, /absurdly large; give 0 to/],
  ["a negative usage", json({ ...calm, cpu: { usage: -40, limit: 400 } }), /cpu\.usage/, /-40 is negative/],
  ["an absurd usage", json({ ...calm, cpu: { usage: 1e12, limit: 1 } }), /cpu/, /absurd/],
  ["a name without end", json(report("one", 50, { [`a/${"b".repeat(600)}/0x00000000_0xffffffff`]: 1 })), /bundle/, /longer than 512 bytes/],
  ["metrics without a usage", "# HELP pulsar_topics_count x\npulsar_topics_count 3\n", /pasted/, /Prometheus.*load-report/s],
  ["metrics with a usage that is none", 'pulsar_lb_cpu_usage{broker="a"} much\n', /line 1/, /much|number/],
  ["a newer scenario", json(scenario({ shedscope: 2 })), /shedscope/, /reads format 1/],
  ["a scenario with a field too many", json(scenario({ surprise: true })), /line 1/, /surprise/],
  ["a scenario without end", json(scenario({ rounds: 10_000_000 })), /rounds/, /1 to 10000/],
  ["JSON nested without end", "[".repeat(100_000), /line 1/, /recursion limit/],
];

test("refuses what is pasted and is no good: says where and what would be right, and leaves the screen alone", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  for (const [what, content, place, remedy] of texts) {
    await person.paste(content);
    await assertRefused(person, what, place, remedy);
  }
  await assertUntouched(person, 2);
});

const files = [
  ["a binary", [file("photo.png", [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])], /photo\.png/, /no text/],
  ["an archive", [file("conf.gz", [0x1f, 0x8b, 8, 0, 0, 0])], /conf\.gz/, /unpacked/],
  ["UTF-16", [file("a.json", Buffer.from("\ufeff{}", "utf16le"))], /a\.json/, /save it as UTF-8/],
  ["more than 20 MB", [file("huge.json", Buffer.alloc(20 * megabyte + 1, " "))], /huge\.json/, /more than the 20971520 that are read/],
  ["two of broker.conf", [file("a.conf", conf), file("b.conf", conf)], /b\.conf/, /so is a\.conf; give one of them/],
  ["one bad file among good ones", [file("busy.json", json(busy)), file("broken.json", '{"cpu":')], /broken\.json/, /ends|cut off/],
];

test("refuses files that are no good: says where and what would be right, and leaves the screen alone", async (t) => {
  const person = await begin(t);
  await person.press("Step");
  await person.press("Open");
  for (const [what, chosen, place, remedy] of files) {
    await person.dialog.locator("input[type=file]").setInputFiles(chosen);
    await assertRefused(person, what, place, remedy);
  }
  await assertUntouched(person, 2);
});

async function assertRefused(person, what, place, remedy) {
  const said = () => person.dialog.getByRole("alert").innerText();
  const message = await eventually(said, (words) => remedy.test(words), `${what} is refused with ${remedy}`);
  assert.match(message, /^This cannot be read\. /, what);
  assert.match(message, place, what);
  assert.match(message, /What is on the screen stays as it is\./, what);
  assert.equal(await person.button("Apply").count(), 0, what);
}

async function assertUntouched(person, round) {
  await person.app.assertAccessible();
  await person.key("Escape");
  await person.dialog.waitFor({ state: "detached" });
  assert.equal(await person.digest(), person.before);
  assert.deepEqual(await person.cells("Brokers"), person.brokersBefore);
  assert.equal(await person.round(), round);
  person.app.assertQuiet();
}

test("a name from a file is never markup and never runs", async (t) => {
  const person = await begin(t);
  const evil = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";
  const reports = [
    { ...report("a", 95, { [`t/${evil}/0x00000000_0xffffffff`]: 9000, "t/n/0x00000000_0xffffffff": 8000 }), brokerId: evil },
    { ...report("b", 5), brokerId: "javascript:alert(1)" },
  ];
  await person.paste(json(reports) + "\n");
  await lists(person);
  await person.press("Apply");
  await person.dialog.waitFor({ state: "detached" });
  assert.deepEqual(await names(person), [evil, "javascript:alert(1)"]);
  await person.press("Tables");
  await person.press("Step");
  await person.press("First");
  await person.press(`More of ${evil}`);
  const bar = await person.bar(evil);
  await person.page.mouse.click(bar.x, bar.top + 30);
  await person.why.getByRole("heading", { name: "You asked about" }).waitFor();
  assert.equal(await person.page.locator("main img, main script").count(), 0);
  assert.equal(await person.page.evaluate(() => window.hacked), undefined);
  person.app.assertQuiet();
});

test("a key of a broker.conf is never markup either", async (t) => {
  const person = await begin(t);
  await person.paste("loadBalancer<img src=x onerror=alert(1)>=5\n");
  await lists(person);
  assert.equal(await person.dialog.locator("img").count(), 0);
  person.app.assertQuiet();
});

test("what was found is forgotten when the dialog is closed, and the focus goes back", async (t) => {
  const person = await begin(t);
  await person.button("Open").focus();
  await person.key("Enter");
  await person.paste(conf);
  await person.button("Apply").waitFor();
  await person.dialog.getByRole("button", { name: "Close", exact: true }).click();
  await person.dialog.waitFor({ state: "detached" });
  assert.ok(await person.button("Open").evaluate((button) => button === document.activeElement));
  await person.key("Enter");
  await person.dialog.waitFor();
  assert.equal(await person.button("Apply").count(), 0);
  await person.key("Escape");
  await eventually(() => person.button("Open").evaluate((button) => button === document.activeElement), Boolean, "the focus is on Open");
  assert.equal(await person.digest(), person.before);
});

test("says plainly that the reader did not arrive, and reads when it does", async (t) => {
  const person = await begin(t);
  await person.page.route(/importer/, (route) => route.abort());
  await person.paste(conf);
  assert.match(await person.dialog.getByRole("alert").innerText(), /did not arrive; check the connection/);
  await person.page.unroute(/importer/);
  await person.press("Read the text");
  await person.button("Apply").waitFor();
});

test("a cluster of a thousand brokers opens", async (t) => {
  const person = await begin(t);
  const many = Array.from({ length: 1000 }, (_, index) => {
    const bundles = Array.from({ length: 20 }, (_, part) => [`t/n${index}/0x${String(part).padStart(8, "0")}_0x${String(part + 1).padStart(8, "0")}`, 10 + index % 50]);
    return report(`host-${index}`, 5 + index % 90, Object.fromEntries(bundles));
  });
  await person.press("Open");
  await person.dialog.locator("input[type=file]").setInputFiles([file("all.json", json(many))]);
  await lists(person);
  await person.app.assertAccessible();
  await person.press("Apply");
  await person.page.getByText("of 1000 brokers").waitFor();
  await person.digest();
  person.app.assertQuiet();
});
