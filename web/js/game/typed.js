/** The field for typed moves: a whole turn, the rest of one, or a single step, in any notation that the game accepts. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../types.js").Step} Step */

export class TypedMoves {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./turn.js").TurnBuilder} turn
     */
    constructor(session, turn) {
        this.session = session;
        this.turn = turn;
        /** The turn sent last. */
        this.sent = "";
        this.field = h("input", { type: "text", dir: "ltr", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": t("typed.label"), placeholder: t("typed.label"), maxlength: 80 });
        this.element = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.field, h("button", { type: "submit" }, t("typed.play")));
    }

    update() {
        const { state } = this.session;
        this.element.hidden = state?.status !== "live" || !state.you.length;
    }

    /** @param {Event} event */
    async submit(event) {
        event.preventDefault();
        const { turn } = this;
        const typed = this.field.value.trim();
        if (turn.returnToPresent() || !turn.playing) return;
        if (!typed) return turn.confirm();
        const step = await this.step(typed);
        // A step that is a whole turn is played at once, as any typed turn.
        if (step && (turn.prefix.length || !step.end || step.more)) {
            this.field.value = "";
            turn.makeStep(step);
            return;
        }
        const word = await this.whole(typed);
        if (!turn.playing) return;
        this.sent = typed;
        turn.prefix = [];
        turn.send(word);
    }

    /**
     * The legal step that a text names.
     * @param {string} typed
     * @returns {Promise<Step | undefined>}
     */
    async step(typed) {
        const { turn } = this;
        const named = (/** @type {string} */ word) => turn.legal.next.find((step) => step.word.toLowerCase() === word.toLowerCase());
        const known = named(typed);
        if (known) return known;
        const answer = await this.session.socket.request({ t: "steps", prefix: [...turn.notations, typed] }).catch(() => null);
        return named(answer?.prefix.at(-1) ?? "");
    }

    /**
     * The turn that a text names: a whole one, or the rest of the one begun.
     * @param {string} typed
     */
    async whole(typed) {
        const { turn, session } = this;
        if (!turn.prefix.length) return typed;
        const rest = [...turn.notations, typed].join(",");
        const fits = await session.socket.request({ t: "check", word: rest }).catch(() => null);
        return fits ? rest : typed;
    }

    /** Clears the sent turn once it is played; until then it can be corrected. @param {import("../types.js").GameEvent[]} events */
    clear(events) {
        const played = events.some((event) => event.kind === "word" && this.session.mySeats.includes(/** @type {any} */ (event.seat)));
        if (played && this.field.value.trim() === this.sent) this.field.value = "";
    }
}
