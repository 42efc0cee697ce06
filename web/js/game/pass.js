/** Why a turn was passed. */
import { t } from "../i18n.js";
import { fullName } from "./names.js";

/** @import { GameEvent, GameState, Player, PlyEvent } from "../types.js" */

/**
 * @param {GameState} state
 * @param {PlyEvent} event
 * @param {GameEvent[]} events in which the pass is
 */
export function passNote(state, event, events) {
    const at = events.indexOf(event);
    const rolls = events.slice(0, at).flatMap((one) => (one.kind === "word" && one.seat === "chance" ? one.word : []));
    const roll = rolls.at(-1) ?? state.words.findLast((_, n) => state.by[n] === "chance") ?? "";
    const player = fullName(state, /** @type {Player} */ (event.seat));
    const reason = event.pass && t(`pass.${event.pass}`, { dice: roll.replace(/[^1-6]/g, "").split("").join("-") });
    return reason ? t("say.passed", { player, reason }) : t("say.pass", { player });
}
