/** Names of players, and the state of a game as text. */
import { has, side, t } from "../i18n.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Player} Player */

/**
 * The name of the player in a seat; empty if there is none.
 * @param {GameState} state
 * @param {Player} player
 */
export function ownName(state, player) {
    const seat = state.seats[player];
    if (seat.kind === "bot" && seat.bot) return has(`bot.${seat.bot}.title`) ? t(`bot.${seat.bot}.title`) : seat.bot;
    if (seat.kind === "bot") return t("who.level", { level: seat.level ?? "" });
    if (seat.kind !== "human") return t("player.nobody");
    if (seat.name) return seat.name;
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
 * @param {import("../types.js").Board} board
 */
export function gameOn(state, board) {
    return board.kind === "tavli" && board.match_score ? board.variant : state.game;
}

/**
 * The state of the game in one sentence.
 * @param {GameState} state
 */
export function statusText(state) {
    if (state.status === "open") return t("status.waiting");
    if (state.result) return resultText(state);
    if (state.turn === "chance") return t("status.dice");
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
    return t(`reason.${result.reason}`, { player: fullName(state, result.winner ? loser : "p1") });
}
