// A worker of the app: the same files as the page, whose addresses the page gives.
const given = new URL(import.meta.url).searchParams;

function beside(name) {
  const address = new URL(given.get(name), import.meta.url);
  if (address.origin !== location.origin) throw new Error(`${name} is from elsewhere`);
  return address;
}

async function start() {
  const { default: init } = await import(beside("glue").href);
  await init({ module_or_path: fetch(beside("wasm")) });
}

try {
  await start();
} catch (error) {
  // The page hears of it on a channel that it has named, because nothing else of a failed start reaches it.
  new BroadcastChannel(given.get("channel")).postMessage("failed");
  throw error;
}
