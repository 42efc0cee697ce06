/** The settings page. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { languageSelect, select } from "../shell.js";
import { change, settings } from "../store.js";
import { MODES, THEMES } from "../theme.js";

/** @typedef {import("../store.js").Settings} Settings */

/** @returns {Promise<import("../router.js").Page>} */
export async function settingsPage() {
    const row = (/** @type {string} */ label, /** @type {HTMLElement} */ control, /** @type {string} */ help = "") => h("div", { class: "setting" }, h("div", {}, h("span", { text: label }), help ? h("div", { class: "quiet small", text: help }) : null), control);
    const list = (/** @type {"theme" | "mode" | "motion" | "confirm" | "pace"} */ name, /** @type {string[]} */ values, /** @type {(value: string) => string} */ text) =>
        row(t(`settings.${name}`), select(t(`settings.${name}`), values.map((value) => [value, text(value)]), settings[name], (value) => change(name, value)), helpOf(name));
    const tick = (/** @type {"labels" | "paths" | "sound" | "chat" | "tap" | "forced" | "done" | "clockwise" | "rollByHand" | "premove"} */ name) => {
        const box = h("input", { type: "checkbox", role: "switch", checked: settings[name], "aria-label": t(`settings.${name}`), onchange: () => change(name, box.checked) });
        return row(t(`settings.${name}`), box, helpOf(name));
    };
    const name = h("input", { type: "text", maxlength: 24, value: settings.name, autocomplete: "nickname", "aria-label": t("start.name"), onchange: () => change("name", name.value.trim()) });
    const element = h(
        "div",
        { class: "sheet narrow settings" },
        h("h1", { text: t("nav.settings") }),
        h("h2", { text: t("settings.look") }),
        row(t("settings.language"), await languageSelect()),
        list("theme", THEMES, (theme) => t(`theme.${theme}`)),
        list("mode", MODES, (mode) => t(`mode.${mode}`)),
        list("motion", ["normal", "fast", "off"], (speed) => t(`motion.${speed}`)),
        tick("labels"),
        tick("clockwise"),
        tick("paths"),
        h("h2", { text: t("settings.play") }),
        row(t("start.name"), name),
        list("confirm", ["touch", "always", "never"], (when) => t(`confirm.${when}`)),
        tick("premove"),
        list("pace", ["normal", "slow", "off"], (speed) => t(`pace.${speed}`)),
        tick("rollByHand"),
        tick("tap"),
        tick("done"),
        tick("forced"),
        tick("sound"),
        tick("chat"),
        h("p", { class: "quiet small", text: t("settings.kept") }),
    );
    return { element, title: t("nav.settings") };
}

/** @param {string} name */
function helpOf(name) {
    const key = `settings.${name}.help`;
    const text = t(key);
    return text === key ? "" : text;
}
