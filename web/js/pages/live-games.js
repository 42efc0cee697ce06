/** The public games of the lobby as small boards that follow the play. */
import { getJson } from "../api.js";
import { framed, ready } from "../boards/index.js";
import { h, icon, text } from "../dom.js";
import { count, gameTitle, loadTitles, side, t } from "../i18n.js";

/** @import { LiveGame, Player } from "../types.js" */

export class LiveGames {
    /** @param {number} most the number of games shown */
    constructor(most) {
        this.most = most;
        this.element = h("ul", { class: "live-games" });
        /** @type {Map<string, LiveCard>} */
        this.cards = new Map();
    }

    /** @param {LiveGame[]} games */
    update(games) {
        const shown = games.slice(0, this.most);
        for (const id of this.cards.keys()) if (!shown.some((game) => game.id === id)) this.cards.delete(id);
        for (const game of shown) {
            const card = this.cards.get(game.id) ?? new LiveCard(game);
            this.cards.set(game.id, card);
            card.update(game);
        }
        const wanted = shown.flatMap((game) => this.cards.get(game.id)?.element ?? []);
        // Cards that stay where they are keep the focus.
        if (wanted.some((element, at) => this.element.children[at] !== element) || wanted.length !== this.element.children.length) this.element.replaceChildren(...wanted);
    }
}

class LiveCard {
    /** @param {LiveGame} game */
    constructor(game) {
        this.ply = -1;
        this.board = h("div", { class: "frame" });
        this.facts = h("span", { class: "quiet small" });
        const name = (/** @type {Player} */ player) => h("span", {}, h("span", { class: `dot ${player}`, "aria-hidden": "true" }), h("bdi", { text: game[player] || side(game.spec.split(":")[0] ?? "", player) }));
        const title = h("strong", { text: gameTitle(game.spec) });
        loadTitles(game.spec).then(() => text(title, gameTitle(game.spec)));
        this.element = h(
            "li",
            {},
            h("a", { class: "card live-card", href: `/g/${game.id}` }, this.board, title, h("span", { class: "live-players" }, name("p1"), name("p2")), h("span", { class: "live-facts" }, this.facts, h("span", { class: "live-watch" }, icon("eye"), t("lobby.watch")))),
        );
    }

    /** @param {LiveGame} game */
    async update(game) {
        text(this.facts, [count("count.plies", game.ply), ...(game.watchers ? [count("count.watchers", game.watchers)] : [])].join(" · "));
        if (game.ply === this.ply) return;
        this.ply = game.ply;
        // A turn may have been taken back meanwhile; then the next look at the lobby says so.
        const moment = await getJson("/api/games/{id}/plies/{n}", { id: game.id, n: game.ply }).catch(() => null);
        if (!moment || moment.ply !== this.ply) return;
        await ready(moment.board);
        const fresh = framed(moment.board, { labels: false });
        this.board.replaceWith(fresh);
        this.board = fresh;
    }
}
