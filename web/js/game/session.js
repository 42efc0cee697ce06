/** One game as this browser knows it: the server's state, kept up to date, and everything one can do. */
import { Emitter } from "../emitter.js";
import { Socket } from "../socket.js";
import { game, keep } from "../store.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Player} Player */

/**
 * Emits `change` (after every state or update; argument: the events that are new), `seats`, `touch`, `chat`,
 * `refused` (act, fault), `link`.
 */
export class Session extends Emitter {
    /** @param {string} id */
    constructor(id) {
        super();
        this.id = id;
        /** @type {GameState | null} */
        this.state = null;
        this.link = "down";
        /** When `state.now` was received, on this machine's clock. */
        this.receivedAt = 0;
        /** When the other's absence can be claimed, on this machine's clock. */
        this.claimAt = 0;
        /** Boards of earlier plies. @type {Map<number, import("../types.js").Moment>} */
        this.moments = new Map();
        this.socket = new Socket(
            id,
            () => Object.values(game(id)?.tokens ?? {}),
            () => this.state?.seq,
        );
        this.socket.on("message", (message) => this.take(message));
        this.socket.on("refused", (act, fault) => this.emit("refused", act, fault));
        this.socket.on("link", (link) => {
            this.link = link;
            this.emit("link", link);
        });
    }

    /** @param {any} message */
    take(message) {
        switch (message.t) {
            case "state":
                return this.replace(message);
            case "update":
                return this.update(message);
            case "seats":
            case "thinking":
                if (!this.state) return;
                Object.assign(this.state, message);
                this.noteClaim();
                this.emit("seats");
                return;
            case "touch":
                this.emit("touch", message);
                return;
            case "chat":
                this.state?.talk.push(message);
                this.emit("chat", message);
                return;
            case "pong":
                if (this.state && message.seq !== this.state.seq) this.socket.tell({ t: "sync", seq: this.state.seq });
                return;
            case "error":
                this.emit("refused", null, message.error);
        }
    }

    /** @param {GameState} state */
    replace(state) {
        const before = this.state;
        this.moments.clear();
        this.state = state;
        this.receivedAt = performance.now();
        this.noteClaim();
        const fresh = before && before.seq < state.seq ? state.events.filter((event) => event.seq > before.seq) : [];
        this.remember();
        this.emit("change", fresh, !before);
    }

    /** @param {any} update */
    update(update) {
        const state = this.state;
        if (!state) return;
        const first = update.events[0]?.seq ?? update.seq;
        if (update.seq <= state.seq) return;
        if (first !== state.seq + 1) {
            this.socket.tell({ t: "sync", seq: state.seq });
            return;
        }
        const from = update.words_from;
        if (from < state.words.length) for (const ply of [...this.moments.keys()]) if (ply > from) this.moments.delete(ply);
        const lists = {
            words: [...state.words.slice(0, from), ...update.words],
            by: [...state.by.slice(0, from), ...update.by],
            spent_ms: [...state.spent_ms.slice(0, from), ...update.spent_ms],
        };
        this.state = { ...state, ahead: null, ...update, ...lists };
        this.receivedAt = performance.now();
        if ("claim" in update) this.noteClaim();
        this.remember();
        this.emit("change", update.events, false);
    }

    noteClaim() {
        this.claimAt = performance.now() + (this.state?.claim?.in_ms ?? 0);
    }

    /** Milliseconds until the game can be claimed. */
    get claimIn() {
        return Math.max(0, this.claimAt - performance.now());
    }

    /** Keeps the game in the list of those to resume. */
    remember() {
        const state = this.state;
        if (!state) return;
        const known = game(this.id);
        const over = state.status === "over";
        if (state.you.length === 0 && !known) return;
        if (known && known.over === over && known.spec === state.spec && known.names && state.status !== "open") return;
        keep(this.id, { spec: state.spec, over, at: Date.now(), names: [state.seats.p1.name, state.seats.p2.name] });
    }

    /** The seats this browser plays. */
    get mine() {
        return this.state?.you ?? [];
    }

    /** Whether this browser is to move. */
    get myTurn() {
        const state = this.state;
        return !!state && state.status === "live" && this.mine.includes(/** @type {Player} */ (state.turn));
    }

    /** The seat this browser acts for now. @returns {Player | null} */
    get seat() {
        const turn = /** @type {Player} */ (this.state?.turn);
        if (this.mine.includes(turn)) return turn;
        return this.mine[0] ?? null;
    }

    /** Both sides are played here. */
    get shared() {
        return this.mine.length === 2;
    }

    /** Milliseconds left for a player. @param {0 | 1} who */
    left(who) {
        const clock = this.state?.clock;
        if (!clock) return null;
        const left = clock.left_ms[who] ?? 0;
        const runs = clock.running === (who === 0 ? "p1" : "p2");
        return Math.max(0, runs ? left - (performance.now() - this.receivedAt) : left);
    }

    /**
     * Plays a whole turn.
     * @param {string} word
     */
    play(word) {
        const state = this.state;
        if (!state) return;
        this.socket.act({ t: "turn", ply: state.ply, seq: state.seq, word });
    }

    /**
     * Resigns, offers, asks and so on, for the seat that acts now.
     * @param {string} t
     * @param {Record<string, any>} [more]
     */
    act(t, more = {}) {
        this.socket.act({ t, ...(this.seat ? { seat: this.seat } : {}), ...more });
    }

    /**
     * The board after so many words.
     * @param {number} ply
     * @returns {Promise<import("../types.js").Moment>}
     */
    async moment(ply) {
        const known = this.moments.get(ply);
        if (known) return known;
        const answer = await this.socket.ask({ t: "at", ply });
        this.moments.set(ply, answer);
        return answer;
    }

    close() {
        this.socket.close();
    }
}
