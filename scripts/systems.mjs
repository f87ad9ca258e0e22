// Compiles the modules of the systems that have pages of their own, one for each line of the register.
// usage: node systems.mjs FOLDER
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = "wasm32-unknown-unknown";

/// The ids of the systems, in the order of `src/systems.rs`: the rooms they live in.
export const ids = [...(await readFile(join(root, "src/systems.rs"), "utf8")).matchAll(/^    (\w+): \w+,$/gm)].map(([, id]) => id);

async function compile(folder) {
  // The same for all modules of the page.
  const page = await readFile(join(root, "index.html"), "utf8");
  const options = /data-bin="shedscope".*data-wasm-opt-params="([^"]*)"/.exec(page)[1].split(" ");
  const cargoTarget = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const scratch = await mkdtemp(join(tmpdir(), "shedscope-"));
  try {
    for (const id of ids) {
      run("cargo", ["build", "--release", "--quiet", "--locked", "--offline", "--target", target, "--bin", "system"], { SHEDSCOPE_SYSTEM: id });
      const module = join(cargoTarget, target, "release/system.wasm");
      run("wasm-bindgen", [module, "--target", "web", "--no-typescript", "--out-dir", scratch, "--out-name", id]);
      run("wasm-opt", [join(scratch, `${id}_bg.wasm`), "--output", join(folder, `${id}_bg.wasm`), "-Os", ...options]);
      run("cp", [join(scratch, `${id}.js`), join(folder, `${id}.js`)]);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

function run(command, values, more = {}) {
  const { status, error } = spawnSync(command, values, { cwd: root, stdio: "inherit", env: { ...process.env, ...more } });
  if (error || status !== 0) throw new Error(`systems: ${command} ${values.join(" ")} failed${error ? `: ${error.message}` : ""}`);
}

const called = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (called) await compile(process.argv[2]);
