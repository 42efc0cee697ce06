/** The panel while a seat is free: the link to send, or the form to join. */
import { post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { loadPart, side, t } from "../i18n.js";
import { change, savedGame, saveGame, settings } from "../store.js";

/** @import { Player } from "../types.js" */

export class Seating {
    /**
     * @param {import("./session.js").Session} session
     * @param {string | null} key
     * @param {() => void} joined
     */
    constructor(session, key, joined) {
        this.session = session;
        this.key = key;
        this.joined = joined;
        /** The seat that this browser has asked for. @type {Player | null} */
        this.asked = null;
        this.element = h("section", { class: "seating sheet", hidden: true, "aria-label": t("seating.title") });
        this.shape = "";
    }

    async update() {
        const state = this.session.state;
        if (!state) return;
        const free = /** @type {Player[]} */ (["p1", "p2"]).filter((player) => ["open", "invite"].includes(state.seats[player].kind));
        this.element.hidden = state.status !== "open";
        const shape = JSON.stringify([free, state.you, state.status]);
        if (shape === this.shape || state.status !== "open") return;
        this.shape = shape;
        const seat = free[0];
        if (!seat) return;
        if (state.you.length) fill(this.element, ...(await this.waiting(seat)));
        else fill(this.element, ...this.joining(seat, state.seats[seat].kind === "invite"));
    }

    /** @param {Player} seat */
    async waiting(seat) {
        const [{ copyField }] = await Promise.all([import("./share.js"), loadPart("later")]);
        const key = savedGame(this.session.id)?.invites?.[seat];
        const link = `${location.origin}/g/${this.session.id}${key ? `#i=${key}` : ""}`;
        const shareable = "share" in navigator;
        return [
            h("h2", { text: t("seating.waiting") }),
            h("p", { text: t(this.session.state?.public ? "seating.public" : "seating.send") }),
            copyField(t("seating.link"), link),
            shareable && h("button", { type: "button", onclick: () => navigator.share({ title: "Agon", url: link }).catch(() => {}) }, icon("share"), t("action.share")),
            h("div", { class: "waiting-dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
            h("button", { type: "button", class: "plain", onclick: () => this.session.command("abort") }, t("seating.cancel")),
        ];
    }

    /**
     * @param {Player} seat
     * @param {boolean} needsKey
     */
    joining(seat, needsKey) {
        const state = this.session.state;
        if (needsKey && !this.key) return [h("h2", { text: t("seating.waiting") }), h("p", { text: t("seating.invited_only") })];
        const name = h("input", { type: "text", maxlength: 24, value: settings.name, autocomplete: "nickname", placeholder: t("start.name.empty") });
        const join = async (/** @type {Event} */ event) => {
            event.preventDefault();
            change("name", name.value.trim());
            this.asked = seat;
            try {
                const answer = await post("/api/games/{id}/join", { name: settings.name, seat, key: this.key }, { id: this.session.id });
                saveGame(this.session.id, { tokens: { [answer.seat]: answer.token }, spec: state?.spec ?? "", at: Date.now() });
                this.joined();
            } catch (error) {
                this.asked = null;
                toastFault(error);
            }
        };
        return [
            h("h2", { text: t("seating.invited") }),
            h(
                "form",
                { class: "group", onsubmit: join },
                h("label", { class: "field inline" }, h("span", { text: t("start.name") }), name),
                h("button", { type: "submit", class: "primary" }, t("seating.join", { side: side(state?.game ?? "", seat) })),
            ),
        ];
    }
}
