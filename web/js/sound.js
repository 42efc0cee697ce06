/** Short synthesised sounds. */
import { settings } from "./store.js";

/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [number, number, number][]>} frequency, start and length of each tone */
const TUNES = {
    move: [[320, 0, 0.07]],
    wall: [
        [170, 0, 0.09],
        [120, 0.03, 0.09],
    ],
    dice: [
        [900, 0, 0.03],
        [700, 0.07, 0.03],
        [820, 0.15, 0.03],
        [600, 0.24, 0.04],
    ],
    bad: [[140, 0, 0.16]],
    turn: [
        [520, 0, 0.09],
        [660, 0.09, 0.12],
    ],
    over: [
        [392, 0, 0.16],
        [494, 0.14, 0.16],
        [587, 0.28, 0.3],
    ],
};

/**
 * Plays a sound. Browsers block sound before the first gesture and complain about attempts.
 * @param {string} name
 */
export function play(name) {
    if (!settings.sound || document.hidden || !navigator.userActivation?.hasBeenActive) return;
    try {
        context ??= new AudioContext();
        if (context.state === "suspended") context.resume();
        for (const [pitch, start, length] of TUNES[name] ?? []) {
            const [tone, volume] = [context.createOscillator(), context.createGain()];
            const at = context.currentTime + start;
            tone.type = "triangle";
            tone.frequency.value = pitch;
            volume.gain.setValueAtTime(0.09, at);
            volume.gain.exponentialRampToValueAtTime(0.0008, at + length);
            tone.connect(volume).connect(context.destination);
            tone.start(at);
            tone.stop(at + length);
        }
    } catch {
        // No audio device: stay silent.
    }
}
