/** Who stands better, as a bar below the board: asked of the engine when this browser is to move. */
import { h, text } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../store.js";
import { fullName } from "./names.js";
import { chanceShare, opinionText } from "./score.js";

/** @typedef {import("../types.js").Player} Player */

export class EvaluationBar {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.seq = -1;
        this.first = h("span", { class: "evaluation-first" });
        this.words = h("span", { class: "evaluation-words" });
        this.element = h("div", { class: "evaluation", hidden: true }, h("span", { class: "evaluation-bar", dir: "ltr", "aria-hidden": "true" }, this.first), this.words);
    }

    /** The engine is asked only where hints are given, so never against another person. */
    async update() {
        const { state } = this.session;
        const shown = settings.evaluation && !!state?.hints && state.status === "live";
        this.element.hidden = !shown;
        if (!shown || !state || !this.session.myTurn || this.seq === state.seq) return;
        this.seq = state.seq;
        const player = /** @type {Player} */ (state.turn);
        const answer = await this.session.socket.ask({ t: "hint" }).catch(() => null);
        if (answer && answer.seq === this.session.state?.seq) this.show(answer, player);
    }

    /**
     * Shows an opinion; analysis pages call it with lines of their own.
     * @param {import("./score.js").Opinion} opinion as the player sees it
     * @param {Player} player
     */
    show(opinion, player) {
        const { state } = this.session;
        const part = player === "p1" ? chanceShare(opinion) : 1 - chanceShare(opinion);
        this.first.style.width = `${(part * 100).toFixed(1)}%`;
        text(this.words, t("evaluation.for", { player: state ? fullName(state, player) : player, opinion: opinionText(opinion) }));
    }
}
