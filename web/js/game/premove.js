/**
 * A turn queued while the opponent is to move, in games of skill.
 *
 * The legal steps are not known yet, so it consists of places on the board. When the player is to move it is matched with
 * the steps that the server sends, and dropped if it is none of them.
 */
import { kindOf } from "../boards/index.js";
import { placeKey, samePlace } from "../coords.js";
import { settings } from "../store.js";

/** @typedef {import("../types.js").PlaceView} Place */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {{from: Place | null, to: Place, also: Place | null}} Intent */

export class Premove {
    /** @param {import("./turn.js").TurnBuilder} turn */
    constructor(turn) {
        this.turn = turn;
        /** The queued steps; at most a move and the wall that completes its turn. @type {Intent[]} */
        this.queue = [];
    }

    /** Whether a turn can be queued now. */
    get possible() {
        const { session, showingPast } = this.turn;
        const { state } = session;
        return settings.premove && !showingPast && state?.status === "live" && session.mySeats.length === 1 && !session.myTurn && !kindOf(state.board).dice;
    }

    /** Whether the player has walls left. */
    get hasWalls() {
        const { session } = this.turn;
        return !!session.state && !!session.seat && kindOf(session.state.board).stocks(session.state.board, session.seat).some((stock) => stock.left > 0);
    }

    /**
     * What a click on a place means: a piece to pick up, or a step to queue.
     * @param {Place} place
     * @returns {{held: Place} | {intent: Intent} | null}
     */
    meaning(place) {
        const { session, held } = this.turn;
        if (!session.state || !session.seat) return null;
        return kindOf(session.state.board).premove(session.state.board, session.seat, held, place);
    }

    /** Whether a piece of the player stands on a place. @param {Place} place */
    canLift(place) {
        const found = this.possible && this.meaning(place);
        return !!found && "held" in found;
    }

    /**
     * Handles a click, a tap, a drop or Enter.
     * @param {Place} place
     * @param {import("./turn.js").How} how
     * @returns {boolean} whether it did something
     */
    act(place, how) {
        const { turn } = this;
        const found = this.meaning(place);
        const isWall = !!found && "intent" in found && place.at === "wall";
        // The wall of a turn that has both; any other click cancels.
        const completes = isWall && turn.goesOn && this.queue.length === 1 && this.queue[0]?.from;
        if (this.queue.length && !completes) return this.cancel();
        if (found && "held" in found && how !== "drag") turn.held = samePlace(turn.held, place) ? null : place;
        else {
            turn.held = null;
            if (found && "intent" in found) {
                this.queue = [...this.queue, found.intent];
                turn.placingWall = false;
                turn.emit("queued");
            }
        }
        turn.emit("change");
        return !!found;
    }

    /** Forgets the queued turn. @returns {boolean} whether there was one */
    cancel() {
        if (!this.queue.length) return false;
        this.queue = [];
        this.turn.held = null;
        this.turn.emit("change");
        return true;
    }

    /** Plays the queued turn if it is the player's turn now. */
    async play() {
        const { turn } = this;
        const queue = this.queue;
        if (!queue.length || !turn.playing) return;
        this.queue = [];
        const { seq } = turn;
        for (const intent of queue) {
            const step = turn.seq === seq ? turn.legal.next.find((one) => fits(one, intent)) : null;
            if (!step) return turn.emit("dropped");
            await turn.makeStep(step);
        }
    }
}

/**
 * @param {Step} step
 * @param {Intent} intent
 */
function fits(step, intent) {
    const places = (/** @type {{to: Place, also: Place | null}} */ { to, also }) => [to, also].map(placeKey).sort().join(" ");
    return samePlace(step.from, intent.from) && places(step) === places(intent);
}
