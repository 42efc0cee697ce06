/**
 * An interactive board: the picture, and above it a grid of invisible cells that take the focus.
 *
 * Mouse, touch and keyboard all end in `turn.act(place)`.
 */
import { attr, h } from "../dom.js";
import { placeKey, samePlace } from "../coords.js";
import { kindOf } from "./index.js";

/** @import { BoardView, PlaceView } from "../types.js" */

const DRAG_DISTANCE = 7;
/** Keys that move the cursor and nothing else. */
const CURSOR_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

export class BoardInput {
    /**
     * @param {import("../game/turn.js").TurnBuilder} turn
     * @param {{describe: (place: PlaceView) => string, reason: (place: PlaceView) => Promise<string>, title: string}} texts
     */
    constructor(turn, texts) {
        this.turn = turn;
        this.texts = texts;
        this.overlay = h("div", { class: "cells", role: "grid", "aria-label": texts.title });
        this.bubble = h("div", { class: "reason", hidden: true });
        this.element = h("div", { class: "board", dir: "ltr" }, this.overlay, this.bubble);
        /** @type {import("./picture.js").BoardPicture | null} */
        this.picture = null;
        /** @type {HTMLElement[][]} */
        this.cells = [];
        /** @type {import("./picture.js").Slot[][]} */
        this.slots = [];
        this.cursor = { row: 0, col: 0 };
        this.shape = "";
        /** @type {{id: number, x: number, y: number, place: PlaceView | null, piece: SVGElement | null, dragging: boolean, touch: boolean} | null} */
        this.press = null;
        /** The last mouse event over the board, until the keyboard moves the cursor. @type {PointerEvent | null} */
        this.pointer = null;
        /** What the bubble is about. @type {{place: PlaceView, seq: number} | null} */
        this.refusal = null;
        this.listen();
    }

    /**
     * Shows a board; rebuilds the picture only if the shape of the board changes.
     * @param {BoardView} board
     * @param {import("./picture.js").Look} look
     */
    show(board, look) {
        const kind = kindOf(board);
        const shape = JSON.stringify([board.kind, kind.shape(board), look]);
        if (shape !== this.shape || !this.picture) {
            this.shape = shape;
            this.picture?.svg.remove();
            this.picture = kind.picture(board, look);
            this.element.prepend(this.picture.svg);
            this.ratio = this.picture.width / this.picture.height;
            this.build();
        }
        if (!this.press?.dragging) this.picture.draw(board, this.turn);
        if (this.refusal && this.refusal.seq !== this.turn.seq) this.hideReason();
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
        this.cursor = this.startCursor();
        this.cells[this.cursor.row]?.[this.cursor.col]?.setAttribute("tabindex", "0");
    }

    /** The cursor starts at a piece that can move, otherwise in the middle. */
    startCursor() {
        const step = this.turn.legal.next.find((one) => one.from);
        for (const row of this.slots)
            for (const slot of row) if (step?.from && samePlace(slot.place, step.from)) return { row: slot.row, col: slot.col };
        return { row: Math.floor((this.slots.length - 1) / 2), col: Math.floor(((this.slots[0]?.length ?? 1) - 1) / 2) };
    }

    /** Updates the labels of the cells. */
    updateLabels() {
        const targets = new Set(this.turn.targets.map(placeKey));
        this.slots.forEach((row, r) =>
            row.forEach((slot, c) => {
                const cell = this.cells[r]?.[c];
                if (!cell) return;
                attr(cell, "aria-label", this.texts.describe(slot.place));
                attr(cell, "aria-selected", samePlace(this.turn.held, slot.place) ? "true" : null);
                cell.dataset.place = placeKey(slot.place);
                cell.classList.toggle("is-target", targets.has(placeKey(slot.place)));
                // A finger that starts on a piece drags it; elsewhere it scrolls the page.
                cell.classList.toggle("is-piece", this.turn.canLift(slot.place));
            }),
        );
        this.labelWall();
        this.element.classList.toggle("active", this.turn.playing);
        this.element.classList.toggle("lifting", this.turn.placingWall);
    }

    /** While a wall is being placed, the focused cell describes the wall. */
    async labelWall() {
        if (!this.turn.placingWall) return;
        const place = this.cursorPlace();
        const cell = this.cells[this.cursor.row]?.[this.cursor.col];
        if (!cell || place?.at !== "wall") return;
        const name = this.texts.describe(place);
        attr(cell, "aria-label", name);
        if (this.turn.placementAt(place)) return;
        const reason = await this.texts.reason(place);
        if (this.turn.placingWall && reason) attr(cell, "aria-label", `${name}. ${reason}`);
    }

    /** @returns {PlaceView | null} */
    cursorPlace() {
        const { row, col } = this.cursor;
        if (this.turn.placingWall) return this.picture?.corner(row, col, this.turn.upright) ?? null;
        return this.slots[row]?.[col]?.place ?? null;
    }

