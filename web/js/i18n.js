/** Texts in the user's language, with plural forms. */
import { getJson } from "./api.js";
import { cacheAnswer, cachedAnswer, change, settings } from "./store.js";

/** @import { Fault, GameInfo, LanguageInfo, Languages } from "./types.js" */

/** @type {Record<string, string>} */
let texts = {};
/** Texts of faults and the words in them; loaded when the first one occurs. @type {Promise<Record<string, string>> | null} */
let faults = null;
let plural = new Intl.PluralRules("en");
/** The parts of the texts that are loaded. @type {Set<string>} */
let parts = new Set();
/** The part that the current page needs. */
let pagePart = "page";

/** The tag of the language in use. */
export let language = "en";

/**
 * @param {LanguageInfo[]} known
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
 * Returns an answer; if the server cannot be reached, the cached one, so that the page can report it in the user's language.
 * @template T
 * @param {string} name
 * @param {Promise<T>} asked
 * @returns {Promise<T>}
 */
async function orCached(name, asked) {
    try {
        const answer = await asked;
        cacheAnswer(name, answer);
        return answer;
    } catch (error) {
        const before = /** @type {any} */ (error).status === 0 ? cachedAnswer(name) : null;
        if (before) return before;
        throw error;
    }
}

/** @type {Promise<Languages> | null} */
let answered = null;

/** The available languages and the server's version. */
export function site() {
    answered ??= orCached("site", getJson("/api/i18n"));
    answered.catch(() => (answered = null));
    return answered;
}

/**
 * Loads a language and sets the page's direction.
 * @param {string} tag
 * @param {string} [part] the part of the texts that the page needs
 */
export async function load(tag, part = pagePart) {
    const answer = await orCached("texts", getJson("/api/i18n/{lang}", { lang: tag, part }));
    texts = answer.texts;
    parts = new Set([part]);
    faults = null;
    language = answer.language;
    plural = new Intl.PluralRules(language);
    document.documentElement.lang = language;
    document.documentElement.dir = answer.rtl ? "rtl" : "ltr";
}

/** Loads the texts of a part unless they are loaded already. @param {string} part */
export async function loadPart(part) {
    if (parts.has(part)) return;
    const answer = await getJson("/api/i18n/{lang}", { lang: language, part });
    Object.assign(texts, answer.texts);
    parts.add(part);
}

/** Loads the texts that a page needs. @param {string} part */
export async function loadPage(part) {
    pagePart = part;
    await loadPart(part);
}

/** Loads the names of options and values if one of these games has some. @param {...string} specs */
export async function loadTitles(...specs) {
    if (specs.some((spec) => spec.includes(":"))) await loadPart("options");
}

/** @param {string} tag */
export async function setLanguage(tag) {
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
function interpolate(template, args) {
    return template.replace(/\{(\w+)\}/g, (all, name) => (name in args ? String(args[name]) : all));
}

/**
 * @param {string} key
 * @param {Record<string, any>} [args]
 */
export function t(key, args = {}) {
    return interpolate(texts[key] ?? key, args);
}

/**
 * The plural form of a text for `n`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, any>} [args]
 */
export function count(key, n, args = {}) {
    const form = texts[`${key}#${plural.select(n)}`] ?? texts[`${key}#other`] ?? key;
    return interpolate(form, { n: number(n), ...args });
}

/** @param {number} n */
export function number(n) {
    return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(n);
}

/**
 * A number with a fixed count of decimals.
 * @param {number} n
 * @param {number} [digits]
 * @param {"negative" | "exceptZero"} [signDisplay]
 */
export function fixed(n, digits = 0, signDisplay = "negative") {
    return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay }).format(n);
}

/**
 * A number with its sign: +1.5.
 * @param {number} n
 * @param {number} [digits]
 */
export function signed(n, digits) {
    return fixed(n, digits, "exceptZero");
}

/**
 * The text of a fault in the user's language, with the names of the sides of a game.
 * @param {Fault | null | undefined} fault
 * @param {string} [game]
 */
export async function faultText(fault, game) {
    if (!fault) return t("error.unknown");
    faults ??= getJson("/api/i18n/{lang}", { lang: language, part: "faults" }).then((answer) => answer.texts);
    const known = await faults.catch(() => {
        faults = null;
        return /** @type {Record<string, string>} */ ({});
    });
    const template = known[`fault.${fault.code}`];
    if (!template) return fault.text;
    const word = (/** @type {string} */ name, /** @type {string} */ value) => {
        const word = known[`word.${name}.${value}`];
        return (word && texts[`side.${game}.${value}`]) ?? word ?? value;
    };
    return interpolate(template, Object.fromEntries(Object.entries(fault.args ?? {}).map(([name, value]) => [name, word(name, value)])));
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
 * The name of an option's value: "pawn or wall".
 * @param {string} option
 * @param {string} value
 */
export function valueName(option, value) {
    return texts[`value.${option}.${value}`] ?? value;
}

/**
 * The name of a game.
 * @param {GameInfo} game
 */
export function gameName(game) {
    return texts[`game.${game.name}.title`] ?? game.title;
}

/**
 * A game's title with its options: "Title (Rows: 4)".
 * @param {string} spec
 */
export function gameTitle(spec) {
    const [name, options] = spec.split(":");
    const title = texts[`game.${name}.title`] ?? name;
    if (!options) return title ?? "";
    const parts = options.split(",").map((option) => {
        const [key = "", value = ""] = option.split("=");
        return `${texts[`option.${key}`] ?? key}: ${valueName(key, value)}`;
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

/** A time relative to now: "3 minutes ago". @param {number} at */
export function relativeTime(at) {
    const minutes = Math.round((at - Date.now()) / 60000);
    const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    if (minutes > -60) return format.format(minutes, "minute");
    if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
    return format.format(Math.round(minutes / 60 / 24), "day");
}
