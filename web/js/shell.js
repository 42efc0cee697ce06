/** The header and footer of all pages. */
import { h, icon, s } from "./dom.js";
import { language, site, t, setLanguage } from "./i18n.js";
import { reload } from "./router.js";
import { change, settings } from "./store.js";
import { MODES, THEMES } from "./theme.js";

function logo() {
    return s(
        "svg",
        { viewBox: "0 0 64 64", class: "brand-mark", "aria-hidden": "true" },
        s("rect", { width: 64, height: 64, rx: 14, class: "brand-ground" }),
        s("path", { class: "brand-light", d: "M15 12h11a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3ZM38 35h11a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H38a3 3 0 0 1-3-3V38a3 3 0 0 1 3-3Z" }),
        s("circle", { class: "brand-light", cx: 43.5, cy: 20.5, r: 8.5 }),
        s("rect", { class: "brand-dark", x: 29.5, y: 10, width: 5, height: 44, rx: 2.5 }),
        s("circle", { class: "brand-dark", cx: 20.5, cy: 43.5, r: 8.5 }),
    );
}

/** Pieces of the games, as an ornament. */
export function emblem() {
    const checker = (/** @type {string} */ player, /** @type {number} */ x, /** @type {number} */ y) => s("g", { class: player, transform: `translate(${x} ${y})` }, s("circle", { class: "body", r: 26 }), s("circle", { class: "rim", r: 18 }));
    const pips = [[-9, -9], [9, 9], [0, 0], [9, -9], [-9, 9]].map(([cx, cy]) => s("circle", { class: "pip", cx, cy, r: 3.6 }));
    return s(
        "svg",
        { class: "emblem", viewBox: "0 0 300 96", "aria-hidden": "true" },
        s("rect", { class: "emblem-wall", x: 98, y: 4, width: 10, height: 88, rx: 3 }),
        checker("p1", 46, 58),
        s("g", { class: "domino p1" }, s("rect", { x: 128, y: 8, width: 40, height: 80, rx: 8 })),
        s("g", { class: "domino p2" }, s("rect", { x: 172, y: 48, width: 80, height: 40, rx: 8 })),
        s("g", { class: "die p1", transform: "translate(200 24) rotate(12)" }, s("rect", { class: "body", x: -18, y: -18, width: 36, height: 36, rx: 8 }), pips),
        checker("p2", 266, 34),
    );
}

/**
 * @param {string} path
 * @param {string} label
 */
function navLink(path, label) {
    const here = path === "/" ? location.pathname === "/" : location.pathname.startsWith(path);
    return h("a", { href: path, "aria-current": here ? "page" : null }, label);
}

/**
 * A native select element.
 * @param {string} label
 * @param {[string, string][]} choices value and text
 * @param {string} value
 * @param {(value: string) => void} chosen
 */
export function select(label, choices, value, chosen) {
    const list = h(
        "select",
        { "aria-label": label, onchange: () => chosen(list.value) },
        choices.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
    );
    return list;
}

/** The choice of a language. */
export async function languageSelect() {
    const { languages } = await site();
    return select(t("settings.language"), languages.map((one) => [one.tag, one.name]), language, async (tag) => {
        await setLanguage(tag);
        await reload();
    });
}

/** The first two letters of the language's name, for small screens. */
async function languageCode() {
    const { languages } = await site();
    return (languages.find((one) => one.tag === language)?.name ?? language).slice(0, 2);
}

export async function header() {
    const look = /** @type {[string, string][]} */ (
        THEMES.flatMap((theme) => MODES.map((mode) => [`${theme} ${mode}`, `${t(`theme.${theme}`)} · ${t(`mode.${mode}`)}`]))
    );
    return h(
        "header",
        { class: "site" },
        h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => skip(event) }, t("nav.skip")),
        h("a", { class: "brand", href: "/", "aria-label": `Agon, ${t("nav.play")}` }, logo(), h("span", { text: "Agon" })),
        h("nav", { "aria-label": t("nav.label") }, navLink("/", t("nav.play")), navLink("/lobby", t("nav.lobby")), navLink("/rules", t("nav.rules"))),
        h(
            "div",
            { class: "tools" },
            h("span", { class: "language" }, h("span", { class: "language-code", "aria-hidden": "true", text: await languageCode() }), await languageSelect()),
            select(t("settings.theme"), look, `${settings.theme} ${settings.mode}`, (value) => {
                const [theme, mode] = value.split(" ");
                change("theme", theme ?? "wood");
                change("mode", mode ?? "auto");
            }),
            h("a", { href: "/settings", class: "icon-button", "aria-label": t("nav.settings"), title: t("nav.settings") }, icon("gear")),
        ),
    );
}

/** @param {Event} event */
function skip(event) {
    event.preventDefault();
    document.getElementById("main")?.focus();
}

export async function footer() {
    const { version } = await site();
    return h(
        "footer",
        { class: "site" },
        h("a", { href: "/arena" }, t("nav.arena")),
        h("a", { href: "/about" }, t("nav.about")),
        h("a", { href: "/verify" }, t("nav.verify")),
        h("a", { href: "/settings" }, t("nav.settings")),
        h("span", { class: "quiet", text: `Agon ${version}` }),
    );
}
