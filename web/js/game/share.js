/** Saving and sharing a game. */
import { getText } from "../api.js";
import { toast } from "../announce.js";
import { dialog } from "../dialog.js";
import { h } from "../dom.js";
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
 * Saves a text as a file.
 * @param {string} text
 * @param {string} name
 */
export function saveFile(text, name) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = h("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {import("./session.js").Session} session */
export async function save(session) {
    const state = session.state;
    if (!state) return;
    const day = new Date().toISOString().slice(0, 10);
    saveFile(await record(session), `${state.game}-${day}-${state.id.slice(0, 6)}.agon`);
}

/**
 * @param {import("./session.js").Session} session
 * @param {string} position on the screen
 */
export async function share(session, position) {
    const text = await record(session).catch(() => "");
    const area = h("textarea", { readonly: true, rows: 8, dir: "ltr", "aria-label": t("share.record") }, text);
    dialog(t("action.share"), [
        copyField(t("share.watch"), `${location.origin}/g/${session.id}`),
        copyField(t("share.position"), position),
        h("p", { class: "quiet small", text: t("share.record") }),
        area,
        h("div", { class: "row end" }, h("button", { type: "button", onclick: () => copy(text, area) }, t("share.copy")), h("button", { type: "button", class: "primary", onclick: () => save(session) }, t("action.save"))),
    ]);
}
