/** The name of who plays a seat. */
import { has, number, t } from "./i18n.js";

/**
 * The name of a bot with its limits, or of a person; empty if it has none.
 * @param {{kind: string, name?: string, level?: number | null, bot?: string | null, depth?: number | null, movetime_ms?: number | null} | undefined} seat
 */
export function seatName(seat) {
    if (seat?.kind !== "bot") return seat?.name ?? "";
    if (!seat.bot) return t("who.level", { level: seat.level ?? "" });
    const name = has(`bot.${seat.bot}.title`) ? t(`bot.${seat.bot}.title`) : seat.bot;
    const limits = [seat.depth && t("bot.depth", { n: seat.depth }), seat.movetime_ms && t("bot.movetime", { seconds: number(seat.movetime_ms / 1000) })];
    return [name, ...limits.filter(Boolean)].join(", ");
}
