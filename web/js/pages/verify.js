/** Checks a saved game: its moves, its result, and that its dice match the commitment made before the first roll. */
import { getJson, post } from "../api.js";
import { fill, h } from "../dom.js";
import { checkDice } from "../dicecheck.js";
import { count, faultText, number, t } from "../i18n.js";
import { fileButton } from "./file.js";

/** @returns {Promise<import("../router.js").Page>} */
export async function verifyPage() {
    const area = h("textarea", { rows: 10, dir: "ltr", spellcheck: "false", "aria-label": t("verify.record"), placeholder: '[Agon "1"]' });
    const file = fileButton(".agon,.txt,text/plain", (text) => {
        area.value = text;
        check();
    });
    const answer = h("div", { class: "verdict", role: "status" });

    async function check() {
        const text = area.value;
        if (!text.trim()) return area.focus();
        /** @type {HTMLElement[]} */
        const lines = [];
        const line = (/** @type {boolean | null} */ good, /** @type {string} */ words) => lines.push(h("li", { class: good === null ? "" : good ? "good" : "bad" }, h("span", { class: "sign", "aria-hidden": "true" }, good === null ? "·" : good ? "✓" : "✗"), words));
        try {
            const verified = await post("/api/verify", { record: text });
            line(verified.legal, verified.legal ? count("verify.legal", verified.words) : t("verify.illegal"));
            if (verified.result) line(null, t("verify.result", { result: verified.result }));
            for (const fault of verified.faults) line(false, await faultText(fault));
        } catch (error) {
            line(false, await faultText(/** @type {any} */ (error).fault));
        }
        const dice = checkDice(text);
        if (dice) {
            line(dice.commit, t(dice.commit ? "verify.commit" : "verify.no_commit"));
            if (dice.parts !== null) line(dice.parts, t(dice.parts ? "verify.parts" : "verify.no_parts"));
            line(dice.wrong.length === 0, dice.wrong.length ? t("verify.wrong", { plies: dice.wrong.map((one) => `${one.ply}: ${one.recorded} ≠ ${one.right}`).join(", ") }) : count("verify.rolls", dice.checked));
        } else line(null, t("verify.none"));
        fill(answer, h("ul", { class: "verdict-list" }, lines));
        return undefined;
    }

    const element = h(
        "div",
        { class: "columns" },
        h("section", { class: "sheet" }, h("h1", { text: t("nav.verify") }), h("p", { text: t("verify.lead") }), area, h("div", { class: "row end" }, file, h("button", { type: "button", class: "primary", onclick: check }, t("verify.check"))), answer),
        h("section", { class: "sheet prose" }, h("h2", { text: t("verify.how") }), ...t("verify.steps").split("\n").map((one) => h("p", { text: one })), await statistics()),
    );
    return { element, title: t("nav.verify") };
}

/** Statistics of all rolls of this server. */
async function statistics() {
    const dice = await getJson("/api/dice").catch(() => null);
    if (!dice || !dice.rolls) return h("p", { class: "quiet", text: t("verify.no_rolls") });
    const most = Math.max(...dice.faces, 1);
    const bars = dice.faces.map((n, at) => {
        const bar = h("span", { class: "bar-fill" });
        bar.style.inlineSize = `${(100 * n) / most}%`;
        return h("tr", {}, h("th", { scope: "row", text: String(at + 1) }), h("td", { class: "bar-cell" }, bar), h("td", { text: number(n) }));
    });
    return h("div", {}, h("h2", { text: t("verify.statistics") }), h("p", { text: count("verify.all_rolls", dice.rolls) }), h("table", { class: "bars" }, h("tbody", {}, bars)), h("p", { class: "quiet small", text: t("verify.chi2", { faces: number(dice.chi2_faces), pairs: number(dice.chi2_pairs) }) }));
}
