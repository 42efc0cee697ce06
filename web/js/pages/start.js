/** The start page: choose a game and an opponent. */
import { catalogue, post } from "../api.js";
import { announce, toast, toastFault } from "../announce.js";
import { framed, picture, ready } from "../boards/index.js";
import { fill, h, icon } from "../dom.js";
import { faultText, gameName, has, loadPart, side, t } from "../i18n.js";
import { emblem, select } from "../shell.js";
import { change, lastChoice, saveChoice, settings } from "../store.js";
import { enter } from "./enter.js";
import { recentGames } from "./recent.js";
import { optionFields, presetField, specOf } from "./options.js";

/** @import { BoardView, ClockSetup, CreateRequest, Fault, GameInfo, Player, SeatRequest, SeatRequests, Takebacks } from "../types.js" */

/**
 * @typedef {{game: string, opponent: string, level: number, other: number, bot: string, otherBot: string,
 *   limits: Record<string, {depth?: number, movetime_ms?: number}>, side: string, clock: string,
 *   minutes: number, increment: number, takebacks: Takebacks | "", lobby: boolean, shared: boolean,
 *   options: Record<string, Record<string, string>>}} Choice
 */

const OPPONENTS = ["computer", "link", "here", "watch"];
/** The most live games shown here; the lobby has more. */
const MAX_LIVE = 4;
const CLOCKS = ["none", "3+2", "5+3", "10+5", "15+10", "30+20", "custom"];

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

/** @returns {Promise<import("../router.js").Page>} */
export async function startPage() {
    const { games, think_ms } = await catalogue();
    SEARCH_LIMITS.movetime_ms.high = think_ms;
    await ready(...games.map((game) => game.board));
    const choice = firstChoice();
    const first = /** @type {GameInfo} */ (games[0]);
    const info = () => games.find((one) => one.name === choice.game) ?? first;
    choice.game = info().name;
    const setup = h("form", { class: "setup sheet", "aria-label": t("start.setup"), onsubmit: (/** @type {Event} */ event) => submit(event) });
    const cards = new Map(games.map((game) => [game.name, card(game, choice, () => chosen())]));
    const play = h("button", { class: "primary play", type: "submit" }, t("start.play"));
    const recent = h("div");
    const showcase = h("figure", { class: "showcase" });

    function chosen() {
        saveChoice(choice);
        drawSetup();
    }

    function drawSetup() {
        const game = info();
        for (const seat of /** @type {const} */ (["bot", "otherBot"])) if (!game.bots.some((bot) => bot.name === choice[seat])) choice[seat] = "";
        const focus = document.activeElement?.getAttribute("data-field");
        const unfolded = !!setup.querySelector(".more[open]");
        fill(setup, h("h2", { text: gameName(game) }), h("p", { class: "quiet", text: has(`game.${game.name}.summary`) ? t(`game.${game.name}.summary`) : game.summary }), h("div", { class: "fields" }, ...fields(game, choice, chosen, preview), h("div", { class: "play-bar" }, play)));
        show(pictured(game, choice));
        setup.querySelector(".more")?.toggleAttribute("open", unfolded);
        if (focus) /** @type {HTMLElement | null} */ (setup.querySelector(`[data-field="${focus}"]`))?.focus();
    }

    /** Shows the chosen game as a large board. @param {BoardView} board */
    function show(board) {
        fill(showcase, framed(board), h("figcaption", {}, h("a", { class: "button", href: `/rules/${info().name}` }, icon("rules"), t("start.rules", { game: gameName(info()) }))));
    }

    /**
     * Draws the board for the chosen options and stores them, if they are valid.
     * @returns {Promise<Fault | null>}
     */
    async function preview() {
        const game = info();
        try {
            const answer = await post("/api/preview", { game: specOf(game, choice.options[game.name] ?? {}) });
            cards.get(game.name)?.draw(answer.board);
            show(answer.board);
        } catch (error) {
            const { fault } = /** @type {any} */ (error);
            if (fault) return fault;
            toast(await faultText(null), "bad");
        }
        saveChoice(choice);
        return null;
    }

    /** Drops stored options that are no longer valid. */
    function forgetOptions() {
        delete choice.options[choice.game];
        chosen();
    }

    /** @param {Event} event */
    async function submit(event) {
        event.preventDefault();
        const spec = specOf(info(), choice.options[choice.game] ?? {});
        play.disabled = true;
        try {
            const dice = info().dice && choice.opponent === "link" && choice.shared ? "shared" : "server";
            await enter(await post("/api/games", { game: spec, ...commonSetup(choice), dice }), spec);
        } catch (error) {
            play.disabled = false;
            toastFault(error);
        }
    }

    drawSetup();
    if (Object.keys(choice.options[choice.game] ?? {}).length) preview().then((fault) => fault && forgetOptions());
    recentGames().then((list) => list && recent.replaceWith(list));
    const now = h("div", { class: "live" });
    const following = followLive(now);
    const list = h("div", { class: "cards", role: "radiogroup", "aria-label": t("start.game") }, [...cards.values()].map((one) => one.element));
    list.style.setProperty("--columns", String(rowLength(games.length)));
    const element = h(
        "div",
        { class: "start" },
        h("div", { class: "welcome" }, h("div", {}, h("h1", { text: t("start.title") }), h("p", { class: "lead", text: t("start.lead") })), emblem()),
        recent,
        h("div", { class: "choose" }, h("div", { class: "stack" }, list, showcase, now), h("div", { class: "side" }, setup, importDetails(() => choice, games))),
    );
    return { element, title: "", close: () => following.then((stop) => stop()) };
}

