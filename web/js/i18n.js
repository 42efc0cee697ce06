/** Texts in the reader's language, with plural forms. */
import { getJson } from "./api.js";
import { change, keepSaid, lastSaid, settings } from "./store.js";

/** @type {Record<string, string>} */
let texts = {};
/** What can be wrong: asked for when something is. @type {Promise<Record<string, string>> | null} */
let faults = null;
let plural = new Intl.PluralRules("en");

/** The tag of the language in use. */
export let language = "en";

/**
 * @param {import("./types.js").LanguageInfo[]} known
 */
export function preferred(known) {
    const wanted = [settings.language, ...navigator.languages].filter(Boolean);
    for (const tag of wanted) {
        const lower = tag.toLowerCase();
        const exact = known.find((one) => one.tag.toLowerCase() === lower);
        if (exact) return exact.tag;
        if (lower.startsWith("sr-cyrl")) return "sr-Cyrl";
        const base = known.find((one) => one.tag === lower.split("-")[0]);
        if (base) return base.tag;
    }
    return "en";
}

/**
 * What the server says, or said the last time if it does not answer: the page can tell that in the reader's language.
 * @param {string} name
 * @param {string} path
 */
async function said(name, path) {
    try {
        const answer = await getJson(path);
        keepSaid(name, answer);
        return answer;
    } catch (error) {
        const before = /** @type {any} */ (error).status === 0 ? lastSaid(name) : null;
        if (before) return before;
        throw error;
    }
}

/** @type {Promise<{languages: import("./types.js").LanguageInfo[], version: string}> | null} */
let answered = null;

/** The languages, and the version of the server. */
export function site() {
    answered ??= said("site", "/api/i18n");
    answered.catch(() => (answered = null));
    return answered;
}

/**
 * Loads a language and turns the page to its direction.
 * @param {string} tag
 */
export async function load(tag) {
    const answer = await said("texts", `/api/i18n/${tag}?part=page`);
    texts = answer.texts;
    faults = null;
    language = answer.language;
    plural = new Intl.PluralRules(language);
    document.documentElement.lang = language;
    document.documentElement.dir = answer.rtl ? "rtl" : "ltr";
}

/** Loads the texts of a part that few open. @param {string} part */
export async function loadPart(part) {
    const answer = await getJson(`/api/i18n/${language}?part=${part}`);
    Object.assign(texts, answer.texts);
}

/** @param {string} tag */
export async function use(tag) {
    await load(tag);
    change("language", tag);
}

/** @param {string} key */
export function has(key) {
    return key in texts;
}

/**
 * @param {string} template
 * @param {Record<string, any>} args
 */
function fillIn(template, args) {
    return template.replace(/\{(\w+)\}/g, (all, name) => (name in args ? String(args[name]) : all));
}

/**
 * @param {string} key
 * @param {Record<string, any>} [args]
 */
export function t(key, args = {}) {
    return fillIn(texts[key] ?? key, args);
}

/**
 * A counted text in the form that goes with `n`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, any>} [args]
 */
export function count(key, n, args = {}) {
    const form = texts[`${key}#${plural.select(n)}`] ?? texts[`${key}#other`] ?? key;
    return fillIn(form, { n: number(n), ...args });
}

/** @param {number} n */
export function number(n) {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(n);
}

/**
 * What was wrong, in the reader's words.
 * @param {import("./types.js").Fault | null | undefined} fault
 */
export async function faultText(fault) {
    if (!fault) return t("error.unknown");
    faults ??= getJson(`/api/i18n/${language}?part=faults`).then((answer) => answer.texts);
    const known = await faults.catch(() => {
        faults = null;
        return /** @type {Record<string, string>} */ ({});
    });
    const template = known[`fault.${fault.code}`];
    if (!template) return fault.text;
    const args = Object.fromEntries(
        Object.entries(fault.args ?? {}).map(([name, value]) => [name, texts[`word.${name}.${value}`] ?? value]),
    );
    return fillIn(template, args);
}

/**
 * The name of a side in a game: White, X, Vertical.
 * @param {string} game
 * @param {string} player
 */
export function side(game, player) {
    return texts[`side.${game}.${player}`] ?? texts[`side.dice.${player}`] ?? player;
}

/**
 * What an option of a game can be: "pawn or wall".
 * @param {string} value
 */
export function valueName(value) {
    return texts[`value.${value}`] ?? value.replaceAll("_", " ");
}

/**
 * A game with what is unusual about it: "Domineering (Rows: 4)".
 * @param {string} spec
 */
export function gameTitle(spec) {
    const [name, options] = spec.split(":");
    const title = texts[`game.${name}.title`] ?? name;
    if (!options) return title ?? "";
    const parts = options.split(",").map((option) => {
        const [key = "", value = ""] = option.split("=");
        return `${texts[`option.${key}`] ?? key}: ${valueName(value)}`;
    });
    return `${title} (${parts.join(", ")})`;
}

/** @param {number} ms */
export function duration(ms) {
    const seconds = Math.floor(ms / 1000);
    const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** @param {number} at */
export function when(at) {
    const minutes = Math.round((at - Date.now()) / 60000);
    const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    if (minutes > -60) return format.format(minutes, "minute");
    if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
    return format.format(Math.round(minutes / 60 / 24), "day");
}
