/** Starts the application: language, theme and the page for the current path. */
import { h } from "./dom.js";
import { load, preferred, site, t } from "./i18n.js";
import { startRouter } from "./router.js";
import { footer, header } from "./shell.js";
import { savedGames } from "./store.js";
import { startTheme } from "./theme.js";

/** @typedef {import("./router.js").Page} Page */

/** @type {[RegExp, (part: string) => Promise<Page>][]} */
const PAGES = [
    [/^\/$/, async () => (await import("./pages/start.js")).startPage()],
    [/^\/g\/([\w-]+)$/, async (id) => (await import("./pages/game.js")).gamePage(id)],
    [/^\/lobby$/, async () => (await import("./pages/lobby.js")).lobbyPage()],
    [/^\/arena(?:\/([^/]+))?$/, async (name) => (await import("./pages/arena.js")).arenaPage(name)],
    [/^\/rules(?:\/([\w-]+))?$/, async (game) => (await import("./pages/rules.js")).rulesPage(game)],
    [/^\/verify$/, async () => (await import("./pages/verify.js")).verifyPage()],
    [/^\/settings$/, async () => (await import("./pages/settings.js")).settingsPage()],
    [/^\/about$/, async () => (await import("./pages/about.js")).aboutPage()],
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
    for (const [shape, make] of PAGES) {
        const found = shape.exec(path);
        if (!found) continue;
        try {
            return await make(found[1] ?? "");
        } catch (error) {
            return failure(/** @type {any} */ (error));
        }
    }
    return failure({ status: 404 });
}

/**
 * @param {{status?: number, message?: string}} error
 * @returns {Page}
 */
function failure(error) {
    const title = t(error.status === 404 ? "error.missing" : error.status === 0 ? "error.offline" : "error.unknown");
    if (error.status === undefined) console.error(error);
    // Reload as soon as the network is back.
    if (error.status === 0) addEventListener("online", () => location.reload(), { once: true });
    const retry = h("button", { class: "primary", type: "button", onclick: () => location.reload() }, t("error.retry"));
    const element = h("div", { class: "sheet narrow" }, h("h1", { text: title }), h("p", {}, h("a", { href: "/" }, t("error.home"))), retry);
    return { element, title };
}

/** The pages import this module, so a top-level await on one of them would deadlock. */
async function startApp() {
    try {
        const { languages } = await site();
        await load(preferred(languages));
        await startRouter(showPage);
        // Only returning players install the service worker, so a first visit stays small.
        if (savedGames().length) import("./offline.js").then(({ registerServiceWorker }) => registerServiceWorker());
    } catch {
        // The translations come from the server, so this text is English.
        app.replaceChildren(h("main", { class: "sheet narrow" }, h("h1", {}, "Agon"), h("p", {}, "The server does not answer."), h("button", { class: "primary", onclick: () => location.reload() }, "Try again")));
    }
}

startTheme();
startApp();
