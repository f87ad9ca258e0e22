// A worker of the app: the same files as the page, whose addresses the page gives.
const addresses = new URL(import.meta.url).searchParams;
const beside = (name) => {
  const address = new URL(addresses.get(name), import.meta.url);
  if (address.origin !== location.origin) throw new Error(`${name} is from elsewhere`);
  return address;
};
const { default: init } = await import(beside("glue").href);
await init({ module_or_path: fetch(beside("wasm")) });
