/** The chat of a game. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { settings } from "../store.js";
import { fullName } from "./names.js";

export class Chat {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        this.log = h("div", { class: "talk", role: "log", "aria-label": t("chat.title"), tabindex: "0" });
        this.input = h("input", { type: "text", maxlength: 200, "aria-label": t("chat.write"), placeholder: t("chat.write"), autocomplete: "off", enterkeyhint: "send" });
        this.form = h("form", { onsubmit: (/** @type {Event} */ event) => this.send(event) }, this.input, h("button", { type: "submit" }, t("chat.send")));
        this.element = h("section", { class: "chat", "aria-label": t("chat.title") }, h("h2", { class: "panel-title", text: t("chat.title") }), this.log, this.form);
        this.lines = 0;
    }

    /** @param {Event} event */
    send(event) {
        event.preventDefault();
        const text = this.input.value.trim();
        if (!text) return;
        this.session.socket.send({ t: "chat", text });
        this.input.value = "";
    }

    update() {
        const state = this.session.state;
        this.element.hidden = !state?.chat || state.status === "open" || !settings.chat || (this.session.isAlone && state.watchers === 0);
        if (!state) return;
        this.form.hidden = state.you.length === 0;
        if (state.talk.length < this.lines) {
            this.log.replaceChildren();
            this.lines = 0;
        }
        for (const line of state.talk.slice(this.lines))
            this.log.append(h("p", {}, h("bdi", { class: `who ${line.seat}`, text: fullName(state, line.seat) }), " ", h("bdi", { text: line.text })));
        this.lines = state.talk.length;
        this.log.scrollTop = this.log.scrollHeight;
    }
}
