/** The picture that goes with a board. */
import { GridPicture } from "./grid.js";
import { TavliPicture } from "./tavli.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {{labels?: boolean, viewer?: Player, numbers?: Player, flipped?: boolean, clockwise?: boolean}} Look */

/**
 * @param {Board} board
 * @param {Look} [look]
 * @returns {GridPicture | TavliPicture}
 */
export function picture(board, look = {}) {
    const made = board.kind === "grid" ? new GridPicture(board, look) : new TavliPicture(board, look);
    made.svg.style.aspectRatio = String(made.width / made.height);
    // Frames for small pictures are a little wider than high.
    made.svg.classList.toggle("tall", made.width / made.height < 1.25);
    return made;
}

/**
 * Whether a player wants to see a board from the other side: his goals are all in the lower half.
 * @param {Board} board
 * @param {Player} player
 */
export function wantsFlip(board, player) {
    if (board.kind !== "grid") return false;
    const mine = board.goals.filter((goal) => goal.player === player);
    return mine.length > 0 && mine.every((goal) => goal.row >= board.rows / 2);
}
