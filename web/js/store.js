/** What this browser remembers: settings, seats held, games played. Nothing of it ever goes into a URL. */
import { Emitter } from "./emitter.js";

const SETTINGS = "agon.settings";
const GAMES = "agon.games";
const LAST = "agon.last";
const KEPT = 60;

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} key
 * @param {any} otherwise
 */
function read(key, otherwise) {
    try {
        const text = localStorage.getItem(key) ?? memory.get(key);
        return text ? JSON.parse(text) : otherwise;
    } catch {
        return memory.has(key) ? JSON.parse(memory.get(key) ?? "null") : otherwise;
    }
}

/**
 * @param {string} key
 * @param {any} value
 */
function write(key, value) {
    const text = JSON.stringify(value);
    memory.set(key, text);
    try {
        localStorage.setItem(key, text);
    } catch {
        // A browser that stores nothing still plays; it only forgets.
    }
}

/**
 * @typedef {{
 *   language: string, theme: string, mode: string, motion: string, confirm: string, labels: boolean, paths: boolean,
 *   sound: boolean, chat: boolean, tap: boolean, forced: boolean, done: boolean, evaluation: boolean, name: string, clockwise: boolean
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
 *   names?: string[], over?: boolean, parts?: Record<string, string>}} KeptGame
 */

/** @returns {KeptGame[]} newest first */
export function games() {
    const list = read(GAMES, []);
    return Array.isArray(list) ? list : [];
}

/**
 * @param {string} id
 * @returns {KeptGame | undefined}
 */
export function game(id) {
    return games().find((one) => one.id === id);
}

/**
 * Adds to what is known of a game, and puts it first.
 * @param {string} id
 * @param {Partial<KeptGame>} more
 */
export function keep(id, more) {
    const list = games();
    const known = list.find((one) => one.id === id) ?? { id, spec: "", at: 0, tokens: {} };
    const entry = { ...known, ...more, tokens: { ...known.tokens, ...more.tokens }, id };
    write(GAMES, [entry, ...list.filter((one) => one.id !== id)].slice(0, KEPT));
}

/** @param {string} id */
export function forget(id) {
    write(GAMES, games().filter((one) => one.id !== id));
}

/**
 * What the server said last, for when it does not answer.
 * @param {string} name
 */
export function lastSaid(name) {
    return read(`agon.said.${name}`, null);
}

/**
 * @param {string} name
 * @param {any} answer
 */
export function keepSaid(name, answer) {
    write(`agon.said.${name}`, answer);
}

/** What was chosen on the start page the last time. */
export function lastChoice() {
    return read(LAST, {});
}

/** @param {any} choice */
export function keepChoice(choice) {
    write(LAST, choice);
}
