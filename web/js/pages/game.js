/** The page of a game: board, players, moves and commands. */
import { announce, toast, toastFault } from "../announce.js";
import { kindOf, ready } from "../boards/index.js";
import { BoardInput } from "../boards/board-input.js";
import { describe, moveText } from "../boards/move-text.js";
import { fill, h, ICONS, text } from "../dom.js";
import { Actions } from "../game/actions.js";
import { CommandBar, MENU } from "../game/command-bar.js";
import { TurnBuilder } from "../game/turn.js";
import { GAME_ICONS } from "../game/icons.js";
import { MoveList } from "../game/moves.js";
import { fullName, gameOn, reasonText, resultText } from "../game/names.js";
import { PlayerBar } from "../game/players.js";
import { Session } from "../game/session.js";
import { StatusLine } from "../game/status.js";
import { count, faultText, gameTitle, loadPart, loadTitles, side, t } from "../i18n.js";
import { other } from "../coords.js";
import { go } from "../router.js";
import { changes, savedGame, saveGame, settings } from "../store.js";
import { animated } from "../theme.js";

/** @import { ChatLine, Fault, GameEvent, Moment, PathView, PlaceView, PlyEvent, Player, ServerMessage, Step } from "../types.js" */
/** @import { Act } from "../socket.js" */
/** @typedef {Extract<ServerMessage, { t: "touch" }>} Touch */

Object.assign(ICONS, GAME_ICONS);

/** Plays a sound; browsers allow it after the first gesture. @param {string} name */
async function playSound(name) {
    if (settings.sound && navigator.userActivation?.hasBeenActive) (await import("../sound.js")).play(name);
}

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

/**
 * A part of the page that is loaded when it is needed for the first time.
 * @template {{element: HTMLElement, update: () => void}} T
 */
class LatePart {
    /** @param {() => Promise<T>} make */
    constructor(make) {
        this.make = make;
        this.place = h("div", { hidden: true });
        /** @type {T | null} */
        this.made = null;
        this.asked = false;
    }

    /** @param {boolean} isNeeded */
    async update(isNeeded) {
        if (isNeeded && !this.asked) {
            this.asked = true;
            this.made = await this.make();
            this.place.replaceWith(this.made.element);
        }
        this.made?.update();
    }
}

/** Emits the event `drawn` whenever it has drawn the game. */
export class GamePage {
    /**
     * @param {Session} session
     * @param {boolean} dice whether turns are rolled
     */
    constructor(session, dice) {
        this.id = session.id;
        this.dice = dice;
        this.key = invitation(this.id);
        this.session = session;
        this.turn = new TurnBuilder(this.session);
        /** The animation frame that is to draw the game; 0 if none is. */
        this.frame = 0;
        /** Whether the game is to be drawn as soon as the current input is handled. */
        this.isDue = false;
        /** Whether the game has changed since it was drawn, and whether by a roll. */
        this.hasChanged = false;
        this.hasRolled = false;
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
        this.typed = new LatePart(async () => new (await import("../game/typed.js")).TypedMoves(this.session, this.turn));
        this.chat = new LatePart(async () => new (await import("../game/chat.js")).Chat(this.session));
        this.seating = new LatePart(async () => new (await import("../game/seating.js")).Seating(this.session, this.key, () => go(`/g/${this.id}`)));
        this.offers = new LatePart(async () => new (await import("../game/offers.js")).Offers(this.session));
        /** @type {import("../game/evaluation.js").EvaluationBar | null} */
        this.evaluation = null;
        /** @type {import("../game/review.js").Review | null} */
        this.review = null;
        this.reviewAsked = false;
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
    }

    /** Loads what shows the events of a game with dice one after another, unless this is an invitation. */
    async setPace() {
        const { state } = this.session;
        if (!this.dice || this.paceAsked || !state || (state.status === "open" && !state.you.length)) return;
        this.paceAsked = true;
        const { Pacer } = await import("../game/pace.js");
        this.session.pacer = new Pacer(this.session);
    }

