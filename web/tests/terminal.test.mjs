/** A terminal and a browser in one game: `agon play` by lines of text, the page by mouse. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { byMouse, playToTheEnd } from "./play.mjs";
import { binary, browser, cell, gameState, myTurn, openSite, server, startGame, visitor } from "./support.mjs";

openSite();

/** The longest wait for a line; only a hang takes longer. */
const PATIENCE_MS = 60000;

/** A person at a terminal, who types lines and reads what is said. */
class Terminal {
    /** @param {string[]} args of `agon play` */
    constructor(...args) {
        this.folder = mkdtempSync(join(tmpdir(), "agon-terminal-"));
        this.child = spawn(binary(), ["play", ...args, "--plain", "--ascii", "--instant", "--lang", "en"], { env: { ...process.env, XDG_DATA_HOME: this.folder } });
        this.said = "";
        this.seen = 0;
        this.wake = () => {};
        for (const stream of [this.child.stdout, this.child.stderr])
            stream.on("data", (text) => {
                this.said += text;
                this.wake();
            });
        this.ended = new Promise((done) => this.child.once("exit", done));
    }

    type(line) {
        this.child.stdin.write(`${line}\n`);
    }

    /** Reads on until one of the texts is said, and returns it. */
    async until(...texts) {
        const end = Date.now() + PATIENCE_MS;
        for (;;) {
            const rest = this.said.slice(this.seen);
            const found = texts.map((text) => [rest.indexOf(text), text]).filter(([at]) => at >= 0);
            const [first] = found.sort(([a], [b]) => a - b);
            if (first) {
                this.seen += first[0] + first[1].length;
                return first[1];
            }
            assert.ok(Date.now() < end, `waited for ${texts.join(" or ")} in\n${this.said}`);
            await new Promise((done) => {
                const timer = setTimeout(done, 1000);
                this.wake = () => {
                    clearTimeout(timer);
                    done();
                };
            });
        }
    }

    /** The rest of the line that is being read. */
    async line() {
        const from = this.seen;
        await this.until("\n");
        return this.said.slice(from, this.seen - 1);
    }

    async link() {
        await this.until("http://");
        return `http://${await this.line()}`.trim();
    }

    /** Plays one of the listed turns at each prompt until the game is over. */
    async playOut() {
        for (let turn = 0; (await this.until("to move:", "again for another game")) === "to move:"; turn++) {
            this.type("moves");
            await this.until("legal turn");
            await this.line();
            const turns = (await this.line()).split(" ");
            this.type(turns[(turn * 7919) % turns.length]);
        }
    }

    async end() {
        this.child.stdin.end();
        await this.ended;
        rmSync(this.folder, { recursive: true, force: true });
        return this.said;
    }
}

/**
 * A game with every value of its options with named values, on small boards: as many specs as an option has values.
 * @param {any} game of `agon games --json`
 */
function ruleSets({ name, options }) {
    const rounds = Math.max(1, ...options.map((option) => option.values?.length ?? 1));
    // A board on which a hand that looks for a place for its wall finds one.
    const small = ({ min, max, default: usual }) => (usual <= 7 ? min : min === 0 ? 2 : Math.min(min + 4, max));
    return Array.from({ length: rounds }, (_, round) => {
        const chosen = options.flatMap((option) => {
            const value = option.min === undefined ? option.values?.[round] : small(option);
            return value === undefined || value === option.default ? [] : [`${option.name}=${value}`];
        });
        return [name, chosen.join(",")].filter(Boolean).join(":");
    });
}

/**
 * The options of games with dice concern the rules, not the page or the terminal: one game of each, with the second value
 * of every option. Two terminals play the others (`crates/cli/tests/cli/online.rs`).
 */
const GAMES = JSON.parse(execFileSync(binary(), ["games", "--json"], { encoding: "utf8" })).flatMap((game) => (game.dice ? ruleSets(game).slice(1, 2) : ruleSets(game)));

for (const spec of GAMES)
    test(`a terminal and a browser play ${spec}`, { timeout: 300000 }, async () => {
        const terminal = new Terminal(spec, "--on", server.url, "--name", "Tess");
        const page = await visitor(browser, server, { settings: { name: "Bo" } });
        await page.goto(await terminal.link());
        await page.locator(".seating button.primary").click();
        await page.locator(".seating").waitFor({ state: "hidden" });
        await Promise.all([terminal.playOut(), playToTheEnd(page, byMouse)]);
        await page.locator("dialog.result").waitFor();
        const result = await page.locator("dialog.result h2").innerText();
        const said = await terminal.end();
        const winner = /\((Tess|Bo)\) wins/.exec(said)?.[1];
        assert.equal(winner, /You win/.test(result) ? "Bo" : /You lose/.test(result) ? "Tess" : undefined, said.slice(-600));
        assert.equal(!winner, /^A draw$/m.test(said), said.slice(-600));
        assert.equal(/recomputed; all match the game/.test(said), !/^(quoridor|blockade|domineering)/.test(spec), said.slice(-600));
        assert.deepEqual(page.problems, []);
        await page.context().close();
    });

test("a terminal joins a browser's game: chat, draw, takeback, rematch", { timeout: 120000 }, async () => {
    const page = await visitor(browser, server, { settings: { name: "Ada" } });
    await startGame(page, "quoridor", { opponent: "link" });
    const terminal = new Terminal(await page.locator(".seating input").inputValue(), "--name", "Tess");
    await terminal.until("You play Black.");
    await myTurn(page);
    await cell(page, "c7.4").click();
    await terminal.until("White (Ada) plays e2");
    terminal.type("chat hello <b>");
    await page.locator(".talk p", { hasText: "hello <b>" }).waitFor();
    await page.locator(".chat input").fill("good day");
    await page.keyboard.press("Enter");
    await terminal.until("White (Ada): good day");
    terminal.type("e8");
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 2);
    terminal.type("undo");
    await page.locator(".offer button").first().click();
    await terminal.until("Black (Tess) took back a turn");
    assert.equal((await gameState(page)).moves, 1);
    terminal.type("draw");
    await page.locator(".offer button").first().click();
    await terminal.until("By agreement.");
    terminal.type("again");
    const first = page.url();
    await page.locator("dialog.result .offer").getByRole("button", { name: "Accept" }).click();
    await page.waitForURL((url) => url.href !== first);
    await terminal.until("You play White.");
    await terminal.until("to move:");
    terminal.type("e2");
    await myTurn(page);
    assert.equal((await gameState(page)).moves, 1);
    terminal.type("quit");
    await terminal.until("Abort this game?");
    terminal.type("yes");
    await page.locator("dialog.result").waitFor();
    await terminal.end();
    assert.deepEqual(page.problems, []);
});
