/** Boards of squares with pawns, walls or dominoes. Contains no rules. */
import { samePlace } from "../coords.js";
import { side, t } from "../i18n.js";
import { GridPicture } from "./grid-picture.js";

/** @import { BoardView, PlaceView, Player, Step } from "../types.js" */
/** @import { WallPlace } from "./index.js" */
/** @typedef {Extract<BoardView, { kind: "grid" }>} GridBoard */
/** @typedef {import("../game/turn.js").TurnBuilder} TurnBuilder */

/** @type {import("./index.js").BoardKind<GridBoard>} */
export const gridKind = {
    dice: false,
    picture: (board, look) => new GridPicture(board, look),
    shape: ({ style, rows, cols }) => [style, rows, cols],
    flipped,
    numbers: () => null,
    game: () => null,
    walls: (board) => board.style === "grooved",
    dominoes: (board) => board.style === "plain" && board.cover.length > 0,
    stocks: (board, player) => board.stocks.filter((stock) => stock.player === player),
    facts: () => [],
    describe: describeSquare,
    wallNotation,
    stepAt: moveOrPlacement,
    ghosts,
    premove,
    withStep,
};

/**
 * Whether all goals of a player are in the lower half.
 * @param {GridBoard} board
 * @param {Player} player
 */
function flipped(board, player) {
    const mine = board.goals.filter((goal) => goal.player === player);
    return mine.length > 0 && mine.every((goal) => goal.row >= board.rows / 2);
}

/**
 * @param {string} game
 * @param {GridBoard} board
 * @param {PlaceView} place
 */
function describeSquare(game, board, place) {
    if (place.at !== "wall" && place.at !== "cell") return [];
    const { row, col } = place;
    const square = squareName(board, row, col);
    if (place.at === "wall") return [t(place.upright ? "cell.wall.upright" : "cell.wall.lying", { square })];
    const parts = [square];
    const pawn = board.pawns.find((one) => one.row === row && one.col === col);
    if (pawn) parts.push(t("cell.pawn", { player: pawn.label || side(game, pawn.player) }));
    const cover = board.cover[row * board.cols + col];
    if (cover === "upright" || cover === "lying") parts.push(t(`cell.${cover}`));
    else if (!pawn && board.style === "plain" && cover !== "outside") parts.push(t("cell.free"));
    for (const goal of board.goals)
        if (goal.row === row && goal.col === col) parts.push(t("cell.goal", { player: side(game, goal.player) }));
    const sides = wallsAround(board, row, col);
    if (sides.length) parts.push(t("cell.walls", { sides: sides.map((one) => t(`cell.side.${one}`)).join(", ") }));
    return parts;
}

/**
 * The name of a square as shown to players.
 * @param {GridBoard} board
 * @param {number} row
 * @param {number} col
 */
function squareName(board, row, col) {
    const [r, c] = [board.row_labels[row], board.col_labels[col]];
    // Lettered columns come first; if both labels are digits, the row comes first.
    return /^[a-z]/i.test(board.col_labels[0] ?? "") ? `${c}${r}` : `${r}${c}`;
}

/**
 * The sides of a square that have a wall.
 * @param {GridBoard} board
 * @param {number} row
 * @param {number} col
 */
function wallsAround(board, row, col) {
    const hasWall = (/** @type {number} */ r, /** @type {number} */ c, /** @type {boolean} */ upright) =>
        board.walls.some(
            (wall) =>
                wall.upright === upright &&
                (upright ? wall.col === c && (wall.row === r || wall.row === r - 1) : wall.row === r && (wall.col === c || wall.col === c - 1)),
        );
    const sides = [];
    if (hasWall(row - 1, col, false)) sides.push("above");
    if (hasWall(row, col, false)) sides.push("below");
    if (hasWall(row, col - 1, true)) sides.push("left");
    if (hasWall(row, col, true)) sides.push("right");
    return sides;
}

/**
 * @param {GridBoard} board
 * @param {WallPlace} place
 */
function wallNotation(board, place) {
    const [row, col] = [board.row_labels[place.row], board.col_labels[place.col]];
    if (board.stocks.some((stock) => stock.kind !== "walls")) return `${place.upright ? "G" : "B"}${row}${col}`;
    return `${col}${board.row_labels[place.row + 1]}${place.upright ? "v" : "h"}`;
}

