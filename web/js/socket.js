/** The live connection of one game: it comes back by itself, and nothing is lost or done twice. */
import { Emitter } from "./emitter.js";

const PING = 20000;
const PATIENCE = 9000;

/** @returns {string} an id of an act, new each time */
function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Emits `message` (each message of the server), `refused` (act, fault), `link` ("up" | "down" | "gone").
 */
export class Socket extends Emitter {
    /**
     * @param {string} id of the game
     * @param {() => string[]} tokens
     * @param {() => number | undefined} seq
     */
    constructor(id, tokens, seq) {
        super();
        this.id = id;
        this.tokens = tokens;
        this.seq = seq;
        /** @type {WebSocket | null} */
        this.socket = null;
        this.greeted = false;
        this.attempt = 0;
        this.closed = false;
        /** Acts that are not acknowledged yet, by their id; sent again after a reconnect. @type {Map<string, any>} */
        this.acts = new Map();
        /** @type {Map<string, {done: (answer: any) => void, fail: (fault: any) => void}>} */
        this.questions = new Map();
        this.timers = { retry: 0, ping: 0, silence: 0 };
        this.wake = () => this.look();
        addEventListener("online", this.wake);
        document.addEventListener("visibilitychange", this.wake);
        this.open();
    }

    open() {
        if (this.closed) return;
        clearTimeout(this.timers.retry);
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live`);
        this.socket = socket;
        socket.onopen = () => {
            const seq = this.seq();
            socket.send(JSON.stringify({ t: "hello", tokens: this.tokens(), ...(seq === undefined ? {} : { seq }) }));
        };
        socket.onmessage = (event) => this.take(JSON.parse(event.data));
        socket.onclose = (event) => this.lost(socket, event);
        this.watch();
    }

    /** Starts to wait for a sign of life. */
    watch() {
        clearTimeout(this.timers.silence);
        clearTimeout(this.timers.ping);
        this.timers.silence = window.setTimeout(() => this.socket?.close(), PING + PATIENCE);
        this.timers.ping = window.setTimeout(() => this.raw({ t: "ping" }), PING);
    }

    /** Looks at once whether the line still holds: after sleep, or when the network is back. */
    look() {
        if (document.hidden || this.closed) return;
        if (this.socket?.readyState === WebSocket.OPEN) {
            this.raw({ t: "ping" });
            clearTimeout(this.timers.silence);
            this.timers.silence = window.setTimeout(() => this.socket?.close(), PATIENCE);
        } else if (this.socket?.readyState !== WebSocket.CONNECTING) {
            this.open();
        }
    }

    /** @param {any} message */
    take(message) {
        this.watch();
        if (message.t === "bye") {
            this.attempt = 0;
            this.retryAfter = message.retry_ms;
        }
        if (message.t === "refused") this.refuse(message);
        if (message.t === "ack") this.acts.delete(message.id);
        for (const event of message.events ?? []) if (event.id) this.acts.delete(event.id);
        const question = message.id && message.t !== "refused" ? this.questions.get(message.id) : undefined;
        if (question) {
            this.questions.delete(message.id);
            question.done(message);
        }
        this.emit("message", message);
        if (message.t === "state" && !this.greeted) {
            this.greeted = true;
            this.attempt = 0;
            this.emit("link", "up");
            for (const act of this.acts.values()) this.raw(act);
        }
    }

    /** @param {any} message */
    refuse(message) {
        const question = this.questions.get(message.id);
        if (question) {
            this.questions.delete(message.id);
            question.fail(message.error);
            return;
        }
        const act = this.acts.get(message.id);
        this.acts.delete(message.id);
        this.emit("refused", act, message.error);
    }

    /**
     * @param {WebSocket} socket
     * @param {CloseEvent} event
     */
    lost(socket, event) {
        if (socket !== this.socket) return;
        clearTimeout(this.timers.ping);
        clearTimeout(this.timers.silence);
        this.greeted = false;
        for (const question of this.questions.values()) question.fail(null);
        this.questions.clear();
        if (this.closed) return;
        if (event.code === 4401) {
            this.emit("link", "gone");
            return;
        }
        this.emit("link", "down");
        const most = Math.min(15000, 500 * 2 ** this.attempt++);
        const wait = this.retryAfter ?? 250 + Math.random() * most;
        this.retryAfter = undefined;
        this.timers.retry = window.setTimeout(() => this.open(), wait);
    }

    /** @param {any} message */
    raw(message) {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    /** Sends what may be lost. @param {any} message */
    tell(message) {
        if (this.greeted) this.raw(message);
    }

    /** Sends an act; it is kept until the server has it. @param {any} message */
    act(message) {
        const act = { ...message, id: newId() };
        this.acts.set(act.id, act);
        if (this.greeted) this.raw(act);
        return act.id;
    }

    /**
     * Asks something.
     * @param {any} message
     * @returns {Promise<any>}
     */
    ask(message) {
        return new Promise((done, fail) => {
            if (!this.greeted) {
                fail(null);
                return;
            }
            const id = newId();
            this.questions.set(id, { done, fail });
            this.raw({ ...message, id });
        });
    }

    close() {
        this.closed = true;
        Object.values(this.timers).forEach((timer) => clearTimeout(timer));
        removeEventListener("online", this.wake);
        document.removeEventListener("visibilitychange", this.wake);
        this.socket?.close();
    }
}
