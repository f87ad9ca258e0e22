// Finishes what Trunk has built: shorter names between the page's module and its glue, less white space, and
// digests that are right for what came of it. usage: node shrink.mjs FOLDER
//
// wasm-bindgen names every import by a hash of sixteen digits, once in the glue and once in the module. Nobody
// else reads these names, and digits do not compress: a hundred and sixty of them weigh some three kilobytes.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ids } from "./systems.mjs";

const folder = process.argv[2];
const files = await readdir(folder);
const find = (pattern) => files.find((name) => pattern.test(name)) ?? fail(`no file like ${pattern}`);
const index = find(/^index\.html$/);
let page = await readFile(join(folder, index), "utf8");

const shedding = [find(/^shedscope-.*\.js$/), find(/^shedscope-.*\.wasm$/)];
const systems = ids.map((id) => [`${id}.js`, `${id}_bg.wasm`]);
const digests = new Map();
for (const [glue, module] of [shedding, ...systems]) await shrink(glue, module);

// Browsers ignore the digest of a preloaded fetch and complain about it. It moves to where boot.js reads it
// and hands it to the fetch itself, which does check it.
page = page.replace(/(<link as="?fetch"?[^>]*) integrity=/, "$1 data-integrity=");
await writeFile(join(folder, index), page);

// The pages of the other systems are the same but for what they start.
for (const [place, id] of ids.entries()) {
  const other = shedding.reduce((text, name, part) => text
    .replaceAll(digests.get(name), digests.get(systems[place][part]))
    .replaceAll(name, systems[place][part]), page)
    .replace(/content="[^"]*" name="?description"?/, 'content="Watch load balancers think, round by round, in the browser." name=description');
  await writeFile(join(folder, `${id}.html`), other);
}

async function shrink(gluePath, modulePath) {
  const glue = await readFile(join(folder, gluePath), "utf8");
  const module = await readFile(join(folder, modulePath));
  const names = new Map();
  for (const [name] of glue.matchAll(/\b__wb(?:g|indgen)_\w+(?=: ?function)/g)) names.set(name, `i${names.size.toString(36)}`);

  const shortGlue = glue
    .replace(/\b__wb(?:g|indgen)_\w+(?=: ?function)/g, (name) => names.get(name))
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, "")
    .replace(/^[ \t]+|[ \t]+$|^\s*\/\/.*$/gm, "")
    .replace(/\n{2,}/g, "\n");
  for (const [path, before, after] of [[gluePath, glue, shortGlue], [modulePath, module, withImports(module, names)]]) {
    await writeFile(join(folder, path), after);
    digests.set(path, digest(after));
    page = page.replaceAll(digest(before), digest(after));
  }
}

function digest(content) {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}

/// The module with its imports under other names.
function withImports(module, names) {
  const parts = [module.subarray(0, 8)];
  let at = 8, renamed = 0;
  while (at < module.length) {
    const id = module[at];
    const [size, start] = number(module, at + 1);
    const content = module.subarray(start, start + size);
    if (id === 2) {
      const section = imports(content);
      parts.push(Buffer.of(2), bytesOf(section.length), section);
    } else {
      parts.push(module.subarray(at, start + size));
    }
    at = start + size;
  }
  if (renamed !== names.size) fail(`${renamed} of ${names.size} imports are in the module`);
  return Buffer.concat(parts);

  function imports(content) {
    const [count, first] = number(content, 0);
    const out = [content.subarray(0, first)];
    let place = first;
    const text = () => {
      const [length, from] = number(content, place);
      place = from + length;
      return content.subarray(from, place).toString();
    };
    for (let index = 0; index < count; index += 1) {
      for (const own of [text(), text()]) {
        const name = Buffer.from(names.get(own) ?? own);
        if (names.has(own)) renamed += 1;
        out.push(bytesOf(name.length), name);
      }
      const from = place;
      const kind = content[place];
      // A function's type, a table's element and limits, a memory's limits, a global's type and mutability.
      if (kind === 0) [, place] = number(content, place + 1);
      else if (kind === 3) place += 3;
      else {
        const flags = content[place + (kind === 1 ? 2 : 1)];
        [, place] = number(content, place + (kind === 1 ? 3 : 2));
        if (flags & 1) [, place] = number(content, place);
      }
      out.push(content.subarray(from, place));
    }
    return Buffer.concat(out);
  }
}

/// A number in the module's own writing, and the place behind it.
function number(bytes, at) {
  let value = 0, shift = 0;
  for (;;) {
    const byte = bytes[at];
    at += 1;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
    shift += 7;
  }
}

function bytesOf(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return Buffer.from(bytes);
}

function fail(what) {
  throw new Error(`shrink: ${what}`);
}
