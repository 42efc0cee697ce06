/** Enters a new game. */
import { go } from "../router.js";
import { saveGame } from "../store.js";

/** @import { Created } from "../types.js" */

/**
 * Stores the seats of a new game and opens it.
 * @param {Created} answer
 * @param {string} spec
 */
export async function enter(answer, spec) {
    saveGame(answer.id, { tokens: answer.tokens, invites: answer.invites, spec, at: Date.now() });
    await go(answer.url);
}
