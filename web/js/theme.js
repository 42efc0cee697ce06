/** How it looks: a theme, light or dark, and how fast things move. */
import { changes, settings } from "./store.js";

export const THEMES = ["wood", "slate", "contrast"];
export const MODES = ["auto", "light", "dark"];

function apply() {
    const root = document.documentElement;
    root.dataset.theme = THEMES.includes(settings.theme) ? settings.theme : "wood";
    root.dataset.mode = settings.mode;
    root.dataset.motion = settings.motion;
}

export function beginTheme() {
    apply();
    changes.on("change", apply);
}

/** Whether things move at all. */
export function moves() {
    return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
