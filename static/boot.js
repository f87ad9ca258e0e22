// Starts the app, or says why not. The names of the hashed files stand in the head.

const needsWasm =
  "Shedscope needs WebAssembly, which this browser lacks or has switched off. Switch it on, or open this page in a current browser.";
const needsFiles =
  "Shedscope could not start: a part of it did not arrive or is damaged. Reload the page; if that does not help, the copy on the server is incomplete.";

async function start() {
  const glue = document.querySelector('link[rel="modulepreload"]:not([href^="./importer"])');
  const binary = document.querySelector('link[rel="preload"][as="fetch"]');
  const { default: init } = await import(glue.href);
  const wasm = await init({ module_or_path: fetch(binary.href) });
  dispatchEvent(new CustomEvent("TrunkApplicationStarted", { detail: { wasm } }));
}

let importer;

async function withImporter(use, answer) {
  try {
    importer ??= import("./importer.js").then((module) => module.default().then(() => module));
    answer(await use(await importer));
  } catch (error) {
    console.error(error);
    importer = undefined;
    answer(null);
  }
}

globalThis.shedscopeSituation = (id, answer) => withImporter((module) => module.situation(id), answer);

const breath = () => new Promise((go) => setTimeout(go));

globalThis.shedscopeMetrics = (base, lane, round, answer) =>
  withImporter(async (module) => {
    const metrics = new module.Metrics(base, lane, round);
    for (let since = performance.now(); metrics.advance(); ) {
      if (performance.now() - since > 10) {
        await breath();
        since = performance.now();
      }
    }
    return metrics.texts();
  }, answer);

// Where that is not allowed, the text is there to be copied by hand.
globalThis.shedscopeCopy = (_name, text) =>
  Promise.resolve(navigator.clipboard?.writeText(text)).catch(() => document.querySelector("dialog textarea")?.select());

globalThis.shedscopeSave = (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

globalThis.shedscopeImport = async (sources, base, mostBytes, answer) => {
  const names = [], contents = [];
  for (const source of sources) {
    const isText = typeof source === "string";
    const blob = isText ? new Blob([source]) : source;
    names.push(isText ? "pasted text" : source.name);
    try {
      contents.push(new Uint8Array(await blob.slice(0, mostBytes).arrayBuffer()));
    } catch {
      return answer(`${source.name} cannot be read by the browser; is it a folder, or has it been moved?`);
    }
  }
  withImporter((module) => module.read(names, contents, base), answer);
};

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