    build() {
        this.heading = h("h1", { class: "game-title" });
        this.about = h("p", { class: "quiet small" });
        this.opinion = h("div");
        this.menu = h("div", { class: "menu", id: MENU, popover: "auto", onclick: (/** @type {Event} */ event) => this.closeMenu(event) }, this.typed.place, this.actions.element, this.keysHelp());
        this.reviewed = h("div", { hidden: true });
        this.upper = h("div", { class: "upper" });
        this.lower = h("div", { class: "lower" });
        this.stage = h("div", { class: "stage" }, this.boardInput.element);
        this.element = h(
            "div",
            { class: "table" },
            h("div", { class: "play-area" }, this.seating.place, this.upper, this.stage, this.opinion, this.status.element, this.offers.place, this.lower, this.commands.element),
            h("aside", { class: "panel", "aria-label": t("panel.label") }, h("div", { class: "panel-head" }, this.heading, this.about), this.reviewed, this.moves.element, this.menu, this.chat.place),
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
        const list = h("p", { class: "quiet small" });
        const show = async () => {
            await loadPart("later");
            fill(list, t("keys.web").split("\n").flatMap((line) => [line, h("br")]));
        };
        return h("details", { class: "keys", ontoggle: show }, h("summary", {}, t("keys.title")), list);
    }

    listen() {
        const { session, turn } = this;
        this.stops = [
            session.on("change", (events, first) => this.changed(events, first)),
            session.on("seats", () => this.drawSoon()),
            session.on("thinking", () => [this.bars.p1, this.bars.p2].forEach((bar) => bar.think())),
            session.on("chat", (line) => this.chatReceived(line)),
            session.on("link", () => this.linkChanged()),
            session.on("touch", (touch) => this.touched(touch)),
            session.on("refused", (act, fault) => this.refused(act, fault)),
            turn.on("change", () => {
                this.closing = [];
                this.drawNow();
            }),
            turn.on("hover", () => this.drawMarks()),
            turn.on("moved", (step) => playSound(step.to.at === "wall" ? "wall" : "move")),
            turn.on("refused", (fault, place) => this.unplayable(fault, place)),
            turn.on("return", () => this.present()),
            turn.on("queued", () => announce(t("status.queued"))),
            turn.on("dropped", () => toast(t("premove.dropped"), "bad")),
            changes.on("change", () => this.drawNow()),
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
            this.offers.made?.tick();
        }, 100);
    }

    close() {
        for (const stop of this.stops ?? []) stop();
        if (this.onKey) document.removeEventListener("keydown", this.onKey);
        if (this.onPointer) document.removeEventListener("pointerdown", this.onPointer);
        clearInterval(this.clock);
        cancelAnimationFrame(this.frame);
        this.isDue = false;
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
        this.typed.made?.clear(events);
        // Plies that were taken back can no longer be shown.
        this.moves.update();
        if (this.moves.ply === null) this.show(null);
        this.turn.reset();
        this.setPace();
        this.queue(events);
        this.hasChanged = true;
        this.drawSoon();
        this.announceEvents(events);
        this.sendParts();
        if (first && state.status === "live") announce(this.status.sentence());
        if (events.some((event) => event.kind === "over")) {
            playSound("over");
            this.ended();
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
        this.drawSoon();
    }

    /** Says how the game ended, with texts that are needed only now. */
    async ended() {
        const { state } = this.session;
        await loadPart("later");
        this.drawSoon();
        if (state) announce(`${resultText(state)}. ${reasonText(state)}`);
        setTimeout(() => this.showResult(), animated() ? 700 : 0);
    }

    async showResult() {
        const [{ resultDialog }] = await Promise.all([import("../game/result.js"), loadPart("later")]);
        resultDialog(this.session, { rematch: () => this.rematch(), analysis: () => this.openReview() });
    }

    /** Sends the parts of the shared dice. */
    async sendParts() {
        const stage = this.session.state?.dice?.stage;
        if (stage === "commit" || stage === "reveal") (await import("../game/parts.js")).sendParts(this.session);
    }

    /** Updates the parts that not every game needs. */
    updateLateParts() {
        const { state } = this.session;
        if (!state) return;
        const { draw, takeback, rematch } = state.offers;
        this.offers.update(!!(draw || takeback || rematch.length || state.claim || state.next));
        this.seating.update(state.status === "open");
        this.typed.update(state.status === "live" && state.you.length > 0);
        this.chat.update(state.chat && state.status !== "open" && settings.chat && !(this.session.isAlone && state.watchers === 0));
    }

    /** Loads and updates the evaluation bar if it is switched on. */
    async evaluate() {
        if ((settings.evaluation || this.review) && !this.evaluation && !this.evaluationAsked) {
            this.evaluationAsked = true;
            const [{ EvaluationBar }] = await Promise.all([import("../game/evaluation.js"), loadPart("later")]);
            this.evaluation = new EvaluationBar(this.session);
            this.stage?.prepend(this.evaluation.bar);
            this.opinion?.replaceWith(this.evaluation.caption);
            this.review?.updateBar(this.evaluation);
        }
        this.evaluation?.update(this.viewer);
    }

    /** Opens the review of the game. */
    async openReview() {
        const { openReview } = await import("../game/review-host.js");
        await openReview(this);
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
                else if (!this.session.mySeats.includes(/** @type {Player} */ (event.seat)) || this.session.playsBoth) playSound(state.last.some((step) => step.to.at === "wall") ? "wall" : "move");
                if (event.word === "pass") import("../game/pass.js").then(({ passNote }) => this.passed(passNote(state, event, events)));
            } else if (event.kind === "takeback") announce(t("play.taken_back", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind === "joined" && event.seat !== this.seating.made?.asked) toast(t("say.joined", { player: event.name || side(state.game, event.seat ?? "") }));
            else if (OFFERS[event.kind] && !this.session.mySeats.includes(/** @type {Player} */ (event.seat))) toast(t(OFFERS[event.kind] ?? "", { player: fullName(state, /** @type {Player} */ (event.seat)) }));
            else if (event.kind.endsWith("_declined")) toast(t("offer.declined"));
        }
        if (rolled) playSound("dice");
        this.hasRolled ||= rolled;
        if (this.session.myTurn && events.length && state.status === "live") announce(t("status.you"));
    }

