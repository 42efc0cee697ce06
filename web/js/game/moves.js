/** The move list with replay controls. */
import { attr, fill, h, icon } from "../dom.js";
import { number, side, t } from "../i18n.js";
import { smallDie } from "../boards/dice.js";

/** @import { Player } from "../types.js" */

/** For how long each move of a replay is shown. */
const REPLAY_MS = 1100;

/** Calls `show(ply)` to show an earlier board and `show(null)` for the current one. */
export class MoveList {
    /**
     * @param {import("./session.js").Session} session
     * @param {(ply: number | null) => void} show
     */
    constructor(session, show) {
        this.session = session;
        this.show = show;
        /** @type {number | null} */
        this.ply = null;
        this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves.title") });
        this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "replay-slider", "aria-label": t("moves.slider"), oninput: () => this.toTurn(Number(this.slider.value)) });
        /** The plies that the slider stops at: the start, and each turn. */
        this.stops = [0];
        const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
            h("button", { type: "button", class: "icon-button", "aria-label": t(`moves.${name}`), title: t(`moves.${name}`), "data-act": name, onclick: act }, icon(name));
        this.buttons = [
            button("first", () => this.to(0)),
            button("prev", () => this.step(-1)),
            button("next", () => this.step(1)),
            button("last", () => this.to(Infinity)),
        ];
        this.playButton = h("button", { type: "button", class: "icon-button", "data-act": "play", onclick: () => this.play(!this.timer) });
        /** The timer that shows one move after another; 0 while none does. */
        this.timer = 0;
        this.element = h(
            "section",
            { class: "move-panel", "aria-label": t("moves.title") },
            this.list,
            h("div", { class: "replay", dir: "ltr" }, this.buttons.slice(0, 2), this.slider, this.buttons.slice(2), this.playButton),
        );
        this.element.addEventListener("keydown", (event) => this.keydown(event));
        this.drawn = "";
        /** Review grades by ply. @type {Map<number, {sign: string, text: string, grade: string}>} */
        this.verdicts = new Map();
    }

    /** Shows the grades of a review. @param {Map<number, {sign: string, text: string, grade: string}>} verdicts */
    setVerdicts(verdicts) {
        this.verdicts = verdicts;
        this.drawn = "";
        this.update();
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (event.target === this.slider) return;
        const keys = /** @type {Record<string, () => void>} */ ({
            ArrowLeft: () => this.step(-1),
            ArrowRight: () => this.step(1),
            ArrowUp: () => this.step(-1),
            ArrowDown: () => this.step(1),
            Home: () => this.to(0),
            End: () => this.to(Infinity),
        });
        const act = keys[event.key];
        if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        act();
    }

    /** @param {number} ply */
    to(ply) {
        const plies = this.session.state?.ply ?? 0;
        const at = Math.max(0, Math.min(plies, ply));
        this.ply = at === plies ? null : at;
        this.show(this.ply);
        this.mark();
    }

    /** Shows one move after another, from the start if the last is shown. @param {boolean} on */
    play(on) {
        clearInterval(this.timer);
        this.timer = on ? window.setInterval(() => this.step(1), REPLAY_MS) : 0;
        if (on && this.ply === null) this.to(0);
        this.mark();
    }

    /** Shows the board after a number of turns; after the last, the current one. @param {number} turns */
    toTurn(turns) {
        this.to(turns < this.stops.length - 1 ? (this.stops[Math.max(0, turns)] ?? 0) : Infinity);
    }

    /** The number of turns before the board that is shown. */
    get turns() {
        const at = this.ply ?? Infinity;
        return this.stops.findLastIndex((stop) => stop <= at);
    }

    /** Moves by whole turns; rolls are skipped. @param {number} by */
    step(by) {
        this.toTurn(this.turns + by);
    }

    update() {
        const state = this.session.state;
        if (!state) return;
        const shape = `${state.words.length} ${state.words.at(-1)} ${state.words.at(-2)}`;
        if (this.ply !== null && this.ply >= state.ply) this.ply = null;
        if (shape !== this.drawn) {
            this.drawn = shape;
            const dice = state.by.includes("chance");
            fill(this.list, dice ? this.diceRows() : this.pairRows());
            // The board after a turn shows the roll that follows; before the first turn it is the start.
            this.stops = [0, ...state.by.flatMap((by, at) => (by === "chance" ? [] : [at + 1]))];
            this.slider.max = String(this.stops.length - 1);
        }
        this.mark();
    }

    /** @param {number} at */
    move(at) {
        const state = this.session.state;
        const spent = state?.spent_ms[at] ?? 0;
        const verdict = this.verdicts.get(at);
        return h(
            "button",
            { type: "button", class: `move ${state?.by[at]}`, "data-ply": at + 1, tabindex: "-1", onclick: () => this.toTurn(this.stops.indexOf(at + 1)) },
            h("bdi", { dir: "ltr", text: (state?.words[at] ?? "").replaceAll(",", ", ") }),
            verdict && h("span", { class: `verdict ${verdict.grade}`, title: verdict.text }, h("span", { "aria-hidden": "true", dir: "ltr", text: verdict.sign }), h("span", { class: "unseen", text: verdict.text })),
            h("span", { class: "spent", text: spent >= 100 ? t("moves.seconds", { n: number(Math.round(spent / 100) / 10) }) : "" }),
        );
    }

    /** One row per pair of turns. */
    pairRows() {
        const state = this.session.state;
        const rows = [];
        let row = null;
        for (let at = 0; at < (state?.words.length ?? 0); at++) {
            if (!row || state?.by[at] === "p1") {
                row = h("li", { class: "pair" });
                rows.push(row);
                if (state?.by[at] === "p2") row.append(h("span"));
            }
            row.append(this.move(at));
        }
        return rows;
    }

    /** One row per roll and turn. */
    diceRows() {
        const state = this.session.state;
        const rows = [];
        let roll = "";
        for (let at = 0; at < (state?.words.length ?? 0); at++) {
            if (state?.by[at] === "chance") roll = state.words[at] ?? "";
            else {
                const by = /** @type {Player} */ (state?.by[at]);
                const faces = roll.replace(/[^1-6]/g, "").split("").map(Number);
                rows.push(h("li", { class: `roll-row ${by}` }, h("span", { class: "by", title: side(state?.game ?? "", by) }, h("span", { class: `dot ${by}` }), h("span", { class: "unseen", text: side(state?.game ?? "", by) })), h("span", { class: "rolled", dir: "ltr", ...(faces.length ? { role: "img", "aria-label": faces.join(" ") } : {}) }, faces.map(smallDie)), this.move(at)));
                roll = "";
            }
        }
        return rows;
    }

    /** Marks the move that the board shows. */
    mark() {
        const state = this.session.state;
        if (!state) return;
        let at = this.ply ?? state.ply;
        while (at > 0 && state.by[at - 1] === "chance") at--;
        this.slider.value = String(this.turns);
        attr(this.slider, "aria-valuetext", t("moves.at", { n: this.slider.value, all: this.slider.max, word: state.words[at - 1] ?? "" }));
        for (const old of this.list.querySelectorAll(".current")) {
            old.classList.remove("current");
            old.removeAttribute("aria-current");
        }
        const current = this.list.querySelector(`[data-ply="${at}"]`);
        current?.classList.add("current");
        current?.setAttribute("aria-current", "true");
        if (current instanceof HTMLElement) {
            // scrollIntoView would scroll the page too.
            const box = this.list;
            const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
            if (top < box.scrollTop) box.scrollTop = top;
            else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
        }
        const live = this.ply === null;
        this.buttons.forEach((button, n) => (button.disabled = n < 2 ? at === 0 && this.ply !== null : live));
        if (live && this.timer) return this.play(false);
        this.drawPlayButton();
        if (this.stops.length === 1) this.buttons.forEach((button) => (button.disabled = true));
        this.element.classList.toggle("past", !live);
    }

    drawPlayButton() {
        const name = this.timer ? "pause" : "play";
        const label = t(`moves.${name}`);
        this.playButton.disabled = this.stops.length === 1;
        if (this.playButton.title === label) return;
        this.playButton.title = label;
        attr(this.playButton, "aria-label", label);
        fill(this.playButton, icon(name));
    }
}
