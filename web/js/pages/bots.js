/** The bots of a game, to challenge with one click. */
import { post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h } from "../dom.js";
import { gameName, t } from "../i18n.js";
import { select } from "../shell.js";
import { botName, botSummary, commonSetup, firstChoice, levelName } from "./choice.js";
import { enter } from "./enter.js";

/** One level for each of the names of levels. */
const LEVELS = [1, 3, 5, 7, 10];

/** @import { GameInfo } from "../types.js" */

/**
 * @param {GameInfo[]} games
 * @returns {HTMLElement}
 */
export function botList(games) {
    const choice = firstChoice();
    const list = h("ul", { class: "bots" });
    const choose = select(t("start.game"), games.map((game) => [game.name, gameName(game)]), choice.game, () => draw());

    /**
     * @param {GameInfo} game
     * @param {{bot: string} | {level: number}} who
     */
    async function challenge(game, who) {
        const setup = commonSetup({ ...choice, opponent: "computer", bot: "", ...who });
        try {
            await enter(await post("/api/games", { game: game.name, options: choice.options[game.name] ?? {}, ...setup }), game.name);
        } catch (error) {
            toastFault(error);
        }
    }

    /**
     * @param {GameInfo} game
     * @param {string} name
     * @param {string} summary
     * @param {{bot: string} | {level: number}} who
     */
    const entry = (game, name, summary, who) =>
        h("li", {}, h("div", {}, h("strong", { text: name }), summary && h("p", { class: "quiet small", text: summary })), h("button", { type: "button", "aria-label": t("lobby.challenge.bot", { bot: name }), onclick: () => challenge(game, who) }, t("start.play")));

    function draw() {
        const game = games.find((one) => one.name === choose.value) ?? games[0];
        if (!game) return;
        const [low, high] = [game.levels[0] ?? 1, game.levels[1] ?? 10];
        const levels = LEVELS.filter((level) => level >= low && level <= high).map((level) => entry(game, t("who.level", { level: levelName(level) }), "", { level }));
        fill(list, levels, game.bots.map((bot) => entry(game, botName(bot), botSummary(game, bot), { bot: bot.name })));
    }

    draw();
    return h("div", { class: "group" }, h("label", { class: "field inline bots-game" }, h("span", { text: t("start.game") }), choose), list);
}
