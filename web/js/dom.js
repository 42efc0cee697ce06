/** Helpers that build elements. They never parse text as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function assign(element, props) {
    for (const [name, value] of Object.entries(props)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "text") element.textContent = String(value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
}

/**
 * An HTML element: `h("button", {class: "big", onclick: play}, "Play")`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    assign(element, props);
    append(element, children);
    return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
    const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
    assign(element, props);
    append(element, children);
    return element;
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
    for (const child of children.flat()) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
}

/**
 * Sets an attribute only if it changes, so that screen readers do not repeat it.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function attr(element, name, value) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function text(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Icon paths in a 24 x 24 box; the page of a game adds its own. @type {Record<string, string>} */
export const ICONS = {
    rules: "M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3V4ZM9 9h5M9 13h5",
    cross: "M6 6l12 12M18 6 6 18",
    gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19",
    eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
};

/**
 * @param {string} name
 */
export function icon(name) {
    return s(
        "svg",
        { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
        s("path", { d: ICONS[name] ?? "" }),
    );
}

/** The style sheets that are loaded or being loaded, by name. @type {Record<string, Promise<unknown>>} */
const styles = {};

/** Loads a style sheet that only some pages need. @param {string} name */
export function loadStyle(name) {
    return (styles[name] ??= addStyle(new URL(`../style/${name}.css`, import.meta.url).href));
}

/** @param {string} href */
async function addStyle(href) {
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
    const link = h("link", { rel: "stylesheet", href });
    const loaded = new Promise((done) => ["load", "error"].forEach((event) => link.addEventListener(event, done)));
    document.head.append(link);
    await loaded;
}
