/** This browser's games: unfinished ones to resume, and finished ones. */
import { getJson } from "../api.js";
import { framed, kindOf, ready } from "../boards/index.js";
import { h, icon } from "../dom.js";
import { gameTitle, loadTitles, relativeTime, t } from "../i18n.js";
import { removeGame, savedGames } from "../store.js";

/** @import { Player } from "../types.js" */

const SHOWN = 4;

/** @returns {Promise<HTMLElement | null>} */
export async function recentGames() {
    const [open, over] = await Promise.all([cards(savedGames().filter((one) => !one.over)), cards(savedGames().filter((one) => one.over))]);
    if (!open.length && !over.length) return null;
    return h(
        "div",
        { class: "recent" },
        open.length > 0 && h("section", { "aria-labelledby": "recent-title" }, h("h2", { id: "recent-title", text: t("start.resume") }), h("ul", { class: "shelf" }, open)),
        // Finished games are folded away while there are unfinished ones.
        over.length > 0 && h("details", { open: !open.length }, h("summary", {}, h("h2", { text: t("start.played") })), h("ul", { class: "shelf" }, over)),
    );
}

/** @param {import("../store.js").SavedGame[]} list */
async function cards(list) {
    const made = await Promise.all(list.slice(0, SHOWN).map((one) => recentCard(one)));
    return made.filter((one) => one !== null);
}

/**
 * @param {import("../store.js").SavedGame} saved
 * @returns {Promise<HTMLElement | null>}
 */
async function recentCard(saved) {
    let state;
    try {
        state = await getJson("/api/games/{id}", { id: saved.id }, Object.values(saved.tokens)[0]);
    } catch (error) {
        if (/** @type {any} */ (error).status === 404) removeGame(saved.id);
        return null;
    }
    await Promise.all([ready(state.board), loadTitles(state.spec)]);
    const mine = /** @type {Player[]} */ (Object.keys(saved.tokens));
    const viewer = mine.length === 1 && mine[0] ? mine[0] : "p1";
    const look = { labels: false, viewer, flipped: mine.length === 1 && kindOf(state.board).flipped(state.board, viewer) };
    const turn = state.status === "over" ? t("start.over") : state.status === "open" ? t("start.waiting") : mine.includes(/** @type {Player} */ (state.turn)) ? t("start.your_turn") : t("start.their_turn");
    const item = h(
        "li",
        {},
        h("a", { href: `/g/${saved.id}`, class: "recent-game" }, framed(state.board, look), h("span", { class: "recent-text" }, h("strong", { text: gameTitle(state.spec) }), h("span", { class: "quiet", text: turn }), h("span", { class: "quiet small", text: relativeTime(saved.at) }))),
        h(
            "button",
            {
                class: "icon-button",
                type: "button",
                "aria-label": t("start.forget", { game: gameTitle(state.spec) }),
                onclick: () => {
                    removeGame(saved.id);
                    item.remove();
                },
            },
            icon("cross"),
        ),
    );
    return item;
}
