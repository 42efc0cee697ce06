/** Draws a board of squares: grooves, walls, pawns, dominoes. */
import { s } from "../dom.js";
import { placeKey, samePlace } from "../coords.js";
import { arrow } from "./arrow.js";
import { BoardPicture } from "./picture.js";

/** @import { GridView, PathView, PawnView, PlaceView, Player, Step } from "../types.js" */
/** @typedef {import("../game/turn.js").TurnBuilder} TurnBuilder */

const CELL = 64;
const BORDER = 10;
const LABELS = 26;

export class GridPicture extends BoardPicture {
    /**
     * @param {GridView} board
     * @param {import("./picture.js").Look} look
     */
    constructor(board, look) {
        const { rows, cols, style } = board;
        const gap = style === "grooved" ? 14 : 3;
        const pitch = CELL + gap;
        const margin = BORDER + (look.labels === false ? 4 : LABELS);
        const size = (/** @type {number} */ n) => n * pitch - gap + 2 * margin;
        super(`grid ${style}`, size(cols), size(rows), ["squares", "goals", "marks", "paths", "pieces", "pawns", "ghosts"]);
        this.rows = rows;
        this.cols = cols;
        this.style = style;
        this.gap = gap;
        this.pitch = pitch;
        this.margin = margin;
        this.flipped = look.flipped ?? false;
        /** @type {Map<string, SVGGElement>} */
        this.pawns = new Map();
        /** @type {Map<string, SVGElement>} */
        this.pieces = new Map();
        this.drawSquares(board, look.labels !== false);
        this.drawGoals(board);
        this.draw(board);
    }

    /** Converts a column or row of the board to one of the screen. @param {number} n @param {number} size */
    turned(n, size) {
        return this.flipped ? size - 1 - n : n;
    }

    /** Left edge of a column. @param {number} col */
    x(col) {
        return this.margin + this.turned(col, this.cols) * this.pitch;
    }

    /** Top edge of a row. @param {number} row */
    y(row) {
        return this.margin + this.turned(row, this.rows) * this.pitch;
    }

    /**
     * @param {GridView} board
     * @param {boolean} labels
     */
    drawSquares(board, labels) {
        const layer = this.layers.squares;
        for (let row = 0; row < this.rows; row++)
            for (let col = 0; col < this.cols; col++) {
                if (board.cover[row * this.cols + col] === "outside") continue;
                const tone = (row + col) % 2 ? "square odd" : "square";
                layer?.append(s("rect", { class: tone, x: this.x(col), y: this.y(row), width: CELL, height: CELL, rx: 5 }));
            }
        if (!labels) return;
        const near = this.margin - 12;
        board.col_labels.forEach((label, col) => {
            for (const y of [near, this.height - near])
                layer?.append(s("text", { class: "label", x: this.x(col) + CELL / 2, y, text: label }));
        });
        board.row_labels.forEach((label, row) => {
            for (const x of [near, this.width - near])
                layer?.append(s("text", { class: "label", x, y: this.y(row) + CELL / 2, text: label }));
        });
    }

    /** Marks goal squares: a whole row gets arrowheads, a single square a ring. @param {GridView} board */
    drawGoals(board) {
        const layer = this.layers.goals;
        for (const player of /** @type {Player[]} */ (["p1", "p2"])) {
            const mine = board.goals.filter((goal) => goal.player === player);
            const whole = mine.length === this.cols && mine.every((goal) => goal.row === mine[0]?.row);
            for (const goal of mine) {
                const [x, y] = [this.x(goal.col), this.y(goal.row)];
                if (whole) {
                    const up = this.turned(goal.row, this.rows) === 0;
                    const [tip, foot] = up ? [y + 8, y + 17] : [y + CELL - 8, y + CELL - 17];
                    const middle = x + CELL / 2;
                    layer?.append(s("path", { class: `goal ${player}`, d: `M${middle - 9} ${foot}L${middle} ${tip}L${middle + 9} ${foot}` }));
                } else {
                    layer?.append(
                        s("rect", { class: `goal home ${player}`, x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, rx: 8 }),
                        s("circle", { class: `goal home ${player}`, cx: x + CELL / 2, cy: y + CELL / 2, r: 12 }),
                    );
                }
            }
        }
    }

    /** @param {GridView} board */
    draw(board) {
        this.drawPieces(board);
        this.drawPawns(board);
    }

