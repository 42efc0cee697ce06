/** HTTP requests to the server. */

/** An error response of the server; status 0 means that it could not be reached. */
export class ApiError extends Error {
    /**
     * @param {number} status
     * @param {import("./types.js").Fault | null} fault
     */
    constructor(status, fault) {
        super(fault?.text ?? `status ${status}`);
        this.status = status;
        this.fault = fault;
    }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
async function request(path, init) {
    let response;
    try {
        response = await fetch(path, init);
    } catch {
        throw new ApiError(0, null);
    }
    if (response.ok || response.status === 304) return response;
    const body = await response.json().catch(() => null);
    throw new ApiError(response.status, body?.error ?? null);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function getJson(path) {
    return (await request(path)).json();
}

/**
 * @param {string} path
 * @param {string} [token]
 * @returns {Promise<string>}
 */
export async function getText(path, token) {
    return (await request(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).text();
}

/**
 * @param {string} path
 * @param {any} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return (await request(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** @type {Promise<import("./types.js").CatalogueInfo> | null} */
let catalogueAnswer = null;

/** The games with their options and bots; requested once. */
export function catalogue() {
    catalogueAnswer ??= getJson("/api/catalogue").catch((error) => {
        catalogueAnswer = null;
        throw error;
    });
    return catalogueAnswer;
}
