/** Below the board: whose turn it is, and what can be done with the turn in the making. */
import { fill, h, icon, text } from "../dom.js";
import { t } from "../i18n.js";
import { sentence } from "./names.js";

export class StatusLine {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./hand.js").Hand} hand
     */
    constructor(session, hand) {
        this.session = session;
        this.hand = hand;
        this.text = h("p", { class: "status-text" });
        this.buttons = h("div", { class: "status-buttons" });
        this.element = h("div", { class: "status" }, this.text, this.buttons);
        this.shape = "";
        this.note = "";
    }

    /** A remark that stays until the next change of the table. @param {string} note */
    say(note) {
        this.note = note;
        this.update();
    }

    update() {
        const { session, hand } = this;
        if (!session.state) return;
        text(this.text, this.sentence());
        this.element.classList.toggle("busy", hand.playing && (!!hand.proposal || hand.lifted));
        const proposal = hand.proposal;
        const shape = JSON.stringify([!!proposal, proposal && !!hand.placing(proposal), hand.prefix.length, hand.complete, hand.lifted, hand.playing, hand.away]);
        if (shape === this.shape) return;
        this.shape = shape;
        const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act, primary = false, disabled = false) =>
            h("button", { type: "button", class: primary ? "primary" : "", disabled, "data-act": name, onclick: act }, icon(name), h("span", { text: label }));
        const list = [];
        if (hand.away) list.push(button("last", t("moves.last"), () => hand.emit("return")));
        else if (hand.playing && (proposal || hand.lifted)) {
            if (hand.lifted || proposal?.at === "wall") list.push(button("turn", t("action.turn_wall"), () => hand.turn()));
            list.push(button("cross", t("action.cancel"), () => hand.cancel()));
            if (proposal) list.push(button("check", t("action.place"), () => hand.confirm(), true, !hand.placing(proposal)));
        } else if (hand.playing && hand.prefix.length) {
            list.push(button("undo", t("action.step_back"), () => hand.back()));
            if (hand.complete) list.push(button("check", t("action.done"), () => hand.confirm(), true));
        }
        const focused = this.buttons.contains(document.activeElement);
        fill(this.buttons, list);
        if (focused) this.buttons.querySelector("button")?.focus();
    }

    sentence() {
        const { session, hand } = this;
        const state = session.state;
        if (!state) return "";
        if (hand.away) return t("status.past");
        if (hand.deadEnd) return t("status.dead_end");
        if (hand.playing && hand.lifted) return t("status.lifted");
        if (hand.playing && hand.prefix.length && hand.complete) return t("status.complete");
        if (hand.playing && hand.prefix.length && hand.walls) return t("status.now_wall");
        if (this.note) return this.note;
        return sentence(state);
    }
}
