/** Shows pages by path without reloading the document. */

/**
 * A page; `leave` asks whether it may be left.
 * @typedef {{element: HTMLElement, title: string, close?: () => void, leave?: () => Promise<boolean>}} Page
 */

/** @type {(path: string) => Promise<void>} */
let show = async () => {};
/** @type {() => Promise<boolean>} */
let mayLeave = async () => true;
/** The path of the current page. */
let here = "";

/**
 * @param {(path: string) => Promise<void>} shower
 * @param {() => Promise<boolean>} asker whether the current page may be left
 */
export function startRouter(shower, asker) {
    show = shower;
    mayLeave = asker;
    here = location.pathname;
    addEventListener("popstate", () => back());
    document.addEventListener("click", (event) => {
        const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
        if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        if (link.origin !== location.origin || link.download || link.target || link.pathname.startsWith("/api/")) return;
        if (link.hash && link.pathname === location.pathname) return;
        event.preventDefault();
        go(link.pathname);
    });
    return show(location.pathname);
}

/** @param {string} path */
export async function go(path) {
    if (path !== here && !(await mayLeave())) return;
    if (path !== location.pathname) history.pushState(null, "", path);
    here = path;
    await show(path);
}

/** Follows the browser's own buttons, which have changed the address already. */
async function back() {
    const path = location.pathname;
    if (path !== here && !(await mayLeave())) {
        history.pushState(null, "", here);
        return;
    }
    here = path;
    await show(path);
}

/** Renders the current page again, for example in another language. */
export function reload() {
    return show(location.pathname);
}
