/** Themes, light and dark mode, and animation speed. */
import { changes, settings } from "./store.js";

export const THEMES = ["wood", "slate", "contrast"];
export const MODES = ["auto", "light", "dark"];

function apply() {
    const root = document.documentElement;
    root.dataset.theme = THEMES.includes(settings.theme) ? settings.theme : "wood";
    root.dataset.mode = settings.mode;
    root.dataset.motion = settings.motion;
}

export function startTheme() {
    apply();
    changes.on("change", apply);
}

/** Whether animations are on. */
export function animated() {
    return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
