/** A minimal event emitter. */
export class Emitter {
    constructor() {
        /** @type {Map<string, Set<(...args: any[]) => void>>} */
        this.listeners = new Map();
    }

    /**
     * @param {string} name
     * @param {(...args: any[]) => void} listener
     * @returns {() => void} stops listening
     */
    on(name, listener) {
        const all = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, all.add(listener));
        return () => all.delete(listener);
    }

    /**
     * @param {string} name
     * @param {...any} args
     */
    emit(name, ...args) {
        for (const listener of [...(this.listeners.get(name) ?? [])]) listener(...args);
    }
}
