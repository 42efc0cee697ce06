/**
 * A board one can play on: the picture, and above it a grid of invisible cells that take the focus.
 *
 * Pointer, touch and keyboard all become `hand.act(place)`.
 */
import { attr, h } from "../dom.js";
import { key, same } from "../places.js";
import { picture } from "./picture.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("./picture.js").Look} Look */

const DRAG = 7;
const EXPLAIN = 140;
/** Keys that only move the cursor. */
const MOVES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

export class Surface {
    /**
     * @param {import("../game/hand.js").Hand} hand
     * @param {{describe: (place: Place) => string, reason: (place: Place) => Promise<string>, title: string}} words
     */
    constructor(hand, words) {
        this.hand = hand;
        this.words = words;
        this.overlay = h("div", { class: "cells", role: "grid", "aria-label": words.title });
        this.bubble = h("div", { class: "reason", hidden: true });
        this.element = h("div", { class: "board", dir: "ltr" }, this.overlay, this.bubble);
        /** @type {import("./picture.js").Picture | null} */
        this.picture = null;
        /** @type {HTMLElement[][]} */
        this.cells = [];
        /** @type {import("./grid.js").Slot[][]} */
        this.slots = [];
        this.cursor = { row: 0, col: 0 };
        this.shape = "";
        /** @type {{id: number, x: number, y: number, place: Place | null, piece: SVGElement | null, dragging: boolean, touch: boolean} | null} */
        this.press = null;
        this.explaining = 0;
        this.listen();
    }

    /**
     * Shows a board; builds everything anew only if the board has another shape.
     * @param {Board} board
     * @param {Look} look
     */
    show(board, look) {
        const size = board.kind === "grid" ? [board.style, board.rows, board.cols] : [board.variant];
        const shape = JSON.stringify([board.kind, size, look]);
        if (shape !== this.shape || !this.picture) {
            this.shape = shape;
            this.picture?.svg.remove();
            this.picture = picture(board, look);
            this.element.prepend(this.picture.svg);
            this.ratio = this.picture.width / this.picture.height;
            this.element.dataset.kind = board.kind;
            this.build();
        }
        if (this.press?.dragging) return;
        if (this.picture.kind === "grid") {
            if (board.kind === "grid") this.picture.draw(board);
        } else if (board.kind === "tavli") {
            this.picture.smallFirst = this.hand.smallFirst;
            this.picture.draw(board);
        }
    }

    build() {
        const picture = this.picture;
        if (!picture) return;
        this.slots = picture.slots();
        const part = (/** @type {number} */ n, /** @type {number} */ whole) => `${(100 * n) / whole}%`;
        this.cells = this.slots.map((row) =>
            row.map((slot) => {
                const cell = h("div", { role: "gridcell", tabindex: "-1", class: "cell" });
                cell.style.left = part(slot.x, picture.width);
                cell.style.top = part(slot.y, picture.height);
                cell.style.width = part(slot.w, picture.width);
                cell.style.height = part(slot.h, picture.height);
                return cell;
            }),
        );
        this.overlay.replaceChildren(...this.cells.map((cells) => h("div", { role: "row" }, cells)));
        this.cursor = this.start();
        this.cells[this.cursor.row]?.[this.cursor.col]?.setAttribute("tabindex", "0");
    }

    /** The cursor begins where the hand has something to do. */
    start() {
        const step = this.hand.now.next.find((one) => one.from);
        for (const row of this.slots)
            for (const slot of row) if (step?.from && same(slot.place, step.from)) return { row: slot.row, col: slot.col };
        return { row: Math.floor((this.slots.length - 1) / 2), col: Math.floor(((this.slots[0]?.length ?? 1) - 1) / 2) };
    }

