/** The house rules of a game by name, and its spec string. */
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { select } from "../shell.js";

/** @import { GameInfo } from "../types.js" */

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
