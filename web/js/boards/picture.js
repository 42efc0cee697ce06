/** The picture of a board: layers that are redrawn only when their content changes. */
import { s } from "../dom.js";

/** @import { PathView, PlaceView, Player, Step } from "../types.js" */

/**
 * How a player wants to see a board.
 * @typedef {{labels?: boolean, viewer?: Player, numbers?: Player, flipped?: boolean, clockwise?: boolean}} Look
 *
 * What is drawn on a board besides its pieces.
 * @typedef {{
 *   last?: Step[], targets?: PlaceView[], held?: PlaceView | null, movable?: PlaceView[], ghosts?: Ghost[],
 *   hint?: Step[], queued?: import("../game/premove.js").Intent[], paths?: PathView[], closing?: PathView[], player?: Player
 * }} Marks
 * @typedef {{place: PlaceView, also?: PlaceView | null, kind: string}} Ghost
 *
 * A focusable cell.
 * @typedef {{place: PlaceView, row: number, col: number, x: number, y: number, w: number, h: number}} Slot
 */

export class BoardPicture {
    /**
     * @param {string} name of the class in style sheets
     * @param {number} width
     * @param {number} height
     * @param {string[]} layers from the bottom up
     */
    constructor(name, width, height, layers) {
        this.width = width;
        this.height = height;
        /** @type {Record<string, SVGGElement>} */
        this.layers = Object.fromEntries(layers.map((layer) => [layer, s("g", { class: layer })]));
        /** What each layer shows. @type {Record<string, string>} */
        this.shown = {};
        // The frames of small pictures are slightly wider than high.
        const tall = width / height < 1.25 ? " tall" : "";
        this.svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: `picture ${name}${tall}`, "aria-hidden": "true", focusable: "false" }, Object.values(this.layers));
        this.svg.style.aspectRatio = String(width / height);
    }

    /**
     * Redraws a layer if its content has changed.
     * @param {string} name
     * @param {string} content
     * @param {() => SVGElement[]} make
     */
    redraw(name, content, make) {
        if (this.shown[name] === content) return;
        this.shown[name] = content;
        this.layers[name]?.replaceChildren(...make());
    }

    /**
     * Draws the pieces.
     * @param {any} _board
     * @param {import("../game/turn.js").TurnBuilder} [_turn] the turn being built on this board
     */
    draw(_board, _turn) {}

    /** @param {Marks} _marks */
    mark(_marks) {}

    /**
     * The place at a point of the picture.
     * @param {number} _x
     * @param {number} _y
     * @param {import("../game/turn.js").TurnBuilder} _turn
     * @param {{touch: boolean, dragging: boolean}} _pointer
     * @returns {PlaceView | null}
     */
    place(_x, _y, _turn, _pointer) {
        return null;
    }

    /** The focusable cells, in rows as on the screen. @returns {Slot[][]} */
    slots() {
        return [];
    }

    /** The centre of a place. @param {PlaceView} _place */
    centre(_place) {
        return { x: 0, y: 0 };
    }

    /** The element to drag from a place. @param {PlaceView} _place @returns {SVGElement | null} */
    piece(_place) {
        return null;
    }

    /**
     * On boards with walls, the wall slot at the lower right corner of a cell on the screen.
     * @param {number} _row
     * @param {number} _col
     * @param {boolean} _upright
     * @returns {PlaceView | null}
     */
    corner(_row, _col, _upright) {
        return null;
    }

    /** Whether a point of the picture is on the dice. @param {number} _x @param {number} _y */
    onDice(_x, _y) {
        return false;
    }

    /** Starts the animation of a roll. @param {any} _board */
    roll(_board) {}
}
