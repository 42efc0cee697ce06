/**
 * Shows what happens in a game with dice one after another: rolls, passes and the other side's turns.
 *
 * The server sends several of them at once. They wait here and reach the session at a pace that one can follow.
 */
import { settings } from "../store.js";

/** For how many milliseconds each kind of ply is shown before the next. */
const PAUSES = { roll: 1000, turn: 600, pass: 1500 };
const SPEED = /** @type {Record<string, number>} */ ({ normal: 1, slow: 2, off: 0 });
/** With more than this waiting, the display is too far behind. */
const MAX_WAITING = 6;

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{update: any, moment: Promise<import("../types.js").Moment | null>, roller: string | null}} Part */

export class Pacer {
    /** @param {import("./session.js").Session} session */
    constructor(session) {
        this.session = session;
        /** @type {Part[]} */
        this.waiting = [];
        this.running = false;
        this.shownAt = 0;
        /** How long the last ply is to be shown. */
        this.shownFor = 0;
        /** Whether a player is to roll by hand. */
        this.rollDue = false;
        /** Ends the pause. */
        this.wake = () => {};
    }

    /** The number of the last event received. */
    get seq() {
        return this.waiting.at(-1)?.update.seq ?? this.session.state?.seq;
    }

    /** @param {any} update */
    take(update) {
        const { events } = update;
        const isPlay = events.some((/** @type {GameEvent} */ event) => event.kind === "word") && !events.some((/** @type {GameEvent} */ event) => event.kind === "takeback");
        // Whatever else happens is about the board as it is now.
        if (!isPlay) this.skip();
        this.waiting.push(...(isPlay ? this.parts(update) : [{ update, moment: Promise.resolve(null), roller: null }]));
        this.run();
    }

    /**
     * Splits an update into one for each turn or roll.
     * @param {any} update
     * @returns {Part[]}
     */
    parts(update) {
        /** @type {GameEvent[][]} */
        const groups = [];
        for (const event of update.events) {
            const last = groups.at(-1);
            if (!last || (event.kind === "word" && plyOf(last))) groups.push([event]);
            else last.push(event);
        }
        return groups.map((events, n) => {
            const isLast = n === groups.length - 1;
            const next = isLast ? update.turn : update.by[n + 1];
            const lists = { words_from: update.words_from + n, words: [update.words[n]], by: [update.by[n]], spent_ms: [update.spent_ms[n]], events };
            const roller = plyOf(events)?.seat === "chance" ? next : null;
            if (isLast) return { update: { ...update, ...lists }, moment: Promise.resolve(null), roller };
            const ply = update.words_from + n + 1;
            const unfinished = { seq: events.at(-1)?.seq, status: "live", turn: next, ply, steps: null, ahead: null, result: null, ending: undefined };
            return { update: { ...update, ...lists, ...unfinished }, moment: this.session.socket.request({ t: "at", ply }).catch(() => null), roller };
        });
    }

    async run() {
        if (this.running) return;
        this.running = true;
        for (let part = this.waiting[0]; part; part = this.waiting[0]) {
            const moment = await part.moment;
            if (part === this.waiting[0]) await this.pause(part);
            if (part !== this.waiting[0]) continue;
            this.waiting.shift();
            this.show(part, moment);
        }
        this.running = false;
    }

    /**
     * @param {Part} part
     * @param {import("../types.js").Moment | null} moment
     */
    show({ update }, moment) {
        const event = plyOf(update.events);
        this.shownAt = performance.now();
        this.shownFor = event?.seat === "chance" ? PAUSES.roll : event?.word === "pass" ? PAUSES.pass : PAUSES.turn;
        const { board, last, paths, position } = moment ?? update;
        this.session.update({ ...update, board, last, paths, position });
    }

    /** Waits until a part may be shown. @param {Part} part */
    async pause(part) {
        const { session } = this;
        if (settings.rollByHand && part.roller && session.mySeats.includes(/** @type {any} */ (part.roller))) {
            this.rollDue = true;
            session.emit("seats");
            await new Promise((done) => (this.wake = () => done(null)));
            this.rollDue = false;
            return;
        }
        const wait = this.shownAt + this.pauseBefore(plyOf(part.update.events)) - performance.now();
        if (wait > 0)
            await new Promise((done) => {
                const timer = window.setTimeout(done, wait);
                this.wake = () => (clearTimeout(timer), done(null));
            });
    }

    /** @param {GameEvent | undefined} event */
    pauseBefore(event) {
        const { session } = this;
        // A player whose clock runs wants to see the roll at once.
        if (!event || session.state?.clock || document.hidden || this.waiting.length > MAX_WAITING) return 0;
        const isOwnTurn = event.kind === "word" && event.word !== "pass" && session.mySeats.includes(/** @type {any} */ (event.seat));
        return isOwnTurn ? 0 : this.shownFor * (SPEED[settings.pace] ?? 1);
    }

    /** Rolls the dice, if they are rolled by hand and a roll is due. */
    roll() {
        if (this.rollDue) this.wake();
    }

    /** Shows everything that waits at once. */
    skip() {
        if (!this.waiting.length) return;
        const parts = this.waiting.splice(0);
        const updates = parts.map((part) => part.update);
        const all = (/** @type {string} */ list) => updates.flatMap((update) => update[list]);
        this.rollDue = false;
        this.session.update({ ...updates.at(-1), words_from: updates[0].words_from, words: all("words"), by: all("by"), spent_ms: all("spent_ms"), events: all("events") });
        this.wake();
    }

    /** Forgets what waits: the session has a newer state. */
    clear() {
        this.waiting = [];
        this.rollDue = false;
        this.wake();
    }
}

/**
 * The turn or roll among events; shared dice may be revealed just before it.
 * @param {GameEvent[]} events
 * @returns {import("../types.js").PlyEvent | undefined}
 */
function plyOf(events) {
    return /** @type {any} */ (events.find((event) => event.kind === "word"));
}
