/** Clocks, claims and forced turns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, startGame, browser, cell, cells, enter, myTurn, openSite, picture, server, gameState, visitor } from "./support.mjs";

openSite("--claim-after", "4");

const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };

test("a clock that runs out ends the game on the page", { timeout: 90000 }, async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "domineering", seats: people, clock: { initial_ms: 10000, increment_ms: 0 } });
    // The clocks start once both have moved.
    for (let turn = 1; turn <= 2; turn++) {
        await cell(page, (await cells(page, "can be played"))[0]).click();
        await page.waitForFunction((n) => document.querySelectorAll(".move").length === n, turn);
    }
    await page.locator(".player-bar.turn .clock.running.low").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "clock-running-out");
    await page.locator("dialog.result").waitFor({ timeout: 30000 });
    assert.match(await page.locator("dialog.result").innerText(), /time/i);
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press("Escape");
    assert.equal((await gameState(page)).over, true);
    assert.match(await page.locator(".clock").filter({ hasText: "0.0" }).first().innerText(), /^0\.0$/);
    assert.deepEqual(page.problems, []);
});

test("a player who left is shown as gone, and the opponent claims the game", { timeout: 90000 }, async () => {
    const [ada, bo] = [await visitor(browser, server, { settings: { name: "Ada" } }), await visitor(browser, server, { settings: { name: "Bo" } })];
    await startGame(ada, "quoridor", { opponent: "link" });
    await bo.goto(await ada.locator(".seating input").inputValue());
    await bo.locator(".seating button.primary").click();
    await myTurn(ada);
    await cell(ada, "c7.4").click();
    await myTurn(bo);
    await cell(bo, "c1.4").click();
    await myTurn(ada);
    await cell(ada, "c6.4").click();
    await myTurn(bo);
    await bo.context().close();
    await ada.locator(".presence", { hasText: "away" }).waitFor();
    const countdown = ada.locator('.offer [role="timer"]');
    for (const left of ["0:03", "0:02", "0:01"]) await countdown.filter({ hasText: left }).waitFor();
    const claim = ada.locator(".offer button").first();
    await claim.waitFor({ timeout: 30000 });
    assert.deepEqual(await axeFindings(ada), []);
    await picture(ada, "claim");
    await claim.click();
    await ada.locator("dialog.result").waitFor();
    assert.match(await ada.locator("dialog.result h2").innerText(), /You win/);
    assert.deepEqual(await axeFindings(ada), []);
    assert.deepEqual(ada.problems, []);
});

/** White has one checker left and a double to play: a single legal turn. */
const ONE_WAY = "b1,12,w1,9,b1 0/14 0/13 w 11";

test("forced turns are played automatically only if that is switched on", { timeout: 90000 }, async () => {
    for (const forced of [true, false]) {
        const page = await visitor(browser, server, { settings: { forced } });
        await enter(page, { game: "portes", position: ONE_WAY, seats: people });
        if (forced) {
            await page.locator(".move").first().waitFor({ state: "attached" });
            assert.equal(await page.locator(".move bdi").first().innerText(), "11/10, 10/9, 9/8, 8/7");
        } else {
            await myTurn(page);
            assert.ok((await cells(page, "can be moved")).length > 0);
            // The server has answered, and still no move has been made.
            await page.evaluate(() => fetch("/api/i18n").then((answer) => answer.json()));
            assert.equal((await gameState(page)).moves, 0);
        }
        assert.deepEqual(await axeFindings(page), []);
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});
