/** The board apart from moves: earlier positions, focus, typed moves, marks, two players in one browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byMouse } from "./play.mjs";
import { axeFindings, startGame, browser, cell, cells, enter, myTurn, openSite, picture, server, gameState, visitor } from "./support.mjs";

openSite();

const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };
const moves = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, n);

/** Types moves for the player to move. */
async function type(page, ...turns) {
    for (const turn of turns) {
        const before = (await gameState(page)).moves;
        await page.locator(".typed input").fill(turn);
        await page.locator(".typed input").press("Enter");
        await moves(page, before + 1);
    }
}

async function quoridor(...turns) {
    const page = await visitor(browser, server);
    await enter(page, { game: "quoridor", seats: people });
    await myTurn(page);
    await type(page, ...turns);
    return page;
}

/** Waits until the server has answered all earlier messages. */
const settled = (page) => page.evaluate(() => fetch("/api/i18n").then((answer) => answer.json()));

test("an earlier board cannot be played on; clicking it returns to the current board", async () => {
    const page = await quoridor("e2", "e8");
    const present = async () => {
        await page.locator(".table:not(.replaying)").waitFor();
        await settled(page);
        assert.equal((await gameState(page)).moves, 2);
    };
    const back = async () => {
        await page.locator('[data-act="first"]').click();
        await page.locator(".table.replaying").waitFor();
        assert.equal((await gameState(page)).mine, false);
        assert.deepEqual(await cells(page, "can be"), []);
        assert.equal(await page.locator("button.stock").count(), 0);
        assert.match((await gameState(page)).status, /earlier position/);
    };
    await back();
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "looking-back");
    await cell(page, "c6.4").click();
    await present();
    await back();
    await cell(page, "c6.4").focus();
    await page.keyboard.press("Enter");
    await present();
    await back();
    await page.locator('.status [data-act="last"]').click();
    await present();
    await back();
    await page.keyboard.press("Escape");
    await present();
    await back();
    await page.locator(".typed input").fill("e3");
    await page.locator(".typed input").press("Enter");
    await present();
    await back();
    await page.locator('.actions [data-act="undo"]').click();
    await page.locator(".table:not(.replaying)").waitFor();
    await moves(page, 1);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a hint returns to the current board before it is drawn", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    await page.locator(".typed input").fill("e2");
    await page.locator(".typed input").press("Enter");
    await moves(page, 2);
    await myTurn(page);
    await page.locator('[data-act="first"]').click();
    await page.locator(".table.replaying").waitFor();
    await page.locator('.actions [data-act="hint"]').click();
    await page.locator(".table:not(.replaying) .ghosts :is(.arrow, .hint)").first().waitFor({ state: "attached" });
    await page.context().close();
});

test("shortest paths belong to the board that is shown", async () => {
    const page = await quoridor("e2", "e8", "e3", "e7");
    await page.locator('.actions [data-act="paths"]').click();
    await page.locator(".facts", { hasText: "6 turns" }).first().waitFor();
    await page.locator('[data-act="first"]').click();
    await page.locator(".table.replaying").waitFor();
    for (const facts of await page.locator(".facts").allInnerTexts()) assert.match(facts, /8 turns/);
    await page.context().close();
});

test("the selected move is scrolled into view in the list", async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "quoridor:repetition=off", seats: people });
    await myTurn(page);
    for (let round = 0; round < 6; round++) await type(page, "e2", "e8", "e1", "e9");
    const seen = () =>
        page.evaluate(() => {
            const [list, move] = [document.querySelector(".moves").getBoundingClientRect(), document.querySelector(".move.current").getBoundingClientRect()];
            return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
        });
    assert.ok(await seen(), "the last");
    for (let turn = 0; turn < 20; turn++) {
        await page.locator('[data-act="prev"]').click();
        await page.waitForFunction((n) => document.querySelector(".move.current")?.dataset.ply === String(n), 23 - turn);
        assert.ok(await seen(), `${turn + 1} back`);
    }
    await page.context().close();
});

test("the slider of a dice game starts at the beginning and stops at turns", async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "fevga", seats: people });
    await myTurn(page);
    const slider = page.locator(".replay-slider");
    assert.deepEqual([await slider.getAttribute("max"), await slider.inputValue()], ["0", "0"]);
    for (let turn = 1; turn <= 2; turn++) {
        await byMouse(page, turn);
        await moves(page, turn);
        await myTurn(page);
        assert.deepEqual([await slider.getAttribute("max"), await slider.inputValue()], [String(turn), String(turn)]);
    }
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".table.replaying").waitFor();
    assert.equal(await slider.inputValue(), "1");
    assert.match(await slider.getAttribute("aria-valuetext"), /^1 of 2/);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelectorAll('.checker.p1[data-place="p1"]').length === 15);
    await page.keyboard.press("End");
    await page.locator(".table:not(.replaying)").waitFor();
    await page.context().close();
});

test("no sound is made before the first gesture", { timeout: 60000 }, async () => {
    const page = await visitor(browser, server, { settings: { sound: true } });
    await page.addInitScript(() => {
        // The test's own scripts count as gestures for the browser.
        let touched = false;
        for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => (touched = true), true);
        Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });
        window.contexts = 0;
        const Context = window.AudioContext;
        window.AudioContext = class extends Context {
            constructor() {
                super();
                window.contexts++;
            }
        };
    });
    await enter(page, { game: "quoridor", seats: { p1: { kind: "bot", level: 1 }, p2: { kind: "bot", level: 1 } }, pace_ms: 100 });
    await page.waitForFunction(() => document.querySelectorAll(".move").length > 2);
    assert.equal(await page.evaluate(() => window.contexts), 0);
    await page.locator(".game-title").click();
    await page.waitForFunction(() => window.contexts === 1);
    await page.context().close();
});

