/** The evaluation bar beside the board: shows the engine's evaluation when this browser is to move, or that of a review. */
import { attr, h, text } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../store.js";
import { fullName } from "./names.js";
import { winShare, evaluationText } from "./score.js";

/** @import { Player } from "../types.js" */
/** @typedef {import("./score.js").Evaluation} Evaluation */

export class EvaluationBar {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.seq = -1;
        /** Whether a review sets the bar. */
        this.fromReview = false;
        this.bar = h("div", { class: "evaluation-bar", role: "meter", dir: "ltr", hidden: true, "aria-label": t("action.evaluation"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50 }, h("span", { class: "evaluation-first" }), h("span", { class: "evaluation-middle" }));
        this.caption = h("p", { class: "evaluation-words", hidden: true });
    }

    /**
     * Asks the engine only in games with hints, so never in games between people.
     * @param {Player} viewer the player at the bottom of the screen
     */
    async update(viewer) {
        const { state } = this.session;
        const asked = settings.evaluation && !!state?.hints && state.status === "live";
        this.bar.hidden = this.caption.hidden = !(asked || this.fromReview);
        this.bar.classList.toggle("turned", viewer === "p2");
        if (!asked || !state || !this.session.myTurn || this.seq === state.seq) return;
        this.seq = state.seq;
        const player = /** @type {Player} */ (state.turn);
        const answer = await this.session.socket.request({ t: "hint" }).catch(() => null);
        if (answer && answer.seq === this.session.state?.seq) this.show(answer, player);
    }

    /**
     * @param {Evaluation} evaluation from the player's point of view
     * @param {Player} player
     */
    show(evaluation, player) {
        const { state } = this.session;
        const share = player === "p1" ? winShare(evaluation) : 1 - winShare(evaluation);
        this.set(share, t("evaluation.for", { player: state ? fullName(state, player) : player, opinion: evaluationText(evaluation) }));
    }

    /**
     * @param {number} share the first player's, from 0 to 1
     * @param {string} caption
     */
    set(share, caption) {
        this.bar.style.setProperty("--share", `${(share * 100).toFixed(1)}%`);
        attr(this.bar, "aria-valuenow", String(Math.round(share * 100)));
        attr(this.bar, "aria-valuetext", caption);
        text(this.caption, caption);
    }
}
