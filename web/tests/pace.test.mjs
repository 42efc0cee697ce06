/** Games with dice as they are followed: one event after another, rolling by hand, typed steps, reasons of passes and results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, browser, cell, cells, enter, gameState, myTurn, openSite, picture, server, visitor } from "./support.mjs";

openSite();

const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };
/** Stops the clock of the page; `page.clock.runFor` moves it on. */
const pause = async (page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));

/** Waits while the clock of the page stands still, where the page's own waiting would not wake up. */
async function until(page, condition, argument) {
    for (const end = Date.now() + 20000; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) if (await page.evaluate(condition, argument)) return;
    throw new Error(`not within 20 s: ${condition}`);
}

/** Lets the page draw some frames, which come by its clock; they are over long before a pause is. */
async function drawn(page, condition) {
    for (let frame = 0; frame < 20; frame += 1) {
        if (await page.evaluate(condition)) return;
        await page.clock.runFor(16);
    }
    throw new Error(`not within 20 frames: ${condition}`);
}

const moves = (page, n) => until(page, (wanted) => document.querySelectorAll(".move").length === wanted, n);

async function type(page, text) {
    await page.locator(".typed input").fill(text);
    await page.locator(".typed input").press("Enter");
}

/** What the board shows: the turns in the list, and the dice with their owner. */
const shown = (page) => page.evaluate(() => ({ turns: document.querySelectorAll(".move").length, dice: [...document.querySelectorAll(".dice .die")].map((die) => die.classList[1]).join() }));

test("after one's own turn the computer's roll, its turn and one's own roll are shown one after another", { timeout: 90000 }, async () => {
    const page = await visitor(browser, server, { settings: { pace: "normal" } });
    await page.clock.install();
    await enter(page, { game: "portes:opening=white", position: "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 31", seats: { p1: people.p1, p2: { kind: "bot", level: 1 } } });
    await myTurn(page);
    await pause(page);
    const legal = await page.evaluate(() => [...document.querySelectorAll('.cell[aria-label*="can be moved"]')].map((cell) => cell.dataset.place));
    assert.ok(legal.length > 0);
    // Any legal turn: whatever can be moved, until the turn is complete.
    const isDone = () => !!document.querySelector('.status [data-act="check"]') || /step back/.test(document.querySelector(".status-text").textContent);
    for (let n = 0; n < 4 && !(await page.evaluate(isDone)); n++) {
        await cell(page, (await cells(page, "can be moved"))[0]).click();
        await until(page, () => !!document.querySelector('.status [data-act="check"]') || !!document.querySelector('.cell[aria-label*="can be moved"]') || /step back/.test(document.querySelector(".status-text").textContent));
    }
    await page.locator('.status [data-act="check"]').click();
    await moves(page, 1);
    const seen = [];
    for (let n = 0; n < 600; n++) {
        const now = JSON.stringify(await shown(page));
        if (seen.at(-1) !== now) seen.push(now);
        if (await page.locator(".board.active").count()) break;
        await page.clock.runFor(100);
    }
    const steps = seen.map((text) => JSON.parse(text));
    const at = (test) => steps.findIndex(test);
    const order = [at(({ turns, dice }) => turns === 1 && !dice), at(({ turns, dice }) => turns === 1 && dice.startsWith("p2")), at(({ turns, dice }) => turns === 2 && !dice), at(({ turns, dice }) => turns === 2 && dice.startsWith("p1"))];
    assert.ok(order.every((place, n) => place >= 0 && (n === 0 || place > order[n - 1])), JSON.stringify(steps));
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a click on the board shows at once what is still to come", { timeout: 60000 }, async () => {
    const page = await visitor(browser, server, { settings: { pace: "slow" } });
    await page.clock.install();
    await enter(page, { game: "fevga:opening=white", position: "w15,11,b15,11 0/0 0/0 w 65", seats: people });
    await myTurn(page);
    await pause(page);
    await type(page, "24/18,18/13");
    await moves(page, 1);
    await drawn(page, () => !document.querySelector(".dice .die"));
    await page.locator(".board").click({ position: { x: 5, y: 5 } });
    await drawn(page, () => !!document.querySelector(".dice .die.p2"));
    await page.context().close();
});

/** Black is on the bar in front of a closed home, so that he passes whatever he rolls. */
const CLOSED = "b1,12,w1,4,w2,w2,w2,w2,w2,w2 0/2 1/13 w 11";

