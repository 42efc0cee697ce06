/** Registers the service worker (`/sw.js`). */

/** @typedef {{createScriptURL: (url: string) => any}} Policy */

export async function registerServiceWorker() {
    if (!("serviceWorker" in navigator)) return;
    /** @type {{createPolicy: (name: string, rules: Policy) => Policy} | undefined} */
    const types = /** @type {any} */ (window).trustedTypes;
    // The page's content security policy allows only the policy `agon`, which allows only this script.
    const policy = types?.createPolicy("agon", { createScriptURL: () => "/sw.js" });
    try {
        await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js");
    } catch {
        // Private windows and old browsers have no service workers.
    }
}
