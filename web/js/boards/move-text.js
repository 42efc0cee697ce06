/** Descriptions of squares and turns for screen readers. */
import { count, side, t } from "../i18n.js";
import { cellName, playerIndex, relative, samePlace } from "../coords.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Player} Player */

/**
 * @param {string} game
 * @param {Board} board
 * @param {Place} place
 * @param {import("../game/turn.js").TurnBuilder} turn
 * @param {Player} numbers the player whose point numbers are used on a tavli board
 */
export function describe(game, board, place, turn, numbers) {
    const parts = board.kind === "grid" ? gridParts(game, board, place) : tavliParts(game, board, place, numbers);
    if (samePlace(turn.held, place)) parts.push(t("cell.held"));
    else if (turn.targets.some((one) => samePlace(one, place))) parts.push(t("cell.target"));
    else if (turn.stepsFrom(place).length) parts.push(t("cell.movable"));
    else if (turn.playing && board.kind === "grid" && board.style === "plain" && turn.placementAt(place)) parts.push(t("cell.target"));
    return parts.join(", ");
}

/**
 * @param {string} game
 * @param {import("../types.js").GridBoard} board
 * @param {Place} place
 */
function gridParts(game, board, place) {
    if (place.at === "wall")
        return [t(place.upright ? "cell.wall.upright" : "cell.wall.lying", { square: cellName(board, place) })];
    if (place.at !== "cell") return [];
    const parts = [cellName(board, place)];
    const { row, col } = place;
    const pawn = board.pawns.find((one) => one.row === row && one.col === col);
    if (pawn) parts.push(t("cell.pawn", { player: pawn.label || side(game, pawn.player) }));
    const cover = board.cover[row * board.cols + col];
    if (cover === "upright" || cover === "lying") parts.push(t(`cell.${cover}`));
    else if (!pawn && board.style === "plain" && cover === "free") parts.push(t("cell.free"));
    for (const goal of board.goals)
        if (goal.row === row && goal.col === col) parts.push(t("cell.goal", { player: side(game, goal.player) }));
    const sides = wallsAround(board, row, col);
    if (sides.length) parts.push(t("cell.walls", { sides: sides.map((one) => t(`cell.side.${one}`)).join(", ") }));
    return parts;
}

/**
 * The sides of a square that have a wall.
 * @param {import("../types.js").GridBoard} board
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
 * @param {string} game
 * @param {import("../types.js").TavliBoard} board
 * @param {Place} place
 * @param {Player} numbers
 */
function tavliParts(game, board, place, numbers) {
    if (place.at === "bar" || place.at === "off") {
        const n = (place.at === "bar" ? board.bar : board.off)[playerIndex(place.player)] ?? 0;
        return [t(`cell.${place.at}`, { player: side(game, place.player) }), count("count.checkers", n)];
    }
    if (place.at !== "point") return [];
    const point = board.points[place.point - 1];
    const parts = [t("cell.point", { n: 25 - relative(board, playerIndex(numbers), place.point) })];
    if (!point?.owner) parts.push(t("cell.empty"));
    else {
        parts.push(`${side(game, point.owner)} ${count("count.checkers", point.count)}`);
        if (point.pinned) parts.push(t("cell.pinned", { player: side(game, point.owner === "p1" ? "p2" : "p1") }));
    }
    return parts;
}

/**
 * A turn or a roll as a sentence.
 * @param {string} game
 * @param {string} by
 * @param {string} word
 */
export function moveText(game, by, word) {
    if (by === "chance") {
        const dice = word.replace(/[^1-6]/g, "").split("").join(", ");
        return t("say.dice", { dice });
    }
    const player = side(game, by);
    if (word === "pass") return t("say.pass", { player });
    return t("say.plays", { player, word: word.replaceAll(",", ", ") });
}

