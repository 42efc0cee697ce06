/** Tells screen readers what happens. */

/** @type {Record<string, number>} */
const timers = {};
/** @type {string[]} */
let waiting = [];

/**
 * @param {string} message
 * @param {"polite" | "assertive"} [how]
 */
export function announce(message, how = "polite") {
    if (!message) return;
    waiting = how === "polite" ? [...waiting, message] : waiting;
    const text = how === "polite" ? waiting.join(". ") : message;
    clearTimeout(timers[how]);
    timers[how] = window.setTimeout(() => {
        const region = document.getElementById(how);
        if (!region) return;
        region.textContent = "";
        // A change is told even if the same words come twice.
        requestAnimationFrame(() => (region.textContent = text));
        if (how === "polite") waiting = [];
    }, 80);
}

/** @type {HTMLElement | null} */
let toastBox = null;
let toastTimer = 0;

/**
 * Shows a short message that goes away by itself, and tells it.
 * @param {string} message
 * @param {"" | "bad"} [kind]
 */
export function toast(message, kind = "") {
    if (!message) return;
    toastBox ??= document.body.appendChild(document.createElement("div"));
    // The live regions tell it; seen it is here.
    toastBox.setAttribute("aria-hidden", "true");
    toastBox.className = `toast ${kind}`;
    toastBox.textContent = message;
    toastBox.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = window.setTimeout(() => toastBox && (toastBox.hidden = true), 4200);
    announce(message, kind === "bad" ? "assertive" : "polite");
}
