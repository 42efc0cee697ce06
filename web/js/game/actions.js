/** The buttons below a game. */
import { fill, h, icon } from "../dom.js";
import { loadPart, t } from "../i18n.js";
import { other, playerIndex } from "../coords.js";
import { change, settings } from "../store.js";
import { gameOn } from "./names.js";

/** @import { Player } from "../types.js" */

/**
 * @typedef {{analysis: () => void, flip: () => void, hint: () => void, shown: () => import("./share.js").Shown, present: () => void, rematch: () => void, result: () => void}} Callbacks
 */

export class Actions {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./turn.js").TurnBuilder} turn
     * @param {Callbacks} callbacks
     */
    constructor(session, turn, callbacks) {
        this.session = session;
        this.turn = turn;
        this.callbacks = callbacks;
        this.element = h("div", { class: "actions", role: "group", "aria-label": t("action.label") });
        this.shape = "";
    }

    /** Whether a turn can be taken back. */
    get canUndo() {
        const state = this.session.state;
        const seat = this.undoSeat;
        if (!state || !seat || state.status !== "live" || state.takebacks === "none" || state.offers.takeback) return false;
        const left = state.takebacks_left[playerIndex(seat)];
        return (left === null || left === undefined || left > 0) && state.by.includes(seat);
    }

    /** The seat that takes its turn back; with both seats in this browser, the one that moved last. @returns {Player | null} */
    get undoSeat() {
        const { session } = this;
        if (!session.playsBoth) return session.mySeats[0] ?? null;
        const turn = /** @type {Player} */ (session.state?.turn);
        return turn === "p1" || turn === "p2" ? other(turn) : null;
    }

    undo() {
        this.callbacks.present();
        if (this.turn.undoStep()) return;
        if (this.canUndo) this.session.socket.command({ t: "takeback", seat: this.undoSeat });
    }

    /** Whether the game has begun in earnest; before that it can be aborted. */
    get begun() {
        return (this.session.state?.by ?? []).filter((by) => by !== "chance").length >= 2;
    }

    async resign() {
        await this.giveUp("ask.resign", t("action.resign"));
    }

    /**
     * Asks the player to confirm something.
     * @param {string} question the key of its text
     * @param {string} yes
     */
    async confirm(question, yes) {
        const [{ confirmed }] = await Promise.all([import("../dialog.js"), loadPart("later")]);
        return confirmed(t(question), yes);
    }

    /**
     * Ends the game if the player confirms that.
     * @param {string} question the key of its text
     * @param {string} yes
     */
    async giveUp(question, yes) {
        const { begun, session } = this;
        const agreed = await this.confirm(begun ? question : "ask.abort", begun ? yes : t("action.abort"));
        if (agreed) session.command(begun ? "resign" : "abort");
        return agreed;
    }

    /** Asks a player who leaves an opponent behind: leaving loses the game. @returns {Promise<boolean>} whether to leave */
    async leave() {
        const { session } = this;
        const [mine, second] = session.mySeats;
        const against = mine && !second && session.state?.status === "live" && session.state.seats[other(mine)].kind === "human";
        return !against || this.giveUp("ask.leave", t("action.leave"));
    }

    /** When both seats are played in this browser, one offer of a draw ends the game. */
    async draw() {
        const { session } = this;
        if (session.playsBoth && !(await this.confirm("ask.draw", t("offer.claim.draw")))) return;
        session.command("draw");
    }

    update() {
        const { session, callbacks } = this;
        const state = session.state;
        if (!state) return;
        const live = state.status === "live" && state.you.length > 0;
        const bot = Object.values(state.seats).some((seat) => seat.kind === "bot");
        const { begun } = this;
        const shape = JSON.stringify([live, session.myTurn, state.status, this.canUndo, state.hints, bot, begun, settings.paths, settings.allPaths, settings.evaluation, state.paths.length > 0, state.offers.draw, this.turn.prefix.length, gameOn(state, state.board)]);
        if (shape === this.shape) return;
        this.shape = shape;
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : null;
        const button = (/** @type {string} */ name, /** @type {string} */ image, /** @type {() => void} */ act, /** @type {Record<string, any>} */ more = {}) =>
            h("button", { type: "button", "data-act": name, onclick: act, ...more }, icon(image), h("span", { text: t(`action.${name}`) }));
        const over = state.status === "over";
        fill(
            this.element,
            over && state.you.length > 0 && state.result?.reason !== "record" && button("rematch", "again", callbacks.rematch, { class: "primary" }),
            over && state.by.some((by) => by !== "chance") && button("analysis", "graph", callbacks.analysis),
            over && button("result", "flag", callbacks.result),
            live && button("undo", "undo", () => this.undo(), { disabled: !this.canUndo && !this.turn.prefix.length }),
            state.hints && !over && button("hint", "hint", callbacks.hint, { disabled: !session.myTurn }),
            state.paths.length > 0 && button("paths", "path", () => change("paths", !settings.paths), { "aria-pressed": String(settings.paths) }),
            // With two pawns and two goals each there are more ways than the shortest one of each pawn.
            state.paths.length > 2 && button("allpaths", "paths", () => change("allPaths", !settings.allPaths), { "aria-pressed": String(settings.allPaths) }),
            state.hints && live && button("evaluation", "scales", () => change("evaluation", !settings.evaluation), { "aria-pressed": String(settings.evaluation) }),
            button("flip", "flip", callbacks.flip),
            live && !bot && button("draw", "draw", () => this.draw(), { disabled: !!state.offers.draw }),
            live && button(begun ? "resign" : "abort", "flag", () => this.resign()),
            button("save", "save", async () => (await import("./share.js")).save(session)),
            button("share", "share", async () => {
                const [{ share }] = await Promise.all([import("./share.js"), loadPart("later")]);
                share(session, callbacks.shown());
            }),
            h("a", { class: "button", href: `/rules/${gameOn(state, state.board)}`, target: "_blank" }, icon("rules"), h("span", { text: t("nav.rules") })),
        );
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-act="${focused}"]`))?.focus();
    }
}
