/**
 * Keeps the page itself, so that it opens without the server and says so. Never keeps an answer of the interface: what the
 * server has not said now is not shown as true. Each build has a store of its own; the stores of others are thrown away.
 */
const ASSETS = "%ASSETS%";
const FILES = JSON.parse('%FILES%');
const SHELL = `${ASSETS}/index/other.html`;
const STORE = `agon ${ASSETS}`;
/** While the page is being written nothing is kept. */
const KEEPS = FILES.length > 0;

self.addEventListener("install", (event) => {
    const fill = async () => {
        const store = await caches.open(STORE);
        await store.addAll(FILES.map((name) => `${ASSETS}/${name}`));
        await self.skipWaiting();
    };
    if (KEEPS) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
    const clean = async () => {
        const names = await caches.keys();
        await Promise.all(names.filter((name) => name.startsWith("agon ") && name !== STORE).map((name) => caches.delete(name)));
        await self.clients.claim();
    };
    event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (!KEEPS || request.method !== "GET" || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith(`${ASSETS}/`)) event.respondWith(kept(request));
    else if (request.mode === "navigate") event.respondWith(page(request));
});

/** Files under the hash never change. @param {Request} request */
async function kept(request) {
    const store = await caches.open(STORE);
    return (await store.match(request)) ?? fetch(request);
}

/** The page comes from the server; if that does not answer, as it was kept. @param {Request} request */
async function page(request) {
    try {
        return await fetch(request);
    } catch (error) {
        const store = await caches.open(STORE);
        const shell = await store.match(SHELL);
        if (shell) return shell;
        throw error;
    }
}
