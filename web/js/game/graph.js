/** The evaluation after each turn as a curve; works as a slider. */
import { attr, h, s } from "../dom.js";
import { t } from "../i18n.js";

/** @import { TurnReview } from "../types.js" */
/** @typedef {Pick<TurnReview, "standing" | "grade" | "forced">} Spot */

const WIDE = 340;
const HIGH = 120;
const INSET = 8;

export class Graph {
    /**
     * @param {Spot[]} spots one for each turn
     * @param {{go: (turn: number) => void, describe: (turn: number) => string, names: string[]}} callbacks turns count from 0; -1 is the start position
     */
    constructor(spots, callbacks) {
        this.spots = spots;
        this.callbacks = callbacks;
        this.turn = -1;
        this.cursor = s("line", { class: "graph-cursor", y1: 0, y2: HIGH });
        this.dot = s("circle", { class: "graph-dot", r: 8 });
        const points = [{ x: this.x(-1), y: this.y(0.5) }, ...spots.map((spot, turn) => ({ x: this.x(turn), y: this.y(spot.standing) }))];
        // Extend the curve to both edges.
        points.unshift({ x: 0, y: this.y(0.5) });
        points.push({ x: WIDE, y: points.at(-1)?.y ?? 0 });
        const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
        const svg = s(
            "svg",
            { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", focusable: "false" },
            s("rect", { class: "graph-second", width: WIDE, height: HIGH }),
            s("path", { class: "graph-first", d: `M0 ${HIGH}L${line}L${WIDE} ${HIGH}Z` }),
            s("line", { class: "graph-middle", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
            s("path", { class: "graph-line", d: `M${line}` }),
            this.cursor,
            this.dot,
            spots.flatMap((spot, turn) => this.mark(spot, turn)),
        );
        this.slider = h("div", { class: "graph", role: "slider", tabindex: 0, dir: "ltr", "aria-label": t("review.graph"), "aria-valuemin": 0, "aria-valuemax": spots.length, "aria-valuenow": 0 }, svg);
        const name = (/** @type {number} */ who) => h("span", { text: t("review.better", { player: callbacks.names[who] }) });
        this.element = h("div", { class: "graph-box" }, h("p", { class: "graph-name upper" }, name(0)), this.slider, h("p", { class: "graph-name" }, name(1)));
        this.listen();
    }

    /** @param {number} turn */
    x(turn) {
        return INSET + ((turn + 1) / Math.max(1, this.spots.length)) * (WIDE - 2 * INSET);
    }

    /** @param {number} standing */
    y(standing) {
        return INSET + (1 - standing) * (HIGH - 2 * INSET);
    }

    /**
     * Mistakes have a sign; each grade has its own shape.
     * @param {Spot} spot
     * @param {number} turn
     */
    mark({ standing, grade, forced }, turn) {
        const [x, y] = [this.x(turn), this.y(standing)];
        if (forced) return [];
        if (grade === "doubtful") return [s("circle", { class: "graph-sign doubtful", cx: x, cy: y, r: 3.5 })];
        if (grade === "mistake") return [s("path", { class: "graph-sign mistake", d: `M${x} ${y - 6}L${x + 5.5} ${y + 4}L${x - 5.5} ${y + 4}Z` })];
        if (grade === "blunder") return [s("path", { class: "graph-sign blunder", d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z` })];
        return [];
    }

    listen() {
        const { slider } = this;
        const at = (/** @type {PointerEvent} */ event) => {
            const box = slider.getBoundingClientRect();
            const part = (((event.clientX - box.left) / box.width) * WIDE - INSET) / (WIDE - 2 * INSET);
            this.go(Math.round(part * this.spots.length) - 1);
        };
        slider.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            slider.setPointerCapture(event.pointerId);
            at(event);
        });
        slider.addEventListener("pointermove", (event) => {
            if (slider.hasPointerCapture(event.pointerId)) at(event);
        });
        slider.addEventListener("keydown", (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const last = this.spots.length - 1;
            const to = /** @type {Record<string, number>} */ ({ ArrowLeft: this.turn - 1, ArrowDown: this.turn - 1, ArrowRight: this.turn + 1, ArrowUp: this.turn + 1, PageUp: this.turn + 10, PageDown: this.turn - 10, Home: -1, End: last })[event.key];
            if (to === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            this.go(to);
        });
    }

    /** @param {number} turn */
    go(turn) {
        const to = Math.max(-1, Math.min(this.spots.length - 1, turn));
        if (to !== this.turn) this.callbacks.go(to);
    }

    /** Marks the selected turn. @param {number} turn */
    at(turn) {
        this.turn = turn;
        const [x, y] = [this.x(turn), this.y(this.spots[turn]?.standing ?? 0.5)];
        for (const name of ["x1", "x2"]) attr(this.cursor, name, String(x));
        attr(this.dot, "cx", String(x));
        attr(this.dot, "cy", String(y));
        attr(this.slider, "aria-valuenow", String(turn + 1));
        attr(this.slider, "aria-valuetext", this.callbacks.describe(turn));
    }
}
