/** Draws a tavli board: points, checkers, bar, trays, dice. */
import { s } from "../dom.js";
import { other, placeKey, playerIndex } from "../coords.js";
import { arrow } from "./arrow.js";
import { die } from "./dice.js";
import { BoardPicture } from "./picture.js";

/** @import { PlaceView, Player, Step, TavliView } from "../types.js" */

const COLUMN = 64;
const RADIUS = 29;
const BAR = 66;
const TRAY = 70;
const EDGE = 20;
const LABEL = 22;
const HALF_HEIGHT = 320;
const MIDDLE_GAP = 78;
const POINT_HEIGHT = 262;

/** @typedef {{owner: Player, place: PlaceView, x: number, y: number, pinned: boolean, top: boolean, count: number, flat: boolean}} Spot */
/** @typedef {{element: SVGGElement, owner: Player, at: string, order: number}} Checker */

/**
 * The relative number of a point for a player: 1 is where his path starts, 24 where it ends.
 * @param {TavliView} board
 * @param {number} who
 * @param {number} point
 */
export function relative(board, who, point) {
    const entry = board.entry[who] ?? 1;
    const ahead = ((entry - 1 + 23) % 24) + 1;
    // The path ends next to its entry: below it if numbers rise along the path, above it if they fall.
    const rises = (board.home[who] ?? []).includes(ahead);
    return (rises ? (point - entry + 24) % 24 : (entry - point + 24) % 24) + 1;
}

export class TavliPicture extends BoardPicture {
    /** Whether the smaller die is played first. */
    smallFirst = false;

    /**
     * @param {TavliView} board
     * @param {import("./picture.js").Look} look
     */
    constructor(board, look) {
        const layers = ["field", "numbers", "marks", "checkers", "badges", "dice", "ghosts"];
        super("tavli", 2 * EDGE + 12 * COLUMN + BAR + TRAY + 14, 2 * (EDGE + LABEL) + 2 * HALF_HEIGHT + MIDDLE_GAP, layers);
        this.viewer = look.viewer ?? "p1";
        this.clockwise = look.clockwise ?? false;
        this.labelled = look.labels !== false;
        this.numbers = look.numbers ?? this.viewer;
        this.variant = board.variant;
        /** @type {Checker[]} */
        this.checkers = [];
        this.board = board;
        this.drawField();
        this.draw(board);
    }

    /** The left edge of one of the twelve columns. @param {number} column */
    left(column) {
        return EDGE + column * COLUMN + (column >= 6 ? BAR : 0);
    }

    get trayX() {
        return EDGE + 12 * COLUMN + BAR + 14;
    }

    get top() {
        return EDGE + LABEL;
    }

    get bottom() {
        return this.height - EDGE - LABEL;
    }

    /**
     * The column of a point from the left, and whether it is in the upper half. The viewer's path starts along the top
     * and ends at the lower right (lower left if `clockwise` is set).
     * @param {number} point
     */
    spot(point) {
        const gone = relative(this.board, playerIndex(this.viewer), point) - 1;
        const upper = gone < 12;
        const column = upper ? 11 - gone : gone - 12;
        return { upper, column: this.clockwise ? 11 - column : column };
    }

    drawField() {
        const layer = this.layers.field;
        const inner = { y: this.top, height: this.bottom - this.top, rx: 6 };
        layer?.append(
            s("rect", { class: "felt", x: EDGE, width: 6 * COLUMN, ...inner }),
            s("rect", { class: "felt", x: this.left(6), width: 6 * COLUMN, ...inner }),
            s("rect", { class: "bar", x: EDGE + 6 * COLUMN, width: BAR, y: this.top, height: inner.height }),
        );
        for (const upper of [true, false])
            layer?.append(
                s("rect", { class: "tray", x: this.trayX, y: upper ? this.top : this.bottom - HALF_HEIGHT, width: TRAY - 8, height: HALF_HEIGHT, rx: 6 }),
            );
        for (let column = 0; column < 12; column++)
            for (const upper of [true, false]) {
                const x = this.left(column);
                const [foot, tip] = upper ? [this.top, this.top + POINT_HEIGHT] : [this.bottom, this.bottom - POINT_HEIGHT];
                layer?.append(
                    s("path", {
                        class: (column % 2 === 0) === upper ? "point a" : "point b",
                        d: `M${x + 3} ${foot}L${x + COLUMN / 2} ${tip}L${x + COLUMN - 3} ${foot}Z`,
                    }),
                );
            }
    }

    /** @param {Player} player */
    drawNumbers(player) {
        if (!this.labelled) return;
        this.redraw("numbers", player + this.variant, () =>
            Array.from({ length: 24 }, (_, at) => {
                const { upper, column } = this.spot(at + 1);
                const label = 25 - relative(this.board, playerIndex(player), at + 1);
                const y = upper ? this.top - 11 : this.bottom + 12;
                return s("text", { class: "label", x: this.left(column) + COLUMN / 2, y, text: String(label) });
            }),
        );
    }

