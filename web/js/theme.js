/** Themes, light and dark mode, and animation speed. */
import { loadStyle } from "./dom.js";
import { changes, settings } from "./store.js";

export const THEMES = ["wood", "slate", "contrast"];
export const MODES = ["auto", "light", "dark"];

async function apply() {
    const root = document.documentElement;
    root.dataset.mode = settings.mode;
    root.dataset.motion = settings.motion;
    const theme = THEMES.includes(settings.theme) ? settings.theme : "wood";
    if (theme !== "wood") await loadStyle("more-themes");
    root.dataset.theme = theme;
}

export function startTheme() {
    apply();
    changes.on("change", apply);
}

/** Whether animations are on. */
export function animated() {
    return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
