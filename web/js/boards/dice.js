/** Pictures of dice. */
import { s } from "../dom.js";

/** The cells of the 3x3 grid that have a pip, by face. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * @param {number} face
 * @param {number} x of the centre
 * @param {number} y of the centre
 * @param {number} size
 * @param {string} name
 */
export function die(face, x, y, size, name) {
    const apart = size * 0.27;
    const pips = (PIPS[face] ?? []).map((at) =>
        s("circle", { class: "pip", cx: ((at % 3) - 1) * apart, cy: (Math.floor(at / 3) - 1) * apart, r: size * 0.085 }),
    );
    const half = size / 2;
    return s(
        "g",
        { transform: `translate(${x} ${y})` },
        s(
            "g",
            { class: `die ${name}` },
            s("rect", { class: "shade", x: -half + 1.5, y: -half + 3.5, width: size, height: size, rx: size * 0.2 }),
            s("rect", { class: "body", x: -half, y: -half, width: size, height: size, rx: size * 0.2 }),
            pips,
        ),
    );
}

/**
 * A small die for the move list.
 * @param {number} face
 */
export function smallDie(face) {
    return s("svg", { class: "small-die", viewBox: "-30 -30 60 60", "aria-hidden": "true" }, die(face, 0, 0, 54, "p1"));
}