    /** Tells the players that a turn without a legal move was passed. @param {string} note */
    passed(note) {
        this.status.say(note);
        toast(note);
    }

    /** @param {ChatLine} line */
    chatReceived(line) {
        this.updateLateParts();
        if (settings.chat && !this.session.mySeats.includes(line.seat)) playSound("turn");
    }

    linkChanged() {
        this.element?.classList.toggle("offline", this.session.link !== "up");
        this.drawSoon();
        if (this.session.link === "down" && this.session.state) announce(t("link.down"));
    }

    /** @param {Touch} touch */
    touched(touch) {
        if (this.session.mySeats.includes(touch.seat)) return;
        this.touch = touch.prefix.length || touch.hover ? touch : null;
        this.drawSoon();
    }

    /**
     * @param {Act | null} act
     * @param {Fault} fault
     */
    async refused(act, fault) {
        if (act?.t === "turn") this.turn.refused();
        if (fault?.code === "stale" || act?.t === "commit" || act?.t === "reveal") return;
        playSound("bad");
        this.showClosing(fault);
        toast(await this.faultText(fault), "bad");
    }

    /**
     * Says why something cannot be played; about a wall, beside the wall.
     * @param {Fault | null} fault
     * @param {PlaceView} [place] of the wall
     */
    async unplayable(fault, place) {
        playSound("bad");
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
        this.drawNow();
    }

    flip() {
        this.turned = !this.turned;
        this.drawNow();
    }

    async hint() {
        const { hint } = await import("../game/hint.js");
        await hint(this);
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

    /** Draws with the next frame, so that messages that arrive together are drawn once. */
    drawSoon() {
        this.frame ||= requestAnimationFrame(() => this.draw());
    }

    /** Draws as soon as the current input is handled. */
    drawNow() {
        if (this.isDue) return;
        this.isDue = true;
        queueMicrotask(() => this.isDue && this.draw());
    }

    draw() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        this.isDue = false;
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
        this.updateLateParts();
        this.evaluate();
        this.actions.update();
        this.commands.update();
        this.boardInput.updateLabels();
        if (this.heading) text(this.heading, gameTitle(state.spec));
        if (this.about) text(this.about, this.aboutText());
        this.element?.classList.toggle("replaying", !!this.moment);
        this.element?.classList.toggle("dominoes", kindOf(board).dominoes(board));
        this.drawMarks();
        // If the focused button has disappeared or has lifted a wall, keyboard players continue on the board.
        const lifted = this.turn.placingWall && !this.placingWall;
        this.placingWall = this.turn.placingWall;
        if (focused && (lifted || !this.element?.contains(document.activeElement))) this.boardInput.focus();
        if (this.hasRolled && animated() && !this.moment) this.boardInput.picture?.roll(state.board);
        if (this.hasChanged) this.boardInput.aim();
        this.hasChanged = this.hasRolled = false;
        this.element?.dispatchEvent(new Event("drawn", { bubbles: true }));
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
                this.drawSoon();
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
    const session = new Session(id);
    const { board, spec, status } = await session.first();
    await Promise.all([ready(board), loadTitles(spec), status === "over" && loadPart("later")]);
    const page = new GamePage(session, kindOf(board).dice);
    page.changed([], true);
    page.draw();
    return { element: /** @type {HTMLElement} */ (page.element), title: t("nav.play"), close: () => page.close(), leave: () => page.actions.leave() };
}

