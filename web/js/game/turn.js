/**
 * The turn that the player is building: steps made, the piece or wall being moved, a placement to confirm.
 *
 * It contains no rules: all legal steps come from the server. Mouse, touch, keyboard and drag all end in `act`.
 */
import { kindOf } from "../boards/index.js";
import { Emitter } from "../emitter.js";
import { placeKey, samePlace } from "../coords.js";
import { settings } from "../store.js";

/** @import { BoardView, ClientMessage, Fault, PlaceView, Step, Steps } from "../types.js" */
/** @typedef {Steps & { board?: BoardView | null }} KnownSteps with the board after the steps made */
/** @typedef {"mouse" | "touch" | "key" | "drag"} How */

/** Emits `change`, `hover`, `moved` (step), `queued`, `dropped` (a queued turn is illegal), `refused` (fault or null, the wall's place), `return` (show the current board). */
export class TurnBuilder extends Emitter {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        super();
        this.session = session;
        /** @type {Step[]} */
        this.prefix = [];
        /** Legal steps by the notation of the steps made. @type {Map<string, KnownSteps>} */
        this.known = new Map();
        /** Why a wall is illegal, by notation. @type {Map<string, Fault>} */
        this.wallFaults = new Map();
        /** The piece that is selected or dragged. @type {PlaceView | null} */
        this.held = null;
        /** Whether the player is placing a wall. */
        this.placingWall = false;
        this.upright = false;
        /** The place under the pointer or the cursor. @type {PlaceView | null} */
        this.hovered = null;
        /** The slot whose wall was turned by hand; it stays turned until the pointer leaves the slot. @type {PlaceView | null} */
        this.turnedAt = null;
        /** Whether the pointer has not moved since the position changed. */
        this.resting = false;
        /** The placement that waits for confirmation. @type {PlaceView | null} */
        this.proposal = null;
        this.sent = false;
        /** Whether an earlier board is shown; it accepts no moves. */
        this.showingPast = false;
        this.smallFirst = false;
        /** Whether a wall is being dragged from the stock. */
        this.draggingWall = false;
        this.autoPlaying = false;
        /** A turn queued while the opponent is to move; loaded when first needed. @type {import("./premove.js").Premove | null} */
        this.premove = null;
        /** Whether a move of the player's last turn could be followed by another step. */
        this.goesOn = false;
        this.touchTimer = 0;
        this.seq = -1;
        this.lastTouch = "";
        this.lastTouchAt = 0;
        session.on("link", (link) => {
            // Requests sent before the disconnect get no answer.
            if (link === "up" && this.prefix.length && !this.sent) this.fetchSteps();
        });
    }

    /** Starts over from the session's state; the caller draws the board. */
    reset() {
        const state = this.session.state;
        if (!state || (state.seq === this.seq && !this.sent)) return;
        this.seq = state.seq;
        this.known.clear();
        this.wallFaults.clear();
        this.prefix = [];
        this.sent = false;
        this.held = null;
        this.proposal = null;
        this.smallFirst = false;
        this.placingWall = false;
        this.resting = true;
        if (state.steps) {
            this.known.set("", { ...state.steps, board: state.board });
            this.goesOn = state.steps.next.some((step) => step.from && step.more);
        }
        for (const [notation, steps] of Object.entries(state.ahead ?? {})) this.known.set(notation, { ...steps });
        this.playForced();
    }

    /** The kind of the board. */
    get kind() {
        const board = this.session.state?.board;
        return board ? kindOf(board) : null;
    }

    /** Whether the board has room for walls. */
    get hasWalls() {
        return !!this.kind?.walls(this.session.state?.board);
    }

    get playing() {
        return this.session.myTurn && !this.sent && !this.showingPast && this.known.has("");
    }

    /** Whether the board takes input: a turn is being played, or can be queued. */
    get active() {
        return this.playing || !!this.premove?.possible;
    }

    /** Switches between an earlier board and the current one. @param {boolean} away */
    setShowingPast(away) {
        if (away === this.showingPast) return;
        if (away) this.cancel();
        this.showingPast = away;
        if (!away) this.playForced();
    }

    /** Returns to the current board if the player to move clicks on an earlier one. @returns {boolean} whether it did */
    returnToPresent() {
        if (!this.showingPast || !this.session.myTurn) return false;
        this.emit("return");
        return true;
    }

    /** The legal steps now. @returns {KnownSteps} */
    get legal() {
        return this.known.get(this.notations.join(" ")) ?? { next: [], turn: null, state: "open" };
    }

    get notations() {
        return this.prefix.map((step) => step.word);
    }

    /** The board after the steps made so far. @returns {BoardView | undefined} */
    get board() {
        const sent = this.known.get(this.notations.join(" "))?.board;
        if (sent) return sent;
        const state = this.session.state;
        const seat = this.session.seat;
        if (!state || !seat) return state?.board;
        return this.prefix.reduce((board, step) => kindOf(board).withStep(board, step, seat), state.board);
    }

    /** Whether the turn can end here. */
    get complete() {
        return this.prefix.length > 0 && this.legal.turn !== null;
    }

    get deadEnd() {
        return this.prefix.length > 0 && this.legal.state === "dead_end";
    }

    /** Whether walls or dominoes can be placed now. */
    get canPlace() {
        return this.playing && this.legal.next.some((step) => !step.from);
    }

    /** Whether a wall can be placed or queued now. */
    get canPlaceWall() {
        if (!this.playing) return this.hasWalls && !!this.premove?.possible && this.premove.hasWalls;
        return this.legal.next.some((step) => step.to.at === "wall");
    }

    /**
     * The steps that start at a place.
     * @param {PlaceView | null} place
     */
    stepsFrom(place) {
        return this.playing && place ? this.legal.next.filter((step) => step.from && samePlace(step.from, place)) : [];
    }

    /** Whether a piece can be picked up. @param {PlaceView} place */
    canLift(place) {
        return this.playing ? this.stepsFrom(place).length > 0 : !!this.premove?.canLift(place);
    }

    /** The places from which a piece can move now. @returns {PlaceView[]} */
    get sources() {
        return this.playing ? this.legal.next.flatMap((step) => (step.from ? [step.from] : [])) : [];
    }

    /** The places where the selected piece can go; without dice, those of all pieces if none is selected. @returns {PlaceView[]} */
    get targets() {
        if (!this.playing) return [];
        if (this.held) return this.targetsFrom(this.held);
        return this.kind?.dice ? [] : this.legal.next.filter((step) => step.from).map((step) => step.to);
    }

    /**
     * The places where a piece can go.
     * @param {PlaceView} place
     * @returns {PlaceView[]}
     */
    targetsFrom(place) {
        return [...this.stepsFrom(place).map((step) => step.to), ...this.twoStepMoves(place).map((pair) => pair[1].to)];
    }

    /**
     * Pairs of steps of one piece, if the server has sent both.
     * @param {PlaceView} place
     * @returns {[Step, Step][]}
     */
    twoStepMoves(place) {
        /** @type {[Step, Step][]} */
        const pairs = [];
        const near = new Set(this.stepsFrom(place).map((step) => placeKey(step.to)));
        for (const first of this.stepsFrom(place)) {
            const after = this.known.get([...this.notations, first.word].join(" "));
            for (const second of after?.next ?? [])
                if (second.from && samePlace(second.from, first.to) && !near.has(placeKey(second.to))) pairs.push([first, second]);
        }
        return pairs;
    }

    /**
     * The step that places a wall or domino.
     * @param {PlaceView} place
     */
    placementAt(place) {
        const fresh = this.legal.next.filter((step) => !step.from);
        return fresh.find((step) => samePlace(step.to, place)) ?? fresh.find((step) => step.also && samePlace(step.also, place)) ?? null;
    }

    /**
     * Handles all input: a click, a tap, a drop, or Enter.
     * @param {PlaceView} place
     * @param {How} how
     * @returns {boolean} whether it did something
     */
    act(place, how) {
        if (!this.playing) return this.premove?.possible ? this.premove.act(place, how) : false;
        const step = this.stepTo(place, how);
        if (step) {
            this.proposal = null;
            if (!step.from && this.needsConfirmation(step, how)) this.propose(place);
            else this.makeStep(step);
            return true;
        }
        if (this.held && how !== "drag") {
            const again = samePlace(this.held, place);
            this.held = null;
            if (!again && this.stepsFrom(place).length) this.held = place;
            this.emit("change");
            return true;
        }
        if (how !== "drag" && this.stepsFrom(place).length) {
            this.held = place;
            this.proposal = null;
            this.emit("change");
            return true;
        }
        if (place.at === "wall" && this.acceptsWalls()) {
            if (how === "touch") this.propose(place);
            this.refuseWall(place);
            return true;
        }
        if (how !== "drag") this.emit("refused", null);
        return false;
    }

    /**
     * @param {PlaceView} place
     * @param {How} how
     * @returns {Step | null}
     */
    stepTo(place, how) {
        if (this.held) {
            const step = this.stepsFrom(this.held).find((one) => samePlace(one.to, place));
            if (step) return step;
            const pair = this.twoStepMoves(this.held).find(([, second]) => samePlace(second.to, place));
            if (pair) {
                queueMicrotask(() => this.makeStep(pair[1]));
                return pair[0];
            }
            if (!samePlace(this.held, place) || how === "drag") return null;
        }
        return this.kind?.stepAt(this, place) ?? null;
    }

    /**
     * Whether a step needs confirmation.
     * @param {Step} step
     * @param {How} how
     */
    needsConfirmation(step, how) {
        if (this.proposal && samePlace(this.proposal, step.to) && how !== "touch") return false;
        return settings.confirm === "always" || (settings.confirm === "touch" && how === "touch");
    }

    /** @param {PlaceView} place */
    propose(place) {
        const step = this.placementAt(place);
        this.proposal = step && step.to.at !== "wall" ? step.to : place;
        if (place.at === "wall") this.upright = place.upright;
        this.held = null;
        this.sendTouch();
        this.emit("change");
    }

    /** Confirms the proposed placement, or ends the turn. */
    confirm() {
        if (!this.playing) return;
        const proposal = this.proposal;
        if (proposal) {
            const step = this.placementAt(proposal);
            this.proposal = null;
            if (step) this.makeStep(step);
            else this.emit("change");
        } else if (this.complete) {
            this.send(this.legal.turn ?? "");
        }
    }

    /**
     * Makes a step.
     * @param {Step} step
     */
    async makeStep(step) {
        if (!this.playing || !this.legal.next.some((one) => one.word === step.word)) return;
        this.prefix = [...this.prefix, step];
        this.held = null;
        this.placingWall = false;
        this.proposal = null;
        this.emit("moved", step);
        const turn = this.notations.join(",");
        if (step.end && !step.more && this.endsAtOnce()) {
            this.send(turn);
            return;
        }
        this.emit("change");
        this.sendTouch();
        await this.fetchSteps();
    }

    /** Requests the board and the legal steps after the steps made. */
    async fetchSteps() {
        const [prefix, seq] = [this.notations, this.seq];
        const name = prefix.join(" ");
        if (!this.known.get(name)?.board) {
            try {
                const answer = await this.session.socket.request({ t: "steps", prefix });
                if (seq === this.seq && answer.seq === seq) this.known.set(name, answer);
            } catch (fault) {
                if (fault && seq === this.seq) {
                    this.prefix = [];
                    this.emit("refused", fault);
                }
            }
        }
        if (seq !== this.seq || name !== this.notations.join(" ") || this.sent) return;
        const now = this.legal;
        if (now.turn !== null && now.next.length === 0 && this.endsAtOnce()) this.send(now.turn);
        else {
            this.emit("change");
            this.playForced();
        }
    }

    endsAtOnce() {
        return !this.kind?.dice || !settings.done;
    }

    /** Plays a forced step, if the player has switched that on. */
    playForced() {
        if (!settings.forced || !this.playing || !this.kind?.dice) return;
        const now = this.legal;
        const [only] = now.next;
        if (now.next.length === 1 && only && now.turn === null && now.state === "open") {
            window.setTimeout(() => this.makeStep(only), 350);
            this.autoPlaying = this.prefix.length === 0 || this.autoPlaying;
        } else if (now.turn !== null && now.next.length === 0 && this.autoPlaying) {
            this.autoPlaying = false;
            this.send(now.turn);
        } else {
            this.autoPlaying = false;
        }
    }

    /** @param {string} notation */
    send(notation) {
        this.sent = true;
        this.held = null;
        this.proposal = null;
        this.session.playTurn(notation);
        this.emit("change");
    }

    /** Resets the turn after the server refused it. */
    refused() {
        this.sent = false;
        this.prefix = [];
        this.emit("change");
    }

    /** Undoes one thing: the proposal, the selection, or the last step. */
    undoStep() {
        if (this.proposal || this.held || this.placingWall || this.premove?.queue.length) return this.cancel();
        if (!this.playing || !this.prefix.length) return false;
        this.prefix = this.prefix.slice(0, -1);
        this.sendTouch();
        this.emit("change");
        return true;
    }

    /** Cancels the selection or the proposal. */
    cancel() {
        const had = !!(this.premove?.cancel() || this.proposal || this.held || this.placingWall);
        this.proposal = null;
        this.held = null;
        this.placingWall = false;
        if (had) {
            this.sendTouch();
            this.emit("change");
        }
        return had;
    }

    acceptsWalls() {
        return this.hasWalls && (this.canPlaceWall || this.prefix.length === 0);
    }

    /** Starts or stops placing a wall. */
    toggleWall() {
        if (!this.active || !this.acceptsWalls()) return;
        this.placingWall = !this.placingWall;
        this.held = null;
        this.proposal = null;
        this.emit("change");
    }

    /** Rotates the wall that is proposed, lifted or under the pointer. */
    rotateWall() {
        this.upright = !this.upright;
        const at = this.proposal ?? this.hovered;
        if (at?.at === "wall") {
            const turned = { ...at, upright: this.upright };
            if (this.proposal) {
                this.proposal = turned;
                if (!this.placementAt(turned)) this.refuseWall(turned);
            } else this.hovered = this.turnedAt = turned;
        }
        this.sendTouch();
        this.emit("change");
    }

    /**
     * Moves the pointer or the cursor to a place.
     * @param {PlaceView | null} place
     */
    hover(place) {
        if (samePlace(place, this.hovered)) return;
        if (!samePlace(place, this.turnedAt)) this.turnedAt = null;
        this.hovered = place;
        if (place?.at === "wall") this.upright = place.upright;
        this.sendTouch();
        this.emit("hover");
    }

    /**
     * A wall slot with the orientation that the player has given it.
     * @param {PlaceView} slot
     * @returns {PlaceView}
     */
    asTurned(slot) {
        if (slot.at !== "wall") return slot;
        const turned = { ...slot, upright: this.upright };
        return samePlace(turned, this.turnedAt) ? turned : slot;
    }

    /** Reports why a wall is illegal. @param {PlaceView} place */
    async refuseWall(place) {
        this.emit("refused", await this.wallFault(place), place);
    }

    /**
     * Asks the server why a wall is illegal.
     * @param {PlaceView} place
     * @returns {Promise<Fault | null>}
     */
    async wallFault(place) {
        const board = this.board;
        if (place.at !== "wall" || !board) return null;
        const notation = [...this.notations, kindOf(board).wallNotation(board, place)].join(",");
        const known = this.wallFaults.get(notation);
        if (known) return known;
        const seq = this.seq;
        try {
            await this.session.socket.request({ t: "check", word: notation });
            return null;
        } catch (error) {
            const fault = /** @type {Fault | null} */ (error);
            if (fault && seq === this.seq) this.wallFaults.set(notation, fault);
            return fault;
        }
    }

    /** Shows the unfinished turn to opponent and watchers, at most eight times a second. */
    sendTouch() {
        const state = this.session.state;
        if (!state || !this.playing) return;
        const watched = state.watchers > 0 || !state.you.includes(state.turn === "p1" ? "p2" : "p1");
        const opponent = state.seats[state.turn === "p1" ? "p2" : "p1"];
        if (!watched || (opponent.kind === "bot" && state.watchers === 0)) return;
        const place = this.proposal ?? this.hovered;
        const hover = place?.at === "wall" ? (this.placementAt(place)?.word ?? null) : null;
        /** @type {ClientMessage} */
        const message = { t: "touch", prefix: this.notations, hover };
        const text = JSON.stringify(message);
        if (text === this.lastTouch) return;
        clearTimeout(this.touchTimer);
        const wait = this.lastTouchAt + 120 - performance.now();
        const send = () => {
            this.lastTouch = text;
            this.lastTouchAt = performance.now();
            this.session.socket.send(message);
        };
        if (wait <= 0) send();
        else this.touchTimer = window.setTimeout(send, wait);
    }
}