/**
 * Shows the public games that are being played, while there are any. They are no part of the first load.
 * @param {HTMLElement} place
 * @returns {Promise<() => void>} ends it
 */
async function followLive(place) {
    const { LiveGames, followLobby } = await import("./live-games.js");
    const live = new LiveGames(MAX_LIVE);
    live.element.classList.add("shelf");
    const section = h("section", { "aria-labelledby": "live-title", hidden: true }, h("div", { class: "spread" }, h("h2", { id: "live-title", text: t("start.live") }), h("a", { href: "/lobby" }, t("start.live.all"))), live.element);
    place.append(section);
    return followLobby((lobby) => {
        section.hidden = lobby.live.length === 0;
        live.update(lobby.live);
    });
}

/**
 * The number of cards in a row with which the last row lacks the fewest.
 * @param {number} cards
 */
export function rowLength(cards) {
    const lacking = (/** @type {number} */ columns) => (columns - (cards % columns)) % columns;
    return [5, 4, 6, 3].reduce((best, columns) => (lacking(columns) < lacking(best) ? columns : best));
}

/**
 * The board that shows a game: from the middle of a game, or the start if there are options, until they have been asked for.
 * @param {GameInfo} game
 * @param {Choice} choice
 */
function pictured(game, choice) {
    return Object.keys(choice.options[game.name] ?? {}).length ? game.board : (game.sample ?? game.board);
}

/**
 * The panel for records and positions; its content is loaded when it is opened.
 * @param {() => Choice} choice
 * @param {GameInfo[]} games
 */
function importDetails(choice, games) {
    const load = async () => {
        // What is said about a record is said about games too.
        const [{ importPanel }] = await Promise.all([import("./import.js"), loadPart("game")]);
        element.append(importPanel(choice, games));
    };
    const element = h("details", { class: "sheet import" }, h("summary", {}, t("import.title")));
    element.addEventListener("toggle", load, { once: true });
    return element;
}

/**
 * The card of a game, with a picture of its board.
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {() => void} chosen
 */
function card(game, choice, chosen) {
    const input = h("input", {
        type: "radio",
        name: "game",
        value: game.name,
        checked: choice.game === game.name,
        onchange: () => {
            choice.game = game.name;
            chosen();
            announce(gameName(game));
        },
    });
    const frame = h("div", { class: "frame board still", dir: "ltr" });
    const draw = (/** @type {BoardView} */ board) => fill(frame, picture(board, { labels: false }).svg);
    draw(pictured(game, choice));
    const element = h("label", { class: "card", "data-game": game.name }, input, frame, h("span", { class: "card-name", text: gameName(game) }));
    return { element, draw };
}

/**
 * The form fields of a game.
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {() => void} chosen
 * @param {() => Promise<Fault | null>} preview
 */
