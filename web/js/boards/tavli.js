/** Tavli boards: twenty-four points, bar, trays and dice. Contains no rules. */
import { other, playerIndex } from "../coords.js";
import { count, side, t } from "../i18n.js";
import { settings } from "../store.js";
import { relative, TavliPicture } from "./tavli-picture.js";

/** @import { BoardView, PlaceView, Player, Step } from "../types.js" */
/** @typedef {Extract<BoardView, { kind: "tavli" }>} TavliBoard */
/** @typedef {import("../game/turn.js").TurnBuilder} TurnBuilder */

/** @type {import("./index.js").BoardKind<TavliBoard>} */
export const tavliKind = {
    dice: true,
    picture: (board, look) => new TavliPicture(board, look),
    shape: (board) => board.variant,
    flipped: () => false,
    numbers: (board) => board.mover,
    game: (board) => (board.match_score ? board.variant : null),
    walls: () => false,
    dominoes: () => false,
    stocks: () => [],
    facts: pipsAndScore,
    describe: describePoint,
    wallNotation: () => "",
    stepAt: (turn, place) => (settings.tap || turn.held ? stepWithFirstDie(turn, place) : null),
    ghosts: () => [],
    premove: () => null,
    withStep: withCheckerStep,
};

/**
 * @param {TavliBoard} board
 * @param {Player} player
 */
function pipsAndScore(board, player) {
    const at = playerIndex(player);
    const facts = [count("count.pips", board.pips[at] ?? 0)];
    if (board.match_score) facts.push(t("player.score", { points: board.match_score[at], needed: board.match_score[2] }));
    return facts;
}

/**
 * @param {string} game
 * @param {TavliBoard} board
 * @param {PlaceView} place
 * @param {Player} numbers
 */
function describePoint(game, board, place, numbers) {
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
        if (point.pinned) parts.push(t("cell.pinned", { player: side(game, other(point.owner)) }));
    }
    return parts;
}

/**
 * The step of a checker with the first die: the larger one, unless the dice were swapped.
 * @param {TurnBuilder} turn
 * @param {PlaceView} place
 */
function stepWithFirstDie(turn, place) {
    const board = /** @type {TavliBoard} */ (turn.session.state?.board);
    const order = turn.smallFirst ? 1 : -1;
    return turn.stepsFrom(place).sort((a, b) => order * (stepPips(board, a) - stepPips(board, b)))[0] ?? null;
}

/**
 * The length of a step in pips.
 * @param {TavliBoard} board
 * @param {Step} step
 */
function stepPips(board, step) {
    const at = (/** @type {PlaceView | null} */ place) => {
        if (place?.at === "off") return 25;
        return place?.at === "point" ? relative(board, playerIndex(board.mover), place.point) : 0;
    };
    return at(step.to) - at(step.from);
}

/**
 * @param {TavliBoard} board
 * @param {Step} step
 * @param {Player} player
 */
function withCheckerStep(board, { from, to }, player) {
    const next = structuredClone(board);
    const at = playerIndex(player);
    if (from?.at === "bar") next.bar[at] -= 1;
    if (from?.at === "point") {
        const point = next.points[from.point - 1];
        if (point && (point.count -= 1) <= 0) {
            point.owner = point.pinned ? other(player) : null;
            point.count = point.pinned ? 1 : 0;
            point.pinned = false;
        }
    }
    if (to.at === "off") next.off[at] += 1;
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
