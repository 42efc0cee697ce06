/** The page of a game: board, players, moves and commands. */
import { announce, toast, toastFault } from "../announce.js";
import { getJson } from "../api.js";
import { ready, wantsFlip } from "../boards/picture.js";
import { BoardInput } from "../boards/board-input.js";
import { describe, moveText } from "../boards/move-text.js";
import { h, text } from "../dom.js";
import { Actions } from "../game/actions.js";
import { Chat } from "../game/chat.js";
import { TurnBuilder } from "../game/turn.js";
import { MoveList } from "../game/moves.js";
import { fullName, gameOn, reasonText, resultText } from "../game/names.js";
import { Offers } from "../game/offers.js";
import { PlayerBar } from "../game/players.js";
import { Session } from "../game/session.js";
import { StatusLine } from "../game/status.js";
import { count, faultText, gameTitle, side, t } from "../i18n.js";
import { other } from "../coords.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { changes, savedGame, saveGame, settings } from "../store.js";
import { animated } from "../theme.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** The texts of the opponent's offers, by event. @type {Record<string, string>} */
const OFFERS = { draw_offered: "offer.draw", takeback_asked: "offer.takeback", rematch_wanted: "offer.rematch" };

/**
 * The invitation key in the page's address; removes it from there.
 * @param {string} id
 */
function invitation(id) {
    const key = new URLSearchParams(location.hash.slice(1)).get("i");
    if (key) history.replaceState(null, "", `/g/${id}`);
    return key;
}

class GamePage {
    /** @param {string} id */
    constructor(id) {
        this.id = id;
        this.key = invitation(id);
        this.session = new Session(id);
        this.turn = new TurnBuilder(this.session);
        this.turned = false;
        /** @type {import("../types.js").Moment | null} */
        this.moment = null;
        /** @type {Step[]} */
        this.hinted = [];
        /** The opponent's unfinished turn. @type {any} */
        this.touch = null;
        /** The turn typed last. */
        this.typedTurn = "";
        this.boardInput = new BoardInput(this.turn, {
            describe: (place) => this.describe(place),
            reason: async (place) => this.reason(place),
            title: t("board.label"),
        });
        this.bars = { p1: new PlayerBar(this.session, this.turn, "p1"), p2: new PlayerBar(this.session, this.turn, "p2") };
        this.status = new StatusLine(this.session, this.turn);
        this.moves = new MoveList(this.session, (ply) => this.look(ply));
        this.chat = new Chat(this.session);
        this.offers = new Offers(this.session);
        /** @type {import("../game/seating.js").Seating | null} */
        this.seating = null;
        /** @type {import("../game/evaluation.js").EvaluationBar | null} */
        this.evaluation = null;
        /** @type {import("../game/review.js").Review | null} */
        this.review = null;
        this.actions = new Actions(this.session, this.turn, {
            analysis: () => this.openReview(),
            flip: () => this.flip(),
            hint: () => this.hint(),
            position: () => this.moment?.position ?? this.session.state?.position ?? "",
            present: () => this.present(),
            rematch: () => this.rematch(),
            result: () => this.showResult(),
        });
        this.build();
        this.listen();
    }

