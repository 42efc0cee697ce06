/** What goes on in the lobby. */
import { getJson } from "../api.js";

/** @import { Lobby } from "../types.js" */

const POLL_MS = 3000;

/**
 * Calls `draw` with the lobby now and whenever it changes, and `lost` when the server does not answer.
 * @param {(lobby: Lobby) => void} draw
 * @param {() => void} [lost]
 * @returns {Promise<() => void>} ends it
 */
export async function followLobby(draw, lost) {
    let last = "";
    async function look() {
        if (document.hidden) return;
        try {
            const lobby = await getJson("/api/lobby");
            const shape = JSON.stringify(lobby);
            if (shape !== last) draw(lobby);
            last = shape;
        } catch {
            lost?.();
        }
    }
    await look();
    const timer = window.setInterval(look, POLL_MS);
    return () => clearInterval(timer);
}
