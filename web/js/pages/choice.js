/** What is chosen for a new game, and the request for it. */
import { has, t } from "../i18n.js";
import { lastChoice, settings } from "../store.js";

/** @import { ClockSetup, CreateRequest, GameInfo, SeatRequest, SeatRequests, Takebacks } from "../types.js" */

/**
 * @typedef {{game: string, opponent: string, level: number, other: number, bot: string, otherBot: string,
 *   limits: Record<string, {depth?: number, movetime_ms?: number}>, side: string, clock: string,
 *   minutes: number, increment: number, takebacks: Takebacks | "", lobby: boolean, shared: boolean,
 *   options: Record<string, Record<string, string>>}} Choice
 */

/** The last choice, or the usual one. @returns {Choice} */
export function firstChoice() {
    return {
        game: "",
        opponent: "computer",
        level: 3,
        other: 3,
        bot: "",
        otherBot: "",
        limits: {},
        side: "p1",
        clock: "none",
        minutes: 10,
        increment: 5,
        takebacks: "",
        lobby: false,
        shared: false,
        options: {},
        ...lastChoice(),
    };
}

/**
 * @param {Choice} choice
 * @returns {ClockSetup | null}
 */
export function clockOf(choice) {
    if (choice.clock === "none") return null;
    const [minutes, increment] = choice.clock === "custom" ? [choice.minutes, choice.increment] : choice.clock.split("+").map(Number);
    return { initial_ms: Math.round((minutes ?? 5) * 60000), increment_ms: Math.round((increment ?? 0) * 1000) };
}

/**
 * The seats of a new game.
 * @param {Choice} choice
 * @returns {SeatRequests}
 */
export function seatsOf(choice) {
    /** @type {SeatRequest} */
    const human = { kind: "human", name: settings.name };
    /** @type {(name: string, level: number) => SeatRequest} */
    const bot = (name, level) => ({ kind: "bot", ...(name ? { bot: name, ...choice.limits[name] } : { level }) });
    if (choice.opponent === "watch") return { p1: bot(choice.bot, choice.level), p2: bot(choice.otherBot, choice.other) };
    if (choice.opponent === "here") return { p1: { kind: "human", name: "" }, p2: { kind: "human", name: "" } };
    const mine = choice.side === "random" ? (Math.random() < 0.5 ? "p1" : "p2") : choice.side;
    /** @type {SeatRequest} */
    const link = { kind: choice.lobby ? "open" : "invite" };
    const other = choice.opponent === "link" ? link : bot(choice.bot, choice.level);
    return mine === "p2" ? { p1: other, p2: human } : { p1: human, p2: other };
}

/**
 * @param {Choice} choice
 * @returns {Pick<CreateRequest, "seats" | "clock" | "takebacks" | "public">}
 */
export function commonSetup(choice) {
    return {
        seats: seatsOf(choice),
        clock: clockOf(choice),
        ...(choice.takebacks ? { takebacks: choice.takebacks } : {}),
        ...(choice.opponent === "link" && choice.lobby ? { public: true } : {}),
    };
}

/** @param {{name: string, title: string}} bot */
export function botName(bot) {
    return has(`bot.${bot.name}.title`) ? t(`bot.${bot.name}.title`) : bot.title;
}

/**
 * The description of a bot; some bots have their own for a game.
 * @param {GameInfo} game
 * @param {{name: string, summary: string}} bot
 */
export function botSummary(game, bot) {
    const key = [`bot.${game.name}.${bot.name}.summary`, `bot.${bot.name}.summary`].find(has);
    return key ? t(key) : bot.summary;
}

/** @param {number} level */
export function levelName(level) {
    const name = level <= 2 ? "beginner" : level <= 4 ? "casual" : level <= 6 ? "club" : level <= 8 ? "strong" : "expert";
    return `${level} · ${t(`level.${name}`)}`;
}
