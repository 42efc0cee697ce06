/** Creates the picture of a board. Each kind of picture is loaded on first use. */
import { h } from "../dom.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./grid.js").GridPicture | import("./tavli.js").TavliPicture} Picture */
/** @typedef {{labels?: boolean, viewer?: Player, numbers?: Player, flipped?: boolean, clockwise?: boolean}} Look */

/** @type {{grid?: typeof import("./grid.js"), tavli?: typeof import("./tavli.js")}} */
const loaded = {};

/**
 * Loads the code that draws these boards; call it before `picture`.
 * @param {...Board} boards
 */
export async function ready(...boards) {
    const kinds = new Set(boards.map((board) => board.kind));
    if (kinds.has("grid")) loaded.grid ??= await import("./grid.js");
    if (kinds.has("tavli")) loaded.tavli ??= await import("./tavli.js");
}

/**
 * @param {Board} board
 * @param {Look} [look]
 * @returns {Picture}
 */
export function picture(board, look = {}) {
    const made = board.kind === "grid" ? loaded.grid && new loaded.grid.GridPicture(board, look) : loaded.tavli && new loaded.tavli.TavliPicture(board, look);
    if (!made) throw new Error(`a ${board.kind} board cannot be drawn yet`);
    made.svg.style.aspectRatio = String(made.width / made.height);
    // The frames of small pictures are slightly wider than high.
    made.svg.classList.toggle("tall", made.width / made.height < 1.25);
    return made;
}

/**
 * A small picture of a board in a frame.
 * @param {Board} board
 * @param {Look} [look]
 */
export function framed(board, look) {
    return h("div", { class: "frame board still", dir: "ltr" }, picture(board, look).svg);
}

/**
 * Whether the board is turned for a player: all goals of the player are in the lower half.
 * @param {Board} board
 * @param {Player} player
 */
export function wantsFlip(board, player) {
    if (board.kind !== "grid") return false;
    const mine = board.goals.filter((goal) => goal.player === player);
    return mine.length > 0 && mine.every((goal) => goal.row >= board.rows / 2);
}
