/** Names of players, and the state of a game as text. */
import { kindOf } from "../boards/index.js";
import { has, side, t } from "../i18n.js";
import { seatName } from "../seat-name.js";

/** @import { BoardView, GameState, Player } from "../types.js" */

/**
 * The name of the player in a seat; empty if there is none.
 * @param {GameState} state
 * @param {Player} player
 */
export function ownName(state, player) {
    const seat = state.seats[player];
    if (seat.kind !== "bot" && seat.kind !== "human") return t("player.nobody");
    const name = seatName(seat);
    if (name) return name;
    return state.you.includes(player) && state.you.length === 1 ? t("player.you") : "";
}

/**
 * Side and name: "White (Ada)".
 * @param {GameState} state
 * @param {Player} player
 */
export function fullName(state, player) {
    const name = ownName(state, player);
    const colour = side(state.game, player);
    return name ? `${colour} (${name})` : colour;
}

/**
 * The game on a board; in a match, the current game.
 * @param {GameState} state
 * @param {BoardView} board
 */
export function gameOn(state, board) {
    return kindOf(board).game(board) ?? state.game;
}

/**
 * The state of the game in one sentence.
 * @param {GameState} state
 */
export function statusText(state) {
    if (state.status === "open") return t("status.waiting");
    // The texts of results are loaded when the game is over.
    if (state.result) return has("result.draw") ? resultText(state) : "";
    if (state.turn === "chance") return t(state.dice?.stage === "ready" ? "status.roll" : "status.dice");
    if (state.turn === "none") return "";
    const player = /** @type {Player} */ (state.turn);
    if (state.you.length === 1 && state.you[0] === player) return t("status.you");
    if (state.seats[player].kind === "bot") return t("status.thinking", { player: fullName(state, player) });
    return t("status.turn", { player: fullName(state, player) });
}

/** @param {GameState} state */
export function resultText(state) {
    const result = state.result;
    if (!result) return "";
    if (result.reason === "abort") return t("result.aborted");
    if (!result.winner) return t("result.draw");
    if (state.you.length === 1) return t(state.you[0] === result.winner ? "result.you_win" : "result.you_lose");
    return t("result.wins", { player: fullName(state, result.winner) });
}

/** @param {GameState} state */
export function reasonText(state) {
    const result = state.result;
    if (!result) return "";
    const loser = result.winner === "p1" ? "p2" : "p1";
    const ending = `ending.${state.ending}`;
    if (has(ending)) return t(ending, { winner: fullName(state, result.winner ?? "p1"), loser: fullName(state, loser) });
    return t(`reason.${result.reason}`, { player: fullName(state, result.winner ? loser : "p1") });
}
