/** Shows pages by path without reloading the document. */

/** @typedef {{element: HTMLElement, title: string, close?: () => void}} Page */

/** @type {(path: string) => Promise<void>} */
let show = async () => {};

/** @param {(path: string) => Promise<void>} shower */
export function startRouter(shower) {
    show = shower;
    addEventListener("popstate", () => show(location.pathname));
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
export function go(path) {
    if (path !== location.pathname) history.pushState(null, "", path);
    return show(path);
}

/** Renders the current page again, for example in another language. */
export function reload() {
    return show(location.pathname);
}
