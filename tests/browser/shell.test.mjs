// What surrounds the app: loading, failing to load, content policy, addresses, weight.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { dist } from "../../scripts/serve.mjs";
import { looks, openApp, serve } from "./harness.mjs";

const html = await readFile(dist + "index.html", "utf8");

for (const look of looks) {
  test(`shows that it is loading, ${look.name}`, async (t) => {
    const app = await openApp(t, { ...look, before: holdWasm, ready: false });
    assert.match(await app.page.getByRole("status").innerText(), /^Loading/);
    await app.assertAccessible();
    await app.assertNoSidewaysScroll();
    await app.page.evaluate(() => window.letWasmGo());
    await app.started();
    app.assertQuiet();
  });
}

function holdWasm() {
  const held = new Promise((go) => { window.letWasmGo = go; });
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...values) => { await held; return instantiate(...values); };
}

test("the title names what is open", async (t) => {
  const app = await openApp(t);
  assert.match(await app.page.title(), /^Two hot brokers, two idle ones · Shedscope$/);
  app.assertQuiet();
});

test("says when it has started", async (t) => {
  const app = await openApp(t, {
    before: () => addEventListener("TrunkApplicationStarted", () => { window.heard = true; }),
  });
  await app.page.waitForFunction(() => window.heard);
});

test("runs under any path", async (t) => {
  const app = await openApp(t, { base: "/any/path/" });
  app.assertQuiet();
});

test("starts from a server that does not know what wasm is", async (t) => {
  const app = await openApp(t);
  await app.page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
  });
  await app.reload();
});

test("says plainly that WebAssembly is missing", async (t) => {
  const app = await openApp(t, { before: () => { delete window.WebAssembly; }, ready: false });
  await app.page.getByText("Shedscope needs WebAssembly").waitFor();
  await app.assertAccessible();
  app.assertQuiet();
});

test("says plainly that a part did not arrive", async (t) => {
  for (const part of [/shedscope-.*\.js$/, /\.wasm$/]) {
    const app = await openApp(t, { ready: false });
    await app.page.route(part, (route) => route.abort());
    await app.page.reload();
    await app.page.getByText("Shedscope could not start").waitFor();
    await app.close();
  }
});

test("says plainly that JavaScript is off", async (t) => {
  const app = await openApp(t, { javaScript: false, ready: false });
  await app.page.locator("noscript p").waitFor();
  assert.equal(await app.page.getByRole("status").isVisible(), false);
});

test("refuses a damaged part", async (t) => {
  const cutShort = (body) => body.subarray(0, body.length / 2);
  const lengthened = (body) => Buffer.concat([body, Buffer.from("\0")]);
  for (const [part, damage] of [[/shedscope-.*\.js$/, cutShort], [/\.wasm$/, cutShort], [/\.wasm$/, lengthened]]) {
    const app = await openApp(t, { ready: false });
    await app.page.route(part, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damage(await response.body()) });
    });
    await app.page.reload();
    await app.page.getByText("Shedscope could not start").waitFor();
    await app.close();
  }
});

test("asks for every part by relative address and with its digest, or the app by a name with a hash", () => {
  const parts = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="?([^"\s>]*)"?[^>]*>/g)];
  assert.ok(parts.length >= 6, `${parts.length} parts`);
  for (const [tag, address] of parts) {
    assert.match(address, /^\.\//, tag);
    if (/rel="?(?:module)?preload/.test(tag)) assert.match(address, /^\.\/shedscope-[0-9a-f]{16}(?:\.js|_bg\.wasm)$/, tag);
    else assert.match(tag, /integrity="?sha384-/, tag);
  }
});

test("has no inline script and no inline style", () => {
  assert.doesNotMatch(html, /<style|<script(?![^>]*\ssrc=)/);
});

test("its content policy lets nothing out and no markup in", async (t) => {
  const app = await openApp(t);
  const other = await serve({ base: "/other/" });
  const blocked = await app.page.evaluate(async (url) => {
    const violations = [];
    addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    await fetch(url, { mode: "no-cors" }).catch(() => {});
    await new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = url; });
    const script = document.createElement("script");
    try { script.text = "window.ran = true"; document.head.append(script); } catch {}
    try { document.createElement("p").innerHTML = "<b>bold</b>"; } catch {}
    await new Promise((done) => setTimeout(done, 100));
    return { violations, ran: Boolean(window.ran) };
  }, other.url);
  assert.deepEqual(other.served, []);
  assert.equal(blocked.ran, false);
  for (const directive of ["connect-src", "img-src", "require-trusted-types-for"]) {
    assert.ok(blocked.violations.includes(directive), `${directive} in ${blocked.violations}`);
  }
});

test("a first visit weighs at most 800 kB", async (t) => {
  const compressed = { base: "/weighed/", brotli: true };
  const app = await openApp(t, compressed);
  const server = await serve(compressed);
  await app.close();
  const bytes = server.served.reduce((sum, answer) => sum + answer.bytes, 0);
  assert.ok(server.served.some((answer) => answer.path.endsWith(".wasm")), JSON.stringify(server.served));
  assert.ok(server.served.every((answer) => answer.status === 200), JSON.stringify(server.served));
  t.diagnostic(`First visit, brotli: ${(bytes / 1000).toFixed(1)} kB of at most 800 kB`);
  assert.ok(bytes <= 800_000, `${bytes} bytes`);
});

test("a second visit asks for the page alone and takes the rest from the cache", async (t) => {
  const first = await openApp(t, { base: "/cached/" });
  const server = await serve({ base: "/cached/" });
  const before = server.served.length;
  const page = await first.page.context().newPage();
  await page.goto(first.url);
  await page.locator(".boot").waitFor({ state: "detached" });
  assert.deepEqual(server.served.slice(before).map((answer) => answer.path), ["/cached/"]);
});

test("the server gives nothing outside of the site", async () => {
  const { url } = await serve();
  for (const path of ["../Cargo.toml", "%2e%2e/Cargo.toml", "..%2fCargo.toml", "/etc/passwd", "%", "%00", "missing.js"]) {
    assert.equal((await fetch(url + path)).status, 404, path);
  }
  assert.equal((await fetch(url, { method: "POST" })).status, 405);
});
