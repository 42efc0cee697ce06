/** Shared dice: this browser's part of the secret, committed first and revealed later. */
import { bytes, hex, join, sha256, unhex } from "../sha256.js";
import { savedGame, saveGame } from "../store.js";

/** What each session has sent. After a reload it is sent again and the server refuses duplicates. @type {WeakMap<object, Set<string>>} */
const sent = new WeakMap();

/**
 * Sends the hash or the part of each of this browser's seats, whichever is due.
 * @param {import("./session.js").Session} session
 */
export function sendParts(session) {
    const { state } = session;
    const stage = state?.dice?.stage;
    if (state?.status !== "live" || (stage !== "commit" && stage !== "reveal")) return;
    const done = sent.get(session) ?? new Set();
    sent.set(session, done);
    for (const seat of session.mySeats) {
        if (done.has(seat + stage)) continue;
        done.add(seat + stage);
        const part = partOf(session.id, seat);
        if (stage === "commit") session.socket.command({ t: "commit", seat, hash: hex(sha256(join(bytes("agon dice part"), part))) });
        else session.socket.command({ t: "reveal", seat, part: hex(part) });
    }
}

/**
 * The part of a seat, generated once and stored.
 * @param {string} id
 * @param {string} seat
 */
function partOf(id, seat) {
    const parts = savedGame(id)?.parts ?? {};
    if (parts[seat]) return unhex(parts[seat]);
    const part = crypto.getRandomValues(new Uint8Array(16));
    saveGame(id, { parts: { ...parts, [seat]: hex(part) } });
    return part;
}
