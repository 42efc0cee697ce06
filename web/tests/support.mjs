/** Test fixtures: a server, a browser, and helpers for pages. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
export const output = join(here, "output");
mkdirSync(output, { recursive: true });

const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ");
const axe = readFileSync(join(here, "..", "node_modules", "axe-core", "axe.min.js"), "utf8");

/** The program under test: `AGON_BIN`, or the release or debug build. */
export function binary() {
    const known = [process.env.AGON_BIN, join(root, "target/release/agon"), join(root, "target/debug/agon")];
    const found = known.find((path) => path && existsSync(path));
    if (!found) throw new Error("no agon binary; build it or set AGON_BIN");
    return found;
}

function freePort() {
    return new Promise((done) => {
        const probe = createServer().listen(0, "127.0.0.1", () => {
            const { port } = probe.address();
            probe.close(() => done(port));
        });
    });
}

/** `WEB_DIR=web npm test` serves the page from that folder instead of the files embedded in the program. */
const folder = process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR === "web" ? join(root, "web") : process.env.WEB_DIR] : [];

class Server {
    /** @param {string[]} more arguments for the command line */
    constructor(...more) {
        this.more = more;
    }

    async start() {
        this.folder ??= mkdtempSync(join(tmpdir(), "agon-web-"));
        this.port ??= await freePort();
        this.url = `http://127.0.0.1:${this.port}`;
        this.child = spawn(binary(), ["serve", "--listen", `127.0.0.1:${this.port}`, "--database", `sqlite:${join(this.folder, "games.db")}`, "--no-limits", ...folder, ...this.more], {
            stdio: "ignore",
            env: { ...process.env, RUST_LOG: "warn" },
        });
        for (;;) {
            if (this.child.exitCode !== null) throw new Error(`the server ended with ${this.child.exitCode}`);
            const answer = await fetch(`${this.url}/ready`).catch(() => null);
            if (answer?.ok) return this;
            await new Promise((done) => setTimeout(done, 50));
        }
    }

    /** Kills the server without a shutdown. */
    async kill() {
        const ended = new Promise((done) => this.child.once("exit", done));
        this.child.kill("SIGKILL");
        await ended;
    }

    async stop() {
        await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

async function openBrowser() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** The server of a test file. @type {Server} */
export let server;
/** The browser of a test file. @type {import("playwright-core").Browser} */
export let browser;

/**
 * Starts both before the first test of a file and closes them after the last.
 * @param {string[]} more arguments for the server's command line
 */
export function openSite(...more) {
    after(() => browser?.close());
    openServer(...more);
    before(async () => (browser = await openBrowser()));
}

/**
 * Starts the server alone.
 * @param {string[]} more arguments for its command line
 */
export function openServer(...more) {
    before(async () => (server = await new Server(...more).start()));
    after(() => server?.stop());
}

/**
 * Opens a page in its own browser context and collects the errors of its console.
 * @param {import("playwright-core").Browser} browser
 * @param {Server} server
 */
export async function visitor(browser, server, { settings = {}, ...context } = {}) {
    const visit = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", reducedMotion: "reduce", baseURL: server.url, ...context });
    visit.setDefaultTimeout(20000);
    await visit.addInitScript((chosen) => {
        if (!localStorage.getItem("agon.settings")) localStorage.setItem("agon.settings", JSON.stringify({ sound: false, pace: "off", ...chosen }));
    }, settings);
    const page = await visit.newPage();
    page.problems = [];
    page.on("console", (message) => {
        // The browser logs lost connections; tests that cut the connection expect that. The last alternative is about the
        // service worker, which the browser fetches again at each load; a wrong answer of the server has another message.
        const lost = /WebSocket|ERR_CONNECTION|Failed to load resource|An unknown error occurred when fetching the script/;
        if (message.type() === "error" && !lost.test(message.text())) page.problems.push(message.text());
    });
    page.on("dialog", (dialog) => {
        page.problems.push(`a dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
    return page;
}

export function touchVisitor(browser, server, more = {}) {
    return visitor(browser, server, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, ...more });
}

/** Starts a game from the start page. */
export async function startGame(page, game, { opponent = "computer", level = 1, options = {}, side = "p1" } = {}) {
    await page.goto("/");
    const card = page.locator(`.card[data-game="${game}"]`);
    // The list of unfinished games may arrive between the look at the card and the click, and move the card away.
    for (let tries = 0; tries < 5 && !(await card.locator("input").isChecked()); tries += 1) await card.click();
    assert.ok(await card.locator("input").isChecked(), `the card of ${game} is chosen`);
    await page.evaluate(
        ([name, chosen]) => {
            const kept = JSON.parse(localStorage.getItem("agon.last") ?? "{}");
            localStorage.setItem("agon.last", JSON.stringify({ ...kept, ...chosen, game: name }));
        },
        [game, { opponent, level, other: level, side, options: { [game]: options } }],
    );
    await page.goto("/");
    await page.locator("button.play").click();
    await page.waitForURL(/\/g\//);
    await page.locator(".board .cell").first().waitFor({ state: "attached" });
}

/** Creates a game through the API and opens it with its seats. */
export async function enter(page, wish) {
    await page.goto("/about");
    const path = await page.evaluate(async (body) => {
        const answer = await fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
        const made = await answer.json();
        if (!answer.ok) throw new Error(JSON.stringify(made));
        localStorage.setItem("agon.games", JSON.stringify([{ id: made.id, spec: body.game, at: Date.now(), tokens: made.tokens, invites: made.invites }]));
        return made.url;
    }, wish);
    await page.goto(path);
    await page.locator(".board .cell").first().waitFor({ state: "attached" });
}

/** The state of the game as the page shows it. */
export async function gameState(page) {
    return page.evaluate(() => ({
        mine: document.querySelector(".board")?.classList.contains("active") ?? false,
        over: !!document.querySelector('.actions [data-act="result"]'),
        done: !!document.querySelector('.status [data-act="check"]'),
        status: document.querySelector(".status-text")?.textContent ?? "",
        moves: document.querySelectorAll(".move").length,
    }));
}

/** Waits until this page is to move or the game is over. */
export async function myTurn(page) {
    await page.waitForFunction(() => document.querySelector(".board.active") || document.querySelector('.actions [data-act="result"]'), null, { timeout: 60000 });
    return gameState(page);
}

/** The cells whose label contains a text. */
export async function cells(page, text) {
    return page.locator(`.cell[aria-label*="${text}"]`).evaluateAll((found) => found.map((cell) => cell.dataset.place));
}

export function cell(page, place) {
    return page.locator(`.cell[data-place="${place}"]`);
}

/** All accessibility violations that axe-core finds. */
export async function axeFindings(page) {
    await page.evaluate((source) => {
        // The content security policy of the page forbids eval; the fallback injects the tool through DevTools.
        if (!window.axe) (0, eval)(source);
    }, axe).catch(async () => page.context().newCDPSession(page).then((session) => session.send("Runtime.evaluate", { expression: axe })));
    const found = await page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(" | ")} (${one.help})`);
    });
    return found;
}

export async function picture(page, name) {
    await page.screenshot({ path: join(output, `${name}.png`), fullPage: false });
}
