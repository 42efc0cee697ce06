/** The rules, with the board of each game. */
import { catalogue, getText } from "../api.js";
import { picture, ready } from "../boards/picture.js";
import { h } from "../dom.js";
import { has, language, t } from "../i18n.js";
import { markdown } from "../markdown.js";
import { keepChoice, lastChoice } from "../store.js";

/**
 * @param {string} name
 * @returns {Promise<import("../router.js").Page>}
 */
export async function rulesPage(name) {
    const { games } = await catalogue();
    await ready(...games.map((game) => game.board));
    const title = (/** @type {import("../types.js").GameInfo} */ game) => (has(`game.${game.name}.title`) ? t(`game.${game.name}.title`) : game.title);
    const ways = h("nav", { class: "rules-nav", "aria-label": t("nav.rules") }, games.map((game) => h("a", { href: `/rules/${game.name}`, "aria-current": game.name === name ? "page" : null }, title(game))));
    const game = games.find((one) => one.name === name);
    if (!game) {
        const cards = games.map((one) => h("a", { class: "card", href: `/rules/${one.name}` }, h("div", { class: "frame board still", dir: "ltr" }, picture(one.sample ?? one.board, { labels: false }).svg), h("span", { class: "card-name", text: title(one) })));
        return { element: h("div", { class: "rules" }, h("h1", { text: t("nav.rules") }), h("div", { class: "cards" }, cards)), title: t("nav.rules") };
    }
    const play = h("a", { class: "button primary", href: "/", onclick: () => keepChoice({ ...lastChoice(), game: game.name }) }, t("figure.play", { game: title(game) }));
    const figure = (/** @type {import("../types.js").Board} */ board, /** @type {string} */ words) =>
        h("figure", {}, h("div", { class: "frame board still", dir: "ltr" }, picture(board, {}).svg), h("figcaption", { class: "quiet small", text: words }));
    const element = h(
        "div",
        { class: "rules" },
        ways,
        h("article", { class: "sheet prose" }, h("h1", { text: title(game) }), h("div", { class: "figures" }, figure(game.board, t("figure.start")), game.sample && figure(game.sample, t("figure.middle"))), await rulesText(game.name), h("p", {}, play)),
    );
    return { element, title: `${t("nav.rules")}: ${title(game)}` };
}

/**
 * The rules in the reader's language.
 * @param {string} name
 */
async function rulesText(name) {
    const page = markdown(await getText(`/api/rules/${name}?lang=${language}`));
    return h("div", {}, page.filter((part) => part.tagName !== "H1"));
}