/**
 * The only move to a place, or the wall or domino there.
 * @param {TurnBuilder} turn
 * @param {PlaceView} place
 */
function moveOrPlacement(turn, place) {
    const moves = turn.legal.next.filter((one) => one.from && samePlace(one.to, place));
    return (moves.length === 1 ? moves[0] : null) ?? (turn.held ? null : turn.placementAt(place));
}

/**
 * @param {GridBoard} board
 * @param {TurnBuilder} turn
 */
function ghosts(board, turn) {
    const place = turn.proposal ?? (turn.held ? null : turn.hovered);
    if (!place) return [];
    const step = turn.placementAt(place);
    const kind = `${turn.session.seat}${turn.proposal ? " proposed" : ""}`;
    if (place.at === "wall") {
        if (!turn.canPlaceWall && !turn.placingWall) return [];
        const colour = board.stocks.some((stock) => stock.kind === "green") ? (place.upright ? " green" : " blue") : "";
        if (!turn.playing) return [{ place, kind: `${kind}${colour} queued` }];
        // A pointer that rests on the wall just placed does not show it as illegal.
        if (!step && turn.resting) return [];
        return [{ place, kind: step ? kind + colour : "bad" }];
    }
    const queued = !turn.playing && place.at === "cell" && board.style === "plain" && turn.session.seat && otherHalf(board, turn.session.seat, place);
    if (queued) return [{ place, also: queued, kind: `${kind} queued` }];
    return step?.also ? [{ place: step.to, also: step.also, kind }] : [];
}

/**
 * @param {GridBoard} board
 * @param {Player} player
 * @param {PlaceView | null} held
 * @param {PlaceView} place
 */
function premove(board, player, held, place) {
    if (place.at === "wall") return { intent: { from: null, to: place, also: null } };
    if (place.at !== "cell") return null;
    if (board.style === "plain") {
        const also = otherHalf(board, player, place);
        return also && { intent: { from: null, to: place, also } };
    }
    const mine = board.pawns.filter((pawn) => pawn.player === player);
    if (mine.some((pawn) => pawn.row === place.row && pawn.col === place.col)) return { held: place };
    const [only, second] = mine;
    const from = held ?? (only && !second ? { at: /** @type {const} */ ("cell"), row: only.row, col: only.col } : null);
    return from && { intent: { from, to: place, also: null } };
}

/**
 * The second cell of a player's domino: below or to the right, otherwise above or to the left.
 * @param {GridBoard} board
 * @param {Player} player
 * @param {{row: number, col: number}} place
 * @returns {PlaceView | null}
 */
function otherHalf(board, player, { row, col }) {
    const [down, right] = player === "p1" ? [1, 0] : [0, 1];
    const isFree = (/** @type {number} */ r, /** @type {number} */ c) => r >= 0 && c >= 0 && r < board.rows && c < board.cols && board.cover[r * board.cols + c] === "free";
    if (!isFree(row, col)) return null;
    for (const way of [1, -1]) if (isFree(row + way * down, col + way * right)) return { at: "cell", row: row + way * down, col: col + way * right };
    return null;
}

/**
 * @param {GridBoard} board
 * @param {Step} step
 * @param {Player} player
 */
function withStep(board, step, player) {
    const { from, to, also } = step;
    const next = { ...board };
    if (from?.at === "cell" && to.at === "cell") {
        next.pawns = board.pawns.map((pawn) =>
            pawn.row === from.row && pawn.col === from.col ? { ...pawn, row: to.row, col: to.col } : pawn,
        );
    } else if (to.at === "wall") {
        const kind = board.stocks.some((stock) => stock.kind === "walls") ? "walls" : to.upright ? "green" : "blue";
        next.walls = [...board.walls, { row: to.row, col: to.col, upright: to.upright }];
        next.stocks = board.stocks.map((stock) =>
            stock.player === player && stock.kind === kind ? { ...stock, left: stock.left - 1 } : stock,
        );
    } else if (to.at === "cell" && also?.at === "cell") {
        next.cover = [...board.cover];
        const cover = also.col === to.col ? "upright" : "lying";
        for (const cell of [to, also]) next.cover[cell.row * board.cols + cell.col] = cover;
    } else if (to.at === "cell") {
        next.pawns = [...board.pawns, { player, label: "", row: to.row, col: to.col }];
    }
    return next;
}
