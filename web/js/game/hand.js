/**
 * The turn in the making: steps taken, the piece or wall in the hand, what waits for a confirmation.
 *
 * It knows no rule: it walks the steps the server offers. Mouse, touch, keyboard and drag all end in `act`.
 */
import { Emitter } from "../emitter.js";
import { index, key, relative, same, wallWord, withStep } from "../places.js";
import { settings } from "../store.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Steps} Steps */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {"mouse" | "touch" | "key" | "drag"} How */

/** Emits `change`, `hover`, `moved` (step), `refused` (fault or null), `return` (the present board is wanted). */
export class Hand extends Emitter {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        super();
        this.session = session;
        /** @type {Step[]} */
        this.prefix = [];
        /** Answers by prefix. @type {Map<string, Steps>} */
        this.known = new Map();
        /** Why a word cannot be played, by word. @type {Map<string, any>} */
        this.reasons = new Map();
        /** The piece picked up. @type {Place | null} */
        this.held = null;
        /** A wall is in the hand. */
        this.lifted = false;
        this.upright = false;
        /** What the pointer or the cursor is over. @type {Place | null} */
        this.over = null;
        /** Waits for a yes. @type {Place | null} */
        this.proposal = null;
        this.sent = false;
        /** Another board than the present one is shown: there is nothing to touch on it. */
        this.away = false;
        this.smallFirst = false;
        /** A wall is being dragged from the stock. */
        this.carried = false;
        this.automatic = false;
        this.telling = 0;
        this.seq = -1;
        this.told = "";
        this.toldAt = 0;
        session.on("link", (link) => {
            // What was asked when the line broke was never answered.
            if (link === "up" && this.prefix.length && !this.sent) this.ask();
        });
    }

    /** Begins anew with the session's state. */
    reset() {
        const state = this.session.state;
        if (!state) return;
        if (state.seq === this.seq && !this.sent) return;
        this.seq = state.seq;
        this.known.clear();
        this.reasons.clear();
        this.prefix = [];
        this.sent = false;
        this.held = null;
        this.proposal = null;
        this.smallFirst = false;
        this.lifted = false;
        if (state.steps) this.known.set("", { ...state.steps, board: state.board });
        for (const [word, steps] of Object.entries(state.ahead ?? {})) this.known.set(word, { ...steps });
        this.emit("change");
        this.playForced();
    }

    get playing() {
        return this.session.myTurn && !this.sent && !this.away && this.known.has("");
    }

    /** The board shown is another one from now on, or the present one again. @param {boolean} away */
    look(away) {
        if (away === this.away) return;
        if (away) this.cancel();
        this.away = away;
        if (!away) this.playForced();
    }

    /** Whoever has a turn to play and touches another board wants the present one. @returns {boolean} whether that is so */
    recall() {
        if (!this.away || !this.session.myTurn) return false;
        this.emit("return");
        return true;
    }

    /** What may be touched now. @returns {Steps} */
    get now() {
        return this.known.get(this.words.join(" ")) ?? { next: [], turn: null, state: "open" };
    }

    get words() {
        return this.prefix.map((step) => step.word);
    }

    /** The board with the steps taken so far. @returns {Board | undefined} */
    get board() {
        const told = this.known.get(this.words.join(" "))?.board;
        if (told) return told;
        const state = this.session.state;
        const seat = this.session.seat;
        if (!state || !seat) return state?.board;
        return this.prefix.reduce((board, step) => withStep(board, step, seat), state.board);
    }

    /** The turn can be ended as it stands. */
    get complete() {
        return this.prefix.length > 0 && this.now.turn !== null;
    }

    get deadEnd() {
        return this.prefix.length > 0 && this.now.state === "dead_end";
    }

    /** Walls or dominoes can be placed now. */
    get places() {
        return this.playing && this.now.next.some((step) => !step.from);
    }

    /** A wall can be lifted: some may be set, or at least asked about. */
    get walls() {
        return this.playing && this.now.next.some((step) => step.to.at === "wall");
    }

    /**
     * Steps that start at a place.
     * @param {Place | null} place
     */
    from(place) {
        return this.playing && place ? this.now.next.filter((step) => step.from && same(step.from, place)) : [];
    }

    /** Places from which something can be moved now. @returns {Place[]} */
    get sources() {
        return this.playing ? this.now.next.flatMap((step) => (step.from ? [step.from] : [])) : [];
    }

    /** Places a hand may go to now, from what it holds, or at all where there is one way only. @returns {Place[]} */
    get targets() {
        if (!this.playing) return [];
        if (this.held) return [...this.from(this.held).map((step) => step.to), ...this.far(this.held).map((way) => way[1].to)];
        const board = this.session.state?.board;
        return board?.kind === "grid" ? this.now.next.filter((step) => step.from).map((step) => step.to) : [];
    }

    /**
     * Two steps of one piece, where both are known already.
     * @param {Place} place
     * @returns {[Step, Step][]}
     */
    far(place) {
        /** @type {[Step, Step][]} */
        const ways = [];
        const near = new Set(this.from(place).map((step) => key(step.to)));
        for (const first of this.from(place)) {
            const after = this.known.get([...this.words, first.word].join(" "));
            for (const second of after?.next ?? [])
                if (second.from && same(second.from, first.to) && !near.has(key(second.to))) ways.push([first, second]);
        }
        return ways;
    }

    /**
     * The step that puts something new on a place.
     * @param {Place} place
     */
    placing(place) {
        const fresh = this.now.next.filter((step) => !step.from);
        return fresh.find((step) => same(step.to, place)) ?? fresh.find((step) => step.also && same(step.also, place)) ?? null;
    }

    /**
     * The one path: something was clicked, tapped, dropped on, or chosen with Enter.
     * @param {Place} place
     * @param {How} how
     * @returns {boolean} whether it did something
     */
    act(place, how) {
        if (!this.playing) return false;
        const step = this.stepTo(place, how);
        if (step) {
            this.proposal = null;
            if (!step.from && this.asks(step, how)) this.propose(place);
            else this.take(step);
            return true;
        }
        if (this.held && how !== "drag") {
            const again = same(this.held, place);
            this.held = null;
            if (!again && this.from(place).length) this.held = place;
            this.emit("change");
            return true;
        }
        if (how !== "drag" && this.from(place).length) {
            this.held = place;
            this.proposal = null;
            this.emit("change");
            return true;
        }
        if (place.at === "wall" && this.wantsWalls()) {
            if (how === "touch") this.propose(place);
            this.explain(place).then((fault) => this.emit("refused", fault));
            return true;
        }
        if (how !== "drag") this.emit("refused", null);
        return false;
    }

    /**
     * @param {Place} place
     * @param {How} how
     * @returns {Step | null}
     */
    stepTo(place, how) {
        if (this.held) {
            const step = this.from(this.held).find((one) => same(one.to, place));
            if (step) return step;
            const way = this.far(this.held).find(([, second]) => same(second.to, place));
            if (way) {
                queueMicrotask(() => this.take(way[1]));
                return way[0];
            }
            if (!same(this.held, place) || how === "drag") return null;
        }
        const dice = this.session.state?.board.kind === "tavli";
        if (dice) return settings.tap || this.held ? this.leading(place) : null;
        const moves = this.now.next.filter((one) => one.from && same(one.to, place));
        return (moves.length === 1 ? moves[0] : null) ?? (this.held ? null : this.placing(place));
    }

    /**
     * The step of a checker with the die that is to be played first: the larger one, unless the dice were turned.
     * @param {Place} place
     */
    leading(place) {
        const board = this.session.state?.board;
        const steps = this.from(place);
        if (!board || board.kind !== "tavli" || !steps.length) return null;
        const order = this.smallFirst ? 1 : -1;
        return [...steps].sort((a, b) => order * (this.length(board, a) - this.length(board, b)))[0] ?? null;
    }

    /**
     * How far a step goes, in points.
     * @param {import("../types.js").TavliBoard} board
     * @param {Step} step
     */
    length(board, step) {
        const at = (/** @type {Place | null} */ place) => {
            if (place?.at === "bar") return 0;
            if (place?.at === "off") return 25;
            return place?.at === "point" ? relative(board, index(board.mover), place.point) : 0;
        };
        return at(step.to) - at(step.from);
    }

    /**
     * Whether a step is confirmed before it is made.
     * @param {Step} step
     * @param {How} how
     */
    asks(step, how) {
        if (this.proposal && same(this.proposal, step.to) && how !== "touch") return false;
        return settings.confirm === "always" || (settings.confirm === "touch" && how === "touch");
    }

    /** @param {Place} place */
    propose(place) {
        const step = this.placing(place);
        this.proposal = step && step.to.at !== "wall" ? step.to : place;
        if (place.at === "wall") this.upright = place.upright;
        this.held = null;
        this.tell();
        this.emit("change");
    }

    /** Says yes to what was proposed, or ends the turn. */
    confirm() {
        if (!this.playing) return;
        const proposal = this.proposal;
        if (proposal) {
            const step = this.placing(proposal);
            this.proposal = null;
            if (step) this.take(step);
            else this.emit("change");
        } else if (this.complete) {
            this.send(this.now.turn ?? "");
        }
    }

    /**
     * Makes a step.
     * @param {Step} step
     */
    take(step) {
        if (!this.playing || !this.now.next.some((one) => one.word === step.word)) return;
        this.prefix = [...this.prefix, step];
        this.held = null;
        this.lifted = false;
        this.proposal = null;
        this.emit("moved", step);
        const words = this.words;
        if (step.end && !step.more && this.endsAtOnce()) {
            this.send(words.join(","));
            return;
        }
        this.emit("change");
        this.tell();
        this.ask();
    }

    /** Asks for the board and what may follow the steps taken. */
    async ask() {
        const [prefix, seq] = [this.words, this.seq];
        const name = prefix.join(" ");
        if (!this.known.get(name)?.board) {
            try {
                const answer = await this.session.socket.ask({ t: "steps", prefix });
                if (seq === this.seq && answer.seq === seq) this.known.set(name, answer);
            } catch (fault) {
                if (fault && seq === this.seq) {
                    this.prefix = [];
                    this.emit("refused", fault);
                }
            }
        }
        if (seq !== this.seq || name !== this.words.join(" ") || this.sent) return;
        const now = this.now;
        if (now.turn !== null && now.next.length === 0 && this.endsAtOnce()) this.send(now.turn);
        else {
            this.emit("change");
            this.playForced();
        }
    }

    endsAtOnce() {
        return this.session.state?.board.kind === "grid" || !settings.done;
    }

    /** Plays what is the only thing to play, if the player wants that. */
    playForced() {
        if (!settings.forced || !this.playing || this.session.state?.board.kind !== "tavli") return;
        const now = this.now;
        const [only] = now.next;
        if (now.next.length === 1 && only && now.turn === null && now.state === "open") {
            window.setTimeout(() => this.take(only), 350);
            this.automatic = this.prefix.length === 0 || this.automatic;
        } else if (now.turn !== null && now.next.length === 0 && this.automatic) {
            this.automatic = false;
            this.send(now.turn);
        } else {
            this.automatic = false;
        }
    }

    /** @param {string} word */
    send(word) {
        this.sent = true;
        this.held = null;
        this.proposal = null;
        this.session.play(word);
        this.emit("change");
    }

    /** Gives the turn back after a refusal. */
    refused() {
        this.sent = false;
        this.prefix = [];
        this.emit("change");
    }

    /** Takes one thing back: the proposal, the piece in hand, the last step. */
    back() {
        if (this.proposal || this.held || this.lifted) return this.cancel();
        if (!this.playing || !this.prefix.length) return false;
        this.prefix = this.prefix.slice(0, -1);
        this.tell();
        this.emit("change");
        return true;
    }

    /** Puts down what is in the hand. */
    cancel() {
        const had = !!(this.proposal || this.held || this.lifted);
        this.proposal = null;
        this.held = null;
        this.lifted = false;
        if (had) {
            this.tell();
            this.emit("change");
        }
        return had;
    }

    wantsWalls() {
        const board = this.session.state?.board;
        return board?.kind === "grid" && board.style === "grooved" && (this.walls || this.prefix.length === 0);
    }

    /** Lifts a wall, or puts it back. */
    lift() {
        if (!this.playing || !this.wantsWalls()) return;
        this.lifted = !this.lifted;
        this.held = null;
        this.proposal = null;
        this.emit("change");
    }

    /** Turns the wall in the hand. */
    turn() {
        this.upright = !this.upright;
        const at = this.proposal ?? this.over;
        if (at?.at === "wall") {
            const turned = { ...at, upright: this.upright };
            if (this.proposal) {
                this.proposal = turned;
                if (!this.placing(turned)) this.explain(turned).then((fault) => this.emit("refused", fault));
            } else this.over = turned;
        }
        this.tell();
        this.emit("change");
    }

    /**
     * The pointer or the cursor is over a place.
     * @param {Place | null} place
     */
    hover(place) {
        if (same(place, this.over)) return;
        this.over = place;
        if (place?.at === "wall") this.upright = place.upright;
        this.tell();
        this.emit("hover");
    }

    /**
     * Why a wall may not stand somewhere.
     * @param {Place} place
     * @returns {Promise<import("../types.js").Fault | null>}
     */
    async explain(place) {
        const board = this.board;
        if (place.at !== "wall" || board?.kind !== "grid") return null;
        const word = [...this.words, wallWord(board, place)].join(",");
        if (this.reasons.has(word)) return this.reasons.get(word);
        const seq = this.seq;
        try {
            await this.session.socket.ask({ t: "check", word });
            return null;
        } catch (fault) {
            if (fault && seq === this.seq) this.reasons.set(word, fault);
            return /** @type {any} */ (fault);
        }
    }

    /** Lets the others see the hand; at most ten times a second. */
    tell() {
        const state = this.session.state;
        if (!state || !this.playing) return;
        const watched = state.watchers > 0 || !state.you.includes(state.turn === "p1" ? "p2" : "p1");
        const opponent = state.seats[state.turn === "p1" ? "p2" : "p1"];
        if (!watched || (opponent.kind === "bot" && state.watchers === 0)) return;
        const place = this.proposal ?? this.over;
        const hover = place?.at === "wall" ? (this.placing(place)?.word ?? null) : null;
        const message = { t: "touch", prefix: this.words, hover };
        const text = JSON.stringify(message);
        if (text === this.told) return;
        clearTimeout(this.telling);
        const wait = this.toldAt + 120 - performance.now();
        const send = () => {
            this.told = text;
            this.toldAt = performance.now();
            this.session.socket.tell(message);
        };
        if (wait <= 0) send();
        else this.telling = window.setTimeout(send, wait);
    }
}
