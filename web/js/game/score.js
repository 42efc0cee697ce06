/** What an engine thinks of a position, in words and as a share. */
import { count, language, t } from "../i18n.js";

/**
 * All of it as the player to move sees it: hundredths of the game's own unit or the turns to a proven end, expected
 * points, chances of win, draw and loss in thousandths.
 * @typedef {{score: {cp?: number, win?: number, loss?: number} | null, equity: number | null, wdl: number[] | null}} Opinion
 */

/** An advantage of this many hundredths makes three chances of one. Only the look of a bar hangs on it. */
const STEEPNESS = 220;

/**
 * The share of the point that the player to move may expect, from 0 to 1.
 * @param {Opinion} opinion
 */
export function chanceShare({ score, equity, wdl }) {
    if (score?.win !== undefined) return 1;
    if (score?.loss !== undefined) return 0;
    if (wdl) return ((wdl[0] ?? 0) + (wdl[1] ?? 0) / 2) / 1000;
    if (equity !== null && equity !== undefined) return Math.min(1, Math.max(0, (equity + 1) / 2));
    return score?.cp === undefined ? 0.5 : 1 / (1 + 3 ** (-score.cp / STEEPNESS));
}

/** @type {Intl.NumberFormatOptions} */
const PERCENT = {
    style: "percent",
};

/**
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
function format(value, options) {
    return new Intl.NumberFormat(language, options).format(value);
}

/**
 * "winning chances 63 %, 0.4 points expected"
 * @param {Opinion} opinion
 */
export function opinionText(opinion) {
    const { score, equity, wdl } = opinion;
    if (score?.win !== undefined) return count("score.win", score.win);
    if (score?.loss !== undefined) return count("score.loss", score.loss);
    const signed = (/** @type {number} */ value, /** @type {number} */ digits) => format(value, { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits });
    const parts = [];
    if (wdl) parts.push(t("score.chances", { percent: format(chanceShare(opinion), PERCENT) }));
    if (equity !== null && equity !== undefined) parts.push(t("score.points", { points: signed(equity, 2) }));
    if (!parts.length && score?.cp !== undefined) parts.push(t("score.ahead", { score: signed(score.cp / 100, 1) }));
    return parts.join(", ");
}
