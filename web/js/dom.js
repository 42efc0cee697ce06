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

/** Icon paths in a 24 x 24 box. */
const ICONS = /** @type {Record<string, string>} */ ({
    undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3Z",
    flag: "M5 21V4M5 4h11l-2 4 2 4H5",
    draw: "M4 9h16M4 15h16",
    flip: "M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3",
    path: "M4 19h5a3 3 0 0 0 0-6H8a3 3 0 0 1 0-6h12M17 4l3 3-3 3",
    save: "M12 3v12M7 10l5 5 5-5M4 20h16",
    share: "M8 12h8M13 7l5 5-5 5M4 5v14",
    rules: "M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3V4ZM9 9h5M9 13h5",
    dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8.5 8.5h.01M15.5 15.5h.01M12 12h.01",
    play: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM10 8.5l5.5 3.5-5.5 3.5v-7Z",
    pause: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM10 9v6M14 9v6",
    paths: "M3 12h4l5-7h9M7 12h14M7 12l5 7h9",
    first: "M18 5 9 12l9 7V5ZM6 5v14",
    prev: "M16 5 7 12l9 7V5Z",
    next: "M8 5l9 7-9 7V5Z",
    last: "M6 5l9 7-9 7V5ZM18 5v14",
    turn: "M20 12a8 8 0 1 1-3-6.2M20 3v5h-5",
    check: "M4 12.5 9.5 18 20 6.5",
    cross: "M6 6l12 12M18 6 6 18",
    wall: "M3 9h18v6H3z",
    link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19",
    eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
    again: "M4 12a8 8 0 0 1 14-5.3L20 9M20 3v6h-6M20 12a8 8 0 0 1-14 5.3L4 15M4 21v-6h6",
    scales: "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6L5 7ZM19 7l-3 7h6l-3-7Z",
    graph: "M4 4v16h16M7 15l4-5 4 3 5-7",
    more: "M5 12h.01M12 12h.01M19 12h.01",
    chat: "M4 5h16v11H9l-5 4V5Z",
});

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

/** Loads a style sheet that only some pages need. @param {string} name */
export async function loadStyle(name) {
    const { href } = new URL(`../style/${name}.css`, import.meta.url);
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
    const link = h("link", { rel: "stylesheet", href });
    const loaded = new Promise((done) => ["load", "error"].forEach((event) => link.addEventListener(event, done)));
    document.head.append(link);
    await loaded;
}
