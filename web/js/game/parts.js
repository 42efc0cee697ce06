/** Shared dice: this browser's part of the secret, announced first and shown later. */
import { bytes, hex, join, sha256, unhex } from "../sha256.js";
import { game, keep } from "../store.js";

/**
 * Sends what is due of the parts of this browser's seats.
 * @param {import("./session.js").Session} session
 */
export function sendParts(session) {
    const stage = session.state?.dice?.stage;
    if (stage !== "commit" && stage !== "reveal") return;
    for (const seat of session.mine) {
        const parts = game(session.id)?.parts ?? {};
        if (stage === "commit") {
            if (parts[`${seat} sent`]) continue;
            const part = parts[seat] ? unhex(parts[seat]) : crypto.getRandomValues(new Uint8Array(16));
            keep(session.id, { parts: { ...parts, [seat]: hex(part), [`${seat} sent`]: "1" } });
            session.socket.act({ t: "commit", seat, hash: hex(sha256(join(bytes("agon dice part"), part))) });
        } else if (parts[seat] && !parts[`${seat} shown`]) {
            keep(session.id, { parts: { ...parts, [`${seat} shown`]: "1" } });
            session.socket.act({ t: "reveal", seat, part: parts[seat] });
        }
    }
}
