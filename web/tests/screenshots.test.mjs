/** Pictures of the start page, every kind of board, the lobby and a rules page, to be looked at: `npm run screenshots`. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browser, enter, myTurn, openSite, output, server, visitor } from "./support.mjs";

openSite();

const folder = join(output, "screens");
mkdirSync(folder, { recursive: true });

const LOOKS = { light: { language: "en", mode: "light" }, dark: { language: "en", mode: "dark" }, hebrew: { language: "he", mode: "light" } };
const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };
const bot = { p1: { kind: "human", name: "Ada" }, p2: { kind: "bot", level: 3 } };

/** Opens a game and types some turns. */
async function table(page, game, seats, turns) {
    await enter(page, { game, seats });
    for (const [n, turn] of turns.entries()) {
        await myTurn(page);
        await page.locator(".typed input").fill(turn);
        await page.locator(".typed input").press("Enter");
        await page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, n + 1);
    }
    await myTurn(page);
}

const VIEWS = {
    start: (page) => page.goto("/").then(() => page.locator(".card svg").first().waitFor()),
    lobby: (page) => page.goto("/lobby").then(() => page.locator(".bots li").first().waitFor()),
    rules: (page) => page.goto("/rules/quoridor").then(() => page.locator("figure.position svg").first().waitFor()),
    quoridor: (page) => table(page, "quoridor", people, ["e2", "e8", "e3", "d6h", "e4", "e3h"]),
    blockade: (page) => table(page, "blockade", people, ["X1-64,G35", "O1-6B,B57"]),
    domineering: (page) => table(page, "domineering", people, []),
    portes: (page) => table(page, "portes", bot, []),
    plakoto: (page) => table(page, "plakoto", bot, []),
};

for (const [view, open] of Object.entries(VIEWS))
    test(`pictures of ${view}`, { timeout: 60000 }, async () => {
        for (const [look, settings] of Object.entries(LOOKS)) {
            const page = await visitor(browser, server, { settings });
            await open(page);
            for (const [name, width, height] of [["wide", 1280, 860], ["narrow", 390, 844]]) {
                await page.setViewportSize({ width, height });
                await page.evaluate(() => Promise.all([document.fonts.ready, scrollTo(0, 0)]));
                assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${view} ${look} ${name}`);
                await page.screenshot({ path: join(folder, `${view}-${name}-${look}.png`) });
            }
            assert.deepEqual(page.problems, []);
            await page.context().close();
        }
    });