    /** Adds and removes walls and dominoes; those that stay are not redrawn. @param {GridView} board */
    drawPieces(board) {
        const coloured = board.stocks.some((stock) => stock.kind !== "walls");
        /** @type {Map<string, () => SVGElement>} */
        const wanted = new Map();
        for (const wall of board.walls) {
            const place = /** @type {PlaceView} */ ({ at: "wall", ...wall });
            wanted.set(placeKey(place), () => this.wall(place, `wall ${coloured ? (wall.upright ? "green" : "blue") : ""}`));
        }
        board.cover.forEach((cover, at) => {
            const [row, col] = [Math.floor(at / this.cols), at % this.cols];
            if ((cover === "upright" || cover === "lying") && this.isFirstHalf(board, row, col))
                wanted.set(`d${row}.${col}`, () => this.domino(row, col, cover === "upright", cover === "upright" ? "p1" : "p2"));
        });
        for (const [name, element] of this.pieces)
            if (!wanted.has(name)) {
                element.remove();
                this.pieces.delete(name);
            }
        const fresh = this.pieces.size > 0 || this.shown.pieces;
        for (const [name, make] of wanted)
            if (!this.pieces.has(name)) {
                const element = make();
                if (fresh) element.classList.add("new");
                this.pieces.set(name, element);
                this.layers.pieces?.append(element);
            }
        this.shown.pieces = "yes";
    }

    /**
     * The server does not send which two cells form a domino, so halves are paired from the top left.
     * @param {GridView} board
     * @param {number} row
     * @param {number} col
     */
    isFirstHalf(board, row, col) {
        const at = (/** @type {number} */ r, /** @type {number} */ c) => board.cover[r * this.cols + c];
        const cover = at(row, col);
        let run = 0;
        if (cover === "upright") while (row - run - 1 >= 0 && at(row - run - 1, col) === cover) run++;
        else while (col - run - 1 >= 0 && at(row, col - run - 1) === cover) run++;
        return run % 2 === 0;
    }

    /**
     * @param {number} row
     * @param {number} col
     * @param {boolean} upright
     * @param {string} name
     */
    domino(row, col, upright, name) {
        const far = upright ? [row + 1, col] : [row, col + 1];
        const x = Math.min(this.x(col), this.x(far[1] ?? 0)) + 4;
        const y = Math.min(this.y(row), this.y(far[0] ?? 0)) + 4;
        const long = CELL * 2 + this.gap - 8;
        const [w, h] = upright ? [CELL - 8, long] : [long, CELL - 8];
        const lines = [];
        for (const part of [0.3, 0.5, 0.7])
            lines.push(
                upright
                    ? s("line", { x1: x + w * part, x2: x + w * part, y1: y + 14, y2: y + h - 14 })
                    : s("line", { x1: x + 14, x2: x + w - 14, y1: y + h * part, y2: y + h * part }),
            );
        return s("g", { class: `domino ${name}` }, s("rect", { x, y, width: w, height: h, rx: 10 }), lines);
    }

    /**
     * @param {PlaceView} place
     * @param {string} name
     */
    wall(place, name) {
        if (place.at !== "wall") return s("g");
        const long = CELL * 2 + this.gap - 4;
        const thick = this.gap - 2;
        const left = Math.min(this.x(place.col), this.x(place.col + 1));
        const top = Math.min(this.y(place.row), this.y(place.row + 1));
        const box = place.upright
            ? { x: left + CELL + 1, y: top + 2, width: thick, height: long }
            : { x: left + 2, y: top + CELL + 1, width: long, height: thick };
        const shine = place.upright
            ? { x: box.x + 2.5, y: box.y + 5, width: 2.5, height: long - 10 }
            : { x: box.x + 5, y: box.y + 2.5, width: long - 10, height: 2.5 };
        return s(
            "g",
            { class: `${name} ${place.upright ? "upright" : "lying"}` },
            s("rect", { ...box, rx: 4 }),
            s("rect", { class: "shine", ...shine, rx: 1.2 }),
        );
    }

    /** @param {GridView} board */
    drawPawns(board) {
        const seen = new Set();
        for (const pawn of board.pawns) {
            // Stones that lie where they are placed have no names; a pawn without a name is the only one of its player.
            const isStone = this.style === "plain" && !pawn.label;
            const name = pawn.player + (isStone ? placeKey({ at: "cell", row: pawn.row, col: pawn.col }) : pawn.label);
            seen.add(name);
            let element = this.pawns.get(name);
            if (!element) {
                element = this.pawn(pawn);
                this.pawns.set(name, element);
                this.layers.pawns?.append(element);
            }
            element.style.transform = `translate(${this.x(pawn.col) + CELL / 2}px, ${this.y(pawn.row) + CELL / 2}px)`;
            element.dataset.place = `c${pawn.row}.${pawn.col}`;
        }
        for (const [name, element] of this.pawns)
            if (!seen.has(name)) {
                element.remove();
                this.pawns.delete(name);
            }
    }

