/** The rules, with the board of each game. */
import { catalogue, getText, post } from "../api.js";
import { picture, ready } from "../boards/picture.js";
import { h } from "../dom.js";
import { has, language, t } from "../i18n.js";
import { markdown } from "../markdown.js";
import { keepChoice, lastChoice } from "../store.js";
import { SAMPLES } from "./samples.js";

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
        const cards = games.map((one) => h("a", { class: "card", href: `/rules/${one.name}` }, h("div", { class: "frame board still", dir: "ltr" }, picture(one.board, { labels: false }).svg), h("span", { class: "card-name", text: title(one) })));
        return { element: h("div", { class: "rules" }, h("h1", { text: t("nav.rules") }), h("div", { class: "cards" }, cards)), title: t("nav.rules") };
    }
    const play = h("a", { class: "button primary", href: "/", onclick: () => keepChoice({ ...lastChoice(), game: game.name }) }, t("rules.play", { game: title(game) }));
    const figure = (/** @type {import("../types.js").Board} */ board, /** @type {string} */ words) =>
        h("figure", {}, h("div", { class: "frame board still", dir: "ltr" }, picture(board, {}).svg), h("figcaption", { class: "quiet small", text: words }));
    const sample = SAMPLES[game.name];
    const middle = sample ? await post("/api/preview", { game: game.name, position: sample }).catch(() => null) : null;
    const element = h(
        "div",
        { class: "rules" },
        ways,
        h("article", { class: "sheet prose" }, h("h1", { text: title(game) }), h("div", { class: "figures" }, figure(game.board, t("rules.start")), middle && figure(middle.board, t("rules.middle"))), await text(game.name), h("p", {}, play)),
    );
    return { element, title: `${t("nav.rules")}: ${title(game)}` };
}

/**
 * The full rules where there is a page in the reader's language; else the short ones of the catalogue.
 * @param {string} name
 */
async function text(name) {
    const box = h("div");
    const short = t(`rules.${name}`);
    const dice = ["portes", "plakoto", "fevga", "tavli", "backgammon", "gulbara"].includes(name);
    if (language !== "en" && has(`rules.${name}`)) {
        const lines = [...short.split("\n"), ...(dice ? t("rules.dice").split("\n") : [])];
        box.append(h("ul", {}, lines.map((line) => h("li", { text: line }))));
        return box;
    }
    try {
        const page = markdown(await getText(`/api/rules/${name}?lang=${language}`));
        box.append(...page.filter((part) => part.tagName !== "H1"));
    } catch {
        box.append(h("ul", {}, short.split("\n").map((line) => h("li", { text: line }))));
    }
    return box;
}
