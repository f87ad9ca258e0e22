// Serves a built site on this machine alone: `node scripts/serve.mjs [PORT]`, or `--check PORT` to ask whether the port
// is free. Tests and measurements use `start`.
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const hashed = /-[0-9a-f]{15,16}(_bg)?\.\w+$/;

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/// Serves `dir` under the path `base` and answers when it listens: `{ url, served, close }`.
/// With `brotli` every file is compressed beforehand, as a web server would keep it, and again when it changes.
/// A file whose name has a hash of its content may be kept for good; all others are asked for again at every visit.
/// `served` grows by `{ path, status, bytes }` with every answer.
export async function start({ dir = dist, port = 0, base = "/", brotli = false } = {}) {
  const files = new Map();
  const served = [];

  async function file(path) {
    const { mtimeMs, ...about } = await stat(path);
    const known = files.get(path);
    if (known?.mtimeMs === mtimeMs) return known;
    const raw = await readFile(path);
    const entry = { mtimeMs, raw, compressed: brotli ? await promisify(brotliCompress)(raw) : null };
    files.set(path, entry);
    return entry;
  }

  async function answer(request, response) {
    const send = (status, body, headers = {}) => {
      served.push({ path: request.url, status, bytes: body.length });
      response.writeHead(status, { "content-length": body.length, "x-content-type-options": "nosniff", ...headers });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const refuse = (status, sentence) => send(status, Buffer.from(sentence + "\n"), { "content-type": types[".txt"] });

    if (!["GET", "HEAD"].includes(request.method)) return refuse(405, "Only GET and HEAD are answered here.");
    const path = pathIn(dir, base, request.url);
    if (!path) return refuse(404, "There is no such page here.");
    try {
      const { raw, compressed } = await file(path);
      const useCompressed = compressed && /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
      send(200, useCompressed ? compressed : raw, {
        "content-type": types[extname(path)] ?? "application/octet-stream",
        "cache-control": hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
        vary: "accept-encoding",
        ...(useCompressed && { "content-encoding": "br" }),
      });
    } catch {
      refuse(404, "There is no such page here.");
    }
  }

  if (brotli) {
    const names = await readdir(dir, { recursive: true, withFileTypes: true });
    await Promise.all(names.filter((name) => name.isFile()).map((name) => file(join(name.parentPath ?? name.path, name.name))));
  }
  const server = createServer(answer);
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    served,
    close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
  };
}

/// The file a request asks for, or nothing when it points outside of `dir`.
function pathIn(dir, base, url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/)[0]);
  } catch {
    return undefined;
  }
  if (!path.startsWith(base) || path.includes("\0")) return undefined;
  const root = resolve(dir);
  const found = resolve(root, "./" + path.slice(base.length) + (path.endsWith("/") ? "index.html" : ""));
  return found.startsWith(root + sep) ? found : undefined;
}

function listen(server, port) {
  return new Promise((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
}

async function main([first, second]) {
  const check = first === "--check";
  const port = Number((check ? second : first) ?? 8080);
  try {
    if (!Number.isInteger(port) || port < 1 || port > 65535) throw { code: "ERR_SOCKET_BAD_PORT" };
    if (check) {
      const server = createServer();
      await listen(server, port);
      server.close();
    } else {
      const { url } = await start({ port, brotli: true });
      console.log(`Shedscope is at ${url}\nCtrl+C ends it.`);
    }
  } catch (error) {
    console.error(`shedscope: ${sentence(error, port, check ? second : first)}`);
    process.exit(1);
  }
}

function sentence(error, port, given) {
  switch (error.code) {
    case "EADDRINUSE": return `Port ${port} is in use. Choose another: make serve PORT=${port + 1}`;
    case "EACCES": return `Port ${port} is not open to this user. Choose one above 1023: make serve PORT=8080`;
    case "ERR_SOCKET_BAD_PORT": return `"${given}" is no port. Choose one from 1 to 65535: make serve PORT=8080`;
    case "ENOENT": return "There is no built site in dist/. Build it first: make build";
    default: return `The site could not be served: ${error.message}`;
  }
}

const called = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (called) await main(process.argv.slice(2));
