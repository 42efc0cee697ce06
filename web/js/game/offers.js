/** Offers and claims, one line each with its buttons. */
import { fill, h, text } from "../dom.js";
import { duration, t } from "../i18n.js";
import { other } from "../coords.js";
import { fullName } from "./names.js";

/** @import { Player } from "../types.js" */

export class Offers {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.element = h("div", { class: "offers", role: "status" });
        this.shape = "";
        /** Time until a claim is possible; screen readers do not announce each second. */
        this.countdown = h("span", { role: "timer", "aria-live": "off" });
    }

    update() {
        const { session } = this;
        const state = session.state;
        if (!state) return;
        const { draw, takeback, rematch } = state.offers;
        const claim = state.claim && state.you.includes(state.claim.seat) ? state.claim : null;
        const shape = JSON.stringify([draw, takeback, rematch, claim, state.next, state.you, state.status]);
        if (shape === this.shape) return;
        this.shape = shape;
        /** @type {HTMLElement[]} */
        const lines = [];
        const line = (/** @type {string | HTMLElement} */ words, /** @type {[string, () => void][]} */ answers) =>
            lines.push(h("div", { class: "offer" }, h("span", {}, words), h("span", { class: "row" }, answers.map(([label, act]) => h("button", { type: "button", onclick: act }, label)))));
        for (const [what, seat] of /** @type {["draw" | "takeback", Player | null][]} */ ([
            ["draw", draw],
            ["takeback", takeback],
        ])) {
            if (!seat || state.status !== "live") continue;
            const answerer = other(seat);
            if (state.you.includes(answerer))
                line(t(`offer.${what}`, { player: fullName(state, seat) }), [
                    [t("offer.accept"), () => session.socket.command({ t: what, seat: answerer })],
                    [t("offer.decline"), () => session.socket.command({ t: "decline", what, seat: answerer })],
                ]);
            else line(t(`offer.${what}.sent`, { player: fullName(state, seat) }), []);
        }
        if (claim && state.status === "live") {
            if (claim.in_ms > 0) {
                line(this.countdown, []);
                this.tick();
                clearTimeout(this.timer);
                this.timer = window.setTimeout(() => session.socket.send({ t: "sync", seq: state.seq }), claim.in_ms + 200);
            } else
                line(t("offer.claim"), [
                    [t("offer.claim.win"), () => session.socket.command({ t: "claim", result: "win", seat: claim.seat })],
                    [t("offer.claim.draw"), () => session.socket.command({ t: "claim", result: "draw", seat: claim.seat })],
                ]);
        }
        if (state.status === "over" && rematch.length && !state.next) {
            const theirs = rematch.find((seat) => !state.you.includes(seat));
            if (theirs && state.you.length)
                line(t("offer.rematch", { player: fullName(state, theirs) }), [
                    [t("offer.accept"), () => session.command("rematch")],
                    [t("offer.decline"), () => session.command("decline", { what: "rematch" })],
                ]);
            else if (!theirs) line(t("offer.rematch.sent"), []);
        }
        if (state.next && !state.you.length) lines.push(h("div", { class: "offer" }, h("a", { href: `/g/${state.next}` }, t("offer.next"))));
        fill(this.element, lines);
    }

    /** Updates the countdown between messages. */
    tick() {
        text(this.countdown, t("offer.claim.soon", { time: duration(this.session.claimIn + 999) }));
    }
}