test("a pass is said with its reason, and the roll that led to it is seen", { timeout: 60000 }, async () => {
    const page = await visitor(browser, server, { settings: { pace: "normal" } });
    await page.clock.install();
    await enter(page, { game: "portes", position: CLOSED, seats: people });
    await myTurn(page);
    await pause(page);
    await type(page, "11/7");
    await moves(page, 1);
    const said = [];
    let sawRoll = false;
    for (let n = 0; n < 200 && !said.some((text) => /passes/.test(text)); n++) {
        await page.clock.runFor(100);
        sawRoll ||= (await shown(page)).dice.startsWith("p2");
        said.push((await gameState(page)).status);
    }
    assert.ok(sawRoll, "Black's dice are seen");
    assert.match(said.at(-1), /^Black \(Bo\) passes: no legal move with [1-6]-[1-6]$/);
    await page.locator(".toast", { hasText: "no legal move with" }).waitFor();
    await picture(page, "pass");
    await page.context().close();
});

test("the dice are rolled by hand if that is switched on", { timeout: 60000 }, async () => {
    const rollings = [(page) => page.locator('.status [data-act="dice"]').click(), (page) => page.keyboard.press("Space"), (page) => page.locator(".board").click({ position: { x: 5, y: 5 } })];
    for (const roll of rollings) {
        const page = await visitor(browser, server, { settings: { rollByHand: true } });
        await enter(page, { game: "fevga", position: "w15,11,b15,11 0/0 0/0 w 65", seats: people });
        await myTurn(page);
        await type(page, "24/18,18/13");
        await moves(page, 1);
        await page.locator('.status [data-act="dice"]').waitFor({ timeout: 5000 });
        assert.match((await gameState(page)).status, /Roll the dice/);
        assert.equal((await shown(page)).dice, "");
        assert.deepEqual(await axeFindings(page), []);
        await page.locator(".game-title").click();
        await roll(page);
        await page.waitForFunction(() => document.querySelector(".dice .die.p2"));
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});

test("a result names the reason that the rules give", { timeout: 60000 }, async () => {
    for (const [wish, turn, reason] of [
        [{ game: "plakoto", position: "w1,b12,b2,w13,19,w1+b 0/0 0/0 w 43" }, "24/20,21/18", /Black \(Bo\)'s mana is pinned/],
        [{ game: "quoridor", position: "/ / e8 a2 / 10 10 / 1" }, "e9", /White \(Ada\) reached the other side/],
        [{ game: "portes", position: "b14,22,w1 0/14 0/1 w 61" }, "1/off", /White \(Ada\) bore off all checkers/],
    ]) {
        const page = await visitor(browser, server);
        await enter(page, { seats: people, ...wish });
        await myTurn(page);
        await type(page, turn);
        await page.locator("dialog.result").waitFor();
        assert.match(await page.locator("dialog.result .lead").innerText(), reason);
        await page.context().close();
    }
});

test("single steps are typed, in pips or by the numbers on the board", { timeout: 60000 }, async () => {
    for (const steps of [["24/18", "18/13"], ["P1/P7", "p7/p12"], ["24/18", "P7/P12"]]) {
        const page = await visitor(browser, server);
        await enter(page, { game: "fevga", position: "w15,11,b15,11 0/0 0/0 w 65", seats: people });
        await myTurn(page);
        await type(page, steps[0]);
        await page.locator('.checker.p1[data-place="p7"]').waitFor({ state: "attached", timeout: 5000 });
        assert.equal(await page.locator(".toast.bad:visible").count(), 0);
        assert.equal(await page.locator(".typed input").inputValue(), "");
        await type(page, steps[1]);
        await page.locator('.status [data-act="check"]').waitFor();
        // Enter in the empty field ends the turn.
        await page.locator(".typed input").press("Enter");
        await moves(page, 1);
        assert.equal(await page.locator(".move bdi").first().innerText(), "24/19, 19/13", "the canonical order");
        await page.context().close();
    }
    // A whole turn, and the rest of one, in the numbers on the board.
    const page = await visitor(browser, server);
    await enter(page, { game: "fevga", position: "w15,11,b15,11 0/0 0/0 w 65", seats: people });
    await myTurn(page);
    await type(page, "P1/P7,P7/P12");
    await moves(page, 1);
    await page.context().close();
});
