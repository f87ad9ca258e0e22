// Starts the app, or says why not. The names of the hashed files are in the head of the page.

const needsWasm =
  "Shedscope needs WebAssembly, which this browser lacks or has switched off. Switch it on, or open this page in a current browser.";
const needsFiles =
  "Shedscope could not start: a part of it did not arrive or is damaged. Reload the page; if that does not help, the copy on the server is incomplete.";

// The only address that may become a script: that of the worker beside this page.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    const worker = new URL("./worker.js", document.baseURI);
    const asked = new URL(address, document.baseURI);
    return asked.origin === worker.origin && asked.pathname === worker.pathname ? address : null;
  },
});

async function start() {
  const glue = document.querySelector('link[rel="modulepreload"]');
  const binary = document.querySelector('link[rel="preload"][as="fetch"]');
  const { default: init } = await import(glue.href);
  const wasm = await init({ module_or_path: fetch(binary.href) });
  dispatchEvent(new CustomEvent("TrunkApplicationStarted", { detail: { wasm } }));
}

function giveUp(sentence) {
  document.querySelector(".boot")?.classList.add("boot-failed");
  const status = document.getElementById("boot-status");
  if (status) status.textContent = sentence;
}

if (typeof WebAssembly === "undefined") {
  giveUp(needsWasm);
} else {
  start().catch((error) => {
    console.error(error);
    giveUp(needsFiles);
  });
}
