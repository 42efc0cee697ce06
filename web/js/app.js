/** Starts the application: language, theme and the page for the current path. */
import { h, loadStyle } from "./dom.js";
import { load, loadPage, preferred, site, t } from "./i18n.js";
import { startRouter } from "./router.js";
import { emblem, footer, header } from "./shell.js";
import { cacheAnswer, cachedAnswer, savedGames } from "./store.js";
import { startTheme } from "./theme.js";

/** @typedef {import("./router.js").Page} Page */

/** The addresses of the pages, the part of the texts that each needs, and how it is made. @type {[RegExp, string, (part: string) => Promise<Page>][]} */
const PAGES = [
    [/^\/$/, "start", async () => (await import("./pages/start.js")).startPage()],
    [/^\/g\/([\w-]+)$/, "game", async (id) => (await import("./pages/game.js")).gamePage(id)],
    [/^\/lobby$/, "lobby", async () => (await import("./pages/lobby.js")).lobbyPage()],
    [/^\/arena(?:\/([^/]+))?$/, "page", async (name) => (await import("./pages/arena.js")).arenaPage(name)],
    [/^\/rules(?:\/([\w-]+))?$/, "rules", async (game) => (await import("./pages/rules.js")).rulesPage(game)],
    [/^\/verify$/, "page", async () => (await import("./pages/verify.js")).verifyPage()],
    [/^\/settings$/, "settings", async () => (await import("./pages/settings.js")).settingsPage()],
    [/^\/about$/, "page", async () => (await import("./pages/about.js")).aboutPage()],
];

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Page | null} */
let current = null;
let visit = 0;

/** @param {string} path */
async function showPage(path) {
    const mine = ++visit;
    const page = await pageAt(path);
    if (mine !== visit) {
        page.close?.();
        return;
    }
    current?.close?.();
    const first = current === null;
    current = page;
    document.title = page.title ? `${page.title} · Agon` : "Agon";
    const main = h("main", { id: "main", tabindex: "-1" }, page.element);
    app.replaceChildren(await header(), main, await footer());
    app.dataset.page = path.split("/")[1] || "start";
    if (first) return;
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
}

/**
 * @param {string} path
 * @returns {Promise<Page>}
 */
async function pageAt(path) {
    for (const [shape, part, make] of PAGES) {
        const found = shape.exec(path);
        if (!found) continue;
        try {
            await Promise.all([loadPage(part), loadStyle(part === "game" ? "game" : "places")]);
            return await make(found[1] ?? "");
        } catch (error) {
            return await failure(/** @type {any} */ (error));
        }
    }
    return await failure({ status: 404 });
}

/**
 * @param {{status?: number, message?: string}} error
 * @returns {Promise<Page>}
 */
async function failure(error) {
    const title = t(error.status === 404 ? "error.missing" : error.status === 0 ? "error.offline" : "error.unknown");
    if (error.status === undefined) console.error(error);
    // Reload as soon as the network is back.
    if (error.status === 0) addEventListener("online", () => location.reload(), { once: true });
    if (error.status !== 0) await Promise.all(["places", "grid", "tavli"].map(loadStyle));
    const missing = error.status === 404;
    const home = h("a", { class: missing ? "button primary" : "button", href: "/" }, t("error.home"));
    const retry = h("button", { class: "primary", type: "button", onclick: () => location.reload() }, t("error.retry"));
    const element = h("div", { class: "sheet narrow lost" }, emblem(), h("h1", { text: title }), missing && h("p", { class: "lead", text: t("error.missing.help") }), h("div", { class: "row" }, !missing && retry, home));
    return { element, title };
}

/** On a first visit, loads the font after everything else, so that it does not compete with what the page needs. */
function loadFontLater() {
    const load = () => loadStyle("fonts").then(() => cacheAnswer("font", true));
    if ("requestIdleCallback" in window) requestIdleCallback(load);
    else setTimeout(load, 500);
}

/** The pages import this module, so a top-level await on one of them would deadlock. */
async function startApp() {
    const knowsFont = !!cachedAnswer("font");
    if (knowsFont) loadStyle("fonts");
    try {
        const { languages } = await site();
        await load(preferred(languages), PAGES.find(([shape]) => shape.test(location.pathname))?.[1]);
        await startRouter(showPage, async () => (await current?.leave?.()) ?? true);
        if (!knowsFont) loadFontLater();
        // Only returning players install the service worker, so a first visit stays small.
        if (savedGames().length) import("./offline.js").then(({ registerServiceWorker }) => registerServiceWorker());
    } catch {
        // The server wrote these texts into the page.
        const { offline, retry } = app.dataset;
        app.replaceChildren(h("main", { class: "sheet narrow" }, h("h1", {}, "Agon"), h("p", {}, offline), h("button", { class: "primary", type: "button", onclick: () => location.reload() }, retry)));
    }
}

startTheme();
startApp();
