/** Puts the keeper of the page (`/sw.js`) to work. */

/** @typedef {{createScriptURL: (url: string) => any}} Policy */

export async function keepPage() {
    if (!("serviceWorker" in navigator)) return;
    /** @type {{createPolicy: (name: string, rules: Policy) => Policy} | undefined} */
    const types = /** @type {any} */ (window).trustedTypes;
    // The policy of the page lets only this one name make addresses of scripts, and it knows only this one.
    const policy = types?.createPolicy("agon", { createScriptURL: () => "/sw.js" });
    try {
        await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js");
    } catch {
        // Private windows and old browsers do without.
    }
}
