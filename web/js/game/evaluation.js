/** Who stands better, as a bar beside the board: asked of the engine when this browser is to move, or told by a review. */
import { attr, h, text } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../store.js";
import { fullName } from "./names.js";
import { chanceShare, opinionText } from "./score.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./score.js").Opinion} Opinion */

export class EvaluationBar {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.seq = -1;
        /** Whether a review tells what is shown. */
        this.told = false;
        this.bar = h("div", { class: "evaluation-bar", role: "meter", dir: "ltr", hidden: true, "aria-label": t("action.evaluation"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50 }, h("span", { class: "evaluation-first" }), h("span", { class: "evaluation-middle" }));
        this.words = h("p", { class: "evaluation-words", hidden: true });
    }

    /**
     * The engine is asked only where hints are given, so never against another person.
     * @param {Player} viewer whose side is below
     */
    async update(viewer) {
        const { state } = this.session;
        const asked = settings.evaluation && !!state?.hints && state.status === "live";
        this.bar.hidden = this.words.hidden = !(asked || this.told);
        this.bar.classList.toggle("turned", viewer === "p2");
        if (!asked || !state || !this.session.myTurn || this.seq === state.seq) return;
        this.seq = state.seq;
        const player = /** @type {Player} */ (state.turn);
        const answer = await this.session.socket.ask({ t: "hint" }).catch(() => null);
        if (answer && answer.seq === this.session.state?.seq) this.show(answer, player);
    }

    /**
     * @param {Opinion} opinion as the player sees it
     * @param {Player} player
     */
    show(opinion, player) {
        const { state } = this.session;
        const share = player === "p1" ? chanceShare(opinion) : 1 - chanceShare(opinion);
        this.set(share, t("evaluation.for", { player: state ? fullName(state, player) : player, opinion: opinionText(opinion) }));
    }

    /**
     * @param {number} share the first player's, from 0 to 1
     * @param {string} words
     */
    set(share, words) {
        this.bar.style.setProperty("--share", `${(share * 100).toFixed(1)}%`);
        attr(this.bar, "aria-valuenow", String(Math.round(share * 100)));
        attr(this.bar, "aria-valuetext", words);
        text(this.words, words);
    }
}
