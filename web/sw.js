/**
 * Service worker: caches the files of the page, so that it opens without the server and reports that. It never caches API
 * answers, since stale ones would be shown as current. Each build has its own cache; caches of other builds are deleted.
 */
const ASSETS = "%ASSETS%";
const FILES = JSON.parse('%FILES%');
const SHELL = `${ASSETS}/index/other.html`;
const CACHE = `agon ${ASSETS}`;
/** In development (`--web-dir`) nothing is cached. */
const CACHING = FILES.length > 0;

self.addEventListener("install", (event) => {
    const fill = async () => {
        const cache = await caches.open(CACHE);
        await cache.addAll(FILES.map((name) => `${ASSETS}/${name}`));
        await self.skipWaiting();
    };
    if (CACHING) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
    const clean = async () => {
        const names = await caches.keys();
        await Promise.all(names.filter((name) => name.startsWith("agon ") && name !== CACHE).map((name) => caches.delete(name)));
        await self.clients.claim();
    };
    event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (!CACHING || request.method !== "GET" || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith(`${ASSETS}/`)) event.respondWith(cached(request));
    else if (request.mode === "navigate") event.respondWith(page(request));
});

/** Files under the hash never change. What is not in the list, such as a part of the font, is kept once it is used. @param {Request} request */
async function cached(request) {
    const cache = await caches.open(CACHE);
    const known = await cache.match(request);
    if (known) return known;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
}

/** Fetches the page from the server, or from the cache if the server does not answer. @param {Request} request */
async function page(request) {
    try {
        return await fetch(request);
    } catch (error) {
        const cache = await caches.open(CACHE);
        const shell = await cache.match(SHELL);
        if (shell) return shell;
        throw error;
    }
}
