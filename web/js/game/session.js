/** A game in this browser: the server's state, kept up to date, and all commands of a player. */
import { getJson } from "../api.js";
import { Emitter } from "../emitter.js";
import { Socket } from "../socket.js";
import { savedGame, saveGame } from "../store.js";

/** @import { ClientMessage, Fault, GameState, Moment, Player, ServerMessage, Update } from "../types.js" */
/** @import { Act, Unsent } from "../socket.js" */

/**
 * Emits `change` (after each state or update; argument: the new events), `seats`, `thinking`, `touch`, `chat`,
 * `refused` (command, fault), `link`.
 */
export class Session extends Emitter {
    /** @param {string} id */
    constructor(id) {
        super();
        this.id = id;
        /** @type {GameState | null} */
        this.state = null;
        this.link = "down";
        /** When `state.now` was received, in this browser's time. */
        this.receivedAt = 0;
        /** When the game can be claimed because the opponent is gone, in this browser's time. */
        this.claimAt = 0;
        /** Shows the plies of a game with dice one after another. @type {import("./pace.js").Pacer | null} */
        this.pacer = null;
        /** Earlier boards by ply. @type {Map<number, Moment>} */
        this.boards = new Map();
        this.socket = new Socket(
            id,
            () => Object.values(savedGame(id)?.tokens ?? {}),
            () => this.state?.seq,
        );
        this.socket.on("message", (/** @type {ServerMessage} */ message) => this.receive(message));
        this.socket.on("refused", (/** @type {Act | undefined} */ act, /** @type {Fault} */ fault) => this.emit("refused", act, fault));
        this.socket.on("link", (link) => {
            this.link = link;
            this.emit("link", link);
        });
    }

    /**
     * Waits for the first state. If the server refuses the connection, fails as a request for the game does.
     * @returns {Promise<GameState>}
     */
    first() {
        return new Promise((done, fail) => {
            const end = () => stops.forEach((stop) => stop());
            const refused = async (/** @type {any} */ error) => {
                end();
                this.close();
                fail(error);
            };
            const stops = [
                this.on("change", () => {
                    end();
                    done(/** @type {GameState} */ (this.state));
                }),
                this.on("link", (link) => {
                    if (link === "gone") refused(new Error("no seat"));
                    else if (link === "down") getJson("/api/games/{id}", { id: this.id }).catch(refused);
                }),
            ];
        });
    }

    /** @param {ServerMessage} message */
    receive(message) {
        switch (message.t) {
            case "state":
                return this.replace(message);
            case "update":
                return this.pacer ? this.pacer.take(message) : this.update(message);
            case "seats":
            case "thinking":
                if (!this.state) return;
                Object.assign(this.state, message);
                if (message.t === "seats") this.updateClaimTime();
                this.emit(message.t);
                return;
            case "touch":
                this.emit("touch", message);
                return;
            case "chat":
                this.state?.talk.push(message);
                this.emit("chat", message);
                return;
            case "pong":
                if (this.state && message.seq !== (this.pacer?.seq ?? this.state.seq)) this.socket.send({ t: "sync", seq: this.state.seq });
                return;
            case "error":
                this.emit("refused", null, message.error);
        }
    }

    /** @param {GameState} state */
    replace(state) {
        const before = this.state;
        this.pacer?.clear();
        this.boards.clear();
        this.state = state;
        this.receivedAt = performance.now();
        this.updateClaimTime();
        const fresh = before && before.seq < state.seq ? state.events.filter((event) => event.seq > before.seq) : [];
        this.save();
        this.emit("change", fresh, !before);
    }

    /** @param {Update} update */
    update(update) {
        const state = this.state;
        if (!state) return;
        const first = update.events[0]?.seq ?? update.seq;
        if (update.seq <= state.seq) return;
        if (first !== state.seq + 1) {
            this.socket.send({ t: "sync", seq: state.seq });
            return;
        }
        const from = update.words_from;
        if (from < state.words.length) for (const ply of [...this.boards.keys()]) if (ply > from) this.boards.delete(ply);
        const lists = {
            words: [...state.words.slice(0, from), ...update.words],
            by: [...state.by.slice(0, from), ...update.by],
            spent_ms: [...state.spent_ms.slice(0, from), ...update.spent_ms],
        };
        this.state = { ...state, ...update, position: update.position ?? state.position, ...lists };
        this.receivedAt = performance.now();
        this.save();
        this.emit("change", update.events, false);
    }

    updateClaimTime() {
        this.claimAt = performance.now() + (this.state?.claim?.in_ms ?? 0);
    }

    /** Milliseconds until the game can be claimed. */
    get claimIn() {
        return Math.max(0, this.claimAt - performance.now());
    }

    /** Stores the game in the list of games to resume. */
    save() {
        const state = this.state;
        if (!state) return;
        const known = savedGame(this.id);
        const over = state.status === "over";
        if (state.you.length === 0 && !known) return;
        if (known && known.over === over && known.spec === state.spec && known.names && state.status !== "open") return;
        saveGame(this.id, { spec: state.spec, over, at: Date.now(), names: [state.seats.p1.name, state.seats.p2.name] });
    }

    /** The seats of this browser. */
    get mySeats() {
        return this.state?.you ?? [];
    }

    /** Whether a seat of this browser is to move. */
    get myTurn() {
        const state = this.state;
        return !!state && state.status === "live" && this.mySeats.includes(/** @type {Player} */ (state.turn));
    }

    /** The seat that commands of this browser are for. @returns {Player | null} */
    get seat() {
        const turn = /** @type {Player} */ (this.state?.turn);
        if (this.mySeats.includes(turn)) return turn;
        return this.mySeats[0] ?? null;
    }

    /** Whether no other person plays. */
    get isAlone() {
        const { state } = this;
        return !!state && (state.you.length === 2 || (state.you.length > 0 && Object.values(state.seats).some((seat) => seat.kind === "bot")));
    }

    /** Whether both seats belong to this browser. */
    get playsBoth() {
        return this.mySeats.length === 2;
    }

    /** Milliseconds on a player's clock. @param {0 | 1} who */
    timeLeft(who) {
        const clock = this.state?.clock;
        if (!clock) return null;
        const left = clock.left_ms[who] ?? 0;
        const runs = clock.running === (who === 0 ? "p1" : "p2");
        return Math.max(0, runs ? left - (performance.now() - this.receivedAt) : left);
    }

    /**
     * Plays a whole turn.
     * @param {string} notation
     */
    playTurn(notation) {
        const state = this.state;
        if (!state) return;
        this.socket.command({ t: "turn", ply: state.ply, seq: state.seq, word: notation });
    }

    /**
     * Sends a command (resign, offer, abort and so on) for the current seat.
     * @template {Act["t"]} T
     * @param {T} t
     * @param {Omit<Extract<ClientMessage, { t: T }>, "t" | "id">} [more]
     */
    command(t, more) {
        this.socket.command(/** @type {Unsent} */ ({ t, ...(this.seat ? { seat: this.seat } : {}), ...more }));
    }

    /**
     * The board after a number of plies.
     * @param {number} ply
     * @returns {Promise<Moment>}
     */
    async boardAt(ply) {
        const known = this.boards.get(ply);
        if (known) return known;
        const answer = await this.socket.request({ t: "at", ply });
        this.boards.set(ply, answer);
        return answer;
    }

    close() {
        this.socket.close();
    }
}
