/** Pages by path, without loading the document again. */

/** @typedef {{element: HTMLElement, title: string, close?: () => void}} Page */

/** @type {(path: string) => Promise<void>} */
let show = async () => {};

/** @param {(path: string) => Promise<void>} shower */
export function begin(shower) {
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

/** Shows the same page again, in another language for example. */
export function again() {
    return show(location.pathname);
}
