/** The start page: choose a game and an opponent. */
import { catalogue, post } from "../api.js";
import { announce, toast, toastFault } from "../announce.js";
import { framed, picture, ready } from "../boards/index.js";
import { fill, h, icon } from "../dom.js";
import { faultText, gameName, has, loadPart, side, t } from "../i18n.js";
import { emblem, select } from "../shell.js";
import { change, saveChoice, savedGames, settings } from "../store.js";
import { botName, botSummary, commonSetup, firstChoice, levelName } from "./choice.js";
import { enter } from "./enter.js";
import { followLobby } from "./follow-lobby.js";
import { presetField, specOf } from "./presets.js";

/** @import { BoardView, Fault, GameInfo, Takebacks } from "../types.js" */
/** @typedef {import("./choice.js").Choice} Choice */

const OPPONENTS = ["computer", "link", "here", "watch"];
/** The most live games shown here; the lobby has more. */
const MAX_LIVE = 4;
const CLOCKS = ["none", "3+2", "5+3", "10+5", "15+10", "30+20", "custom"];

/** @returns {Promise<import("../router.js").Page>} */
export async function startPage() {
    const { games, think_ms } = await catalogue();
    // The page is made again in another language, whose names of options are not loaded yet.
    makeOptions = null;
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
    if (savedGames().length) import("./recent.js").then(({ recentGames }) => recentGames()).then((list) => list && recent.replaceWith(list));
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
    const section = h("section", { "aria-labelledby": "live-title", hidden: true }, h("div", { class: "spread" }, h("h2", { id: "live-title", text: t("start.live") }), h("a", { href: "/lobby" }, t("start.live.all"))));
    place.append(section);
    /** @type {import("./live-games.js").LiveGames | null} */
    let live = null;
    return followLobby(async (lobby) => {
        section.hidden = lobby.live.length === 0;
        if (!live && section.hidden) return;
        const { LiveGames } = await import("./live-games.js");
        if (!live) {
            live = new LiveGames(MAX_LIVE);
            live.element.classList.add("shelf");
            section.append(live.element);
        }
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
        const [{ importPanel }] = await Promise.all([import("./import.js"), loadPart("page")]);
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
    parts.push(optionDetails(game, choice, optionChanged));
    return parts;
}

/** What makes the fields of the options; null until they are unfolded for the first time. @type {typeof import("./options.js").optionFields | null} */
let makeOptions = null;

/**
 * The options of a game.
 * @param {GameInfo} game
 * @param {Choice} choice
 * @param {() => Promise<Fault | null>} changed
 */
function optionDetails(game, choice, changed) {
    const element = h("details", { class: "more" }, h("summary", {}, t("start.options")));
    const show = () => element.append(...(makeOptions?.(game, choice, changed) ?? []));
    const load = async () => {
        const [module] = await Promise.all([import("./options.js"), loadPart("options")]);
        makeOptions = module.optionFields;
        show();
    };
    if (makeOptions) show();
    else element.addEventListener("toggle", load, { once: true });
    return element;
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

/** The takebacks that the server allows unless told otherwise, by opponent. @type {Record<string, string>} */
const USUAL_TAKEBACKS = { computer: "free", here: "once", link: "ask" };

/** @param {Choice} choice */
function takebackField(choice) {
    const usual = t("takeback.usual", { rule: t(`takeback.${USUAL_TAKEBACKS[choice.opponent]}`) });
    const names = /** @type {[string, string][]} */ ([["", usual], ...["ask", "once", "free", "none"].map((one) => [one, t(`takeback.${one}`)])]);
    const list = select(t("start.takebacks"), names, choice.takebacks, (value) => {
        choice.takebacks = /** @type {Takebacks | ""} */ (value);
        saveChoice(choice);
    });
    list.dataset.field = "takebacks";
    return h("div", { class: "field inline" }, h("span", { text: t("start.takebacks") }), list);
}

