/** Places of a board, and steps drawn before the server has answered. */

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Player} Player */

/**
 * A text that is the same for the same place.
 * @param {Place | null} place
 */
export function key(place) {
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
export function same(a, b) {
    return key(a) === key(b);
}

/** @param {Player} player */
export function other(player) {
    return player === "p1" ? "p2" : "p1";
}

/** @param {Player} player */
export function index(player) {
    return player === "p1" ? 0 : 1;
}

/**
 * How players write the wall of a place. It is needed only to ask why a wall may not stand there.
 * @param {import("./types.js").GridBoard} board
 * @param {import("./types.js").WallPlace} place
 */
export function wallWord(board, place) {
    const coloured = board.stocks.some((stock) => stock.kind !== "walls");
    if (coloured) return `${place.upright ? "G" : "B"}${board.row_labels[place.row]}${board.col_labels[place.col]}`;
    return `${board.col_labels[place.col]}${board.row_labels[place.row + 1]}${place.upright ? "v" : "h"}`;
}

/**
 * The name of a place for people.
 * @param {Board} board
 * @param {Place} place
 */
export function cellName(board, place) {
    if (board.kind !== "grid" || (place.at !== "cell" && place.at !== "wall")) return "";
    const [row, col] = [board.row_labels[place.row], board.col_labels[place.col]];
    // Letters name columns where rows are numbers; where both are numbers the row comes first.
    return /^[a-z]/i.test(board.col_labels[0] ?? "") ? `${col}${row}` : `${row}${col}`;
}

/**
 * The board with a step made on it, drawn at once; the server's own board follows.
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
    if (from?.at === "bar") next.bar[index(player)] = (next.bar[index(player)] ?? 1) - 1;
    if (from?.at === "point") {
        const point = next.points[from.point - 1];
        if (point && (point.count -= 1) <= 0) {
            point.owner = point.pinned ? other(player) : null;
            point.count = point.pinned ? 1 : 0;
            point.pinned = false;
        }
    }
    if (to.at === "off") next.off[index(player)] = (next.off[index(player)] ?? 0) + 1;
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
 * How many points a player has gone when he stands on a point: 1 to 24.
 * @param {import("./types.js").TavliBoard} board
 * @param {number} who
 * @param {number} point
 */
export function relative(board, who, point) {
    const entry = board.entry[who] ?? 1;
    const ahead = ((entry - 1 + 23) % 24) + 1;
    // The way ends in the last point of home: just before the entry, going up, or just after it, going down.
    const rises = (board.home[who] ?? []).includes(ahead);
    return (rises ? (point - entry + 24) % 24 : (entry - point + 24) % 24) + 1;
}
