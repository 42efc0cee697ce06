/** Places on a board, and players. */

/** @import { PlaceView, Player } from "./types.js" */

/**
 * A string that identifies a place.
 * @param {PlaceView | null} place
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
 * @param {PlaceView | null} a
 * @param {PlaceView | null} b
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