    build() {
        this.heading = h("h1", { class: "game-title" });
        this.about = h("p", { class: "quiet small" });
        this.typed = h("input", { type: "text", dir: "ltr", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": t("typed.label"), placeholder: t("typed.label"), maxlength: 80 });
        this.typing = h("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => this.type(event) }, this.typed, h("button", { type: "submit" }, t("typed.play")));
        this.seats = h("div");
        this.opinion = h("div");
        this.reviewed = h("div", { hidden: true });
        this.upper = h("div", { class: "upper" });
        this.lower = h("div", { class: "lower" });
        this.stage = h("div", { class: "stage" }, this.boardInput.element);
        this.element = h(
            "div",
            { class: "table" },
            h("div", { class: "play-area" }, this.seats, this.upper, this.stage, this.opinion, this.status.element, this.offers.element, this.lower),
            h("aside", { class: "panel", "aria-label": t("panel.label") }, h("div", { class: "panel-head" }, this.heading, this.about), this.reviewed, this.moves.element, this.typing, this.actions.element, this.chat.element, this.keysHelp()),
        );
    }

    keysHelp() {
        return h("details", { class: "keys" }, h("summary", {}, t("keys.title")), h("p", { class: "quiet small" }, ...t("keys.web").split("\n").flatMap((line) => [line, h("br")])));
    }

    listen() {
        const { session, turn } = this;
        this.stops = [
            session.on("change", (events, first) => this.changed(events, first)),
            session.on("seats", () => this.draw()),
            session.on("chat", (line) => this.chatReceived(line)),
            session.on("link", () => this.linkChanged()),
            session.on("touch", (touch) => this.touched(touch)),
            session.on("refused", (act, fault) => this.refused(act, fault)),
            turn.on("change", () => this.draw()),
            turn.on("hover", () => this.drawMarks()),
            turn.on("moved", (step) => play(step.to.at === "wall" ? "wall" : "move")),
            turn.on("refused", (fault) => this.unplayable(fault)),
            turn.on("return", () => this.present()),
            changes.on("change", () => this.draw()),
        ];
        this.onKey = (/** @type {KeyboardEvent} */ event) => this.keydown(event);
        document.addEventListener("keydown", this.onKey);
        this.clock = window.setInterval(() => {
            this.bars.p1.tick();
            this.bars.p2.tick();
            this.offers.tick();
        }, 100);
    }

    close() {
        for (const stop of this.stops ?? []) stop();
        if (this.onKey) document.removeEventListener("keydown", this.onKey);
        clearInterval(this.clock);
        this.session.close();
    }

    /** The player whose side is at the bottom. @returns {Player} */
    get viewer() {
        const mine = this.session.mySeats;
        const base = mine.length === 1 && mine[0] ? mine[0] : "p1";
        return this.turned ? other(base) : base;
    }

    /** The player whose point numbers a tavli board shows. @returns {Player} */
    get numbers() {
        const board = this.session.state?.board;
        return this.session.mySeats.length === 1 ? (this.session.mySeats[0] ?? "p1") : board?.kind === "tavli" ? board.mover : this.viewer;
    }

    get board() {
        return this.moment?.board ?? this.turn.board ?? this.session.state?.board;
    }

    /**
     * @param {GameEvent[]} events
     * @param {boolean} first
     */
    changed(events, first) {
        const state = this.session.state;
        if (!state) return;
        this.touch = null;
        this.hinted = [];
        this.status.note = "";
        this.clearTyped(events);
        // Plies that were taken back can no longer be shown.
        this.moves.update();
        if (this.moves.ply === null) this.show(null);
        this.turn.reset();
        this.draw();
        this.announceEvents(events);
        this.sendParts();
        if (first && state.status === "live") announce(this.status.sentence());
        if (events.some((event) => event.kind === "over")) {
            play("over");
            setTimeout(() => this.showResult(), animated() ? 700 : 0);
        }
        if (state.next && state.you.length) this.follow(state.next);
        this.setTitle();
    }

    async showResult() {
        const { resultDialog } = await import("../game/result.js");
        resultDialog(this.session, { rematch: () => this.rematch(), analysis: () => this.openReview() });
    }

    /** Sends the parts of the shared dice. */
    async sendParts() {
        const stage = this.session.state?.dice?.stage;
        if (stage === "commit" || stage === "reveal") (await import("../game/parts.js")).sendParts(this.session);
    }

    /** Loads the seating panel while a seat is free. */
    async seat() {
        if (this.session.state?.status === "open" && !this.seating && !this.seatingAsked) {
            this.seatingAsked = true;
            const { Seating } = await import("../game/seating.js");
            this.seating = new Seating(this.session, this.key, () => go(`/g/${this.id}`));
            this.seats?.replaceWith(this.seating.element);
        }
        this.seating?.update();
    }

    /** Loads and updates the evaluation bar if it is switched on. */
    async evaluate() {
        if ((settings.evaluation || this.review) && !this.evaluation && !this.evaluationAsked) {
            this.evaluationAsked = true;
            const { EvaluationBar } = await import("../game/evaluation.js");
            this.evaluation = new EvaluationBar(this.session);
            this.stage?.prepend(this.evaluation.bar);
            this.opinion?.replaceWith(this.evaluation.caption);
            this.review?.updateBar(this.evaluation);
        }
        this.evaluation?.update(this.viewer);
    }

    /** Opens the review of the game. */
    async openReview() {
        if (this.review || this.reviewAsked) return;
        this.reviewAsked = true;
        try {
            const { Review } = await import("../game/review.js");
            this.review = await Review.open(this.session, /** @type {HTMLElement} */ (this.reviewed), {
                look: (ply) => this.moves.to(ply),
                choose: (ply, steps) => this.showChoice(ply, steps),
                setVerdicts: (verdicts) => this.moves.setVerdicts(verdicts),
                close: () => this.closeReview(),
            });
            await this.evaluate();
            if (this.evaluation) this.review.updateBar(this.evaluation);
            this.review.at(this.moves.ply);
            this.draw();
        } catch (error) {
            toastFault(error);
        }
        this.reviewAsked = false;
    }

    closeReview() {
        this.review = null;
        this.moves.setVerdicts(new Map());
        if (this.evaluation) this.evaluation.fromReview = false;
        this.look(this.moves.ply);
        /** @type {HTMLElement | null} */ (this.actions.element.querySelector('[data-act="analysis"]'))?.focus();
    }

    /**
     * Shows a choice of the review: the board before the turn, and its steps as arrows.
     * @param {number} ply
     * @param {Step[]} steps
     */
    async showChoice(ply, steps) {
        const shown = this.moves.ply;
        const moment = await this.session.boardAt(ply).catch(() => null);
        if (!moment || this.moves.ply !== shown) return;
        this.show(moment);
        this.hinted = steps;
        this.draw();
    }

    setTitle() {
        const state = this.session.state;
        if (!state) return;
        document.title = `${this.session.myTurn ? "● " : ""}${gameTitle(state.spec)} · Agon`;
    }

    /** @param {GameEvent[]} events */
    announceEvents(events) {
        const state = this.session.state;
        if (!state) return;
        let rolled = false;
        for (const event of events) {
            if (event.kind === "word" && event.word) {
                announce(moveText(state.game, event.seat ?? "", event.word));
                if (event.seat === "chance") rolled = true;
                else if (!this.session.mySeats.includes(/** @type {Player} */ (event.seat)) || this.session.playsBoth) play(/[hvGB]/.test(event.word) ? "wall" : "move");
                if (event.word === "pass") this.passed(event, events);
            } else if (event.kind === "takeback") announce(t("play.taken_back", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind === "joined") toast(t("say.joined", { player: event.name || side(state.game, event.seat ?? "") }));
            else if (OFFERS[event.kind] && !this.session.mySeats.includes(/** @type {Player} */ (event.seat))) toast(t(OFFERS[event.kind] ?? "", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind.endsWith("_declined")) toast(t("offer.declined"));
            else if (event.kind === "over") announce(`${resultText(state)}. ${reasonText(state)}`);
        }
        if (rolled) {
            play("dice");
            const { picture } = this.boardInput;
            if (picture?.kind === "tavli" && state.board.kind === "tavli" && animated() && !this.moment) picture.roll(state.board);
        }
        if (this.session.myTurn && events.length && state.status === "live") announce(t("status.you"));
    }

    /**
     * Tells the players that a turn without a legal move was passed.
     * @param {GameEvent} event
     * @param {GameEvent[]} events
     */
    passed(event, events) {
        const state = this.session.state;
        if (!state) return;
        const at = events.indexOf(event);
        const roll = events.slice(0, at).findLast((one) => one.seat === "chance")?.word ?? state.words.findLast((_, n) => state.by[n] === "chance") ?? "";
        const player = fullName(state, /** @type {Player} */ (event.seat));
        toast(t("play.passed", { player, dice: roll.replace(/[^1-6]/g, "").split("").join("-") }));
    }

    /** @param {import("../types.js").ChatLine} line */
    chatReceived(line) {
        this.chat.update();
        if (settings.chat && !this.session.mySeats.includes(line.seat)) play("turn");
    }

    linkChanged() {
        this.offers.update();
        this.element?.classList.toggle("offline", this.session.link !== "up");
        if (this.session.link === "down" && this.session.state) announce(t("link.down"));
    }

    /** @param {any} touch */
    touched(touch) {
        if (this.session.mySeats.includes(touch.seat)) return;
        this.touch = touch.prefix.length || touch.hover ? touch : null;
        this.draw();
    }

    /**
     * @param {any} act
     * @param {import("../types.js").Fault} fault
     */
    async refused(act, fault) {
        if (act?.t === "turn") this.turn.refused();
        if (fault?.code === "stale" || act?.t === "commit" || act?.t === "reveal") return;
        play("bad");
        toast(await faultText(fault), "bad");
    }

    /** @param {import("../types.js").Fault | null} fault */
    async unplayable(fault) {
        play("bad");
        const words = fault ? await faultText(fault) : "";
        // If the reason is already shown at the wall, only announce it.
        if (words && this.boardInput.isShowing(words)) announce(words, "assertive");
        else if (words) toast(words, "bad");
        else if (this.turn.playing) this.status.say(t(this.turn.canPlace ? "status.not_there" : "status.pick"));
    }

    /** @param {Place} place */
    async reason(place) {
        const fault = await this.turn.wallFault(place);
        return fault ? faultText(fault) : "";
    }

    /** @param {Place} place */
    describe(place) {
        const { state } = this.session;
        const board = this.board;
        return state && board ? describe(state.game, board, place, this.turn, this.numbers) : "";
    }

    /** Shows an earlier board; null is the current one. @param {import("../types.js").Moment | null} moment */
    show(moment) {
        this.moment = moment;
        this.turn.setShowingPast(moment !== null);
    }

    /** Returns to the current board. */
    present() {
        if (this.moment) this.moves.to(Infinity);
    }

    /** Shows an earlier board. @param {number | null} ply */
    async look(ply) {
        if (this.review) this.hinted = [];
        this.review?.at(ply);
        if (ply === null) this.show(null);
        else
            try {
                const moment = await this.session.boardAt(ply);
                if (this.moves.ply !== ply) return;
                this.show(moment);
                announce(t("moves.at", { n: ply, all: this.session.state?.ply ?? 0, word: moment.word ?? "" }));
            } catch {
                return;
            }
        this.draw();
    }

    flip() {
        this.turned = !this.turned;
        this.draw();
    }

    async hint() {
        this.present();
        this.status.say(t("play.hint_wait"));
        try {
            const answer = await this.session.socket.request({ t: "hint" });
            if (answer.seq !== this.session.state?.seq) return;
            this.hinted = answer.steps;
            const { evaluationText } = await import("../game/score.js");
            const evaluation = evaluationText(answer);
            const note = t("play.hint", { word: answer.word }) + (evaluation ? ` · ${evaluation}` : "");
            this.status.say(note);
            announce(note);
            this.drawMarks();
        } catch (fault) {
            this.status.say("");
            if (fault) toast(await faultText(/** @type {any} */ (fault)), "bad");
        }
    }

    /** Offers a rematch; a player with both seats offers once. */
    rematch() {
        this.session.command("rematch");
    }

    /** Goes to the rematch, in which the players have changed sides. @param {string} next */
    follow(next) {
        const tokens = savedGame(this.id)?.tokens ?? {};
        if (!savedGame(next)) {
            const changed = Object.fromEntries(Object.entries(tokens).map(([seat, token]) => [other(/** @type {Player} */ (seat)), token]));
            saveGame(next, { tokens: changed, spec: this.session.state?.spec ?? "", at: Date.now() });
        }
        if (this.leaving) return;
        this.leaving = true;
        document.querySelector("dialog")?.close();
        go(`/g/${next}`);
    }

    /** @param {Event} event */
    type(event) {
        event.preventDefault();
        const notation = this.typed?.value.trim() ?? "";
        if (!notation || this.turn.returnToPresent() || !this.turn.playing) return;
        this.typedTurn = notation;
        this.turn.prefix = [];
        this.turn.send(notation);
    }

    /** Clears a typed turn once it is played; until then it can be corrected. @param {GameEvent[]} events */
    clearTyped(events) {
        const played = events.some((event) => event.kind === "word" && this.session.mySeats.includes(/** @type {Player} */ (event.seat)));
        if (played && this.typed && this.typed.value.trim() === this.typedTurn) this.typed.value = "";
    }

    /** @param {KeyboardEvent} event */
    keydown(event) {
        const target = event.target instanceof HTMLElement ? event.target : null;
        if (document.querySelector("dialog[open]") || target?.closest("input, textarea, select")) return;
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
            event.preventDefault();
            this.actions.undo();
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (this.turn.placingWall && event.key.toLowerCase() === "f") this.turn.rotateWall();
        else if (event.key === "Escape" && this.moment) this.present();
        else if (event.key === "Escape") this.turn.cancel();
        else if (event.key === "ArrowLeft") this.moves.step(-1);
        else if (event.key === "ArrowRight") this.moves.step(1);
        else return;
        event.preventDefault();
    }

    draw() {
        const state = this.session.state;
        const board = this.touch && !this.moment && !this.session.myTurn ? (this.touch.board ?? this.board) : this.board;
        if (!state || !board || !this.upper || !this.lower) return;
        const focused = !!this.element?.querySelector(":focus-visible");
        const viewer = this.viewer;
        const base = this.session.mySeats.length === 1 ? wantsFlip(state.board, this.session.mySeats[0] ?? "p1") : false;
        const look = { labels: settings.labels, viewer, numbers: this.numbers, flipped: base !== this.turned, clockwise: settings.clockwise };
        if (this.lower.firstChild !== this.bars[viewer].element) {
            this.lower.replaceChildren(this.bars[viewer].element);
            this.upper.replaceChildren(this.bars[other(viewer)].element);
        }
        this.boardInput.show(board, look);
        this.element?.style.setProperty("--ratio", String(this.boardInput.ratio ?? 1));
        const paths = this.moment?.paths ?? state.paths;
        this.bars.p1.update(board, paths);
        this.bars.p2.update(board, paths);
        this.status.update();
        this.moves.update();
        this.chat.update();
        this.offers.update();
        this.seat();
        this.evaluate();
        this.actions.update();
        this.boardInput.updateLabels();
        if (this.heading) text(this.heading, gameTitle(state.spec));
        if (this.about) text(this.about, this.aboutText());
        if (this.typing) this.typing.hidden = state.status !== "live" || !state.you.length;
        this.element?.classList.toggle("replaying", !!this.moment);
        this.element?.classList.toggle("dominoes", board.kind === "grid" && board.style === "plain");
        this.drawMarks();
        // If the focused button has disappeared, keyboard players continue on the board.
        if (focused && !this.element?.contains(document.activeElement)) this.boardInput.focus();
    }

    aboutText() {
        const state = this.session.state;
        if (!state) return "";
        const facts = [];
        const game = gameOn(state, this.board ?? state.board);
        if (game !== state.game) facts.push(gameTitle(game));
        if (state.watchers > 0) facts.push(count("count.watchers", state.watchers));
        if (state.dice) facts.push(t("dice.committed", { commit: state.dice.commit.slice(0, 8) }));
        if (state.you.length === 0) facts.push(t("player.watching"));
        return facts.join(" · ");
    }

    drawMarks() {
        const state = this.session.state;
        if (!state) return;
        if (this.moment) {
            const choice = this.review ? this.hinted : [];
            this.boardInput.mark({ last: choice.length ? [] : this.moment.last, hint: choice, paths: settings.paths ? this.moment.paths : [] });
            return;
        }
        const { turn } = this;
        const playing = turn.playing;
        const mine = turn.prefix.length > 0;
        this.boardInput.mark({
            last: mine ? turn.prefix : state.last,
            targets: this.targets(),
            held: turn.held,
            movable: turn.held ? [] : turn.sources,
            ghosts: playing ? this.ownGhosts() : this.otherGhosts(),
            hint: this.hinted,
            paths: settings.paths ? state.paths : [],
            player: this.session.seat ?? "p1",
        });
    }

    /** The target places; on a tavli board also those of the checker under the pointer. */
    targets() {
        const { turn } = this;
        const board = this.session.state?.board;
        if (board?.kind !== "tavli" || turn.held || !turn.hovered) return turn.targets;
        return [...turn.stepsFrom(turn.hovered).map((step) => step.to), ...turn.twoStepMoves(turn.hovered).map((pair) => pair[1].to)];
    }

    /** The preview of the wall or domino to place. */
    ownGhosts() {
        const { turn } = this;
        const place = turn.proposal ?? (turn.held ? null : turn.hovered);
        const board = this.session.state?.board;
        if (!place || board?.kind !== "grid") return [];
        const step = turn.placementAt(place);
        const kind = turn.proposal ? `${this.session.seat} proposed` : `${this.session.seat}`;
        if (place.at === "wall") {
            if (!turn.canPlaceWall && !turn.placingWall) return [];
            const colour = board.stocks.some((stock) => stock.kind === "green") ? (place.upright ? " green" : " blue") : "";
            return [{ place, kind: step ? kind + colour : "bad" }];
        }
        return step?.also ? [{ place: step.to, also: step.also, kind }] : [];
    }

    /** The preview of the opponent's wall or domino. */
    otherGhosts() {
        const hover = this.touch?.hover;
        return hover ? [{ place: hover.to, also: hover.also, kind: `${this.touch.seat} other` }] : [];
    }
}

/**
 * @param {string} id
 * @returns {Promise<import("../router.js").Page>}
 */
export async function gamePage(id) {
    /** @type {import("../types.js").GameState} */
    const state = await getJson(`/api/games/${id}`);
    await ready(state.board);
    const page = new GamePage(id);
    return { element: /** @type {HTMLElement} */ (page.element), title: t("nav.play"), close: () => page.close() };
}