    /**
     * @param {TavliView} board
     * @param {import("../game/turn.js").TurnBuilder} [turn]
     */
    draw(board, turn) {
        this.smallFirst = turn?.smallFirst ?? false;
        this.board = board;
        this.variant = board.variant;
        this.drawNumbers(this.numbers);
        this.drawCheckers(board);
        this.drawDice(board);
    }

    /** The positions of all checkers in the picture. @param {TavliView} board @returns {Spot[]} */
    spots(board) {
        /** @type {Spot[]} */
        const spots = [];
        board.points.forEach((point, at) => {
            if (!point.owner) return;
            const place = /** @type {PlaceView} */ ({ at: "point", point: at + 1 });
            const { upper, column } = this.spot(at + 1);
            const x = this.left(column) + COLUMN / 2;
            const up = upper ? 1 : -1;
            const foot = (upper ? this.top : this.bottom) + up * (RADIUS + 2);
            const start = point.pinned ? 30 : 0;
            if (point.pinned) spots.push(this.checkerAt(other(point.owner), place, x, foot, { pinned: true }));
            const room = HALF_HEIGHT - 2 * RADIUS - 12 - start;
            const apart = point.count > 1 ? Math.min(2 * RADIUS - 1, room / (point.count - 1)) : 0;
            for (let n = 0; n < point.count; n++) {
                const top = n === point.count - 1;
                spots.push(this.checkerAt(point.owner, place, x, foot + up * (start + n * apart), { top, count: point.count }));
            }
        });
        for (const player of /** @type {Player[]} */ (["p1", "p2"])) {
            const lower = player === this.viewer ? 1 : -1;
            const middle = (this.top + this.bottom) / 2;
            const barred = board.bar[playerIndex(player)] ?? 0;
            for (let n = 0; n < barred; n++) {
                const apart = Math.min(2 * RADIUS - 2, 220 / barred);
                const place = /** @type {PlaceView} */ ({ at: "bar", player });
                const y = middle + lower * (RADIUS + 44 + n * apart);
                spots.push(this.checkerAt(player, place, EDGE + 6 * COLUMN + BAR / 2, y, { top: n === barred - 1, count: barred }));
            }
            const off = board.off[playerIndex(player)] ?? 0;
            for (let n = 0; n < off; n++) {
                const place = /** @type {PlaceView} */ ({ at: "off", player });
                const y = lower > 0 ? this.bottom - 12 - n * 20.4 : this.top + 12 + n * 20.4;
                spots.push(this.checkerAt(player, place, this.trayX + (TRAY - 8) / 2, y, { flat: true }));
            }
        }
        return spots;
    }

    /**
     * @param {Player} owner
     * @param {PlaceView} place
     * @param {number} x
     * @param {number} y
     * @param {Partial<Spot>} more
     * @returns {Spot}
     */
    checkerAt(owner, place, x, y, more) {
        return { owner, place, x, y, pinned: false, top: false, count: 0, flat: false, ...more };
    }

    /** Reuses the element of a checker from board to board where possible, so that moves are animated. @param {TavliView} board */
    drawCheckers(board) {
        const spots = this.spots(board);
        const free = new Set(this.checkers);
        /** @type {(Checker | undefined)[]} */
        const chosen = spots.map((spot) => {
            const stays = [...free].find((one) => one.owner === spot.owner && one.at === placeKey(spot.place));
            if (stays) free.delete(stays);
            return stays;
        });
        // Of the remaining checkers the topmost have moved.
        const moved = [...free].sort((a, b) => b.order - a.order);
        this.checkers = spots.map((spot, order) => {
            let checker = chosen[order];
            if (!checker) {
                const at = moved.findIndex((one) => one.owner === spot.owner);
                checker = at >= 0 ? moved.splice(at, 1)[0] : undefined;
                checker?.element.classList.add("moving");
            } else checker.element.classList.remove("moving");
            checker ??= { element: this.checker(spot.owner), owner: spot.owner, at: "", order };
            checker.at = placeKey(spot.place);
            checker.order = order;
            this.set(checker.element, spot);
            return checker;
        });
        for (const gone of moved) gone.element.remove();
        // Moving checkers are drawn above all others.
        const still = this.checkers.filter((one) => !one.element.classList.contains("moving"));
        const moving = this.checkers.filter((one) => one.element.classList.contains("moving"));
        const order = [...still, ...moving].map((one) => one.element);
        const layer = this.layers.checkers;
        if (layer && order.some((element, at) => layer.children[at] !== element)) layer.append(...order);
        this.drawBadges(spots);
    }

