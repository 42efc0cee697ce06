/** What is where, in words, for those who do not see the board. */
import { count, side, t } from "../i18n.js";
import { cellName, index, relative, same } from "../places.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Player} Player */

/**
 * @param {string} game
 * @param {Board} board
 * @param {Place} place
 * @param {import("../game/hand.js").Hand} hand
 * @param {Player} numbers whose numbering is used on a tavli board
 */
export function describe(game, board, place, hand, numbers) {
    const words = board.kind === "grid" ? gridWords(game, board, place) : tavliWords(game, board, place, numbers);
    if (same(hand.held, place)) words.push(t("cell.held"));
    else if (hand.targets.some((one) => same(one, place))) words.push(t("cell.target"));
    else if (hand.from(place).length) words.push(t("cell.movable"));
    else if (hand.playing && board.kind === "grid" && board.style === "plain" && hand.placing(place)) words.push(t("cell.target"));
    return words.join(", ");
}

/**
 * @param {string} game
 * @param {import("../types.js").GridBoard} board
 * @param {Place} place
 */
function gridWords(game, board, place) {
    if (place.at === "wall")
        return [t(place.upright ? "cell.wall.upright" : "cell.wall.lying", { square: cellName(board, place) })];
    if (place.at !== "cell") return [];
    const words = [cellName(board, place)];
    const { row, col } = place;
    const pawn = board.pawns.find((one) => one.row === row && one.col === col);
    if (pawn) words.push(t("cell.pawn", { player: pawn.label || side(game, pawn.player) }));
    const cover = board.cover[row * board.cols + col];
    if (cover === "upright" || cover === "lying") words.push(t(`cell.${cover}`));
    else if (!pawn && board.style === "plain" && cover === "free") words.push(t("cell.free"));
    for (const goal of board.goals)
        if (goal.row === row && goal.col === col) words.push(t("cell.goal", { player: side(game, goal.player) }));
    const sides = wallsAround(board, row, col);
    if (sides.length) words.push(t("cell.walls", { sides: sides.map((one) => t(`cell.side.${one}`)).join(", ") }));
    return words;
}

/**
 * Which sides of a square have a wall.
 * @param {import("../types.js").GridBoard} board
 * @param {number} row
 * @param {number} col
 */
function wallsAround(board, row, col) {
    const stands = (/** @type {number} */ r, /** @type {number} */ c, /** @type {boolean} */ upright) =>
        board.walls.some(
            (wall) =>
                wall.upright === upright &&
                (upright ? wall.col === c && (wall.row === r || wall.row === r - 1) : wall.row === r && (wall.col === c || wall.col === c - 1)),
        );
    const sides = [];
    if (stands(row - 1, col, false)) sides.push("above");
    if (stands(row, col, false)) sides.push("below");
    if (stands(row, col - 1, true)) sides.push("left");
    if (stands(row, col, true)) sides.push("right");
    return sides;
}

/**
 * @param {string} game
 * @param {import("../types.js").TavliBoard} board
 * @param {Place} place
 * @param {Player} numbers
 */
function tavliWords(game, board, place, numbers) {
    if (place.at === "bar" || place.at === "off") {
        const n = (place.at === "bar" ? board.bar : board.off)[index(place.player)] ?? 0;
        return [t(`cell.${place.at}`, { player: side(game, place.player) }), count("count.checkers", n)];
    }
    if (place.at !== "point") return [];
    const point = board.points[place.point - 1];
    const words = [t("cell.point", { n: 25 - relative(board, index(numbers), place.point) })];
    if (!point?.owner) words.push(t("cell.empty"));
    else {
        words.push(`${side(game, point.owner)} ${count("count.checkers", point.count)}`);
        if (point.pinned) words.push(t("cell.pinned", { player: side(game, point.owner === "p1" ? "p2" : "p1") }));
    }
    return words;
}

/**
 * A turn as it is said aloud.
 * @param {string} game
 * @param {string} by
 * @param {string} word
 */
export function spoken(game, by, word) {
    if (by === "chance") {
        const dice = word.replace(/[^1-6]/g, "").split("").join(", ");
        return t("say.dice", { dice });
    }
    const player = side(game, by);
    if (word === "pass") return t("say.pass", { player });
    return t("say.plays", { player, word: word.replaceAll(",", ", ") });
}