    /** @param {PawnView} pawn */
    pawn(pawn) {
        const mark = pawn.label
            ? s("text", { class: "name", y: 1, text: pawn.label })
            : pawn.player === "p1"
              ? s("circle", { class: "mark", r: 8 })
              : s("rect", { class: "mark", x: -7, y: -7, width: 14, height: 14, transform: "rotate(45)" });
        return s(
            "g",
            { class: `pawn ${pawn.player}` },
            s("ellipse", { class: "shade", cx: 2, cy: 6, rx: 25, ry: 23 }),
            s("circle", { class: "body", r: 25 }),
            s("circle", { class: "rim", r: 19 }),
            s("path", { class: "gloss", d: "M-17 -9A20 20 0 0 1 9 -18" }),
            mark,
        );
    }

    /** @param {import("./picture.js").Marks} marks */
    mark(marks) {
        this.redraw("marks", JSON.stringify([marks.last, marks.targets, marks.held, marks.player, marks.queued]), () => [
            ...(marks.last ?? []).flatMap((step) => this.trace(step)),
            ...(marks.queued ?? []).flatMap(({ from, to }) => [from, to].flatMap((place) => (place && from ? this.outline(place, "queued") : []))),
            ...(marks.held ? this.outline(marks.held, "held") : []),
            ...(marks.targets ?? []).flatMap((place) => this.dot(place, marks.player ?? "p1")),
        ]);
        this.redraw("paths", JSON.stringify([marks.paths, marks.closing]), () => [
            ...(marks.paths ?? []).map((path, n, all) => this.path(path, "", all.length > 4 ? n - (all.length - 1) / 2 : undefined)),
            ...(marks.closing ?? []).map((path) => this.path(path, "closing")),
        ]);
        this.redraw("ghosts", JSON.stringify([marks.ghosts, marks.hint, marks.queued]), () => [
            ...(marks.queued ?? []).flatMap(({ from, to, also }) => (from ? [] : this.ghost({ place: to, also, kind: `${marks.player} queued set` }))),
            ...(marks.ghosts ?? []).flatMap((ghost) => this.ghost(ghost)),
            ...(marks.hint ?? []).flatMap((step) => this.hint(step)),
        ]);
        for (const pawn of this.pawns.values()) pawn.classList.toggle("lifted", !!marks.held && pawn.dataset.place === placeKey(marks.held));
    }

    /** @param {Step} step */
    trace(step) {
        if (step.to.at === "wall") return [this.wall(step.to, "trace")];
        return [step.from, step.to, step.also].flatMap((place) => (place ? this.outline(place, "last") : []));
    }

    /**
     * @param {PlaceView} place
     * @param {string} name
     */
    outline(place, name) {
        if (place.at !== "cell") return [];
        const [x, y] = [this.x(place.col), this.y(place.row)];
        return [s("rect", { class: name, x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 5 })];
    }

    /**
     * @param {PlaceView} place
     * @param {Player} player
     */
    dot(place, player) {
        if (place.at !== "cell") return [];
        return [s("circle", { class: `target ${player}`, cx: this.x(place.col) + CELL / 2, cy: this.y(place.row) + CELL / 2, r: 10 })];
    }

    /** @param {import("./picture.js").Ghost} ghost */
    ghost({ place, also, kind }) {
        if (place.at === "wall") return [this.wall(place, `ghost ${kind}`)];
        if (place.at !== "cell") return [];
        if (also?.at !== "cell") return this.outline(place, `ghost ${kind}`);
        const [first, upright] = [{ row: Math.min(place.row, also.row), col: Math.min(place.col, also.col) }, place.col === also.col];
        return [this.domino(first.row, first.col, upright, `ghost ${kind}`)];
    }

    /** @param {Step} step */
    hint(step) {
        if (!step.from) return this.ghost({ place: step.to, also: step.also, kind: "hint" });
        if (step.from.at !== "cell" || step.to.at !== "cell") return [];
        return [arrow(this.centre(step.from), this.centre(step.to))];
    }

    /**
     * @param {PathView} path
     * @param {string} [name]
     * @param {number} [lane] its place beside the other paths
     */
    path(path, name = "", lane = path.player === "p1" ? -1 : 1) {
        // An offset keeps paths apart where they share squares.
        const aside = lane * 6;
        const points = path.cells.map(([row, col]) => `${this.x(col ?? 0) + CELL / 2 + aside},${this.y(row ?? 0) + CELL / 2 + aside}`);
        return s("polyline", { class: `path ${path.player} ${name}`, points: points.join(" ") });
    }

