/** The options of a game as form fields, and as a spec. */
import { h } from "../dom.js";
import { has, t } from "../i18n.js";
import { select } from "../shell.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").GameOption} GameOption */

/**
 * A spec names only what differs from the usual.
 * @param {GameInfo} game
 * @param {Record<string, string>} chosen
 */
export function specOf(game, chosen) {
    const parts = game.options.flatMap((option) => {
        const value = chosen[option.name];
        return value !== undefined && value !== "" && value !== option.default ? [`${option.name}=${value}`] : [];
    });
    return parts.length ? `${game.name}:${parts.join(",")}` : game.name;
}

/**
 * @param {GameInfo} game
 * @param {GameOption} option
 */
function help(game, option) {
    for (const family of [game.name, "dice"]) if (has(`option.${family}.${option.name}`)) return t(`option.${family}.${option.name}`);
    return option.help;
}

/**
 * @param {GameInfo} game
 * @param {{options: Record<string, Record<string, string>>}} choice
 * @param {() => void} changed
 */
export function optionFields(game, choice, changed) {
    return game.options.map((option) => {
        const mine = (choice.options[game.name] ??= {});
        const set = (/** @type {string} */ value) => {
            if (value === option.default) delete mine[option.name];
            else mine[option.name] = value;
            changed();
        };
        const value = mine[option.name] ?? option.default;
        const label = has(`option.${option.name}`) ? t(`option.${option.name}`) : option.name;
        return h("div", { class: "field inline", title: help(game, option) }, h("span", { text: label }), control(option, label, value, set));
    });
}

/**
 * @param {GameOption} option
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} set
 */
function control(option, label, value, set) {
    if (option.kind === "one_of") {
        const choices = /** @type {[string, string][]} */ ((option.values ?? []).map((one) => [one, has(`value.${one}`) ? t(`value.${one}`) : one.replaceAll("_", " ")]));
        return select(label, choices, value, set);
    }
    const [low, high] = [option.low ?? 0, option.high ?? 99];
    const input = h("input", {
        type: option.kind === "range" ? "number" : "text",
        "aria-label": label,
        value,
        min: option.kind === "range" ? low : null,
        max: option.kind === "range" ? high : null,
        placeholder: option.shape ?? null,
        onchange: () => {
            if (option.kind === "range") input.value = String(Math.min(high, Math.max(low, Math.round(Number(input.value)) || low)));
            set(input.value.trim());
        },
    });
    return input;
}
