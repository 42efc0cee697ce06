/** A button that reads a text file; unlike the browser's own, its label is translated. */
import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {string} accept
 * @param {(text: string) => void} read
 */
export function fileButton(accept, read) {
    const file = h("input", { type: "file", accept, class: "unseen", tabindex: "-1", "aria-hidden": "true", onchange: () => take() });
    async function take() {
        const chosen = file.files?.[0];
        if (!chosen) return;
        read(await chosen.text());
        // Allows the user to choose the same file again.
        file.value = "";
    }
    return h("span", {}, file, h("button", { type: "button", onclick: () => file.click() }, t("import.file")));
}
