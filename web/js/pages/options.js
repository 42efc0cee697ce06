/** Form fields for the options of a game. */
import { h } from "../dom.js";
import { faultText, has, t, valueName } from "../i18n.js";
import { select } from "../shell.js";

/** @import { Fault, GameInfo, GameOption } from "../types.js" */

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
 * @param {() => Promise<Fault | null>} changed returns the fault of the current choice
 */
export function optionFields(game, choice, changed) {
    return game.options.map((option) => {
        const mine = (choice.options[game.name] ??= {});
        const put = (/** @type {string | undefined} */ value) => {
            if (value === undefined || value === option.default) delete mine[option.name];
            else mine[option.name] = value;
        };
        const set = async (/** @type {string} */ value) => {
            const before = mine[option.name];
            put(value);
            const fault = await changed();
            // An invalid value is not stored; the form cannot be submitted until it is corrected.
            if (fault) put(before);
            const words = fault ? await faultText(fault) : "";
            wrong.textContent = words;
            input.setCustomValidity(words);
        };
        const label = has(`option.${option.name}`) ? t(`option.${option.name}`) : option.name;
        const input = control(option, label, mine[option.name] ?? option.default, set);
        const wrong = h("p", { class: "bad small", role: "alert" });
        const words = help(game, option);
        return h("div", { class: "option" }, h("div", { class: "field inline", title: words }, h("span", { text: label }), input), option.kind === "text" && h("p", { class: "quiet small", text: words }), wrong);
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
        const choices = /** @type {[string, string][]} */ (option.values.map((one) => [one, valueName(option.name, one)]));
        return select(label, choices, value, set);
    }
    const range = option.kind === "range" ? option : null;
    const input = h("input", {
        type: range ? "number" : "text",
        "aria-label": label,
        value,
        min: range?.low,
        max: range?.high,
        oninvalid: () => input.closest("details")?.setAttribute("open", ""),
        onchange: () => {
            if (range) input.value = String(Math.min(range.high, Math.max(range.low, Math.round(Number(input.value)) || range.low)));
            set(input.value.trim());
        },
    });
    return input;
}
