/** Form fields for the options of a game, and its spec string. */
import { fill, h } from "../dom.js";
import { faultText, has, t, valueName } from "../i18n.js";
import { select } from "../shell.js";

/** @import { Fault, GameInfo, GameOption } from "../types.js" */

/**
 * The spec string names only options that differ from the default. Its separators are replaced in values.
 * @param {GameInfo} game
 * @param {Record<string, string>} chosen
 */
export function specOf(game, chosen) {
    const parts = game.options.flatMap((option) => {
        const value = chosen[option.name];
        return value !== undefined && value !== "" && value !== option.default ? [`${option.name}=${value.replace(/[,:=\s]+/g, "-")}`] : [];
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
 * The choice among the house rules of a game; hidden if it has none. To be updated when an option has changed.
 * @param {GameInfo} game
 * @param {{options: Record<string, Record<string, string>>}} choice
 * @param {() => void} chosen
 */
export function presetField(game, choice, chosen) {
    // Options that no preset sets, like the length of a match, do not matter.
    const names = [...new Set(game.presets.flatMap((preset) => Object.keys(preset.options)))];
    const element = h("div", { class: "group preset", hidden: !game.presets.length });
    const choose = (/** @type {string} */ value) => {
        const mine = (choice.options[game.name] ??= {});
        for (const name of names) delete mine[name];
        Object.assign(mine, game.presets.find((one) => one.name === value)?.options);
        chosen();
    };
    function update() {
        const mine = choice.options[game.name] ?? {};
        const current = game.presets.find((preset) => names.every((name) => mine[name] === preset.options[name]));
        const choices = /** @type {[string, string][]} */ (game.presets.map((preset) => [preset.name, t(`preset.${preset.name}`)]));
        const list = select(t("start.preset"), current ? choices : [["", t("start.preset.own")], ...choices], current?.name ?? "", choose);
        list.dataset.field = "preset";
        const summary = current ? t(`preset.${game.name}.${current.name}`) : t("start.preset.own.help");
        fill(element, h("div", { class: "field inline" }, h("span", { text: t("start.preset") }), list), h("p", { class: "quiet small", text: summary }));
    }
    update();
    return { element, update };
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
