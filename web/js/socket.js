/** The live connection of a game. It reconnects by itself; commands are neither lost nor executed twice. */
import { Emitter } from "./emitter.js";

/** @import { ClientMessage, Fault, ServerMessage } from "./types.js" */
/**
 * A message before the socket gives it an id.
 * @template [M=ClientMessage]
 * @typedef {M extends { id: string } ? Omit<M, "id"> : never} Unsent
 */
/** @typedef {Extract<ClientMessage, { id: string }>} Act a command or query */
/** @typedef {"steps" | "legal" | "check" | "paths" | "at" | "hint"} Query the kinds of messages that are answered to this client alone */

const PING_MS = 20000;
const REPLY_TIMEOUT_MS = 9000;

/** @returns {string} a new random command id */
function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Emits `message` (each message of the server), `refused` (command, fault), `link` ("up" | "down" | "gone").
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
        this.ready = false;
        this.attempt = 0;
        this.closed = false;
        /** Commands without acknowledgement, by id; sent again after a reconnect. @type {Map<string, Act>} */
        this.unacknowledged = new Map();
        /** @type {Map<string, {done: (answer: any) => void, fail: (fault: Fault | null) => void}>} */
        this.requests = new Map();
        this.timers = { retry: 0, ping: 0, silence: 0 };
        this.onWake = () => this.checkConnection();
        addEventListener("online", this.onWake);
        document.addEventListener("visibilitychange", this.onWake);
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
        socket.onmessage = (event) => this.receive(JSON.parse(event.data));
        socket.onclose = (event) => this.closedBy(socket, event);
        this.restartTimers();
    }

    /** Restarts the ping and silence timers. */
    restartTimers() {
        clearTimeout(this.timers.silence);
        clearTimeout(this.timers.ping);
        this.timers.silence = window.setTimeout(() => this.socket?.close(), PING_MS + REPLY_TIMEOUT_MS);
        this.timers.ping = window.setTimeout(() => this.write({ t: "ping" }), PING_MS);
    }

    /** Checks the connection at once: after sleep, or when the network is back. */
    checkConnection() {
        if (document.hidden || this.closed) return;
        if (this.socket?.readyState === WebSocket.OPEN) {
            this.write({ t: "ping" });
            clearTimeout(this.timers.silence);
            this.timers.silence = window.setTimeout(() => this.socket?.close(), REPLY_TIMEOUT_MS);
        } else if (this.socket?.readyState !== WebSocket.CONNECTING) {
            this.open();
        }
    }

    /** @param {ServerMessage} message */
    receive(message) {
        this.restartTimers();
        if (message.t === "bye") {
            this.attempt = 0;
            this.retryAfter = message.retry_ms;
        }
        if (message.t === "refused") this.refuse(message);
        if (message.t === "ack") this.unacknowledged.delete(message.id);
        if ("events" in message) for (const event of message.events) if (event.id) this.unacknowledged.delete(event.id);
        if ("id" in message && message.t !== "refused") {
            this.requests.get(message.id)?.done(message);
            this.requests.delete(message.id);
        }
        this.emit("message", message);
        if (message.t === "state" && !this.ready) {
            this.ready = true;
            this.attempt = 0;
            this.emit("link", "up");
            for (const act of this.unacknowledged.values()) this.write(act);
        }
    }

    /** @param {Extract<ServerMessage, { t: "refused" }>} message */
    refuse(message) {
        const request = this.requests.get(message.id);
        if (request) {
            this.requests.delete(message.id);
            request.fail(message.error);
            return;
        }
        const act = this.unacknowledged.get(message.id);
        this.unacknowledged.delete(message.id);
        this.emit("refused", act, message.error);
    }

    /**
     * @param {WebSocket} socket
     * @param {CloseEvent} event
     */
    closedBy(socket, event) {
        if (socket !== this.socket) return;
        clearTimeout(this.timers.ping);
        clearTimeout(this.timers.silence);
        this.ready = false;
        for (const request of this.requests.values()) request.fail(null);
        this.requests.clear();
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

    /** @param {ClientMessage} message */
    write(message) {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    /** Sends a message that may get lost. @param {ClientMessage} message */
    send(message) {
        if (this.ready) this.write(message);
    }

    /** Sends a command and keeps it until the server acknowledges it. @param {Unsent} message */
    command(message) {
        const act = /** @type {Act} */ ({ ...message, id: newId() });
        this.unacknowledged.set(act.id, act);
        if (this.ready) this.write(act);
        return act.id;
    }

    /**
     * Sends a request and waits for the answer.
     * @template {Query} T
     * @param {{ t: T } & Unsent<Extract<ClientMessage, { t: T }>>} message
     * @returns {Promise<Extract<ServerMessage, { t: T }>>}
     */
    request(message) {
        return new Promise((done, fail) => {
            if (!this.ready) {
                fail(null);
                return;
            }
            const id = newId();
            this.requests.set(id, { done, fail });
            this.write(/** @type {Act} */ ({ ...message, id }));
        });
    }

    close() {
        this.closed = true;
        Object.values(this.timers).forEach((timer) => clearTimeout(timer));
        removeEventListener("online", this.onWake);
        document.removeEventListener("visibilitychange", this.onWake);
        this.socket?.close();
    }
}
