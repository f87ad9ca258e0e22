// The browsers of tests and measurements. scripts/with-tools.sh says where they are (CHROMIUM, FIREFOX) and where Node
// finds playwright-core, axe-core and puppeteer-core (NODE_PATH).
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

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

/// A headless Firefox with a new empty profile, driven over WebDriver BiDi.
export async function launchFirefox() {
  const { default: puppeteer } = await import(pathToFileURL(packageFile("puppeteer-core")).href);
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    args: ["--width=1366", "--height=768"],
    defaultViewport: null, // Firefox does not know all of what puppeteer would set
    extraPrefsFirefox: {
      "app.update.disabledForTesting": true,
      "browser.safebrowsing.downloads.remote.enabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
    },
  });
}

function locate(find) {
  try {
    return find();
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new Error("A package of the browser tests is missing. Run this through scripts/with-tools.sh, or run: make test");
  }
}
