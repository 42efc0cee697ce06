/** Shared dice: this browser's part of the secret, announced first and shown later. */
import { bytes, hex, join, sha256, unhex } from "../sha256.js";
import { game, keep } from "../store.js";

/** What was sent in which session; after a reload it is sent again, and refused where it was known. @type {WeakMap<object, Set<string>>} */
const sent = new WeakMap();

/**
 * Sends what is due of the parts of this browser's seats.
 * @param {import("./session.js").Session} session
 */
export function sendParts(session) {
    const { state } = session;
    const stage = state?.dice?.stage;
    if (state?.status !== "live" || (stage !== "commit" && stage !== "reveal")) return;
    const done = sent.get(session) ?? new Set();
    sent.set(session, done);
    for (const seat of session.mine) {
        if (done.has(seat + stage)) continue;
        done.add(seat + stage);
        const part = partOf(session.id, seat);
        if (stage === "commit") session.socket.act({ t: "commit", seat, hash: hex(sha256(join(bytes("agon dice part"), part))) });
        else session.socket.act({ t: "reveal", seat, part: hex(part) });
    }
}

/**
 * The part of a seat, made once and kept.
 * @param {string} id
 * @param {string} seat
 */
function partOf(id, seat) {
    const parts = game(id)?.parts ?? {};
    if (parts[seat]) return unhex(parts[seat]);
    const part = crypto.getRandomValues(new Uint8Array(16));
    keep(id, { parts: { ...parts, [seat]: hex(part) } });
    return part;
}
