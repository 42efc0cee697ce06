/** Data stored in this browser: settings, seat tokens, games. None of it goes into a URL. */
import { Emitter } from "./emitter.js";

const SETTINGS = "agon.settings";
const GAMES = "agon.games";
const LAST = "agon.last";
const MAX_GAMES = 60;

/** @type {Map<string, string>} */
const fallback = new Map();

/**
 * @param {string} key
 * @param {any} otherwise
 */
function read(key, otherwise) {
    try {
        const text = localStorage.getItem(key) ?? fallback.get(key);
        return text ? JSON.parse(text) : otherwise;
    } catch {
        return fallback.has(key) ? JSON.parse(fallback.get(key) ?? "null") : otherwise;
    }
}

/**
 * @param {string} key
 * @param {any} value
 */
function write(key, value) {
    const text = JSON.stringify(value);
    fallback.set(key, text);
    try {
        localStorage.setItem(key, text);
    } catch {
        // Storage is disabled: keep the values until the page is closed.
    }
}

/**
 * @typedef {{
 *   language: string, theme: string, mode: string, motion: string, confirm: string, labels: boolean, paths: boolean,
 *   sound: boolean, chat: boolean, pace: string, rollByHand: boolean, premove: boolean, allPaths: boolean, tap: boolean, forced: boolean, done: boolean, evaluation: boolean, name: string, clockwise: boolean
 * }} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
    language: "",
    theme: "wood",
    mode: "auto",
    motion: "normal",
    confirm: "touch",
    labels: true,
    paths: false,
    sound: true,
    chat: true,
    pace: "normal",
    rollByHand: false,
    premove: true,
    allPaths: false,
    tap: true,
    forced: false,
    done: true,
    evaluation: false,
    name: "",
    clockwise: false,
};

export const changes = new Emitter();

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(SETTINGS, {}) };

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function change(name, value) {
    settings[name] = value;
    write(SETTINGS, settings);
    changes.emit("change", name);
}

/**
 * @typedef {{id: string, spec: string, at: number, tokens: Record<string, string>, invites?: Record<string, string>,
 *   names?: string[], over?: boolean, parts?: Record<string, string>}} SavedGame
 */

/** @returns {SavedGame[]} newest first */
export function savedGames() {
    const list = read(GAMES, []);
    return Array.isArray(list) ? list : [];
}

/**
 * @param {string} id
 * @returns {SavedGame | undefined}
 */
export function savedGame(id) {
    return savedGames().find((one) => one.id === id);
}

/**
 * Merges data into a stored game and moves it to the front.
 * @param {string} id
 * @param {Partial<SavedGame>} more
 */
export function saveGame(id, more) {
    const list = savedGames();
    const known = list.find((one) => one.id === id) ?? { id, spec: "", at: 0, tokens: {} };
    const entry = { ...known, ...more, tokens: { ...known.tokens, ...more.tokens }, id };
    write(GAMES, [entry, ...list.filter((one) => one.id !== id)].slice(0, MAX_GAMES));
}

/** @param {string} id */
export function removeGame(id) {
    write(GAMES, savedGames().filter((one) => one.id !== id));
}

/**
 * The server's last answer, for use while it cannot be reached.
 * @param {string} name
 */
export function cachedAnswer(name) {
    return read(`agon.said.${name}`, null);
}

/**
 * @param {string} name
 * @param {any} answer
 */
export function cacheAnswer(name, answer) {
    write(`agon.said.${name}`, answer);
}

/** The last choice on the start page. */
export function lastChoice() {
    return read(LAST, {});
}

/** @param {any} choice */
export function saveChoice(choice) {
    write(LAST, choice);
}
