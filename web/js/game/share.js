/** Saving and sharing a game. */
import { getText } from "../api.js";
import { toast } from "../announce.js";
import { dialog } from "../dialog.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { savedGame } from "../store.js";

/**
 * Copies a text; if the browser forbids that, selects it so that the user can copy it.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [field]
 */
export async function copy(text, field) {
    try {
        await navigator.clipboard.writeText(text);
        toast(t("share.copied"));
    } catch {
        field?.focus();
        field?.select();
    }
}

/**
 * @param {string} label
 * @param {string} value
 */
export function copyField(label, value) {
    const field = h("input", { type: "text", readonly: true, value, dir: "ltr", "aria-label": label });
    return h("div", { class: "copy-field" }, h("span", { class: "quiet small", text: label }), h("div", { class: "row" }, field, h("button", { type: "button", onclick: () => copy(value, field) }, t("share.copy"))));
}

/** @param {import("./session.js").Session} session */
export async function record(session) {
    return getText(`/api/games/${session.id}/record`, Object.values(savedGame(session.id)?.tokens ?? {})[0]);
}

/**
 * Saves a file.
 * @param {Blob} content
 * @param {string} name
 */
function saveFile(content, name) {
    const url = URL.createObjectURL(content);
    const link = h("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The name of files of a game, without its end. @param {import("../types.js").GameState} state */
function fileName(state) {
    return `${state.game}-${new Date().toISOString().slice(0, 10)}-${state.id.slice(0, 6)}`;
}

/** @param {import("./session.js").Session} session */
export async function save(session) {
    const { state } = session;
    if (state) saveFile(new Blob([await record(session)], { type: "text/plain" }), `${fileName(state)}.agon`);
}

/**
 * Saves a picture of the board on the screen.
 * @param {import("./session.js").Session} session
 * @param {Shown} shown
 * @param {"png" | "svg"} kind
 */
async function savePicture({ state }, { board, look }, kind) {
    if (!state) return;
    const { png, svgText } = await import("./snapshot.js");
    const svg = svgText(board, look);
    saveFile(kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await png(svg), `${fileName(state)}.${kind}`);
}

/** What the screen shows. @typedef {{position: string, board: import("../types.js").BoardView, look: import("../boards/picture.js").Look}} Shown */

/**
 * @param {import("./session.js").Session} session
 * @param {Shown} shown
 */
export async function share(session, shown) {
    const text = await record(session).catch(() => "");
    const area = h("textarea", { readonly: true, rows: 8, dir: "ltr", "aria-label": t("share.record") }, text);
    dialog(t("action.share"), [
        copyField(t("share.watch"), `${location.origin}/g/${session.id}`),
        copyField(t("share.position"), shown.position),
        h(
            "div",
            { class: "row picture-row" },
            h("span", { class: "quiet small", text: t("share.picture") }),
            .../** @type {const} */ (["png", "svg"]).map((kind) => h("button", { type: "button", "data-act": kind, onclick: () => savePicture(session, shown, kind) }, icon("save"), kind.toUpperCase())),
        ),
        h("p", { class: "quiet small", text: t("share.record") }),
        area,
        h("div", { class: "row end" }, h("button", { type: "button", onclick: () => copy(text, area) }, t("share.copy")), h("button", { type: "button", class: "primary", onclick: () => save(session) }, t("action.save"))),
    ]);
}
