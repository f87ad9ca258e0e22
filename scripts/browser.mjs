// Chromium for tests and measurements. scripts/with-tools.sh says where it is (CHROMIUM) and where Node finds
// playwright-core and axe-core (NODE_PATH).
import { createRequire } from "node:module";

const require = createRequire(import.meta.url); // `import` alone does not look along NODE_PATH

/// The path of a file in an installed package.
export function packageFile(name) {
  return locate(() => require.resolve(name));
}

/// A headless Chromium with a new empty profile, which neither asks nor tells anyone else anything.
export async function launchChromium() {
  const { chromium } = locate(() => require("playwright-core"));
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", // there is none for root
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

function locate(find) {
  try {
    return find();
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new Error("playwright-core or axe-core is missing. Run this through scripts/with-tools.sh, or run: make test");
  }
}