    /** @param {PlaceView} place */
    centre(place) {
        if (place.at === "wall") {
            const x = (this.x(place.col) + this.x(place.col + 1) + CELL) / 2;
            return { x, y: (this.y(place.row) + this.y(place.row + 1) + CELL) / 2 };
        }
        return place.at === "cell" ? { x: this.x(place.col) + CELL / 2, y: this.y(place.row) + CELL / 2 } : { x: 0, y: 0 };
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {TurnBuilder} turn
     * @param {{touch: boolean, dragging: boolean}} pointer
     * @returns {PlaceView | null}
     */
    place(x, y, turn, { touch, dragging }) {
        const [u, v] = [x - this.margin, y - this.margin];
        const [width, height] = [this.cols * this.pitch, this.rows * this.pitch];
        const slack = this.style === "grooved" ? this.pitch / 2 : 0;
        if (u < -slack || v < -slack || u > width + slack || v > height + slack) return null;
        const col = clamp(Math.floor((u + this.gap / 2) / this.pitch), this.cols);
        const row = clamp(Math.floor((v + this.gap / 2) / this.pitch), this.rows);
        const cell = this.cell(row, col);
        if (this.style !== "grooved") return this.nearestDomino(cell, x, y, turn);
        if (turn.placingWall) return this.slot(u, v, turn.upright);
        const isTarget = [...turn.targets, ...turn.sources].some((one) => samePlace(one, cell));
        // How far from a groove it is still meant: a finger is less exact than a mouse.
        const reach = !turn.canPlaceWall || dragging ? -99 : touch ? 99 : 7;
        const [du, dv] = [toGroove(u, this.pitch, this.gap, this.cols), toGroove(v, this.pitch, this.gap, this.rows)];
        if (Math.min(du, dv) > this.gap / 2 + (isTarget ? Math.min(reach, 8) : reach)) return cell;
        return turn.asTurned(this.slot(u, v, Math.abs(du - dv) < 3 ? turn.upright : du < dv));
    }

    /**
     * Two dominoes can cover a cell; this finds the place of the one whose centre is nearer.
     * @param {PlaceView} cell
     * @param {number} x
     * @param {number} y
     * @param {TurnBuilder} turn
     */
    nearestDomino(cell, x, y, turn) {
        let [best, least] = [cell, Infinity];
        for (const step of turn.legal.next) {
            if (step.from || !step.also || !(samePlace(step.to, cell) || samePlace(step.also, cell))) continue;
            const [a, b] = [this.centre(step.to), this.centre(step.also)];
            const far = Math.hypot((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y);
            if (far < least) [best, least] = [step.to, far];
        }
        return best;
    }

    /** @param {number} row @param {number} col @returns {PlaceView} */
    cell(row, col) {
        return { at: "cell", row: this.turned(row, this.rows), col: this.turned(col, this.cols) };
    }

    /**
     * The wall slot whose centre is nearest.
     * @param {number} u
     * @param {number} v
     * @param {boolean} upright
     * @returns {PlaceView}
     */
    slot(u, v, upright) {
        const col = clamp(Math.round((u + this.gap / 2) / this.pitch) - 1, this.cols - 1);
        const row = clamp(Math.round((v + this.gap / 2) / this.pitch) - 1, this.rows - 1);
        return this.corner(row, col, upright);
    }

    /**
     * @param {number} row
     * @param {number} col
     * @param {boolean} upright
     * @returns {PlaceView}
     */
    corner(row, col, upright) {
        const [r, c] = [Math.min(row, this.rows - 2), Math.min(col, this.cols - 2)];
        return { at: "wall", row: this.flipped ? this.rows - 2 - r : r, col: this.flipped ? this.cols - 2 - c : c, upright };
    }

    /** @returns {import("./picture.js").Slot[][]} */
    slots() {
        return Array.from({ length: this.rows }, (_, row) =>
            Array.from({ length: this.cols }, (_, col) => ({
                place: this.cell(row, col),
                row,
                col,
                x: this.margin + col * this.pitch,
                y: this.margin + row * this.pitch,
                w: CELL,
                h: CELL,
            })),
        );
    }

    /** @param {PlaceView} place @returns {SVGElement | null} */
    piece(place) {
        return [...this.pawns.values()].find((pawn) => pawn.dataset.place === placeKey(place)) ?? null;
    }
}

/** @param {number} n @param {number} size */
function clamp(n, size) {
    return Math.max(0, Math.min(size - 1, n));
}

/**
 * The distance to the centre of the nearest groove.
 * @param {number} u
 * @param {number} pitch
 * @param {number} gap
 * @param {number} size
 */
function toGroove(u, pitch, gap, size) {
    const groove = Math.max(1, Math.min(size - 1, Math.round((u + gap / 2) / pitch)));
    return Math.abs(u - (groove * pitch - gap / 2));
}
