/** The kinds of boards. A kind is one module and a style sheet of its name, loaded on first use; nothing else names it. */
import { h, loadStyle } from "../dom.js";

/** @import { BoardView, PlaceView, Player, Step } from "../types.js" */
/** @typedef {Extract<PlaceView, { at: "wall" }>} WallPlace */
/** @typedef {import("../game/turn.js").TurnBuilder} TurnBuilder */
/** @typedef {import("./picture.js").Look} Look */

/**
 * What the page asks of a kind of board. Each function gets boards of its own kind.
 *
 * - `dice`: whether turns are rolled. Such a turn ends when the player says so, its targets are shown for one piece at
 *   a time, and the first die can be chosen.
 * - `shape`: what needs a new picture when it changes.
 * - `flipped`: whether the board is turned for a player.
 * - `numbers`: the player whose numbers the labels show, if that changes with the turn.
 * - `game`: the game on the board, if it is one of a match.
 * - `walls`, `dominoes`: whether the board has grooves for walls, whether its pieces are dominoes.
 * - `stocks`, `facts`: what a player has left to place, and what else is shown beside the name.
 * - `describe`: a place in words; a player's numbers may be needed.
 * - `wallNotation`: used to ask the server why a wall is illegal.
 * - `stepAt`: the step that a tap on a place makes.
 * - `ghosts`: the preview of the piece to place.
 * - `premove`: what a click means before the player's turn: a piece to pick up, or a step to queue. It knows no rules.
 * - `withStep`: the board after a step, shown until the server's board arrives.
 *
 * @template {BoardView} [B=any]
 * @typedef {{
 *   dice: boolean,
 *   picture: (board: B, look: Look) => import("./picture.js").BoardPicture,
 *   shape: (board: B) => unknown,
 *   flipped: (board: B, player: Player) => boolean,
 *   numbers: (board: B) => Player | null,
 *   game: (board: B) => string | null,
 *   walls: (board: B) => boolean,
 *   dominoes: (board: B) => boolean,
 *   stocks: (board: B, player: Player) => {kind: string, left: number}[],
 *   facts: (board: B, player: Player) => string[],
 *   describe: (game: string, board: B, place: PlaceView, numbers: Player) => string[],
 *   wallNotation: (board: B, place: WallPlace) => string,
 *   stepAt: (turn: TurnBuilder, place: PlaceView) => Step | null,
 *   ghosts: (board: B, turn: TurnBuilder) => import("./picture.js").Ghost[],
 *   premove: (board: B, player: Player, held: PlaceView | null, place: PlaceView) => {held: PlaceView} | {intent: import("../game/premove.js").Intent} | null,
 *   withStep: (board: B, step: Step, player: Player) => B,
 * }} BoardKind
 */

/** @type {Record<string, () => Promise<BoardKind>>} */
const KINDS = {
    grid: async () => (await import("./grid.js")).gridKind,
    tavli: async () => (await import("./tavli.js")).tavliKind,
};

/** @type {Record<string, BoardKind>} */
const loadedKinds = {};

/**
 * Loads the kinds of these boards; call it before everything else here.
 * @param {...BoardView} boards
 */
export async function ready(...boards) {
    const load = async (/** @type {string} */ kind) => {
        const [loaded] = await Promise.all([KINDS[kind]?.(), loadStyle(kind)]);
        loadedKinds[kind] ??= /** @type {BoardKind} */ (loaded);
    };
    await Promise.all([...new Set(boards.map((board) => board.kind))].map((kind) => loadedKinds[kind] ?? load(kind)));
}

/** @param {BoardView} board */
export function kindOf(board) {
    const kind = loadedKinds[board.kind];
    if (!kind) throw new Error(`a ${board.kind} board cannot be shown`);
    return kind;
}

/**
 * @param {BoardView} board
 * @param {Look} [look]
 */
export function picture(board, look = {}) {
    return kindOf(board).picture(board, look);
}

/**
 * A small picture of a board in a frame.
 * @param {BoardView} board
 * @param {Look} [look]
 */
export function framed(board, look) {
    return h("div", { class: "frame board still", dir: "ltr" }, picture(board, look).svg);
}
