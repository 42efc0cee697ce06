/** An engine's evaluation as text and as a share of the bar. */
import { count, language, signed, t } from "../i18n.js";

/**
 * All values are from the point of view of the player to move: the score in hundredths of the game's unit or the number
 * of turns to a proven end, the expected points, the chances of win, draw and loss in thousandths.
 * @typedef {{score: {cp?: number, win?: number, loss?: number} | null, equity: number | null, wdl: number[] | null}} Evaluation
 */

/** An advantage of this many hundredths gives odds of three to one. It affects only the bar. */
const STEEPNESS = 220;

/**
 * The expected result of the player to move, from 0 to 1.
 * @param {Evaluation} evaluation
 */
export function winShare({ score, equity, wdl }) {
    if (score?.win !== undefined) return 1;
    if (score?.loss !== undefined) return 0;
    if (wdl) return ((wdl[0] ?? 0) + (wdl[1] ?? 0) / 2) / 1000;
    if (equity !== null && equity !== undefined) return Math.min(1, Math.max(0, (equity + 1) / 2));
    return score?.cp === undefined ? 0.5 : 1 / (1 + 3 ** (-score.cp / STEEPNESS));
}

/**
 * "winning chances 63 %, 0.4 points expected"
 * @param {Evaluation} evaluation
 */
export function evaluationText(evaluation) {
    const { score, equity, wdl } = evaluation;
    if (score?.win !== undefined) return count("score.win", score.win);
    if (score?.loss !== undefined) return count("score.loss", score.loss);
    const percent = new Intl.NumberFormat(language, {
        style: "percent",
    });
    const parts = [];
    if (wdl) parts.push(t("score.chances", { percent: percent.format(winShare(evaluation)) }));
    if (equity !== null && equity !== undefined) parts.push(t("score.points", { points: signed(equity, 2) }));
    if (!parts.length && score?.cp !== undefined) parts.push(t("score.ahead", { score: signed(score.cp / 100, 1) }));
    return parts.join(", ");
}
