/** Coordinates of a board, and steps applied to it before the server answers. */

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Player} Player */

/**
 * A string that identifies a place.
 * @param {Place | null} place
 */
export function placeKey(place) {
    if (!place) return "";
    switch (place.at) {
        case "cell":
            return `c${place.row}.${place.col}`;
        case "wall":
            return `w${place.row}.${place.col}${place.upright ? "u" : "l"}`;
        case "point":
            return `p${place.point}`;
        default:
            return `${place.at}-${place.player}`;
    }
}

/**
 * @param {Place | null} a
 * @param {Place | null} b
 */
export function samePlace(a, b) {
    return placeKey(a) === placeKey(b);
}

/** @param {Player} player */
export function other(player) {
    return player === "p1" ? "p2" : "p1";
}

/** @param {Player} player */
export function playerIndex(player) {
    return player === "p1" ? 0 : 1;
}

/**
 * The notation of a wall; used to ask the server why a wall is illegal.
 * @param {import("./types.js").GridBoard} board
 * @param {import("./types.js").WallPlace} place
 */
export function wallNotation(board, place) {
    const coloured = board.stocks.some((stock) => stock.kind !== "walls");
    if (coloured) return `${place.upright ? "G" : "B"}${board.row_labels[place.row]}${board.col_labels[place.col]}`;
    return `${board.col_labels[place.col]}${board.row_labels[place.row + 1]}${place.upright ? "v" : "h"}`;
}

/**
 * The name of a square or wall as shown to players.
 * @param {Board} board
 * @param {Place} place
 */
export function cellName(board, place) {
    if (board.kind !== "grid" || (place.at !== "cell" && place.at !== "wall")) return "";
    const [row, col] = [board.row_labels[place.row], board.col_labels[place.col]];
    // Lettered columns come first; if both labels are digits, the row comes first.
    return /^[a-z]/i.test(board.col_labels[0] ?? "") ? `${col}${row}` : `${row}${col}`;
}

/**
 * Applies a step to a board, to show it before the server's board arrives.
 * @param {Board} board
 * @param {Step} step
 * @param {Player} player
 * @returns {Board}
 */
export function withStep(board, step, player) {
    return board.kind === "grid" ? gridWithStep(board, step, player) : tavliWithStep(board, step, player);
}

/**
 * @param {import("./types.js").GridBoard} board
 * @param {Step} step
 * @param {Player} player
 */
function gridWithStep(board, step, player) {
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
    } else if (to.at === "cell") {
        next.cover = [...board.cover];
        const cover = also?.at === "cell" && also.col === to.col ? "upright" : "lying";
        for (const cell of [to, also]) if (cell?.at === "cell") next.cover[cell.row * board.cols + cell.col] = cover;
    }
    return next;
}

/**
 * @param {import("./types.js").TavliBoard} board
 * @param {Step} step
 * @param {Player} player
 */
function tavliWithStep(board, step, player) {
    const next = { ...board, points: board.points.map((point) => ({ ...point })), bar: [...board.bar], off: [...board.off] };
    const { from, to } = step;
    if (from?.at === "bar") next.bar[playerIndex(player)] = (next.bar[playerIndex(player)] ?? 1) - 1;
    if (from?.at === "point") {
        const point = next.points[from.point - 1];
        if (point && (point.count -= 1) <= 0) {
            point.owner = point.pinned ? other(player) : null;
            point.count = point.pinned ? 1 : 0;
            point.pinned = false;
        }
    }
    if (to.at === "off") next.off[playerIndex(player)] = (next.off[playerIndex(player)] ?? 0) + 1;
    if (to.at === "point") {
        const point = next.points[to.point - 1];
        if (point) {
            const covers = point.owner === other(player) && point.count === 1;
            if (covers) Object.assign(point, { owner: player, count: 1, pinned: true });
            else Object.assign(point, { owner: player, count: point.owner === player ? point.count + 1 : 1 });
        }
    }
    return next;
}

/**
 * The relative number of a point for a player: 1 is where his path starts, 24 where it ends.
 * @param {import("./types.js").TavliBoard} board
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