    /** @param {Player} owner */
    checker(owner) {
        const mark = owner === "p1" ? s("circle", { class: "mark", r: 11 }) : s("path", { class: "mark", d: "M0 -13L13 0L0 13L-13 0Z" });
        const round = s(
            "g",
            { class: "round" },
            s("circle", { class: "shade", cx: 1.5, cy: 3.5, r: RADIUS }),
            s("circle", { class: "body", r: RADIUS - 0.5 }),
            s("circle", { class: "rim", r: RADIUS - 7 }),
            mark,
        );
        const flat = s("g", { class: "flat" }, s("rect", { class: "body", x: -RADIUS + 2, y: -9, width: 2 * RADIUS - 4, height: 18, rx: 4 }));
        return s("g", { class: `checker ${owner}` }, round, flat);
    }

    /**
     * @param {SVGGElement} element
     * @param {Spot} spot
     */
    set(element, spot) {
        element.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
        element.classList.toggle("off", spot.flat);
        element.classList.toggle("pinned", spot.pinned);
        element.dataset.place = placeKey(spot.place);
        element.dataset.top = spot.top ? "1" : "";
    }

    /** Counts on high stacks, and pins. @param {Spot[]} spots */
    drawBadges(spots) {
        const badges = spots.flatMap((spot) => {
            if (spot.pinned) return [this.pin(spot)];
            if (!spot.top || spot.count <= 5) return [];
            return [s("text", { class: `count ${spot.owner}`, x: spot.x, y: spot.y + 1, text: String(spot.count) })];
        });
        for (const player of /** @type {Player[]} */ (["p1", "p2"])) {
            const off = this.board.off[playerIndex(player)] ?? 0;
            const lower = player === this.viewer;
            if (off) badges.push(s("text", { class: "label off-count", x: this.trayX + (TRAY - 8) / 2, y: lower ? this.bottom + 12 : this.top - 11, text: String(off) }));
        }
        this.layers.badges?.replaceChildren(...badges);
    }

    /** @param {Spot} spot */
    pin(spot) {
        const up = spot.y < this.height / 2 ? -1 : 1;
        return s(
            "g",
            { class: "pin", transform: `translate(${spot.x} ${spot.y + up * 14})` },
            s("circle", { r: 12.5 }),
            s("path", { d: "M-3.5 0V-3A3.5 3.5 0 0 1 3.5 -3V0" }),
            s("rect", { x: -5.5, y: -0.5, width: 11, height: 7.5, rx: 1.5 }),
        );
    }

    /** @param {TavliView} board */
    drawDice(board) {
        const what = JSON.stringify([board.dice, board.dice_left, board.mover, this.smallFirst]);
        this.redraw("dice", what, () => {
            const [high, low] = board.dice;
            if (high === undefined || low === undefined) return [];
            const double = high === low;
            const faces = double ? [high, high, high, high] : this.smallFirst ? [low, high] : [high, low];
            const left = [...board.dice_left];
            const side = board.mover === this.viewer ? this.left(9) : this.left(3);
            const size = 54;
            const start = side - ((faces.length - 1) * (size + 12)) / 2;
            return faces.map((face, at) => {
                // The dice of a double are used up from the left.
                const found = double ? faces.length - at <= left.length : left.includes(face);
                if (!double && found) left.splice(left.indexOf(face), 1);
                return die(face, start + at * (size + 12), (this.top + this.bottom) / 2, size, `${board.mover} ${found ? "" : "used"} ${at === 0 && !double ? "lead" : ""}`);
            });
        });
    }

    /** @param {TavliView} board */
    roll(board) {
        const layer = this.layers.dice;
        this.shown.dice = "";
        this.drawDice(board);
        layer?.classList.remove("rolling");
        // Reading the layout restarts the animation.
        void layer?.getBoundingClientRect();
        layer?.classList.add("rolling");
    }

    /** @param {import("./picture.js").Marks} marks */
    mark(marks) {
        this.redraw("marks", JSON.stringify([marks.last, marks.targets, marks.held]), () => [
            ...(marks.last ?? []).flatMap((step) => [step.from, step.to].flatMap((place) => (place ? this.glow(place, "last") : []))),
            ...(marks.held ? this.glow(marks.held, "held") : []),
            ...(marks.targets ?? []).flatMap((place) => this.glow(place, "target")),
        ]);
        this.redraw("ghosts", JSON.stringify([marks.ghosts, marks.hint]), () => [
            ...(marks.ghosts ?? []).flatMap((ghost) => this.glow(ghost.place, `ghost ${ghost.kind}`)),
            ...this.hint(marks.hint ?? []),
        ]);
        const movable = new Set((marks.movable ?? []).map(placeKey));
        for (const { element } of this.checkers) {
            const { top, place } = element.dataset;
            element.classList.toggle("lifted", !!marks.held && !!top && place === placeKey(marks.held));
            element.classList.toggle("movable", !!top && movable.has(place ?? ""));
        }
    }