test("a wrong typed move stays in the field to be corrected", async () => {
    const page = await quoridor();
    const field = page.locator(".typed input");
    await field.fill("e5");
    await field.press("Enter");
    await page.locator(".toast.bad").waitFor();
    assert.equal(await field.inputValue(), "e5");
    await type(page, "e2");
    assert.equal(await field.inputValue(), "");
    assert.ok(await field.evaluate((input) => input === document.activeElement), "the next is typed at once");
    await page.context().close();
});

test("the focus returns to the board after a wall is started and after a turn ends", async () => {
    const page = await quoridor();
    await page.locator("button.stock").focus();
    await page.keyboard.press("Enter");
    await page.locator(".board.lifting").waitFor();
    assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /wall/);
    await page.context().close();

    const dice = await visitor(browser, server);
    await enter(dice, { game: "portes", position: "13,w1,7,b1,2 0/14 0/14 w 53", seats: people });
    await myTurn(dice);
    await cell(dice, (await cells(dice, "can be moved"))[0]).focus();
    for (let step = 0; step < 2 && !(await gameState(dice)).done; step++) {
        await dice.keyboard.press("Enter");
        await settled(dice);
        const next = (await cells(dice, "can be moved"))[0];
        if (next) await cell(dice, next).focus();
    }
    await dice.locator('.status [data-act="check"]').focus();
    await dice.keyboard.press("Enter");
    await dice.locator(".move").first().waitFor({ state: "attached" });
    await dice.locator(".cell:focus").waitFor();
    await dice.context().close();
});

test("checkers that can be moved are marked, and only those", async () => {
    const page = await visitor(browser, server);
    await enter(page, { game: "fevga", seats: people });
    await myTurn(page);
    assert.equal(await page.locator(".checker.movable").count(), 1);
    await page.locator('.cell[aria-label*="empty"]').first().click();
    assert.match((await gameState(page)).status, /marked/);
    await picture(page, "movable");
    await page.context().close();
});

test("trays are visible in high contrast", async () => {
    for (const colorScheme of ["light", "dark"]) {
        const page = await visitor(browser, server, { settings: { theme: "contrast" }, colorScheme });
        await enter(page, { game: "portes", seats: people });
        const [ground, edge] = await page.evaluate(() => [getComputedStyle(document.querySelector(".felt")).fill, getComputedStyle(document.querySelector(".tray")).stroke]);
        assert.notEqual(edge, ground);
        assert.notEqual(edge, "none");
        await page.context().close();
    }
});

test("a wall that would close the last path is refused in the players' words, and the path is drawn", async () => {
    for (const [language, words] of [
        ["en", "This wall would close White's last path."],
        ["sr", "Posle ovog zida Beli ne bi imao nijedan put."],
    ]) {
        const page = await visitor(browser, server, { settings: { language } });
        await enter(page, { game: "quoridor", position: "d1 / c1 / e1 e9 / 8 10 / 1", seats: people });
        await myTurn(page);
        const field = page.locator(".typed input");
        await field.fill("e1v");
        await field.press("Enter");
        await page.locator(".toast.bad", { hasText: words }).waitFor();
        assert.equal(await page.locator(".path.closing.p1").count(), 1);
        await picture(page, "closing-path");
        await field.fill("f1");
        await field.press("Enter");
        await page.locator(".move").first().waitFor({ state: "attached" });
        assert.equal(await page.locator(".path.closing").count(), 0);
        await page.context().close();
    }
});

test("a match names the current game and links its rules", async () => {
    const page = await visitor(browser, server, { settings: { language: "el" } });
    await enter(page, { game: "tavli", seats: people });
    await myTurn(page);
    assert.match(await page.locator(".panel-head p").innerText(), /^Πόρτες/);
    assert.equal(await page.locator('.actions a[href="/rules/portes"]').count(), 1);
    await page.context().close();
});

test("the options of a game are translated", async () => {
    for (const [language, title] of [["en", "Domineering (Rows: 4, Columns: 4)"], ["sr", "Domineering (Redovi: 4, Kolone: 4)"], ["sr-Cyrl", "Доминеринг (Редови: 4, Колоне: 4)"]]) {
        const page = await visitor(browser, server, { settings: { language } });
        await enter(page, { game: "domineering:rows=4,cols=4", seats: people });
        await page.locator(".game-title", { hasText: "4" }).waitFor();
        const shown = await page.locator(".game-title").innerText();
        assert.equal(shown.slice(shown.indexOf("(")), title.slice(title.indexOf("(")));
        await page.context().close();
    }
});

test("two players in one browser confirm a draw and can play again", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "domineering", { opponent: "here" });
    for (let turn = 0; turn < 4; turn++) {
        await cell(page, (await cells(page, "can be played"))[0]).click();
        await moves(page, turn + 1);
    }
    await page.locator('.actions [data-act="draw"]').click();
    await page.locator("dialog button", { hasText: "Cancel" }).click();
    await settled(page);
    assert.equal((await gameState(page)).over, false);
    await page.locator('.actions [data-act="draw"]').click();
    await page.locator("dialog .primary").click();
    await page.locator("dialog.result").waitFor();
    assert.match(await page.locator("dialog.result h2").innerText(), /draw/i);
    assert.ok(await page.locator("dialog.result .primary").evaluate((button) => button === document.activeElement));
    const first = page.url();
    await page.locator("dialog.result .primary").click();
    await page.waitForURL((url) => /\/g\//.test(url.pathname) && url.href !== first);
    await moves(page, 0);
    assert.ok((await myTurn(page)).mine);
    await settled(page);
    assert.equal(await page.locator(".toast:visible").count(), 0, "nothing went wrong");
    assert.deepEqual(page.problems, []);
    await page.context().close();
});
