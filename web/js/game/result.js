/** The dialog with the result of a game. */
import { kindOf } from "../boards/index.js";
import { dialog } from "../dialog.js";
import { h, icon } from "../dom.js";
import { count, duration, t } from "../i18n.js";
import { badge } from "./players.js";
import { fullName, reasonText, resultText } from "./names.js";
import { Offers } from "./offers.js";
import { save } from "./share.js";

/** @import { Player } from "../types.js" */

/**
 * @param {import("./session.js").Session} session
 * @param {{rematch: () => void, analysis: () => void}} callbacks
 */
export function resultDialog(session, callbacks) {
    const state = session.state;
    if (!state?.result) return;
    const { winner, points } = state.result;
    const turns = state.by.filter((by) => by !== "chance").length;
    const spent = (/** @type {string} */ player) => state.spent_ms.reduce((sum, ms, at) => sum + (state.by[at] === player ? ms : 0), 0);
    const close = (/** @type {() => void} */ act) => () => {
        box.close();
        act();
    };
    const offers = new Offers(session);
    offers.update();
    const row = (/** @type {Player} */ player) =>
        h("div", { class: `result-player ${winner === player ? "won" : ""}` }, badge(player, kindOf(state.board).dominoes(state.board)), h("bdi", { text: fullName(state, player) }), h("span", { class: "quiet", dir: "ltr", text: duration(spent(player)) }), winner === player && h("span", { class: "prize", text: points > 1 ? `+${points}` : "✓", "aria-hidden": "true" }));
    const box = dialog(
        resultText(state),
        [
            h("p", { class: "lead", text: reasonText(state) }),
            winner && points > 1 ? h("p", { text: count("result.points", points, { player: fullName(state, winner) }) }) : null,
            row("p1"),
            row("p2"),
            h("p", { class: "quiet small", text: count("result.turns", turns, { time: duration(spent("p1") + spent("p2")) }) }),
            offers.element,
            h(
                "div",
                { class: "row end" },
                h("button", { type: "button", onclick: close(() => save(session)) }, icon("save"), t("action.save")),
                h("button", { type: "button", onclick: () => box.close() }, icon("eye"), t("action.review")),
                turns > 0 && h("button", { type: "button", "data-act": "analysis", onclick: close(callbacks.analysis) }, icon("graph"), t("action.analysis")),
                state.you.length > 0 && state.result.reason !== "record" && h("button", { type: "button", class: "primary", onclick: close(callbacks.rematch) }, icon("again"), t("action.rematch")),
            ),
        ],
        "result",
    );
    // A rematch offer may arrive while the dialog is open.
    const stop = session.on("change", () => offers.update());
    box.addEventListener("close", stop);
}
