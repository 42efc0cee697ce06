/** Descriptions of squares and turns for screen readers. */
import { side, t } from "../i18n.js";
import { samePlace } from "../coords.js";
import { kindOf } from "./index.js";

/** @import { BoardView, PlaceView, Player } from "../types.js" */

/**
 * @param {string} game
 * @param {BoardView} board
 * @param {PlaceView} place
 * @param {import("../game/turn.js").TurnBuilder} turn
 * @param {Player} numbers the player whose point numbers are used, on boards that have them
 */
export function describe(game, board, place, turn, numbers) {
    const parts = kindOf(board).describe(game, board, place, numbers);
    if (samePlace(turn.held, place)) parts.push(t("cell.held"));
    else if (turn.targets.some((one) => samePlace(one, place))) parts.push(t("cell.target"));
    else if (turn.stepsFrom(place).length) parts.push(t("cell.movable"));
    else if (turn.playing && place.at !== "wall" && turn.placementAt(place)) parts.push(t("cell.target"));
    return parts.join(", ");
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
