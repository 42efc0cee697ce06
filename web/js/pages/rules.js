/** The rules pages, with the board of each game. */
import { catalogue, getText } from "../api.js";
import { framed, ready } from "../boards/picture.js";
import { h } from "../dom.js";
import { gameName, language, t } from "../i18n.js";
import { markdown } from "../markdown.js";
import { lastChoice, saveChoice } from "../store.js";

/**
 * @param {string} name
 * @returns {Promise<import("../router.js").Page>}
 */
export async function rulesPage(name) {
    const { games } = await catalogue();
    await ready(...games.map((game) => game.board));
    const links = h("nav", { class: "rules-nav", "aria-label": t("nav.rules") }, games.map((game) => h("a", { href: `/rules/${game.name}`, "aria-current": game.name === name ? "page" : null }, gameName(game))));
    const game = games.find((one) => one.name === name);
    if (!game) {
        const cards = games.map((one) => h("a", { class: "card", href: `/rules/${one.name}` }, framed(one.sample ?? one.board, { labels: false }), h("span", { class: "card-name", text: gameName(one) })));
        return { element: h("div", { class: "rules" }, h("h1", { text: t("nav.rules") }), h("div", { class: "cards" }, cards)), title: t("nav.rules") };
    }
    const play = h("a", { class: "button primary", href: "/", onclick: () => saveChoice({ ...lastChoice(), game: game.name }) }, t("figure.play", { game: gameName(game) }));
    const figure = (/** @type {import("../types.js").Board} */ board, /** @type {string} */ caption) =>
        h("figure", {}, framed(board), h("figcaption", { class: "quiet small", text: caption }));
    const element = h(
        "div",
        { class: "rules" },
        links,
        h("article", { class: "sheet prose" }, h("h1", { text: gameName(game) }), h("div", { class: "figures" }, figure(game.board, t("figure.start")), game.sample && figure(game.sample, t("figure.middle"))), await rulesText(game.name), h("p", {}, play)),
    );
    return { element, title: `${t("nav.rules")}: ${gameName(game)}` };
}

/**
 * The rules in the user's language.
 * @param {string} name
 */
async function rulesText(name) {
    const page = markdown(await getText(`/api/rules/${name}?lang=${language}`));
    return h("div", {}, page.filter((part) => part.tagName !== "H1"));
}
