/** The line below the board: whose turn it is, and buttons for the unfinished turn. */
import { fill, h, icon, text } from "../dom.js";
import { t } from "../i18n.js";
import { statusText } from "./names.js";

export class StatusLine {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./turn.js").TurnBuilder} turn
     */
    constructor(session, turn) {
        this.session = session;
        this.turn = turn;
        this.text = h("p", { class: "status-text" });
        this.buttons = h("div", { class: "status-buttons" });
        this.element = h("div", { class: "status" }, this.text, this.buttons);
        this.shape = "";
        this.note = "";
    }

    /** Shows a note until the game changes. @param {string} note */
    say(note) {
        this.note = note;
        this.update();
    }

    update() {
        const { session, turn } = this;
        if (!session.state) return;
        text(this.text, this.sentence());
        this.element.classList.toggle("busy", turn.playing && (!!turn.proposal || turn.placingWall));
        const proposal = turn.proposal;
        const shape = JSON.stringify([!!proposal, proposal && !!turn.placementAt(proposal), turn.prefix.length, turn.complete, turn.placingWall, turn.playing, turn.showingPast, session.pacer?.rollDue, turn.premove?.queue.length]);
        if (shape === this.shape) return;
        this.shape = shape;
        const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act, primary = false, disabled = false) =>
            h("button", { type: "button", class: primary ? "primary" : "", disabled, "data-act": name, onclick: act }, icon(name), h("span", { text: label }));
        const list = [];
        if (session.pacer?.rollDue) list.push(button("dice", t("action.roll"), () => session.pacer?.roll(), true));
        else if (turn.showingPast) list.push(button("last", t("moves.last"), () => turn.emit("return")));
        else if (turn.premove?.queue.length) list.push(button("cross", t("action.cancel"), () => turn.cancel()));
        else if (turn.active && (proposal || turn.placingWall)) {
            if (turn.placingWall || proposal?.at === "wall") list.push(button("turn", t("action.turn_wall"), () => turn.rotateWall()));
            list.push(button("cross", t("action.cancel"), () => turn.cancel()));
            if (proposal) list.push(button("check", t("action.place"), () => turn.confirm(), true, !turn.placementAt(proposal)));
        } else if (turn.playing && turn.prefix.length) {
            list.push(button("undo", t("action.step_back"), () => turn.undoStep()));
            if (turn.complete) list.push(button("check", t("action.done"), () => turn.confirm(), true));
        }
        const focused = this.buttons.contains(document.activeElement);
        fill(this.buttons, list);
        if (focused) this.buttons.querySelector("button")?.focus();
    }

    sentence() {
        const { session, turn } = this;
        const state = session.state;
        if (!state) return "";
        if (session.link !== "up") return t(`link.${session.link}`);
        if (turn.showingPast) return t("status.past");
        if (session.pacer?.rollDue) return t("status.roll_due");
        if (turn.premove?.queue.length) return t("status.queued");
        if (turn.deadEnd) return t("status.dead_end");
        if (turn.active && turn.placingWall) return t("status.lifted");
        if (turn.playing && turn.prefix.length && turn.complete) return t("status.complete");
        if (turn.playing && turn.prefix.length && turn.canPlaceWall) return t("status.now_wall");
        if (this.note) return this.note;
        return statusText(state);
    }
}
