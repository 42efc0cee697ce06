/** The page draws a game once for what arrives together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard } from "./play.mjs";
import { browser, enter, myTurn, openSite, server, visitor } from "./support.mjs";

openSite();

/** Plays a turn, waits for the answer, and returns how often the page was drawn. */
async function drawn(page, turn) {
    const { moves } = await myTurn(page);
    await page.evaluate(() => (window.drawn = 0));
    await byKeyboard(page, turn);
    await page.waitForFunction((n) => document.querySelectorAll(".move").length === n && document.querySelector(".board.active"), moves + 2);
    return page.evaluate(() => window.drawn);
}

test("a person's turn and a bot's answer are drawn at most three times", async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "domineering", seats: { p1: { kind: "human", name: "Ada" }, p2: { kind: "bot", level: 1 } } });
    await page.evaluate(() => addEventListener("drawn", () => window.drawn++));
    // The first turn loads what queues turns.
    await drawn(page, 0);
    for (let turn = 1; turn < 4; turn++) {
        const times = await drawn(page, turn);
        // The input, its confirmation, and the answer.
        assert.ok(times >= 1 && times <= 3, `turn ${turn} was drawn ${times} times`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("many changes in one frame are drawn once", async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "quoridor", seats: { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } } });
    await myTurn(page);
    const times = await page.evaluate(async () => {
        let times = 0;
        addEventListener("drawn", () => times++);
        const button = document.querySelector('.actions [data-act="paths"]');
        // Each click changes a setting, which draws the page.
        for (let n = 0; n < 6; n++) button.click();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return times;
    });
    assert.equal(times, 1);
    await page.context().close();
});