function fields(game, choice, chosen, preview) {
    const { opponent } = choice;
    /** @type {HTMLElement[]} */
    const parts = [radios("opponent", t("start.opponent"), OPPONENTS.map((one) => [one, t(`start.opponent.${one}`)]), choice, chosen)];
    if (opponent === "computer") parts.push(strength(game, choice, chosen, t("start.bot"), "bot", "level"));
    if (opponent === "watch") parts.push(strength(game, choice, chosen, side(game.name, "p1"), "bot", "level"), strength(game, choice, chosen, side(game.name, "p2"), "otherBot", "other"));
    if (opponent === "link") parts.push(linkFields(game, choice));
    if (opponent === "computer" || opponent === "link") {
        const sides = /** @type {[string, string][]} */ ([
            ["p1", side(game.name, "p1")],
            ["p2", side(game.name, "p2")],
            ["random", t("start.random")],
        ]);
        parts.push(radios("side", t("start.side"), sides, choice, chosen));
    }
    const rules = presetField(game, choice, chosen);
    const optionChanged = async () => {
        const fault = await preview();
        rules.update();
        return fault;
    };
    parts.push(rules.element);
    if (opponent !== "watch") parts.push(clockFields(choice, chosen), takebackField(choice));
    parts.push(h("details", { class: "more" }, h("summary", {}, t("start.options")), ...optionFields(game, choice, optionChanged)));
    return parts;
}

/**
 * @param {"opponent" | "side"} name
 * @param {string} legend
 * @param {[string, string][]} choices
 * @param {Choice} choice
 * @param {() => void} chosen
 */
function radios(name, legend, choices, choice, chosen) {
    return h(
        "fieldset",
        { class: `segments ${name}` },
        h("legend", { text: legend }),
        h(
            "div",
            { class: "segment-row" },
            choices.map(([value, label]) =>
                h(
                    "label",
                    {},
                    h("input", {
                        type: "radio",
                        name,
                        value,
                        "data-field": `${name}-${value}`,
                        checked: choice[name] === value,
                        onchange: () => {
                            choice[name] = value;
                            chosen();
                        },
                    }),
                    h("span", { text: label }),
                ),
            ),
        ),
    );
}

/**
 * The choice of a bot: by name, or by level.
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {() => void} chosen
 * @param {string} label
 * @param {"bot" | "otherBot"} bot
 * @param {"level" | "other"} level
 */
function strength(game, choice, chosen, label, bot, level) {
    const bots = /** @type {[string, string][]} */ ([["", t("start.bot.level")], ...game.bots.map((one) => [one.name, botName(one)])]);
    const list = select(label, bots, choice[bot], (value) => {
        choice[bot] = value;
        chosen();
    });
    list.dataset.field = bot;
    const named = game.bots.find((one) => one.name === choice[bot]);
    return h(
        "div",
        { class: "group" },
        h("div", { class: "field inline" }, h("span", { text: label }), list),
        named ? h("p", { class: "quiet small", text: botSummary(game, named) }) : levelSlider(game, choice, level),
        named?.limits && searchLimit(named.name, named.limits, choice, chosen),
    );
}

/** The limits of a search: the range and the value first offered. The server says how long a bot may think. */
const SEARCH_LIMITS = { depth: { low: 1, high: 30, first: 3 }, movetime_ms: { low: 10, high: 1000, first: 500 } };

/**
 * The choice of a bot's limit: the server's time, a depth, or a time.
 * @param {string} bot
 * @param {string[]} offered
 * @param {Choice} choice
 * @param {() => void} chosen
 */
function searchLimit(bot, offered, choice, chosen) {
    const mine = choice.limits[bot] ?? {};
    const kind = /** @type {keyof typeof SEARCH_LIMITS | undefined} */ (offered.find((name) => name in mine));
    const kinds = /** @type {[string, string][]} */ (["", ...offered].map((name) => [name, t(`start.limit.${name || "none"}`)]));
    const list = select(t("start.limit"), kinds, kind ?? "", (value) => {
        choice.limits[bot] = value ? { [value]: SEARCH_LIMITS[/** @type {keyof typeof SEARCH_LIMITS} */ (value)].first } : {};
        chosen();
    });
    list.dataset.field = `${bot}-limit`;
    return h("div", { class: "field inline" }, h("span", { text: t("start.limit") }), h("span", { class: "row" }, list, kind && limitInput(bot, kind, choice)));
}

