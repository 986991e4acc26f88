// Keeps the whole site in the browser, so that it works without a network. scripts/site.mjs fills in
// the version and the files; a new version waits until no page of the old one is open.
const CACHE = "facedown-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("facedown-") && name !== CACHE) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      const page = event.request.mode === "navigate";
      const kept = await cache.match(page ? "./" : event.request, { ignoreSearch: true });
      return kept ?? fetch(event.request);
    })(),
  );
});
