/** Open games to join, and games to watch. */
import { getJson, post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { count, duration, gameTitle, relativeTime, side, t } from "../i18n.js";
import { go } from "../router.js";
import { savedGame, saveGame, settings } from "../store.js";

const POLL_MS = 3000;

/** @typedef {{id: string, spec: string, name: string, seat: import("../types.js").Player, clock: import("../types.js").Clock | null, at: number}} Seek */
/** @typedef {{id: string, spec: string, p1: string, p2: string, ply: number, watchers: number, at: number}} LiveGame */

/** @returns {Promise<import("../router.js").Page>} */
export async function lobbyPage() {
    const seeks = h("ul", { class: "lobby-list" });
    const live = h("ul", { class: "lobby-list" });
    const facts = h("p", { class: "quiet" });
    let last = "";

    async function look() {
        if (document.hidden) return;
        try {
            const lobby = await getJson("/api/lobby");
            const shape = JSON.stringify(lobby);
            if (shape === last) return;
            last = shape;
            draw(lobby);
        } catch {
            facts.textContent = t("error.offline");
        }
    }

    /** @param {{seeks: Seek[], live: LiveGame[], playing: number, sockets: number}} lobby */
    function draw(lobby) {
        fill(seeks, lobby.seeks.length ? lobby.seeks.map(seek) : h("li", { class: "empty" }, t("lobby.no_seeks")));
        fill(live, lobby.live.length ? lobby.live.map(table) : h("li", { class: "empty" }, t("lobby.no_games")));
        facts.textContent = count("lobby.playing", lobby.playing);
    }

    /** @param {Seek} one */
    async function join(one) {
        try {
            const answer = await post(`/api/games/${one.id}/join`, { name: settings.name, seat: one.seat });
            saveGame(one.id, { tokens: { [answer.seat]: answer.token }, spec: one.spec, at: Date.now() });
            await go(`/g/${one.id}`);
        } catch (error) {
            toastFault(error);
        }
    }

    /** @param {Seek} one */
    function seek(one) {
        const name = one.spec.split(":")[0] ?? "";
        const clock = one.clock ? `${duration(one.clock.initial_ms)} + ${one.clock.increment_ms / 1000}` : t("clock.none");
        const mine = Object.keys(savedGame(one.id)?.tokens ?? {}).length > 0;
        const act = mine
            ? h("a", { class: "button", href: `/g/${one.id}` }, t("lobby.mine"))
            : h("button", { type: "button", class: "primary", onclick: () => join(one) }, t("seating.join", { side: side(name, one.seat) }));
        return h("li", {}, h("div", {}, h("strong", { text: gameTitle(one.spec) }), h("div", { class: "quiet small" }, h("bdi", { text: one.name || t("player.nameless") }), ` · ${clock} · ${relativeTime(one.at)}`)), act);
    }

    /** @param {LiveGame} one */
    function table(one) {
        const names = `${one.p1 || t("player.nameless")} – ${one.p2 || t("player.nameless")}`;
        return h("li", {}, h("div", {}, h("strong", { text: gameTitle(one.spec) }), h("div", { class: "quiet small" }, h("bdi", { text: names }), ` · ${count("count.plies", one.ply)} · ${count("count.watchers", one.watchers)}`)), h("a", { class: "button", href: `/g/${one.id}` }, icon("eye"), t("lobby.watch")));
    }

    await look();
    const timer = window.setInterval(look, POLL_MS);
    const element = h(
        "div",
        { class: "columns" },
        h("section", { class: "sheet" }, h("h1", { text: t("nav.lobby") }), facts, h("h2", { text: t("lobby.seeks") }), seeks, h("p", { class: "small quiet", text: t("lobby.how") }), h("a", { class: "button primary", href: "/" }, t("lobby.new"))),
        h("section", { class: "sheet" }, h("h2", { text: t("lobby.live") }), live),
    );
    return { element, title: t("nav.lobby"), close: () => clearInterval(timer) };
}
