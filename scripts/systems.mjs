// Builds the pages of the systems that have one of their own, one for each line of the register.
// usage: node systems.mjs FOLDER
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = "wasm32-unknown-unknown";

/// The ids of the systems, in the order of `src/systems.rs`: the rooms they live in.
const ids = [...(await readFile(join(root, "src/systems.rs"), "utf8")).matchAll(/^    (\w+): \w+,$/gm)].map(([, id]) => id);

async function build(folder) {
  await compile(folder);
  await writePages(folder);
}

/// The modules and their glue.
async function compile(folder) {
  const cargoTarget = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const scratch = await mkdtemp(join(tmpdir(), "shedscope-"));
  try {
    for (const id of ids) {
      run("cargo", ["build", "--profile", "wasm", "--quiet", "--locked", "--offline", "--target", target, "--bin", "system"], { SHEDSCOPE_SYSTEM: id });
      const module = join(cargoTarget, target, "wasm/system.wasm");
      run("wasm-bindgen", [module, "--target", "web", "--no-typescript", "--out-dir", scratch, "--out-name", id]);
      run("wasm-opt", [join(scratch, `${id}_bg.wasm`), "--output", join(folder, `${id}_bg.wasm`), "-Oz"]);
      run("cp", [join(scratch, `${id}.js`), join(folder, `${id}.js`)]);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/// The pages: the first one, but for what it starts.
async function writePages(folder) {
  const files = await readdir(folder);
  const page = await readFile(join(folder, "index.html"), "utf8");
  const [glue, module] = [/^shedscope-.*\.js$/, /^shedscope-.*\.wasm$/].map((pattern) => files.find((name) => pattern.test(name)));
  for (const id of ids) {
    const other = page.replaceAll(glue, `${id}.js`).replaceAll(module, `${id}_bg.wasm`)
      .replace(/content="[^"]*" name="?description"?/, 'content="Watch load balancers think, round by round, in the browser." name=description');
    await writeFile(join(folder, `${id}.html`), other);
  }
}

function run(command, values, more = {}) {
  const { status, error } = spawnSync(command, values, { cwd: root, stdio: "inherit", env: { ...process.env, ...more } });
  if (error || status !== 0) throw new Error(`systems: ${command} ${values.join(" ")} failed${error ? `: ${error.message}` : ""}`);
}

await build(process.argv[2]);
