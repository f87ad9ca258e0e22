// Compares the last benchmarks with benches/baseline.json, and fails where one takes over 30 % longer than it did. Machines
// differ, so all figures are taken relative to the benchmark named "reference", which runs no code of ours.
// usage: check-benches.mjs [--write]   with --write the last figures become the baseline
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const RESULTS = "target/criterion";
const BASELINE = "benches/baseline.json";
const MOST = 1.3;

/// The median of every benchmark, in nanoseconds, by its directory.
function medians(directory = RESULTS, found = {}) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(directory, entry.name);
    if (entry.name === "new") {
      const { median } = JSON.parse(readFileSync(join(path, "estimates.json"), "utf8"));
      found[relative(RESULTS, directory)] = median.point_estimate;
    } else {
      medians(path, found);
    }
  }
  return found;
}

const now = medians();
const reference = Object.keys(now).find((name) => name.startsWith("reference"));
if (!reference) throw new Error(`${RESULTS} has no reference. Run: cargo bench`);
if (process.argv.includes("--write")) {
  const rounded = Object.entries(now).map(([name, value]) => [name, Number(value.toPrecision(4))]);
  writeFileSync(BASELINE, `${JSON.stringify(Object.fromEntries(rounded.sort()), null, 2)}\n`);
  console.log(`${BASELINE}: ${rounded.length} medians, in nanoseconds`);
} else {
  const before = JSON.parse(readFileSync(BASELINE, "utf8"));
  const speed = now[reference] / before[reference];
  let slower = 0;
  for (const [name, value] of Object.entries(now).sort()) {
    if (!(name in before) || name === reference) continue;
    const ratio = value / before[name] / speed;
    const mark = ratio > MOST ? "  <- too slow" : "";
    slower += ratio > MOST ? 1 : 0;
    console.log(`${ratio.toFixed(2).padStart(6)} ×  ${name}${mark}`);
  }
  const gone = Object.keys(before).filter((name) => !(name in now));
  if (gone.length > 0) console.log(`Not measured this time: ${gone.join(", ")}`);
  if (slower > 0) {
    console.error(`${slower} of the benchmarks take over ${Math.round((MOST - 1) * 100)} % longer than the baseline.`);
    process.exit(1);
  }
}
