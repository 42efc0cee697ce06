/** An engine's evaluation as text and as a share of the bar. */
import { count, language, signed, t } from "../i18n.js";

/** @import { ServerMessage } from "../types.js" */

/**
 * All values are from the point of view of the player to move: the score in hundredths of the game's unit or the number
 * of turns to a proven end, the expected points, the chances of win, draw and loss in thousandths.
 * @typedef {Pick<Extract<ServerMessage, { t: "hint" }>, "score" | "equity" | "wdl">} Evaluation
 */

/** An advantage of this many hundredths gives odds of three to one. It affects only the bar. */
const STEEPNESS = 220;

/**
 * The expected result of the player to move, from 0 to 1.
 * @param {Evaluation} evaluation
 */
export function winShare({ score, equity, wdl }) {
    if (score && "win" in score) return 1;
    if (score && "loss" in score) return 0;
    if (wdl) return (wdl[0] + wdl[1] / 2) / 1000;
    if (equity !== null) return Math.min(1, Math.max(0, (equity + 1) / 2));
    return score ? 1 / (1 + 3 ** (-score.cp / STEEPNESS)) : 0.5;
}

/**
 * "winning chances 63 %, 0.4 points expected"
 * @param {Evaluation} evaluation
 */
export function evaluationText(evaluation) {
    const { score, equity, wdl } = evaluation;
    if (score && "win" in score) return count("score.win", score.win);
    if (score && "loss" in score) return count("score.loss", score.loss);
    const percent = new Intl.NumberFormat(language, {
        style: "percent",
    });
    const parts = [];
    if (wdl) parts.push(t("score.chances", { percent: percent.format(winShare(evaluation)) }));
    if (equity !== null) parts.push(t("score.points", { points: signed(equity, 2) }));
    if (!parts.length && score) parts.push(t("score.ahead", { score: signed(score.cp / 100, 1) }));
    return parts.join(", ");
}
