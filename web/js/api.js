/** HTTP requests to the server. */

/** @import { CatalogueInfo, Fault, GetAnswers, PostAnswers, PostBodies } from "./types.js" */

/** An error response of the server; status 0 means that it could not be reached. */
export class ApiError extends Error {
    /**
     * @param {number} status
     * @param {Fault | null} fault
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
 * A path of the API with its parameters; those that it does not name make the query.
 * @param {string} path such as "/api/i18n/{lang}"
 * @param {Record<string, string | number>} parameters
 */
export function address(path, parameters) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        const filled = path.replace(`{${name}}`, () => encodeURIComponent(value));
        if (filled === path) query.set(name, String(value));
        path = filled;
    }
    return [path, query.toString()].filter(Boolean).join("?");
}

/** @param {string} [token] */
function authorised(token) {
    return token ? { headers: { Authorization: `Bearer ${token}` } } : {};
}

/**
 * @template {keyof GetAnswers} P
 * @param {P} path
 * @param {Record<string, string | number>} [parameters]
 * @param {string} [token]
 * @returns {Promise<GetAnswers[P]>}
 */
export async function getJson(path, parameters = {}, token) {
    return (await request(address(path, parameters), authorised(token))).json();
}

/**
 * @param {string} path
 * @param {string} [token]
 * @returns {Promise<string>}
 */
export async function getText(path, token) {
    return (await request(path, authorised(token))).text();
}

/**
 * @template {keyof PostAnswers} P
 * @param {P} path
 * @param {P extends keyof PostBodies ? PostBodies[P] : {}} body
 * @param {Record<string, string | number>} [parameters]
 * @returns {Promise<PostAnswers[P]>}
 */
export async function post(path, body, parameters = {}) {
    const headers = { "Content-Type": "application/json" };
    return (await request(address(path, parameters), { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** @type {Promise<CatalogueInfo> | null} */
let catalogueAnswer = null;

/** The games with their options and bots; requested once. */
export function catalogue() {
    catalogueAnswer ??= getJson("/api/catalogue").catch((error) => {
        catalogueAnswer = null;
        throw error;
    });
    return catalogueAnswer;
}
