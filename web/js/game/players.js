/** The bar of a player: name, clock, walls left, pip count, path length. */
import { kindOf } from "../boards/index.js";
import { attr, fill, h, s, text } from "../dom.js";
import { count, duration, number, side, t } from "../i18n.js";
import { playerIndex } from "../coords.js";
import { settings } from "../store.js";
import { ownName } from "./names.js";

/** @import { BoardView, PathView, Player } from "../types.js" */

export class PlayerBar {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./turn.js").TurnBuilder} turn
     * @param {Player} player
     */
    constructor(session, turn, player) {
        this.session = session;
        this.turn = turn;
        this.player = player;
        this.side = h("strong", { class: "side-name" });
        this.name = h("bdi", { class: "player-name" });
        this.presence = h("span", { class: "presence" });
        this.facts = h("span", { class: "facts" });
        this.stocks = h("div", { class: "stocks", dir: "ltr" });
        this.clock = h("span", { class: "clock", dir: "ltr" });
        this.element = h(
            "div",
            { class: `player-bar ${player}`, role: "group" },
            (this.badge = badge(player)),
            h("div", { class: "player-text" }, h("div", { class: "player-line" }, this.side, this.name, this.presence), this.facts),
            this.stocks,
            this.clock,
        );
        this.stockShape = "";
        this.plain = false;
    }

    /**
     * @param {BoardView} board
     * @param {PathView[]} paths on that board
     */
    update(board, paths) {
        const state = this.session.state;
        if (!state) return;
        const { player } = this;
        const seat = state.seats[player];
        this.updateBadge(kindOf(board).dominoes(board));
        text(this.side, side(state.game, player));
        text(this.name, ownName(state, player));
        attr(this.element, "aria-label", `${side(state.game, player)} ${ownName(state, player)}`);
        this.element.classList.toggle("turn", state.turn === player && state.status === "live");
        this.think();
        const gone = seat.kind === "human" && !seat.here && state.status !== "over" && !state.you.includes(player);
        text(this.presence, gone ? t("player.gone") : "");
        text(this.facts, this.factsText(board, paths));
        this.updateStocks(board);
        this.tick();
    }

    /** Shows whether the player is a bot that thinks. */
    think() {
        const { state } = this.session;
        this.element.classList.toggle("thinking", !!state?.thinking && state.turn === this.player && state.seats[this.player].kind === "bot");
    }

    /** In domino games the badge is a domino. @param {boolean} plain */
    updateBadge(plain) {
        if (plain === this.plain) return;
        this.plain = plain;
        const fresh = badge(this.player, plain);
        this.badge.replaceWith(fresh);
        this.badge = fresh;
    }

    /**
     * @param {BoardView} board
     * @param {PathView[]} paths
     */
    factsText(board, paths) {
        const facts = kindOf(board).facts(board, this.player);
        const mine = paths.filter((path) => path.player === this.player);
        const pawns = new Set(mine.map((path) => path.pawn));
        if (mine.length > pawns.size) for (const pawn of pawns) facts.push(`${pawn}: ${mine.filter((path) => path.pawn === pawn).map((path) => number(path.turns)).join(", ")}`);
        else if (settings.paths) for (const path of mine) facts.push(count("paths.turns", path.turns, { pawn: path.pawn || t("paths.pawn") }));
        return facts.join(" · ");
    }

    /** @param {BoardView} board */
    updateStocks(board) {
        const mine = kindOf(board).stocks(board, this.player);
        const lift = this.turn.canPlaceWall && this.session.seat === this.player;
        const shape = JSON.stringify([mine, lift]);
        if (shape !== this.stockShape) {
            this.stockShape = shape;
            this.stocks.hidden = mine.length === 0;
            fill(this.stocks, mine.map((stock) => this.stock(stock, lift)));
        }
        // The button that a finger is dragging from stays in the document: browsers lose the finger otherwise.
        for (const button of this.stocks.querySelectorAll("button")) attr(button, "aria-pressed", String(this.turn.placingWall));
    }

    /**
     * @param {{kind: string, left: number}} stock
     * @param {boolean} lift
     */
    stock(stock, lift) {
        const label = count(`count.${stock.kind}`, stock.left);
        const shown = Math.min(stock.left, 10);
        const slabs = s(
            "svg",
            { class: `slabs ${stock.kind}`, viewBox: "0 0 80 22", "aria-hidden": "true" },
            Array.from({ length: shown }, (_, n) => s("rect", { x: 1 + n * 8, y: 1, width: 5, height: 20, rx: 2 })),
        );
        const content = [slabs, h("span", { class: "stock-count", text: number(stock.left) })];
        if (!lift || stock.left === 0) return h("span", { class: "stock", role: "img", "aria-label": label }, content);
        const upright = stock.kind === "green" ? true : stock.kind === "blue" ? false : null;
        const begin = () => {
            if (upright !== null) this.turn.upright = upright;
            if (!this.turn.placingWall || upright === null) this.turn.toggleWall();
        };
        const button = h(
            "button",
            { type: "button", class: "stock", "aria-label": `${label}. ${t("action.lift")}`, title: t("action.lift") },
            content,
        );
        button.addEventListener("pointerdown", (event) => {
            if (this.turn.placingWall) return;
            // A finger is captured by what it touched, which may be a part of the button.
            if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
            begin();
            this.turn.draggingWall = true;
            this.fromPointer = true;
        });
        button.addEventListener("click", () => {
            if (!this.fromPointer) begin();
            this.fromPointer = false;
            this.turn.draggingWall = false;
        });
        return button;
    }

    /** Updates the clock between messages. */
    tick() {
        const left = this.session.timeLeft(/** @type {0 | 1} */ (playerIndex(this.player)));
        this.clock.hidden = left === null;
        if (left === null) return;
        const shown = left < 10000 ? (left / 1000).toFixed(1) : duration(left + 999);
        text(this.clock, shown);
        this.clock.classList.toggle("low", left < 20000);
        this.clock.classList.toggle("running", this.session.state?.clock?.running === this.player);
    }
}

/**
 * A player's badge: a colour and a shape.
 * @param {Player} player
 * @param {boolean} [domino]
 */
export function badge(player, domino = false) {
    if (domino) {
        const [w, h] = player === "p1" ? [26, 52] : [52, 26];
        return s("svg", { class: "badge", viewBox: "-30 -30 60 60", "aria-hidden": "true" }, s("g", { class: `domino ${player}` }, s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 6 })));
    }
    return s(
        "svg",
        { class: `badge ${player}`, viewBox: "-30 -30 60 60", "aria-hidden": "true" },
        s("circle", { class: "body", r: 26 }),
        s("circle", { class: "rim", r: 19 }),
        player === "p1" ? s("circle", { class: "mark", r: 9 }) : s("rect", { class: "mark", x: -8, y: -8, width: 16, height: 16, transform: "rotate(45)" }),
    );
}
