/** Recomputes the dice of a finished game from its secret, in this browser (docs/api.md, section 4). */
import { bytes, hex, hmac, join, sha256, unhex } from "./sha256.js";

/**
 * The tags and plies of a record.
 * @param {string} text
 */
export function readRecord(text) {
    /** @type {Record<string, string>} */
    const tags = {};
    for (const found of text.matchAll(/^\[(\w+)\s+"([^"]*)"\]/gm)) if (found[1]) tags[found[1]] ??= found[2] ?? "";
    const body = text.replace(/^\[.*\]\s*$/gm, "").replace(/\{[^}]*\}/g, " ");
    return { tags, plies: body.split(/\s+/).filter(Boolean) };
}

/** @param {number} n */
function big(n) {
    const data = new Uint8Array(4);
    new DataView(data.buffer).setUint32(0, n);
    return data;
}

/**
 * The roll that a secret gives at a ply.
 * @param {Uint8Array} secret
 * @param {string} game
 * @param {number} ply
 * @param {Uint8Array} parts
 * @param {boolean} opening
 */
export function rollAt(secret, game, ply, parts, opening) {
    /** @type {number[]} */
    let dice = [];
    for (let block = 0; ; block++) {
        for (const byte of hmac(secret, join(bytes("roll"), bytes(game), big(ply), parts, big(block)))) {
            if (byte >= 252) continue;
            dice.push((byte % 6) + 1);
            if (dice.length < 2) continue;
            const [a = 0, b = 0] = dice;
            if (!opening || a !== b) return opening ? [a, b] : [Math.max(a, b), Math.min(a, b)];
            dice = [];
        }
    }
}

/**
 * @param {string} text
 * @returns {{commit: boolean, checked: number, wrong: {ply: number, recorded: string, right: string}[], parts: boolean | null} | null}
 *   null if the record has no secret to check
 */
export function checkDice(text) {
    const { tags, plies } = readRecord(text);
    const { DiceGame, DiceCommit, DiceSecret } = tags;
    if (!DiceGame || !DiceCommit || !DiceSecret) return null;
    const secret = unhex(DiceSecret);
    const commit = hex(sha256(join(bytes("agon dice 1"), bytes(DiceGame), secret))) === DiceCommit.toLowerCase();
    const parts = [unhex(tags.DiceP1 ?? ""), unhex(tags.DiceP2 ?? "")];
    const from = Number(tags.DiceFrom ?? 0);
    const wrong = [];
    let checked = 0;
    for (const [ply, notation] of plies.entries()) {
        if (!notation.endsWith(":") || ply < from) continue;
        const opening = notation.startsWith("o");
        const right = `${opening ? "o" : ""}${rollAt(secret, DiceGame, ply, join(...parts), opening).join("")}:`;
        checked++;
        if (right !== notation) wrong.push({ ply, recorded: notation, right });
    }
    const announced = [tags.DiceP1Commit, tags.DiceP2Commit];
    const known = announced.map((hash, n) => (hash ? hex(sha256(join(bytes("agon dice part"), parts[n] ?? new Uint8Array()))) === hash.toLowerCase() : null)).filter((one) => one !== null);
    return { commit, checked, wrong, parts: known.length ? known.every(Boolean) : null };
}