/**
 * @param {string} bot
 * @param {keyof typeof SEARCH_LIMITS} kind
 * @param {Choice} choice
 */
function limitInput(bot, kind, choice) {
    const { low, high, first } = SEARCH_LIMITS[kind];
    const input = h("input", {
        type: "number",
        min: low,
        max: high,
        value: choice.limits[bot]?.[kind] ?? first,
        "aria-label": t(`start.limit.${kind}`),
        "data-field": `${bot}-limit-value`,
        onchange: () => {
            input.value = String(Math.min(high, Math.max(low, Math.round(Number(input.value)) || low)));
            choice.limits[bot] = { [kind]: Number(input.value) };
            saveChoice(choice);
        },
    });
    return input;
}

/**
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {"level" | "other"} name
 */
function levelSlider(game, choice, name) {
    const [low, high] = game.levels;
    const shown = h("output", { text: levelName(choice[name]) });
    const input = h("input", {
        type: "range",
        min: low,
        max: high,
        value: choice[name],
        "aria-label": t("start.level"),
        "aria-valuetext": levelName(choice[name]),
        "data-field": name,
        oninput: () => {
            choice[name] = Number(input.value);
            shown.textContent = levelName(choice[name]);
            input.setAttribute("aria-valuetext", levelName(choice[name]));
            saveChoice(choice);
        },
    });
    return h("div", { class: "field" }, h("div", { class: "spread" }, h("span", { text: t("start.level") }), shown), input);
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

/**
 * @param {GameInfo} game
 * @param {Choice} choice
 */
function linkFields(game, choice) {
    const name = h("input", {
        type: "text",
        maxlength: 24,
        value: settings.name,
        autocomplete: "nickname",
        placeholder: t("start.name.empty"),
        "data-field": "name",
        onchange: () => change("name", name.value.trim()),
    });
    const tick = (/** @type {"lobby" | "shared"} */ field, /** @type {string} */ label) => {
        const box = h("input", {
            type: "checkbox",
            checked: choice[field],
            onchange: () => {
                choice[field] = box.checked;
                saveChoice(choice);
            },
        });
        return h("label", { class: "tick" }, box, h("span", { text: label }));
    };
    return h(
        "div",
        { class: "group" },
        h("label", { class: "field inline" }, h("span", { text: t("start.name") }), name),
        tick("lobby", t("start.lobby")),
        game.dice && tick("shared", t("start.shared_dice")),
    );
}

/**
 * @param {Choice} choice
 * @param {() => void} chosen
 */
function clockFields(choice, chosen) {
    const names = /** @type {[string, string][]} */ (
        CLOCKS.map((one) => [one, one === "none" || one === "custom" ? t(`clock.${one}`) : t("clock.preset", { minutes: one.split("+")[0], seconds: one.split("+")[1] })])
    );
    const list = select(t("start.clock"), names, choice.clock, (value) => {
        choice.clock = value;
        chosen();
    });
    list.dataset.field = "clock";
    const numberField = (/** @type {"minutes" | "increment"} */ field, /** @type {number} */ low, /** @type {number} */ high) => {
        const input = h("input", {
            type: "number",
            min: low,
            max: high,
            value: choice[field],
            onchange: () => {
                choice[field] = Math.min(high, Math.max(low, Number(input.value) || low));
                input.value = String(choice[field]);
                saveChoice(choice);
            },
        });
        return h("label", { class: "field inline" }, h("span", { text: t(`clock.${field}`) }), input);
    };
    return h(
        "div",
        { class: "group" },
        h("div", { class: "field inline" }, h("span", { text: t("start.clock") }), list),
        choice.clock === "custom" && [numberField("minutes", 1, 1440), numberField("increment", 0, 600)],
    );
}

/** @param {Choice} choice */
function takebackField(choice) {
    const names = /** @type {[string, string][]} */ (["", "ask", "once", "free", "none"].map((one) => [one, t(`takeback.${one || "usual"}`)]));
    const list = select(t("start.takebacks"), names, choice.takebacks, (value) => {
        choice.takebacks = /** @type {Takebacks | ""} */ (value);
        saveChoice(choice);
    });
    return h("div", { class: "field inline" }, h("span", { text: t("start.takebacks") }), list);
}

