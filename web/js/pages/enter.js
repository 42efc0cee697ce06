/** Into a game that was just made. */
import { go } from "../router.js";
import { keep } from "../store.js";

/**
 * Keeps the seats of a new game and goes to it.
 * @param {any} answer
 * @param {string} spec
 */
export async function enter(answer, spec) {
    keep(answer.id, { tokens: answer.tokens, invites: answer.invites, spec, at: Date.now() });
    await go(answer.url);
}