    /** Tells the cells what they are. */
    label() {
        const targets = new Set(this.hand.targets.map(key));
        this.slots.forEach((row, r) =>
            row.forEach((slot, c) => {
                const cell = this.cells[r]?.[c];
                if (!cell) return;
                attr(cell, "aria-label", this.words.describe(slot.place));
                attr(cell, "aria-selected", same(this.hand.held, slot.place) ? "true" : null);
                cell.dataset.place = key(slot.place);
                cell.classList.toggle("is-target", targets.has(key(slot.place)));
            }),
        );
        this.labelWall();
        this.element.classList.toggle("active", this.hand.playing);
        this.element.classList.toggle("lifting", this.hand.lifted);
    }

    /** While a wall is in the hand, the cell with the focus speaks of the wall. */
    async labelWall() {
        if (!this.hand.lifted) return;
        const place = this.cursorPlace();
        const cell = this.cells[this.cursor.row]?.[this.cursor.col];
        if (!cell || place?.at !== "wall") return;
        const name = this.words.describe(place);
        attr(cell, "aria-label", name);
        if (this.hand.placing(place)) return;
        const reason = await this.words.reason(place);
        if (this.hand.lifted && reason) attr(cell, "aria-label", `${name}. ${reason}`);
    }

    /** @returns {Place | null} */
    cursorPlace() {
        const { row, col } = this.cursor;
        if (this.hand.lifted && this.picture?.kind === "grid") return this.picture.corner(row, col, this.hand.upright);
        return this.slots[row]?.[col]?.place ?? null;
    }

    /** Draws marks, ghosts and all that changes without a new board. @param {import("./grid.js").Marks} marks */
    mark(marks) {
        this.picture?.mark(marks);
    }

    // Pointers.

    listen() {
        const element = this.element;
        element.addEventListener("pointerdown", (event) => this.down(event));
        element.addEventListener("pointermove", (event) => this.move(event));
        element.addEventListener("pointerup", (event) => this.up(event));
        element.addEventListener("pointercancel", () => this.release());
        element.addEventListener("pointerleave", (event) => {
            if (event.pointerType === "mouse" && !this.press) this.leave();
        });
        element.addEventListener("contextmenu", (event) => {
            if (!this.hand.playing) return;
            event.preventDefault();
            if (this.hand.lifted || this.hand.over?.at === "wall") this.hand.turn();
            else this.hand.back();
        });
        element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        this.overlay.addEventListener("click", (event) => {
            if (this.hand.recall()) return;
            // Assistive technology clicks without a pointer.
            const slot = event.detail === 0 ? this.slotOf(event.target) : null;
            if (slot) this.hand.act(slot.place, "key");
        });
        this.overlay.addEventListener("keydown", (event) => this.keydown(event));
        this.overlay.addEventListener("focusin", (event) => {
            const slot = this.slotOf(event.target);
            if (slot) this.moveCursor(slot.row, slot.col, false);
        });
        this.overlay.addEventListener("focusout", () => {
            if (this.hand.lifted || !this.pointing) this.hand.hover(null);
        });
    }

    leave() {
        this.pointing = false;
        this.hand.hover(null);
        this.hideReason();
    }

    /** @param {EventTarget | null} target */
    slotOf(target) {
        for (const [r, row] of this.cells.entries())
            for (const [c, cell] of row.entries()) if (cell === target) return this.slots[r]?.[c] ?? null;
        return null;
    }

