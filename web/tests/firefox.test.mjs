/** Every page in Firefox: it is complete, fits, and reports no error; and a turn can be played. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Firefox } from "./firefox.mjs";
import { binary, openServer, output, server } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "agon-arena-"));
before(() => {
    writeFileSync(join(folder, "cup.toml"), `game = "quoridor:size=5,walls=2"\ngames = 2\nnodes = 20\nplayers = ["level:2", "bot:random"]\n`);
    execFileSync(binary(), ["arena", join(folder, "cup.toml")], { stdio: "ignore" });
});
after(() => rmSync(folder, { recursive: true, force: true }));
openServer("--arenas", folder);

/** @type {Firefox} */
let firefox;
before(async () => (firefox = await Firefox.start()));
after(() => firefox?.stop());

const shown = () => firefox.until("return document.querySelector('main h1')?.textContent");

/** Chooses a language and a theme for the next page. */
const choose = (language, theme, mode) => firefox.run("localStorage.setItem('agon.settings', JSON.stringify({ sound: false, language: arguments[0], theme: arguments[1], mode: arguments[2] }))", language, theme, mode);

test("every page is shown in Firefox without errors, wide and narrow", { timeout: 180000 }, async () => {
    const { games } = await (await fetch(`${server.url}/api/catalogue`)).json();
    const paths = ["/", "/lobby", "/arena", "/arena/cup", "/rules", ...games.map((game) => `/rules/${game.name}`), "/verify", "/settings", "/about", "/nowhere"];
    await firefox.go(`${server.url}/about`);
    for (const [language, theme, mode, width] of [["en", "wood", "light", 1280], ["he", "slate", "dark", 390]]) {
        await choose(language, theme, mode);
        await firefox.resize(width, 844);
        for (const path of paths) {
            await firefox.go(server.url + path);
            assert.ok((await shown()).length > 1, path);
            assert.ok(await firefox.until("return document.fonts.check('16px \"Agon Sans\"')"), `${path}: the font`);
            const [wide, inner] = await firefox.run("return [document.documentElement.scrollWidth, innerWidth]");
            assert.ok(wide <= inner, `${path} ${language}: ${wide} in ${inner}`);
            assert.deepEqual(await firefox.errors(server.url), [], `${path} ${language}`);
            await firefox.screenshot(join(output, `firefox-${language}${path.replaceAll("/", "-")}.png`));
        }
    }
});

/** Whether the first turn has been played. */
const PLAYED = "return !!document.querySelector('.move:not(.chance)')";
/** What can be clicked next: the button that ends the turn, or a piece or place that can be played. */
const NEXT = `const end = '.status [data-act="check"]';
    const cell = [...document.querySelectorAll(".board.active .cell")].find((one) => /can be (played|moved)/.test(one.getAttribute("aria-label")));
    return document.querySelector(end) ? end : cell && '.cell[data-place="' + cell.dataset.place + '"]';`;
/** The state of the game as text. */
const LOOK = "return document.querySelectorAll('.move').length + document.querySelector('.status').textContent + [...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label')).join()";

test("a game of every kind is played in Firefox", { timeout: 120000 }, async () => {
    await firefox.go(`${server.url}/about`);
    await choose("en", "wood", "light");
    await firefox.resize(390, 844);
    for (const game of ["quoridor", "domineering", "portes"]) {
        await firefox.run("localStorage.setItem('agon.last', JSON.stringify({ game: arguments[0], level: 1 }))", game);
        await firefox.go(`${server.url}/`);
        await firefox.click("button.play");
        await firefox.until("return document.querySelector('.board.active')");
        await firefox.click('.commands [data-command="hint"]');
        await firefox.until("return document.querySelector('.ghosts :is(.arrow, .hint)')");
        for (let clicks = 0; !(await firefox.run(PLAYED)); clicks++) {
            assert.ok(clicks < 9, `${game}: no turn after ${clicks} clicks`);
            const before = await firefox.run(LOOK);
            await firefox.click(await firefox.until(NEXT));
            await firefox.until(`return (() => { ${LOOK} })() !== arguments[0]`, before);
        }
        await firefox.click('.commands [data-command="menu"]');
        await firefox.until("return document.querySelector('.menu').matches(':popover-open')");
        assert.deepEqual(await firefox.errors(server.url), [], game);
        await firefox.screenshot(join(output, `firefox-${game}.png`));
    }
});

test("the other boards are shown in Firefox", { timeout: 60000 }, async () => {
    await firefox.go(`${server.url}/about`);
    await choose("en", "wood", "dark");
    for (const game of ["blockade", "plakoto", "fevga", "narde"]) {
        await firefox.run("localStorage.setItem('agon.last', JSON.stringify({ game: arguments[0], level: 1 }))", game);
        await firefox.go(`${server.url}/`);
        await firefox.click("button.play");
        await firefox.until("return document.querySelector('.board.active .cell') && document.querySelector(arguments[0])", game === "blockade" ? ".pawn" : ".checker");
        assert.deepEqual(await firefox.errors(server.url), [], game);
        await firefox.screenshot(join(output, `firefox-${game}.png`));
    }
});
