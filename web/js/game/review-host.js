/** Opens and closes the review on the page of a game. */
import { toastFault } from "../announce.js";
import { Review } from "./review.js";

/** @typedef {import("../pages/game.js").GamePage} GamePage */

/** @param {GamePage} page */
export async function openReview(page) {
    if (page.review || page.reviewAsked) return;
    page.reviewAsked = true;
    try {
        page.review = await Review.open(page.session, /** @type {HTMLElement} */ (page.reviewed), {
            look: (ply) => page.moves.to(ply),
            choose: (ply, steps) => showChoice(page, ply, steps),
            setVerdicts: (verdicts) => page.moves.setVerdicts(verdicts),
            close: () => closeReview(page),
        });
        await page.evaluate();
        if (page.evaluation) page.review.updateBar(page.evaluation);
        page.review.at(page.moves.ply);
        page.drawNow();
    } catch (error) {
        toastFault(error);
    }
    page.reviewAsked = false;
}

/** @param {GamePage} page */
function closeReview(page) {
    page.review = null;
    page.moves.setVerdicts(new Map());
    if (page.evaluation) page.evaluation.fromReview = false;
    page.look(page.moves.ply);
    /** @type {HTMLElement | null} */ (page.actions.element.querySelector('[data-act="analysis"]'))?.focus();
}

/**
 * Shows a choice of the review: the board before the turn, and its steps as arrows.
 * @param {GamePage} page
 * @param {number} ply
 * @param {import("../types.js").Step[]} steps
 */
async function showChoice(page, ply, steps) {
    const shown = page.moves.ply;
    const moment = await page.session.boardAt(ply).catch(() => null);
    if (!moment || page.moves.ply !== shown) return;
    page.show(moment);
    page.hinted = steps;
    page.drawNow();
}