    /**
     * What is under a pointer.
     * @param {PointerEvent} event
     * @returns {{x: number, y: number, place: Place | null}}
     */
    hit(event) {
        const picture = this.picture;
        const box = this.element.getBoundingClientRect();
        if (!picture) return { x: 0, y: 0, place: null };
        const x = ((event.clientX - box.left) / box.width) * picture.width;
        const y = ((event.clientY - box.top) / box.height) * picture.height;
        return { x, y, place: this.placeAt(x, y, event.pointerType === "touch") };
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {boolean} touch
     */
    placeAt(x, y, touch) {
        const { picture, hand } = this;
        if (picture?.kind !== "grid") return picture?.place(x, y) ?? null;
        const wide = !hand.walls || this.press?.dragging ? -99 : touch ? 99 : 7;
        const place = picture.place(x, y, { lifted: hand.lifted, upright: hand.upright, wide, targets: [...hand.targets, ...hand.sources] });
        if (place?.at !== "cell" || picture.style !== "plain") return place;
        // Of the dominoes that would cover this cell, the one whose middle is nearest.
        let [best, least] = [place, Infinity];
        for (const step of hand.now.next) {
            if (step.from || !step.also || !(same(step.to, place) || same(step.also, place))) continue;
            const [a, b] = [picture.centre(step.to), picture.centre(step.also)];
            const far = Math.hypot((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y);
            if (far < least && step.to.at === "cell") [best, least] = [step.to, far];
        }
        return best;
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (event.button !== 0 || !this.hand.playing) return;
        const { x, y, place } = this.hit(event);
        this.pointing = true;
        const touch = event.pointerType === "touch";
        const can = place && !this.hand.lifted && this.hand.from(place).length > 0;
        const piece = can ? (this.picture?.piece(place) ?? null) : null;
        this.press = { id: event.pointerId, x, y, place, piece, dragging: false, touch };
        this.element.setPointerCapture(event.pointerId);
        if (touch && !piece) this.hand.hover(place);
    }

    /** @param {PointerEvent} event */
    move(event) {
        if (!this.hand.playing) return;
        const { x, y, place } = this.hit(event);
        const press = this.press;
        if (press?.piece && press.place) {
            if (!press.dragging && Math.hypot(x - press.x, y - press.y) > DRAG * this.unit()) {
                press.dragging = true;
                this.hand.held = press.place;
                this.hand.proposal = null;
                this.hand.emit("change");
                press.piece.classList.add("dragged");
                press.piece.parentNode?.append(press.piece);
            }
            if (press.dragging) {
                const lift = press.touch ? 34 * this.unit() : 0;
                press.piece.style.transform = `translate(${x}px, ${y - lift}px) scale(1.08)`;
                this.hand.hover(place);
            }
            return;
        }
        if (event.pointerType === "mouse" || press) {
            this.pointing = true;
            this.hand.hover(place);
            this.explain(place);
        }
    }

    /** Units of the picture to a pixel of the screen. */
    unit() {
        return (this.picture?.width ?? 1) / Math.max(1, this.element.clientWidth);
    }

    /** @param {PointerEvent} event */
    up(event) {
        const press = this.press;
        const { x, y, place } = this.hit(event);
        const carried = this.hand.carried;
        this.hand.carried = false;
        if (!press) {
            // A wall carried from the stock is dropped here.
            if (carried && this.hand.lifted && place) this.hand.act(place, event.pointerType === "touch" ? "touch" : "mouse");
            return;
        }
        this.press = null;
        const how = press.touch ? "touch" : "mouse";
        if (press.dragging && press.piece) {
            press.piece.classList.remove("dragged");
            const done = !!place && this.hand.act(place, "drag");
            if (!done) {
                this.hand.held = null;
                this.hand.emit("change");
            }
            return;
        }
        const picture = this.picture;
        if (picture?.kind === "tavli" && picture.onDice(x, y)) {
            if (this.hand.complete) this.hand.confirm();
            else this.swapDice();
            return;
        }
        if (place) this.hand.act(place, how);
        if (press.touch) this.hand.hover(null);
        else this.explain(place);
    }

    release() {
        this.press?.piece?.classList.remove("dragged");
        this.press = null;
        this.hand.held = null;
        this.hand.emit("change");
    }

    swapDice() {
        this.hand.smallFirst = !this.hand.smallFirst;
        this.hand.emit("change");
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        if (!this.hand.playing || !this.hand.lifted) return;
        event.preventDefault();
        const now = performance.now();
        if (now - (this.wheeled ?? 0) < 160) return;
        this.wheeled = now;
        this.hand.turn();
    }

    /** Says after a moment why the wall under the pointer cannot stand there. @param {Place | null} place */
    explain(place) {
        clearTimeout(this.explaining);
        if (!place || place.at !== "wall" || this.hand.placing(place)) {
            this.hideReason();
            return;
        }
        this.explaining = window.setTimeout(async () => {
            const reason = await this.words.reason(place);
            if (same(this.hand.over, place) && this.hand.playing) this.showReason(place, reason);
        }, EXPLAIN);
    }

    /**
     * @param {Place} place
     * @param {string} reason
     */
    showReason(place, reason) {
        const picture = this.picture;
        if (!picture || !reason) return;
        const { x, y } = picture.centre(place);
        this.bubble.textContent = reason;
        this.bubble.hidden = false;
        const part = x / picture.width;
        this.bubble.style.left = `${100 * Math.min(0.8, Math.max(0.2, part))}%`;
        this.bubble.style.top = `${(100 * y) / picture.height}%`;
        this.bubble.classList.toggle("below", y < picture.height / 4);
    }

    /** Whether this very reason is seen at the moment. @param {string} reason */
    explains(reason) {
        return !this.bubble.hidden && this.bubble.textContent === reason;
    }

    hideReason() {
        clearTimeout(this.explaining);
        this.bubble.hidden = true;
    }

    // Keys.

    /**
     * @param {number} row
     * @param {number} col
     * @param {boolean} [focus]
     */
    moveCursor(row, col, focus = true) {
        const limit = this.hand.lifted ? 2 : 1;
        const r = Math.max(0, Math.min(this.cells.length - limit, row));
        const c = Math.max(0, Math.min((this.cells[r]?.length ?? 1) - limit, col));
        const old = this.cells[this.cursor.row]?.[this.cursor.col];
        const slot = this.slots[this.cursor.row]?.[this.cursor.col];
        if (old && slot && this.hand.lifted) attr(old, "aria-label", this.words.describe(slot.place));
        old?.setAttribute("tabindex", "-1");
        this.cursor = { row: r, col: c };
        const cell = this.cells[r]?.[c];
        cell?.setAttribute("tabindex", "0");
        if (!this.press && !this.pointing) this.hand.hover(this.cursorPlace());
        this.labelWall();
        if (focus) cell?.focus();
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { row, col } = this.cursor;
        this.pointing = false;
        const last = (this.cells[row]?.length ?? 1) - 1;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowUp: () => this.moveCursor(row - 1, col),
            ArrowDown: () => this.moveCursor(row + 1, col),
            ArrowLeft: () => this.moveCursor(row, col - 1),
            ArrowRight: () => this.moveCursor(row, col + 1),
            Home: () => this.moveCursor(row, 0),
            End: () => this.moveCursor(row, last),
            Enter: () => this.enter(),
            " ": () => this.space(),
            f: () => this.turnWall(),
            F: () => this.turnWall(),
            w: () => this.lift(),
            Escape: () => this.hand.cancel(),
            Backspace: () => this.hand.back(),
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        if (MOVES.has(event.key) || !this.hand.recall()) act();
    }

    enter() {
        const { hand } = this;
        const place = this.cursorPlace();
        if (!place) return;
        if (hand.proposal && same(hand.proposal, place)) return hand.confirm();
        const idle = !hand.held && !hand.from(place).length && !hand.placing(place) && !hand.targets.some((one) => same(one, place));
        if (hand.complete && (idle || !hand.now.next.length)) return hand.confirm();
        hand.act(place, "key");
        return undefined;
    }

    space() {
        if (this.picture?.kind === "grid") {
            if (this.picture.style === "grooved") this.lift();
            else this.enter();
        } else if (this.hand.complete) this.hand.confirm();
        else this.swapDice();
    }

    lift() {
        this.hand.lift();
        this.moveCursor(this.cursor.row, this.cursor.col);
    }

    turnWall() {
        if (!this.hand.lifted) this.hand.lift();
        else this.hand.turn();
        this.hand.hover(this.cursorPlace());
        this.labelWall();
    }

    focus() {
        this.moveCursor(this.cursor.row, this.cursor.col);
    }
}
