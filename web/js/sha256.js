/**
 * SHA-256 and HMAC.
 *
 * Browsers provide them only over HTTPS and on localhost, but dice must be verifiable everywhere.
 */

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the first 32 bits of the fractional parts of square and cube roots of the first primes.
(() => {
    let found = 0;
    const fraction = (/** @type {number} */ x) => ((x - Math.floor(x)) * 0x100000000) | 0;
    for (let n = 2; found < 64; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
        if (!prime) continue;
        if (found < 8) START[found] = fraction(Math.sqrt(n));
        K[found++] = fraction(Math.cbrt(n));
    }
})();

/** @param {number} x @param {number} n */
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
    const length = ((message.length + 8) >> 6) * 64 + 64;
    const bytes = new Uint8Array(length);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
    view.setUint32(length - 4, (message.length << 3) >>> 0);
    const hash = START.slice();
    const w = new Uint32Array(64);
    for (let at = 0; at < length; at += 64) block(hash, w, view, at);
    const out = new DataView(new ArrayBuffer(32));
    hash.forEach((value, n) => out.setUint32(4 * n, value));
    return new Uint8Array(out.buffer);
}

/**
 * @param {Uint32Array} hash
 * @param {Uint32Array} w
 * @param {DataView} view
 * @param {number} at
 */
function block(hash, w, view, at) {
    for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + 4 * n);
    for (let n = 16; n < 64; n++) {
        const [x, y] = [w[n - 15] ?? 0, w[n - 2] ?? 0];
        const low = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
        const high = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
        w[n] = (w[n - 16] ?? 0) + low + (w[n - 7] ?? 0) + high;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let n = 0; n < 64; n++) {
        const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (K[n] ?? 0) + (w[n] ?? 0)) | 0;
        const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => (hash[n] = (hash[n] ?? 0) + value));
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
    const pad = new Uint8Array(64);
    pad.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join(pad.map((byte) => byte ^ 0x36), message));
    return sha256(join(pad.map((byte) => byte ^ 0x5c), inner));
}

/** @param {...Uint8Array} parts */
export function join(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** @param {string} text */
export function bytes(text) {
    return new TextEncoder().encode(text);
}

/** @param {Uint8Array} data */
export function hex(data) {
    return [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
    return new Uint8Array((text.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16)));
}
