/** Games of this browser: those to go on with, and those played last. */
import { getText } from "../api.js";
import { picture, ready, wantsFlip } from "../boards/picture.js";
import { fill, h, icon } from "../dom.js";
import { gameTitle, t, when } from "../i18n.js";
import { forget, games } from "../store.js";

const SHOWN = 4;

/** @returns {Promise<HTMLElement | null>} */
export async function recentGames() {
    const [open, over] = await Promise.all([cards(games().filter((one) => !one.over)), cards(games().filter((one) => one.over))]);
    if (!open.length && !over.length) return null;
    return h(
        "div",
        { class: "recent" },
        open.length > 0 && h("section", { "aria-labelledby": "recent-title" }, h("h2", { id: "recent-title", text: t("start.resume") }), h("ul", {}, open)),
        // What is over gives way to what is not.
        over.length > 0 && h("details", { open: !open.length }, h("summary", {}, h("h2", { text: t("start.played") })), h("ul", {}, over)),
    );
}

/** @param {import("../store.js").KeptGame[]} list */
async function cards(list) {
    const made = await Promise.all(list.slice(0, SHOWN).map((one) => recentCard(one)));
    return made.filter((one) => one !== null);
}

/**
 * @param {import("../store.js").KeptGame} kept
 * @returns {Promise<HTMLElement | null>}
 */
async function recentCard(kept) {
    /** @type {import("../types.js").GameState} */
    let state;
    try {
        state = JSON.parse(await getText(`/api/games/${kept.id}`, Object.values(kept.tokens)[0]));
    } catch (error) {
        if (/** @type {any} */ (error).status === 404) forget(kept.id);
        return null;
    }
    await ready(state.board);
    const mine = /** @type {import("../types.js").Player[]} */ (Object.keys(kept.tokens));
    const viewer = mine.length === 1 && mine[0] ? mine[0] : "p1";
    const look = { labels: false, viewer, flipped: mine.length === 1 && wantsFlip(state.board, viewer) };
    const turn = state.status === "over" ? t("start.over") : state.status === "open" ? t("start.waiting") : mine.includes(/** @type {any} */ (state.turn)) ? t("start.your_turn") : t("start.their_turn");
    const frame = h("div", { class: "frame board still", dir: "ltr" });
    fill(frame, picture(state.board, look).svg);
    const item = h(
        "li",
        {},
        h("a", { href: `/g/${kept.id}`, class: "recent-game" }, frame, h("span", { class: "recent-text" }, h("strong", { text: gameTitle(state.spec) }), h("span", { class: "quiet", text: turn }), h("span", { class: "quiet small", text: when(kept.at) }))),
        h(
            "button",
            {
                class: "icon-button",
                type: "button",
                "aria-label": t("start.forget", { game: gameTitle(state.spec) }),
                onclick: () => {
                    forget(kept.id);
                    item.remove();
                },
            },
            icon("cross"),
        ),
    );
    return item;
}
