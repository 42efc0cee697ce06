/** A game: board, players, moves and everything one can do. */
import { announce, toast } from "../announce.js";
import { getJson } from "../api.js";
import { ready, wantsFlip } from "../boards/picture.js";
import { Surface } from "../boards/surface.js";
import { describe, spoken } from "../boards/words.js";
import { h, text } from "../dom.js";
import { Actions } from "../game/actions.js";
import { Chat } from "../game/chat.js";
import { Hand } from "../game/hand.js";
import { MoveList } from "../game/moves.js";
import { fullName, gameOn, reasonText, resultText } from "../game/names.js";
import { Offers } from "../game/offers.js";
import { PlayerBar } from "../game/players.js";
import { Session } from "../game/session.js";
import { StatusLine } from "../game/status.js";
import { count, faultText, gameTitle, side, t } from "../i18n.js";
import { other } from "../places.js";
import { go } from "../router.js";
import { play } from "../sound.js";
import { changes, game, keep, settings } from "../store.js";
import { moves } from "../theme.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** What the other side's offers say, by the events that make them. @type {Record<string, string>} */
const OFFERS = { draw_offered: "offer.draw", takeback_asked: "offer.takeback", rematch_wanted: "offer.rematch" };

/**
 * The invitation of this page's address; it is taken out of the address at once.
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
        this.hand = new Hand(this.session);
        this.turned = false;
        /** @type {import("../types.js").Moment | null} */
        this.moment = null;
        /** @type {Step[]} */
        this.hinted = [];
        /** What the other's hand does. @type {any} */
        this.touch = null;
        /** The move that was typed last. */
        this.typedWord = "";
        this.surface = new Surface(this.hand, {
            describe: (place) => this.describe(place),
            reason: async (place) => this.reason(place),
            title: t("board.label"),
        });
        this.bars = { p1: new PlayerBar(this.session, this.hand, "p1"), p2: new PlayerBar(this.session, this.hand, "p2") };
        this.status = new StatusLine(this.session, this.hand);
        this.moves = new MoveList(this.session, (ply) => this.look(ply));
        this.chat = new Chat(this.session);
        this.offers = new Offers(this.session);
        /** @type {import("../game/seating.js").Seating | null} */
        this.seating = null;
        /** @type {import("../game/evaluation.js").EvaluationBar | null} */
        this.evaluation = null;
        /** @type {import("../game/review.js").Review | null} */
        this.review = null;
        this.actions = new Actions(this.session, this.hand, {
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
        this.stage = h("div", { class: "stage" }, this.surface.element);
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
        const { session, hand } = this;
        this.stops = [
            session.on("change", (events, first) => this.changed(events, first)),
            session.on("seats", () => this.draw()),
            session.on("chat", (line) => this.heard(line)),
            session.on("link", () => this.linked()),
            session.on("touch", (touch) => this.touched(touch)),
            session.on("refused", (act, fault) => this.refused(act, fault)),
            hand.on("change", () => this.draw()),
            hand.on("hover", () => this.drawMarks()),
            hand.on("moved", (step) => play(step.to.at === "wall" ? "wall" : "move")),
            hand.on("refused", (fault) => this.unplayable(fault)),
            hand.on("return", () => this.present()),
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

    /** Whose side of the board is below. @returns {Player} */
    get viewer() {
        const mine = this.session.mine;
        const base = mine.length === 1 && mine[0] ? mine[0] : "p1";
        return this.turned ? other(base) : base;
    }

    /** Whose numbers stand on a tavli board. @returns {Player} */
    get numbers() {
        const board = this.session.state?.board;
        return this.session.mine.length === 1 ? (this.session.mine[0] ?? "p1") : board?.kind === "tavli" ? board.mover : this.viewer;
    }

    get board() {
        return this.moment?.board ?? this.hand.board ?? this.session.state?.board;
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
        // What was taken back cannot be looked at any more.
        this.moves.update();
        if (this.moves.ply === null) this.show(null);
        this.hand.reset();
        this.draw();
        this.tellEvents(events);
        this.sendParts();
        if (first && state.status === "live") announce(this.status.sentence());
        if (events.some((event) => event.kind === "over")) {
            play("over");
            setTimeout(() => this.showResult(), moves() ? 700 : 0);
        }
        if (state.next && state.you.length) this.follow(state.next);
        this.setTitle();
    }

    async showResult() {
        const { resultDialog } = await import("../game/result.js");
        resultDialog(this.session, { rematch: () => this.rematch(), analysis: () => this.openReview() });
    }

    /** Shared dice ask each side for its part. */
    async sendParts() {
        const stage = this.session.state?.dice?.stage;
        if (stage === "commit" || stage === "reveal") (await import("../game/parts.js")).sendParts(this.session);
    }

    /** While a seat is free there is more to show. */
    async seat() {
        if (this.session.state?.status === "open" && !this.seating && !this.seatingAsked) {
            this.seatingAsked = true;
            const { Seating } = await import("../game/seating.js");
            this.seating = new Seating(this.session, this.key, () => go(`/g/${this.id}`));
            this.seats?.replaceWith(this.seating.element);
        }
        this.seating?.update();
    }

    /** Who stands better, if that is wanted. */
    async evaluate() {
        if ((settings.evaluation || this.review) && !this.evaluation && !this.evaluationAsked) {
            this.evaluationAsked = true;
            const { EvaluationBar } = await import("../game/evaluation.js");
            this.evaluation = new EvaluationBar(this.session);
            this.stage?.prepend(this.evaluation.bar);
            this.opinion?.replaceWith(this.evaluation.words);
            this.review?.tell(this.evaluation);
        }
        this.evaluation?.update(this.viewer);
    }

    /** What the engine says about the game; it is asked once. */
    async openReview() {
        if (this.review || this.reviewAsked) return;
        this.reviewAsked = true;
        try {
            const { Review } = await import("../game/review.js");
            this.review = await Review.open(this.session, /** @type {HTMLElement} */ (this.reviewed), {
                look: (ply) => this.moves.to(ply),
                choose: (ply, steps) => this.showChoice(ply, steps),
                judge: (verdicts) => this.moves.judge(verdicts),
                close: () => this.closeReview(),
            });
            await this.evaluate();
            if (this.evaluation) this.review.tell(this.evaluation);
            this.review.at(this.moves.ply);
            this.draw();
        } catch (error) {
            toast(await faultText(/** @type {any} */ (error).fault), "bad");
        }
        this.reviewAsked = false;
    }

    closeReview() {
        this.review = null;
        this.moves.judge(new Map());
        if (this.evaluation) this.evaluation.told = false;
        this.look(this.moves.ply);
        /** @type {HTMLElement | null} */ (this.actions.element.querySelector('[data-act="analysis"]'))?.focus();
    }

    /**
     * Shows what could have been played: the board before the turn, and the steps on it.
     * @param {number} ply
     * @param {Step[]} steps
     */
    async showChoice(ply, steps) {
        const shown = this.moves.ply;
        const moment = await this.session.moment(ply).catch(() => null);
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
    tellEvents(events) {
        const state = this.session.state;
        if (!state) return;
        let rolled = false;
        for (const event of events) {
            if (event.kind === "word" && event.word) {
                announce(spoken(state.game, event.seat ?? "", event.word));
                if (event.seat === "chance") rolled = true;
                else if (!this.session.mine.includes(/** @type {Player} */ (event.seat)) || this.session.shared) play(/[hvGB]/.test(event.word) ? "wall" : "move");
                if (event.word === "pass") this.passed(event, events);
            } else if (event.kind === "takeback") announce(t("play.taken_back", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind === "joined") toast(t("say.joined", { player: event.name || side(state.game, event.seat ?? "") }));
            else if (OFFERS[event.kind] && !this.session.mine.includes(/** @type {Player} */ (event.seat))) toast(t(OFFERS[event.kind] ?? "", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind.endsWith("_declined")) toast(t("offer.declined"));
            else if (event.kind === "over") announce(`${resultText(state)}. ${reasonText(state)}`);
        }
        if (rolled) {
            play("dice");
            const { picture } = this.surface;
            if (picture?.kind === "tavli" && state.board.kind === "tavli" && moves() && !this.moment) picture.roll(state.board);
        }
        if (this.session.myTurn && events.length && state.status === "live") announce(t("status.you"));
    }

    /**
     * A turn that could not be played goes by itself; it must not go unseen.
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
    heard(line) {
        this.chat.update();
        if (settings.chat && !this.session.mine.includes(line.seat)) play("turn");
    }

    linked() {
        this.offers.update();
        this.element?.classList.toggle("offline", this.session.link !== "up");
        if (this.session.link === "down" && this.session.state) announce(t("link.down"));
    }

    /** @param {any} touch */
    touched(touch) {
        if (this.session.mine.includes(touch.seat)) return;
        this.touch = touch.prefix.length || touch.hover ? touch : null;
        this.draw();
    }

    /**
     * @param {any} act
     * @param {import("../types.js").Fault} fault
     */
    async refused(act, fault) {
        if (act?.t === "turn") this.hand.refused();
        if (fault?.code === "stale" || act?.t === "commit" || act?.t === "reveal") return;
        play("bad");
        toast(await faultText(fault), "bad");
    }

    /** @param {import("../types.js").Fault | null} fault */
    async unplayable(fault) {
        play("bad");
        const words = fault ? await faultText(fault) : "";
        // Said at the wall already, it need not be shown a second time.
        if (words && this.surface.explains(words)) announce(words, "assertive");
        else if (words) toast(words, "bad");
        else if (this.hand.playing) this.status.say(t(this.hand.places ? "status.not_there" : "status.pick"));
    }

    /** @param {Place} place */
    async reason(place) {
        const fault = await this.hand.explain(place);
        return fault ? faultText(fault) : "";
    }

    /** @param {Place} place */
    describe(place) {
        const { state } = this.session;
        const board = this.board;
        return state && board ? describe(state.game, board, place, this.hand, this.numbers) : "";
    }

    /** Which board is shown: an earlier one, or none but the present. @param {import("../types.js").Moment | null} moment */
    show(moment) {
        this.moment = moment;
        this.hand.look(moment !== null);
    }

    /** Back to the board as it is now. */
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
                const moment = await this.session.moment(ply);
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
            const answer = await this.session.socket.ask({ t: "hint" });
            if (answer.seq !== this.session.state?.seq) return;
            this.hinted = answer.steps;
            const { opinionText } = await import("../game/score.js");
            const opinion = opinionText(answer);
            const note = t("play.hint", { word: answer.word }) + (opinion ? ` · ${opinion}` : "");
            this.status.say(note);
            announce(note);
            this.drawMarks();
        } catch (fault) {
            this.status.say("");
            if (fault) toast(await faultText(/** @type {any} */ (fault)), "bad");
        }
    }

    /** Asked for once: who holds both seats has agreed with himself. */
    rematch() {
        this.session.act("rematch");
    }

    /** The same people, sides changed, in another game. @param {string} next */
    follow(next) {
        const tokens = game(this.id)?.tokens ?? {};
        if (!game(next)) {
            const changed = Object.fromEntries(Object.entries(tokens).map(([seat, token]) => [other(/** @type {Player} */ (seat)), token]));
            keep(next, { tokens: changed, spec: this.session.state?.spec ?? "", at: Date.now() });
        }
        if (this.leaving) return;
        this.leaving = true;
        document.querySelector("dialog")?.close();
        go(`/g/${next}`);
    }

    /** @param {Event} event */
    type(event) {
        event.preventDefault();
        const word = this.typed?.value.trim() ?? "";
        if (!word || this.hand.recall() || !this.hand.playing) return;
        this.typedWord = word;
        this.hand.prefix = [];
        this.hand.send(word);
    }

    /** A typed move stays in its field until it is played: a wrong one can be put right. @param {GameEvent[]} events */
    clearTyped(events) {
        const played = events.some((event) => event.kind === "word" && this.session.mine.includes(/** @type {Player} */ (event.seat)));
        if (played && this.typed && this.typed.value.trim() === this.typedWord) this.typed.value = "";
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
        if (this.hand.lifted && event.key.toLowerCase() === "f") this.hand.turn();
        else if (event.key === "Escape" && this.moment) this.present();
        else if (event.key === "Escape") this.hand.cancel();
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
        const base = this.session.mine.length === 1 ? wantsFlip(state.board, this.session.mine[0] ?? "p1") : false;
        const look = { labels: settings.labels, viewer, numbers: this.numbers, flipped: base !== this.turned, clockwise: settings.clockwise };
        if (this.lower.firstChild !== this.bars[viewer].element) {
            this.lower.replaceChildren(this.bars[viewer].element);
            this.upper.replaceChildren(this.bars[other(viewer)].element);
        }
        this.surface.show(board, look);
        this.element?.style.setProperty("--ratio", String(this.surface.ratio ?? 1));
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
        this.surface.label();
        if (this.heading) text(this.heading, gameTitle(state.spec));
        if (this.about) text(this.about, this.aboutText());
        if (this.typing) this.typing.hidden = state.status !== "live" || !state.you.length;
        this.element?.classList.toggle("replaying", !!this.moment);
        this.element?.classList.toggle("dominoes", board.kind === "grid" && board.style === "plain");
        this.drawMarks();
        // Who plays with keys goes on at the board when the button just pressed is gone.
        if (focused && !this.element?.contains(document.activeElement)) this.surface.focus();
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
            this.surface.mark({ last: choice.length ? [] : this.moment.last, hint: choice, paths: settings.paths ? this.moment.paths : [] });
            return;
        }
        const { hand } = this;
        const playing = hand.playing;
        const mine = hand.prefix.length > 0;
        this.surface.mark({
            last: mine ? hand.prefix : state.last,
            targets: this.targets(),
            held: hand.held,
            movable: hand.held ? [] : hand.sources,
            ghosts: playing ? this.ownGhosts() : this.otherGhosts(),
            hint: this.hinted,
            paths: settings.paths ? state.paths : [],
            player: this.session.seat ?? "p1",
        });
    }

    /** Where a hand may go; on a tavli board also from the checker under the pointer. */
    targets() {
        const { hand } = this;
        const board = this.session.state?.board;
        if (board?.kind !== "tavli" || hand.held || !hand.over) return hand.targets;
        return [...hand.from(hand.over).map((step) => step.to), ...hand.far(hand.over).map((way) => way[1].to)];
    }

    /** What the hand is about to place. */
    ownGhosts() {
        const { hand } = this;
        const place = hand.proposal ?? (hand.held ? null : hand.over);
        const board = this.session.state?.board;
        if (!place || board?.kind !== "grid") return [];
        const step = hand.placing(place);
        const kind = hand.proposal ? `${this.session.seat} proposed` : `${this.session.seat}`;
        if (place.at === "wall") {
            if (!hand.walls && !hand.lifted) return [];
            const colour = board.stocks.some((stock) => stock.kind === "green") ? (place.upright ? " green" : " blue") : "";
            return [{ place, kind: step ? kind + colour : "bad" }];
        }
        return step?.also ? [{ place: step.to, also: step.also, kind }] : [];
    }

    /** What the other's hand is about to place. */
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

