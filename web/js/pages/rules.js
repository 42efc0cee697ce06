/** The rules pages, with pictures of positions that the server draws. */
import { ApiError, catalogue } from "../api.js";
import { framed, ready } from "../boards/index.js";
import { h, loadStyle } from "../dom.js";
import { gameName, language, t } from "../i18n.js";
import { lastChoice, saveChoice } from "../store.js";

/** @import { GameInfo } from "../types.js" */

/**
 * @param {string} name
 * @returns {Promise<import("../router.js").Page>}
 */
export async function rulesPage(name) {
    const { games } = await catalogue();
    const game = games.find((one) => one.name === name);
    return game ? gameRules(game, games) : allRules(games);
}

/** @param {GameInfo[]} games */
async function allRules(games) {
    await ready(...games.map((game) => game.board));
    const cards = games.map((one) => h("a", { class: "card", href: `/rules/${one.name}` }, framed(one.sample ?? one.board, { labels: false }), h("span", { class: "card-name", text: gameName(one) })));
    return { element: h("div", { class: "rules" }, h("h1", { text: t("nav.rules") }), h("div", { class: "cards" }, cards)), title: t("nav.rules") };
}

/**
 * @param {GameInfo} game
 * @param {GameInfo[]} games
 */
async function gameRules(game, games) {
    const [text] = await Promise.all([rulesText(game.name), loadStyle("rules")]);
    const links = h("nav", { class: "rules-nav", "aria-label": t("nav.rules") }, games.map((one) => h("a", { href: `/rules/${one.name}`, "aria-current": one === game ? "page" : null }, gameName(one))));
    const play = (/** @type {Record<string, string>} */ options) => saveChoice({ ...lastChoice(), game: game.name, options: { ...lastChoice().options, [game.name]: options } });
    const element = h(
        "div",
        { class: "rules" },
        links,
        h("article", { class: "sheet prose" }, h("h1", { text: gameName(game) }), text, presets(game, play), h("p", {}, h("a", { class: "button primary", href: "/", onclick: () => saveChoice({ ...lastChoice(), game: game.name }) }, t("figure.play", { game: gameName(game) })))),
    );
    return { element, title: `${t("nav.rules")}: ${gameName(game)}` };
}

/**
 * The house rules of a game, each to be played with; null if it has none.
 * @param {GameInfo} game
 * @param {(options: Record<string, string>) => void} play
 */
function presets(game, play) {
    if (!game.presets.length) return null;
    const rows = game.presets.map((preset) =>
        h("li", {}, h("div", {}, h("strong", { text: t(`preset.${preset.name}`) }), h("p", { class: "quiet", text: t(`preset.${game.name}.${preset.name}`) })), h("a", { class: "button", href: "/", "aria-label": `${t("start.play")}: ${t(`preset.${preset.name}`)}`, onclick: () => play(preset.options) }, t("start.play"))),
    );
    return h("section", {}, h("h2", { text: t("start.preset") }), h("ul", { class: "presets" }, rows));
}

/**
 * The rules in the user's language. The browser parses them while they arrive, since the page itself parses no HTML.
 * @param {string} name
 * @returns {Promise<HTMLElement>}
 */
function rulesText(name) {
    const request = new XMLHttpRequest();
    request.open("GET", `/api/rules/${name}?lang=${language}`);
    request.setRequestHeader("Accept", "text/html");
    request.responseType = "document";
    return new Promise((resolve, reject) => {
        const parts = () => request.response.querySelectorAll("body > :not(h1)");
        request.onload = () => (request.status === 200 ? resolve(h("div", { class: "rules-text" }, [...parts()])) : reject(new ApiError(request.status, null)));
        request.onerror = () => reject(new ApiError(0, null));
        request.send();
    });
}
