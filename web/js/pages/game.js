/** The page of a game: board, players, moves and commands. */
import { announce, toast, toastFault } from "../announce.js";
import { getJson } from "../api.js";
import { kindOf, ready } from "../boards/index.js";
import { BoardInput } from "../boards/board-input.js";
import { describe, moveText } from "../boards/move-text.js";
import { h, text } from "../dom.js";
import { Actions } from "../game/actions.js";
import { Chat } from "../game/chat.js";
import { CommandBar, MENU } from "../game/command-bar.js";
import { TurnBuilder } from "../game/turn.js";
import { TypedMoves } from "../game/typed.js";
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

/** @import { ChatLine, Fault, GameEvent, Moment, PathView, PlaceView, PlyEvent, Player, ServerMessage, Step } from "../types.js" */
/** @import { Act } from "../socket.js" */
/** @typedef {Extract<ServerMessage, { t: "touch" }>} Touch */

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
    /**
     * @param {string} id
     * @param {boolean} dice whether turns are rolled
     */
    constructor(id, dice) {
        this.id = id;
        this.dice = dice;
        this.key = invitation(id);
        this.session = new Session(id);
        this.turn = new TurnBuilder(this.session);
        this.turned = false;
        /** @type {Moment | null} */
        this.moment = null;
        /** @type {Step[]} */
        this.hinted = [];
        /** The paths of every pawn to each of its goals. @type {{seq: number, paths: PathView[]} | null} */
        this.everyPath = null;
        this.pathsAsked = -1;
        /** The opponent's unfinished turn. @type {Touch | null} */
        this.touch = null;
        /** The paths that the wall refused last would close. @type {import("../types.js").PathView[]} */
        this.closing = [];
        this.boardInput = new BoardInput(this.turn, {
            describe: (place) => this.describe(place),
            reason: async (place) => this.reason(place),
            title: t("board.label"),
        });
        this.bars = { p1: new PlayerBar(this.session, this.turn, "p1"), p2: new PlayerBar(this.session, this.turn, "p2") };
        this.status = new StatusLine(this.session, this.turn);
        this.moves = new MoveList(this.session, (ply) => this.look(ply));
        this.typed = new TypedMoves(this.session, this.turn);
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
            shown: () => this.shown(),
            present: () => this.present(),
            rematch: () => this.rematch(),
            result: () => this.showResult(),
        });
        this.commands = new CommandBar(this.session, this.turn, this.actions);
        this.build();
        this.listen();
        this.setPace();
    }

    /** Loads what shows the events of a game with dice one after another. */
    async setPace() {
        if (!this.dice) return;
        const { Pacer } = await import("../game/pace.js");
        this.session.pacer = new Pacer(this.session);
    }

    build() {
        this.heading = h("h1", { class: "game-title" });
        this.about = h("p", { class: "quiet small" });
        this.seats = h("div");
        this.opinion = h("div");
        this.menu = h("div", { class: "menu", id: MENU, popover: "auto", onclick: (/** @type {Event} */ event) => this.closeMenu(event) }, this.typed.element, this.actions.element, this.keysHelp());
        this.reviewed = h("div", { hidden: true });
        this.upper = h("div", { class: "upper" });
        this.lower = h("div", { class: "lower" });
        this.stage = h("div", { class: "stage" }, this.boardInput.element);
        this.element = h(
            "div",
            { class: "table" },
            h("div", { class: "play-area" }, this.seats, this.upper, this.stage, this.opinion, this.status.element, this.offers.element, this.lower, this.commands.element),
            h("aside", { class: "panel", "aria-label": t("panel.label") }, h("div", { class: "panel-head" }, this.heading, this.about), this.reviewed, this.moves.element, this.menu, this.chat.element),
        );
    }

    /** Closes the menu of a small screen after a command. @param {Event} event */
    closeMenu(event) {
        const command = event.target instanceof Element && event.target.closest(".actions > *");
        if (command && this.menuIsOpen) this.menu?.hidePopover();
    }

    get menuIsOpen() {
        return !!this.menu?.matches(":popover-open");
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
            turn.on("change", () => {
                this.closing = [];
                this.draw();
            }),
            turn.on("hover", () => this.drawMarks()),
            turn.on("moved", (step) => play(step.to.at === "wall" ? "wall" : "move")),
            turn.on("refused", (fault, place) => this.unplayable(fault, place)),
            turn.on("return", () => this.present()),
            turn.on("queued", () => announce(t("status.queued"))),
            turn.on("dropped", () => toast(t("premove.dropped"), "bad")),
            changes.on("change", () => this.draw()),
        ];
        this.onKey = (/** @type {KeyboardEvent} */ event) => this.keydown(event);
        document.addEventListener("keydown", this.onKey);
        this.boardInput.element.addEventListener("pointerdown", () => this.hurry());
        // A control that was clicked keeps the focus, but the next key is not meant for it.
        this.clicked = false;
        /** Whether a wall was being placed when the page was drawn last. */
        this.placingWall = false;
        this.onPointer = () => (this.clicked = true);
        document.addEventListener("pointerdown", this.onPointer);
        this.clock = window.setInterval(() => {
            this.bars.p1.tick();
            this.bars.p2.tick();
            this.offers.tick();
        }, 100);
    }

    close() {
        for (const stop of this.stops ?? []) stop();
        if (this.onKey) document.removeEventListener("keydown", this.onKey);
        if (this.onPointer) document.removeEventListener("pointerdown", this.onPointer);
        clearInterval(this.clock);
        this.moves.play(false);
        this.session.close();
    }

    /** The player whose side is at the bottom. @returns {Player} */
    get viewer() {
        const mine = this.session.mySeats;
        const base = mine.length === 1 && mine[0] ? mine[0] : "p1";
        return this.turned ? other(base) : base;
    }

    /** The player whose point numbers the board shows. @returns {Player} */
    get numbers() {
        const [mine, second] = this.session.mySeats;
        if (mine && !second) return mine;
        const board = this.session.state?.board;
        return (board && kindOf(board).numbers(board)) ?? this.viewer;
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
        this.closing = [];
        this.status.note = "";
        this.typed.clear(events);
        // Plies that were taken back can no longer be shown.
        this.moves.update();
        if (this.moves.ply === null) this.show(null);
        this.turn.reset();
        this.queue(events);
        this.draw();
        this.boardInput.aim();
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

    /**
     * Plays the queued turn, or loads what queues one while the opponent is to move.
     * @param {GameEvent[]} events
     */
    async queue(events) {
        const { turn, session } = this;
        const { premove } = turn;
        if (premove && events.some((event) => event.kind === "takeback" || event.kind === "over")) premove.cancel();
        premove?.play();
        if (premove || this.premoveAsked || this.dice || session.mySeats.length !== 1 || session.myTurn || session.state?.status !== "live") return;
        this.premoveAsked = true;
        const { Premove } = await import("../game/premove.js");
        turn.premove = new Premove(turn);
        this.draw();
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

    /** A click on the board rolls the dice, or shows at once what is still to come. */
    hurry() {
        const { pacer } = this.session;
        if (pacer?.rollDue) pacer.roll();
        else pacer?.skip();
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
                else if (!this.session.mySeats.includes(/** @type {Player} */ (event.seat)) || this.session.playsBoth) play(state.last.some((step) => step.to.at === "wall") ? "wall" : "move");
                if (event.word === "pass") this.passed(event, events);
            } else if (event.kind === "takeback") announce(t("play.taken_back", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind === "joined" && event.seat !== this.seating?.asked) toast(t("say.joined", { player: event.name || side(state.game, event.seat ?? "") }));
            else if (OFFERS[event.kind] && !this.session.mySeats.includes(/** @type {Player} */ (event.seat))) toast(t(OFFERS[event.kind] ?? "", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind.endsWith("_declined")) toast(t("offer.declined"));
            else if (event.kind === "over") announce(`${resultText(state)}. ${reasonText(state)}`);
        }
        if (rolled) {
            play("dice");
            if (animated() && !this.moment) this.boardInput.picture?.roll(state.board);
        }
        if (this.session.myTurn && events.length && state.status === "live") announce(t("status.you"));
    }

    /**
     * Tells the players that a turn without a legal move was passed.
     * @param {PlyEvent} event
     * @param {GameEvent[]} events
     */
    passed(event, events) {
        const state = this.session.state;
        if (!state) return;
        const at = events.indexOf(event);
        const rolls = events.slice(0, at).flatMap((one) => (one.kind === "word" && one.seat === "chance" ? one.word : []));
        const roll = rolls.at(-1) ?? state.words.findLast((_, n) => state.by[n] === "chance") ?? "";
        const player = fullName(state, /** @type {Player} */ (event.seat));
        const reason = event.pass && t(`pass.${event.pass}`, { dice: roll.replace(/[^1-6]/g, "").split("").join("-") });
        const note = reason ? t("say.passed", { player, reason }) : t("say.pass", { player });
        this.status.say(note);
        toast(note);
    }

    /** @param {ChatLine} line */
    chatReceived(line) {
        this.chat.update();
        if (settings.chat && !this.session.mySeats.includes(line.seat)) play("turn");
    }

    linkChanged() {
        this.offers.update();
        this.element?.classList.toggle("offline", this.session.link !== "up");
        // Requests are answered only now.
        if (this.session.link === "up" && settings.allPaths) this.draw();
        if (this.session.link === "down" && this.session.state) announce(t("link.down"));
    }

    /** @param {Touch} touch */
    touched(touch) {
        if (this.session.mySeats.includes(touch.seat)) return;
        this.touch = touch.prefix.length || touch.hover ? touch : null;
        this.draw();
    }

    /**
     * @param {Act | null} act
     * @param {Fault} fault
     */
    async refused(act, fault) {
        if (act?.t === "turn") this.turn.refused();
        if (fault?.code === "stale" || act?.t === "commit" || act?.t === "reveal") return;
        play("bad");
        this.showClosing(fault);
        toast(await this.faultText(fault), "bad");
    }

    /**
     * Says why something cannot be played; about a wall, beside the wall.
     * @param {Fault | null} fault
     * @param {PlaceView} [place] of the wall
     */
    async unplayable(fault, place) {
        play("bad");
        this.showClosing(fault);
        const words = fault ? await this.faultText(fault) : "";
        if (words && place) {
            this.boardInput.showReason(place, words);
            announce(words, "assertive");
        } else if (words) toast(words, "bad");
        else if (this.turn.playing) this.status.say(t(this.turn.canPlace ? "status.not_there" : "status.pick"));
    }

    /** Draws the paths that a refused wall would close. @param {import("../types.js").Fault | null} fault */
    showClosing(fault) {
        this.closing = fault?.paths ?? [];
        this.drawMarks();
    }

    /** A fault with the names of this game's sides. @param {import("../types.js").Fault} fault */
    faultText(fault) {
        return faultText(fault, this.session.state?.game);
    }

    /** @param {PlaceView} place */
    async reason(place) {
        const fault = await this.turn.wallFault(place);
        return fault ? this.faultText(fault) : "";
    }

    /** @param {PlaceView} place */
    describe(place) {
        const { state } = this.session;
        const board = this.board;
        return state && board ? describe(state.game, board, place, this.turn, this.numbers) : "";
    }

    /** Shows an earlier board; null is the current one. @param {Moment | null} moment */
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
            if (fault) toast(await this.faultText(/** @type {Fault} */ (fault)), "bad");
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

    /** @param {KeyboardEvent} event */
    keydown(event) {
        const target = event.target instanceof HTMLElement ? event.target : null;
        if (event.key === "Tab") this.clicked = false;
        if (this.menuIsOpen || document.querySelector("dialog[open]") || target?.closest("input, textarea, select")) return;
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
            event.preventDefault();
            this.actions.undo();
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const forBoard = this.isForBoard(target);
        if (event.key.toLowerCase() === "f" && this.turn.hasWalls && this.turn.active) this.boardInput.rotateWall();
        else if (event.key === " " && forBoard) this.boardInput.space();
        else if (event.key === "Enter" && forBoard && (this.turn.placingWall || this.session.pacer?.rollDue)) this.boardInput.enter();
        else if (event.key === "Escape" && this.moment) this.present();
        else if (event.key === "Escape") this.turn.cancel();
        else if (event.key === "ArrowLeft") this.moves.step(-1);
        else if (event.key === "ArrowRight") this.moves.step(1);
        else return;
        event.preventDefault();
    }

    /**
     * Whether Space and Enter are for the board: it has walls or dice, and the focus is not on a control reached by Tab.
     * @param {HTMLElement | null} focus
     */
    isForBoard(focus) {
        const onControl = !this.clicked && !!focus?.closest("button, a, summary, [role=slider]");
        return this.session.mySeats.length > 0 && (this.turn.hasWalls || !!this.turn.kind?.dice) && !onControl;
    }

    /** How the player sees the board. @returns {import("../boards/picture.js").Look} */
    boardLook() {
        const { state, mySeats } = this.session;
        const [mine, second] = mySeats;
        const base = !!state && !!mine && !second && kindOf(state.board).flipped(state.board, mine);
        return { labels: settings.labels, viewer: this.viewer, numbers: this.numbers, flipped: base !== this.turned, clockwise: settings.clockwise };
    }

    /** What the screen shows, to share it. @returns {import("../game/share.js").Shown} */
    shown() {
        const { position, board } = this.moment ?? /** @type {import("../types.js").GameState} */ (this.session.state);
        return { position, board, look: this.boardLook() };
    }

    draw() {
        const state = this.session.state;
        const board = this.touch && !this.moment && !this.session.myTurn ? (this.touch.board ?? this.board) : this.board;
        if (!state || !board || !this.upper || !this.lower) return;
        const focused = !!this.element?.querySelector(":focus-visible");
        const viewer = this.viewer;
        if (this.lower.firstChild !== this.bars[viewer].element) {
            this.lower.replaceChildren(this.bars[viewer].element);
            this.upper.replaceChildren(this.bars[other(viewer)].element);
        }
        this.boardInput.show(board, this.boardLook());
        this.element?.style.setProperty("--ratio", String(this.boardInput.ratio ?? 1));
        const paths = this.moment?.paths ?? this.allPaths() ?? state.paths;
        this.bars.p1.update(board, paths);
        this.bars.p2.update(board, paths);
        this.status.update();
        this.chat.update();
        this.offers.update();
        this.seat();
        this.evaluate();
        this.actions.update();
        this.commands.update();
        this.boardInput.updateLabels();
        if (this.heading) text(this.heading, gameTitle(state.spec));
        if (this.about) text(this.about, this.aboutText());
        this.typed.update();
        this.element?.classList.toggle("replaying", !!this.moment);
        this.element?.classList.toggle("dominoes", kindOf(board).dominoes(board));
        this.drawMarks();
        // If the focused button has disappeared or has lifted a wall, keyboard players continue on the board.
        const lifted = this.turn.placingWall && !this.placingWall;
        this.placingWall = this.turn.placingWall;
        if (focused && (lifted || !this.element?.contains(document.activeElement))) this.boardInput.focus();
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
            ghosts: [...(turn.active ? (turn.kind?.ghosts(state.board, turn) ?? []) : []), ...(playing ? [] : this.otherGhosts())],
            queued: turn.premove?.queue,
            hint: this.hinted,
            paths: this.allPaths() ?? (settings.paths ? state.paths : []),
            closing: this.closing,
            player: this.session.seat ?? "p1",
        });
    }

    /** The paths of every pawn to each of its goals, if the player wants to see them and they have arrived. */
    allPaths() {
        const { state } = this.session;
        if (!settings.allPaths || !state || state.paths.length <= 2) return null;
        if (this.everyPath?.seq === state.seq) return this.everyPath.paths;
        if (this.pathsAsked !== state.seq && this.session.link === "up") {
            this.pathsAsked = state.seq;
            this.session.socket.request({ t: "paths" }).then((answer) => {
                this.everyPath = answer;
                this.draw();
            }).catch(() => (this.pathsAsked = -1));
        }
        return null;
    }

    /** The target places; with dice those of the piece under the pointer, if none is held. */
    targets() {
        const { turn } = this;
        return turn.kind?.dice && !turn.held && turn.hovered ? turn.targetsFrom(turn.hovered) : turn.targets;
    }

    /** The preview of the opponent's wall or domino. */
    otherGhosts() {
        const { hover, seat } = this.touch ?? {};
        return hover ? [{ place: hover.to, also: hover.also, kind: `${seat} other` }] : [];
    }
}

/**
 * @param {string} id
 * @returns {Promise<import("../router.js").Page>}
 */
export async function gamePage(id) {
    const state = await getJson("/api/games/{id}", { id });
    await ready(state.board);
    const page = new GamePage(id, kindOf(state.board).dice);
    return { element: /** @type {HTMLElement} */ (page.element), title: t("nav.play"), close: () => page.close(), leave: () => page.actions.leave() };
}

