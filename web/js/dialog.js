/** Modal dialogs. */
import { h, icon, loadStyle } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Opens a dialog.
 * @param {string} title
 * @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} content
 * @param {string} [name]
 */
export function dialog(title, content, name = "") {
    const heading = h("h2", { id: "dialog-title", text: title });
    const close = h("button", { class: "icon-button close", type: "button", "aria-label": t("action.close"), onclick: () => box.close() }, icon("cross"));
    const box = h("dialog", { class: name, "aria-labelledby": "dialog-title" }, h("div", { class: "dialog-head" }, heading, close), ...content);
    box.addEventListener("close", () => box.remove());
    box.addEventListener("click", (event) => {
        if (event.target === box) box.close();
    });
    document.body.append(box);
    loadStyle("dialog").then(() => {
        box.showModal();
        // The main button gets the focus instead of the close button.
        /** @type {HTMLElement | null} */ (box.querySelector("button.primary"))?.focus();
    });
    return box;
}

/**
 * Asks for confirmation.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
    return new Promise((resolve) => {
        let answer = false;
        const agree = h("button", { class: "primary", type: "button", onclick: () => ((answer = true), box.close()) }, yes);
        const leave = h("button", { type: "button", onclick: () => box.close() }, t("action.cancel"));
        const box = dialog(question, [h("div", { class: "row end" }, leave, agree)], "small");
        box.addEventListener("close", () => resolve(answer));
    });
}