    /** The rectangle of a place. @param {PlaceView} place */
    box(place) {
        const middle = (this.top + this.bottom) / 2;
        if (place.at === "point") {
            const { upper, column } = this.spot(place.point);
            return { x: this.left(column), y: upper ? this.top : this.bottom - HALF_HEIGHT, w: COLUMN, h: HALF_HEIGHT, upper };
        }
        if (place.at === "bar") {
            const upper = place.player !== this.viewer;
            return { x: EDGE + 6 * COLUMN, y: upper ? this.top : middle, w: BAR, h: middle - this.top, upper };
        }
        const upper = place.at === "off" && place.player !== this.viewer;
        return { x: this.trayX, y: upper ? this.top : this.bottom - HALF_HEIGHT, w: TRAY - 8, h: HALF_HEIGHT, upper };
    }

    /**
     * @param {PlaceView} place
     * @param {string} name
     */
    glow(place, name) {
        const { x, y, w, h, upper } = this.box(place);
        if (name === "target" && place.at === "point") {
            const cy = upper ? y + h + 12 : y - 12;
            return [
                s("rect", { class: "target-glow", x: x + 2, y, width: w - 4, height: h, rx: 8 }),
                s("circle", { class: "target", cx: x + w / 2, cy, r: 9 }),
            ];
        }
        return [s("rect", { class: name === "target" ? "target-glow strong" : name, x: x + 2, y: y + 2, width: w - 4, height: h - 4, rx: 8 })];
    }

    /** Draws an arrow per checker; checkers with the same path share one. @param {Step[]} steps */
    hint(steps) {
        /** @type {Map<string, {from: PlaceView, to: PlaceView, count: number}>} */
        const moves = new Map();
        for (const { from, to } of steps) {
            if (!from) continue;
            const move = moves.get(placeKey(from) + placeKey(to)) ?? { from, to, count: 0 };
            move.count += 1;
            moves.set(placeKey(from) + placeKey(to), move);
        }
        return [...moves.values()].map(({ from, to, count }) => {
            const [a, b] = [this.centre(from), this.centre(to)];
            const level = Math.abs(a.y - b.y) < 1;
            // An arrow along one side of the board bends towards the middle to avoid the points between.
            const bend = level ? (a.y < this.height / 2) === b.x > a.x ? -0.28 : 0.28 : 0.08;
            return arrow(a, b, { bend, count });
        });
    }

    /** @param {PlaceView} place */
    centre(place) {
        const { x, y, w, h, upper } = this.box(place);
        return { x: x + w / 2, y: place.at === "point" ? (upper ? y + 90 : y + h - 90) : y + h / 2 };
    }

    /** @param {number} x @param {number} y @returns {PlaceView | null} */
    place(x, y) {
        const upper = y < this.height / 2;
        const player = upper ? other(this.viewer) : this.viewer;
        if (x >= this.trayX - 7) return { at: "off", player };
        const bar = EDGE + 6 * COLUMN;
        if (x >= bar && x < bar + BAR) return { at: "bar", player };
        const column = Math.max(0, Math.min(11, Math.floor((x - EDGE - (x >= bar ? BAR : 0)) / COLUMN)));
        return { at: "point", point: this.pointAt(upper, column) };
    }

    /** @param {number} x @param {number} y */
    onDice(x, y) {
        if (!this.board.dice.length) return false;
        const side = this.board.mover === this.viewer ? this.left(9) : this.left(3);
        return Math.abs(x - side) < 140 && Math.abs(y - this.height / 2) < MIDDLE_GAP / 2 - 4;
    }

    /**
     * @param {boolean} upper
     * @param {number} column
     */
    pointAt(upper, column) {
        for (let point = 1; point <= 24; point++) {
            const spot = this.spot(point);
            if (spot.upper === upper && spot.column === column) return point;
        }
        return 1;
    }

    /** @returns {import("./picture.js").Slot[][]} */
    slots() {
        return [true, false].map((upper, row) => {
            const player = upper ? other(this.viewer) : this.viewer;
            /** @type {PlaceView[]} */
            const places = [];
            for (let column = 0; column < 12; column++) {
                if (column === 6) places.push({ at: "bar", player });
                places.push({ at: "point", point: this.pointAt(upper, column) });
            }
            places.push({ at: "off", player });
            return places.map((place, col) => ({ place, row, col, ...this.box(place) }));
        });
    }

    /** @param {PlaceView} place @returns {SVGElement | null} */
    piece(place) {
        return this.checkers.find(({ element }) => element.dataset.top && element.dataset.place === placeKey(place))?.element ?? null;
    }
}
