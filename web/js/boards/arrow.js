/** An arrow on a board: a curve with a head and an outline, visible on any background. */
import { s } from "../dom.js";

const HEAD = 26;

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{bend?: number, count?: number}} [more] bend to the left as a fraction of the length; number of checkers that take this path
 */
export function arrow(from, to, { bend = 0, count = 1 } = {}) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const far = Math.hypot(dx, dy) || 1;
    const [mx, my] = [(from.x + to.x) / 2 + dy * bend, (from.y + to.y) / 2 - dx * bend];
    // The head points along the end of the curve.
    const [hx, hy] = [to.x - mx, to.y - my];
    const long = Math.hypot(hx, hy) || 1;
    const [ux, uy] = [hx / long, hy / long];
    const head = Math.min(HEAD, far * 0.6);
    const [bx, by] = [to.x - ux * head, to.y - uy * head];
    const line = `M${from.x} ${from.y}Q${mx} ${my} ${bx} ${by}`;
    const tip = `M${to.x} ${to.y}L${bx - uy * head * 0.62} ${by + ux * head * 0.62}L${bx + uy * head * 0.62} ${by - ux * head * 0.62}Z`;
    // The middle of the curve.
    const [tx, ty] = [(from.x + 2 * mx + bx) / 4, (from.y + 2 * my + by) / 4];
    return s(
        "g",
        { class: "arrow" },
        s("path", { class: "arrow-rim", d: line }),
        s("path", { class: "arrow-rim", d: tip }),
        s("path", { class: "arrow-line", d: line }),
        s("path", { class: "arrow-tip", d: tip }),
        count > 1 && s("circle", { class: "arrow-badge", cx: tx, cy: ty, r: 17 }),
        count > 1 && s("text", { class: "arrow-count", x: tx, y: ty + 1, text: `×${count}` }),
    );
}
