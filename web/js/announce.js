/** Announces messages to screen readers and shows toasts. */

import { faultText } from "./i18n.js";

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
        // Clearing first makes screen readers read a repeated message again.
        requestAnimationFrame(() => (region.textContent = text));
        if (how === "polite") waiting = [];
    }, 80);
}

/** @type {HTMLElement | null} */
let toastBox = null;
let toastTimer = 0;

/**
 * Shows a message for a few seconds and announces it.
 * @param {string} message
 * @param {"" | "bad"} [kind]
 */
export function toast(message, kind = "") {
    if (!message) return;
    toastBox ??= document.body.appendChild(document.createElement("div"));
    // Screen readers get the message from the live regions.
    toastBox.setAttribute("aria-hidden", "true");
    toastBox.className = `toast ${kind}`;
    toastBox.textContent = message;
    toastBox.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = window.setTimeout(() => toastBox && (toastBox.hidden = true), 4200);
    announce(message, kind === "bad" ? "assertive" : "polite");
}

/**
 * Shows the fault of a failed request.
 * @param {any} error
 */
export async function toastFault(error) {
    toast(await faultText(error.fault), "bad");
}