    /** Draws marks, previews and everything else that changes without a new board. @param {import("./picture.js").Marks} marks */
    mark(marks) {
        this.picture?.mark(marks);
    }

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
            if (!this.turn.active) return;
            event.preventDefault();
            if (this.turn.placingWall || this.turn.hovered?.at === "wall") this.turn.rotateWall();
            else this.turn.undoStep();
        });
        element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        this.overlay.addEventListener("click", (event) => {
            if (this.turn.returnToPresent()) return;
            // Assistive technology sends clicks without pointer events.
            const slot = event.detail === 0 ? this.slotOf(event.target) : null;
            if (slot) this.turn.act(slot.place, "key");
        });
        this.overlay.addEventListener("keydown", (event) => this.keydown(event));
        this.overlay.addEventListener("focusin", (event) => {
            const slot = this.slotOf(event.target);
            if (slot) this.moveCursor(slot.row, slot.col, false);
        });
        this.overlay.addEventListener("focusout", () => {
            if (!this.pointer) this.turn.hover(null);
        });
    }

    leave() {
        this.pointer = null;
        this.turn.hover(null);
        this.hideReason();
    }

    /** Points at what is under the pointer, after a change of the board or the turn. */
    aim() {
        if (this.pointer && !this.press) this.turn.hover(this.hit(this.pointer).place);
    }

    /** @param {EventTarget | null} target */
    slotOf(target) {
        for (const [r, row] of this.cells.entries())
            for (const [c, cell] of row.entries()) if (cell === target) return this.slots[r]?.[c] ?? null;
        return null;
    }

    /**
     * The place under a pointer.
     * @param {PointerEvent} event
     * @returns {{x: number, y: number, place: PlaceView | null}}
     */
    hit(event) {
        const picture = this.picture;
        const box = this.element.getBoundingClientRect();
        if (!picture) return { x: 0, y: 0, place: null };
        const x = ((event.clientX - box.left) / box.width) * picture.width;
        const y = ((event.clientY - box.top) / box.height) * picture.height;
        const pointer = { touch: event.pointerType === "touch", dragging: !!this.press?.dragging };
        return { x, y, place: picture.place(x, y, this.turn, pointer) };
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (event.button !== 0 || !this.turn.active) return;
        const { x, y, place } = this.hit(event);
        const touch = event.pointerType === "touch";
        this.pointer = touch ? null : event;
        this.hideReason();
        const can = place && !this.turn.placingWall && this.turn.canLift(place);
        const piece = can ? (this.picture?.piece(place) ?? null) : null;
        this.press = { id: event.pointerId, x, y, place, piece, dragging: false, touch };
        this.element.setPointerCapture(event.pointerId);
        if (touch && !piece) this.turn.hover(place);
    }

    /** @param {PointerEvent} event */
    move(event) {
        if (!this.turn.active) return;
        const { x, y, place } = this.hit(event);
        const press = this.press;
        if (press?.piece && press.place) {
            if (!press.dragging && Math.hypot(x - press.x, y - press.y) > DRAG_DISTANCE * this.unitsPerPixel()) {
                press.dragging = true;
                this.turn.held = press.place;
                this.turn.proposal = null;
                this.turn.emit("change");
                press.piece.classList.add("dragged");
                press.piece.parentNode?.append(press.piece);
            }
            if (press.dragging) {
                const lift = press.touch ? 34 * this.unitsPerPixel() : 0;
                press.piece.style.transform = `translate(${x}px, ${y - lift}px) scale(1.08)`;
                this.turn.hover(place);
            }
            return;
        }
        if (event.pointerType === "mouse" || press) {
            if (event.pointerType === "mouse") this.pointer = event;
            this.turn.resting = false;
            if (this.refusal && !samePlace(place, this.refusal.place)) this.hideReason();
            this.turn.hover(place);
        }
    }

    /** Picture units per screen pixel. */
    unitsPerPixel() {
        return (this.picture?.width ?? 1) / Math.max(1, this.element.clientWidth);
    }

    /** @param {PointerEvent} event */
    up(event) {
        const press = this.press;
        const { x, y, place } = this.hit(event);
        const carried = this.turn.draggingWall;
        this.turn.draggingWall = false;
        if (!press) {
            // A wall dragged from the stock is dropped here.
            if (carried && this.turn.placingWall && place) this.turn.act(place, event.pointerType === "touch" ? "touch" : "mouse");
            return;
        }
        this.press = null;
        const how = press.touch ? "touch" : "mouse";
        if (press.dragging && press.piece) {
            press.piece.classList.remove("dragged");
            const done = !!place && this.turn.act(place, "drag");
            if (!done) {
                this.turn.held = null;
                this.turn.emit("change");
            }
            return;
        }
        if (this.picture?.onDice(x, y)) return this.useDice();
        if (place) this.turn.act(place, how);
        if (press.touch) this.turn.hover(null);
    }

    release() {
        this.press?.piece?.classList.remove("dragged");
        if (this.press?.touch) this.turn.hover(null);
        this.press = null;
        this.turn.held = null;
        this.turn.emit("change");
    }

    /** Rolls the dice if that is due, ends a complete turn, otherwise swaps the dice. */
    useDice() {
        const { pacer } = this.turn.session;
        if (pacer?.rollDue) return pacer.roll();
        if (this.turn.complete) return this.turn.confirm();
        this.turn.smallFirst = !this.turn.smallFirst;
        this.turn.emit("change");
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        if (!this.turn.active || !(this.turn.placingWall || this.turn.hovered?.at === "wall")) return;
        event.preventDefault();
        const now = performance.now();
        if (now - (this.wheeled ?? 0) < 160) return;
        this.wheeled = now;
        this.turn.rotateWall();
    }

    /**
     * Shows at a wall why it is illegal.
     * @param {PlaceView} place
     * @param {string} reason
     */
    showReason(place, reason) {
        const picture = this.picture;
        if (!picture) return;
        this.refusal = { place, seq: this.turn.seq };
        const { x, y } = picture.centre(place);
        this.bubble.textContent = reason;
        this.bubble.hidden = false;
        const part = x / picture.width;
        this.bubble.style.left = `${100 * Math.min(0.8, Math.max(0.2, part))}%`;
        this.bubble.style.top = `${(100 * y) / picture.height}%`;
        this.bubble.classList.toggle("below", y < picture.height / 4);
    }

    hideReason() {
        this.refusal = null;
        this.bubble.hidden = true;
    }

    /**
     * @param {number} row
     * @param {number} col
     * @param {boolean} [focus]
     */
    moveCursor(row, col, focus = true) {
        const limit = this.turn.placingWall ? 2 : 1;
        const r = Math.max(0, Math.min(this.cells.length - limit, row));
        const c = Math.max(0, Math.min((this.cells[r]?.length ?? 1) - limit, col));
        const old = this.cells[this.cursor.row]?.[this.cursor.col];
        const slot = this.slots[this.cursor.row]?.[this.cursor.col];
        if (old && slot && this.turn.placingWall) attr(old, "aria-label", this.texts.describe(slot.place));
        old?.setAttribute("tabindex", "-1");
        this.cursor = { row: r, col: c };
        const cell = this.cells[r]?.[c];
        cell?.setAttribute("tabindex", "0");
        if (!this.press && !this.pointer) this.turn.hover(this.cursorPlace());
        this.labelWall();
        if (focus) cell?.focus();
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { row, col } = this.cursor;
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
            f: () => this.rotateWall(),
            F: () => this.rotateWall(),
            w: () => this.toggleWall(),
            Escape: () => this.turn.cancel(),
            Backspace: () => this.turn.undoStep(),
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        if (CURSOR_KEYS.has(event.key)) this.pointer = null;
        if (CURSOR_KEYS.has(event.key) || !this.turn.returnToPresent()) act();
    }

    enter() {
        const { turn } = this;
        if (turn.session.pacer?.rollDue) return turn.session.pacer.roll();
        const place = this.pointer && turn.placingWall ? turn.hovered : this.cursorPlace();
        if (!place) return;
        if (turn.proposal && samePlace(turn.proposal, place)) return turn.confirm();
        const idle = !turn.held && !turn.stepsFrom(place).length && !turn.placementAt(place) && !turn.targets.some((one) => samePlace(one, place));
        if (turn.complete && (idle || !turn.legal.next.length)) return turn.confirm();
        turn.act(place, "key");
        return undefined;
    }

    /** Swaps the dice or ends the turn; lifts or drops a wall; otherwise does what Enter does. */
    space() {
        if (this.turn.kind?.dice) this.useDice();
        else if (this.turn.hasWalls) this.toggleWall();
        else this.enter();
    }

    /** Lifts or drops a wall: under the pointer, or at the cursor if the keyboard was used last. */
    toggleWall() {
        this.turn.resting = false;
        this.turn.toggleWall();
        if (this.pointer) this.aim();
        else this.moveCursor(this.cursor.row, this.cursor.col);
    }

    /** Rotates the wall that is lifted or under the pointer; lifts one if there is none. */
    rotateWall() {
        this.hideReason();
        if (!this.turn.placingWall && !this.turn.proposal && this.turn.hovered?.at !== "wall") return this.toggleWall();
        this.turn.resting = false;
        this.turn.rotateWall();
        if (!this.pointer) this.turn.hover(this.cursorPlace());
        this.labelWall();
    }

    focus() {
        this.moveCursor(this.cursor.row, this.cursor.col);
    }
}
