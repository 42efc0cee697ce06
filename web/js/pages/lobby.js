/** The lobby: open games to join, games to watch, and bots to challenge. */
import { catalogue, post } from "../api.js";
import { toastFault } from "../announce.js";
import { framed, ready } from "../boards/index.js";
import { fill, h } from "../dom.js";
import { count, duration, gameTitle, loadTitles, relativeTime, side, t } from "../i18n.js";
import { go } from "../router.js";
import { savedGame, saveGame, settings } from "../store.js";
import { botList } from "./bots.js";
import { followLobby } from "./follow-lobby.js";
import { LiveGames } from "./live-games.js";

/** @import { Lobby, Seek } from "../types.js" */

/** The most games shown as boards. */
const SHOWN_LIVE = 12;

/** @returns {Promise<import("../router.js").Page>} */
export async function lobbyPage() {
    const { games } = await catalogue();
    await ready(...games.map((game) => game.board));
    const seeks = h("ul", { class: "seeks" });
    const live = new LiveGames(SHOWN_LIVE);
    const quiet = h("p", { class: "empty", text: t("lobby.no_games") });
    const facts = h("p", { class: "quiet" });

    /** @param {Lobby} lobby */
    async function draw(lobby) {
        await loadTitles(...lobby.seeks.map((one) => one.spec));
        fill(seeks, lobby.seeks.length ? lobby.seeks.map(seek) : h("li", { class: "empty" }, h("p", { text: t("lobby.no_seeks") }), h("p", { class: "small", text: t("lobby.how") })));
        live.update(lobby.live);
        quiet.hidden = lobby.live.length > 0;
        facts.textContent = lobby.playing ? count("lobby.playing", lobby.playing) : "";
    }

    /** @param {Seek} one */
    async function join(one) {
        try {
            const answer = await post("/api/games/{id}/join", { name: settings.name, seat: one.seat }, { id: one.id });
            saveGame(one.id, { tokens: { [answer.seat]: answer.token }, spec: one.spec, at: Date.now() });
            await go(`/g/${one.id}`);
        } catch (error) {
            toastFault(error);
        }
    }

    /** @param {Seek} one */
    function seek(one) {
        const name = one.spec.split(":")[0] ?? "";
        const game = games.find((known) => known.name === name);
        const clock = one.clock ? `${duration(one.clock.initial_ms)} + ${(one.clock.increment_ms ?? 0) / 1000}` : t("clock.none");
        const mine = Object.keys(savedGame(one.id)?.tokens ?? {}).length > 0;
        const act = mine
            ? h("a", { class: "button", href: `/g/${one.id}` }, t("lobby.mine"))
            : h("button", { type: "button", class: "primary", onclick: () => join(one) }, t("seating.join", { side: side(name, one.seat) }));
        return h(
            "li",
            {},
            game && framed(game.board, { labels: false }),
            h("div", { class: "seek-text" }, h("strong", { text: gameTitle(one.spec) }), h("span", {}, h("bdi", { text: one.name || t("player.nameless") })), h("span", { class: "quiet small", text: `${clock} · ${relativeTime(one.at)}` })),
            act,
        );
    }

    const stop = await followLobby(draw, () => (facts.textContent = t("error.offline")));
    const element = h(
        "div",
        { class: "lobby" },
        h("div", { class: "welcome" }, h("div", {}, h("h1", { text: t("nav.lobby") }), facts), h("a", { class: "button primary", href: "/" }, t("lobby.new"))),
        h("section", { class: "sheet", "aria-labelledby": "seeks-title" }, h("h2", { id: "seeks-title", text: t("lobby.seeks") }), seeks),
        h("section", { class: "sheet", "aria-labelledby": "live-title" }, h("h2", { id: "live-title", text: t("start.live") }), live.element, quiet),
        h("section", { class: "sheet", "aria-labelledby": "bots-title" }, h("h2", { id: "bots-title", text: t("lobby.bots") }), botList(games)),
    );
    return { element, title: t("nav.lobby"), close: stop };
}
