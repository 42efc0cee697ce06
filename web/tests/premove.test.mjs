/** Turns queued while the opponent is to move, dragging by touch, pictures to share, leaving a game. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { drag } from "./play.mjs";
import { axeFindings, browser, cell, cells, enter, gameState, myTurn, openSite, picture, server, startGame, touchVisitor, visitor } from "./support.mjs";

openSite();

const moves = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, n);
const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };

/** Two players in two browsers. */
async function seated(game, open = visitor) {
    const [ada, bo] = [await open(browser, server), await open(browser, server)];
    await startGame(ada, game, { opponent: "link" });
    await bo.goto(await ada.locator(".seating input").inputValue());
    await bo.locator(".seating button.primary").click();
    await myTurn(ada);
    await bo.locator(".board .cell").first().waitFor({ state: "attached" });
    return { ada, bo };
}

async function close(...pages) {
    for (const page of pages) {
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
}

/** A point in the groove below a square. */
async function below(page, place) {
    const box = await cell(page, place).boundingBox();
    return [box.x + box.width * 0.9, box.y + box.height - 1 + 4];
}

test("a queued move is shown, and played as soon as it is the player's turn", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("quoridor");
    await drag(bo, "c0.4", "c1.4");
    await bo.locator(".marks .queued").first().waitFor({ timeout: 5000 });
    assert.match((await gameState(bo)).status, /queued/);
    assert.deepEqual(await axeFindings(bo), []);
    await picture(bo, "queued-move");
    assert.equal((await gameState(ada)).moves, 0);
    await cell(ada, "c7.4").click();
    await moves(ada, 2);
    assert.deepEqual(await ada.locator(".move bdi").allInnerTexts(), ["e2", "e8"]);
    assert.equal(await bo.locator(".queued").count(), 0);
    await close(ada, bo);
});

test("a queued wall is shown, a click cancels it, and an illegal one is dropped", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("quoridor");
    const at = await below(bo, "c4.3");
    await bo.mouse.click(...at);
    await bo.locator(".ghosts .ghost.set").waitFor({ timeout: 5000 });
    await picture(bo, "queued-wall");
    await cell(bo, "c5.5").click();
    await bo.locator(".ghosts .ghost.set").waitFor({ state: "detached" });
    assert.doesNotMatch((await gameState(bo)).status, /queued/);
    // By keyboard: Escape cancels too.
    await bo.mouse.click(...at);
    await bo.locator(".ghosts .ghost.set").waitFor();
    await bo.keyboard.press("Escape");
    await bo.locator(".ghosts .ghost.set").waitFor({ state: "detached" });
    await bo.mouse.click(...at);
    await bo.locator(".ghosts .ghost.set").waitFor();
    await ada.locator(".typed input").fill("d5h");
    await ada.locator(".typed input").press("Enter");
    await bo.locator(".toast.bad", { hasText: "no longer possible" }).waitFor();
    assert.equal((await myTurn(bo)).moves, 1);
    await close(ada, bo);
});

test("both steps of a classic Blockade turn are queued", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("blockade");
    const type = async (page, turn, n) => {
        await page.locator(".typed input").fill(turn);
        await page.locator(".typed input").press("Enter");
        await moves(page, n);
    };
    await type(ada, "X1-64,G35", 1);
    await myTurn(bo);
    await type(bo, "O1-6B,B55", 2);
    await moves(ada, 2);
    await cell(bo, "c5.10").click();
    await cell(bo, "c5.8").click();
    await bo.locator(".marks .queued").first().waitFor({ timeout: 5000 });
    await bo.mouse.click(...(await below(bo, "c9.5")));
    await bo.locator(".ghosts .ghost.set").waitFor();
    await ada.locator(".typed input").fill("X1-66,G75");
    await ada.locator(".typed input").press("Enter");
    await moves(bo, 4);
    assert.match((await bo.locator(".move bdi").allInnerTexts()).at(-1), /^O1-.*, B/);
    await close(ada, bo);
});

test("dominoes are queued, also against the computer, and not in games with dice", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("domineering");
    await cell(bo, "c4.4").click();
    await bo.locator(".ghosts .ghost.set").waitFor({ timeout: 5000 });
    await cell(ada, "c0.0").click();
    await moves(ada, 2);
    await close(ada, bo);

    const page = await visitor(browser, server);
    await enter(page, { game: "quoridor", seats: { p1: people.p1, p2: { kind: "bot", bot: "minimax", movetime_ms: 1500 } } });
    await myTurn(page);
    await cell(page, "c7.4").click();
    await page.locator(".player-bar.thinking").waitFor();
    await drag(page, "c7.4", "c6.4");
    await page.locator(".marks .queued").first().waitFor({ timeout: 5000 });
    await page.waitForFunction(() => document.querySelectorAll(".move").length >= 3, null, { timeout: 20000 });
    assert.equal((await page.locator(".move bdi").allInnerTexts())[2], "e3");
    await close(page);
});

/** A finger that is put down, moved and lifted. */
async function swipe(page, from, to) {
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await touch("touchStart", [from]);
    for (let part = 1; part <= 8; part++) await touch("touchMove", [[from[0] + ((to[0] - from[0]) * part) / 8, from[1] + ((to[1] - from[1]) * part) / 8]]);
    await touch("touchEnd", []);
}

async function middle(page, place) {
    const box = await cell(page, place).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a finger drags a piece, and scrolls the page from everywhere else on the board", { timeout: 60000 }, async () => {
    const page = await touchVisitor(browser, server);
    await enter(page, { game: "quoridor", seats: people });
    await myTurn(page);
    await page.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "end" }));
    await swipe(page, await middle(page, "c8.4"), await middle(page, "c7.4"));
    await moves(page, 1);
    const before = await page.evaluate(() => scrollY);
    await swipe(page, await middle(page, "c6.2"), await middle(page, "c2.2"));
    await page.waitForFunction((y) => scrollY > y + 40, before);
    assert.equal((await gameState(page)).moves, 1);

    const dice = await touchVisitor(browser, server);
    await enter(dice, { game: "fevga", position: "w15,11,b15,11 0/0 0/0 w 65", seats: people });
    await myTurn(dice);
    await dice.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "center" }));
    await swipe(dice, await middle(dice, "p1"), await middle(dice, "p7"));
    await dice.locator('.checker.p1[data-place="p7"]').waitFor({ state: "attached" });
    await close(page, dice);
});

test("a wall is dragged from the stock by a finger", { timeout: 60000 }, async () => {
    const page = await touchVisitor(browser, server, { viewport: { width: 390, height: 844 } });
    await enter(page, { game: "quoridor", seats: people });
    await myTurn(page);
    const box = await page.locator("button.stock").boundingBox();
    await swipe(page, [box.x + 10, box.y + 10], await middle(page, "c5.5"));
    await page.locator(".ghosts .ghost.proposed").waitFor();
    await page.locator('.status [data-act="check"]').click();
    await moves(page, 1);
    await close(page);
});

test("the position is shared as a picture, as SVG and as PNG", { timeout: 60000 }, async () => {
    for (const wish of [{ game: "quoridor", position: "d2f7 / a1 / e4 e6 / 8 9 / 1" }, { game: "plakoto" }, { game: "domineering", position: "8/8/8/8/8/8/8/8 v" }]) {
        const page = await visitor(browser, server, { acceptDownloads: true });
        await enter(page, { seats: people, ...wish });
        await myTurn(page);
        await page.locator('.actions [data-act="share"]').click();
        assert.deepEqual(await axeFindings(page), []);
        const saved = async (kind) => {
            const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`dialog [data-act="${kind}"]`).click()]);
            assert.match(download.suggestedFilename(), new RegExp(`^${wish.game}-.*\\.${kind}$`));
            return readFile(await download.path());
        };
        const svg = String(await saved("svg"));
        assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
        assert.doesNotMatch(svg, /class=|style=|var\(|light-dark/, "it needs no style sheet");
        const png = await saved("png");
        assert.deepEqual([...png.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
        assert.equal(Math.max(png.readUInt32BE(16), png.readUInt32BE(20)), 1600);
        if (process.env.KEEP) await import("node:fs").then((fs) => (fs.writeFileSync(`${process.env.KEEP}/${wish.game}.svg`, svg), fs.writeFileSync(`${process.env.KEEP}/${wish.game}.png`, png)));
        await close(page);
    }
});

test("a player who leaves for another page is asked, and loses at once", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("domineering");
    for (const [page, n] of [[ada, 1], [bo, 2]]) {
        await myTurn(page);
        await cell(page, (await cells(page, "can be played"))[0]).click();
        await moves(page, n);
    }
    await moves(ada, 2);
    const game = ada.url();
    await ada.locator("a.brand").click();
    const ask = ada.locator("dialog");
    await ask.waitFor({ timeout: 5000 });
    assert.match(await ask.innerText(), /leaves loses/);
    assert.deepEqual(await axeFindings(ada), []);
    await ask.getByRole("button", { name: "Cancel" }).click();
    assert.equal(ada.url(), game);
    assert.equal((await gameState(bo)).over, false);
    // The browser's own button asks too.
    await ada.goBack();
    await ask.waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await ada.waitForURL(game);
    await ada.locator("a.brand").click();
    await ask.locator(".primary").click();
    await ada.locator(".start").waitFor();
    await bo.locator("dialog.result").waitFor();
    assert.match(await bo.locator("dialog.result h2").innerText(), /You win/);
    await close(ada, bo);
});

test("a game against the computer, or at one device, is left without a question", { timeout: 60000 }, async () => {
    for (const opponent of ["computer", "here"]) {
        const page = await visitor(browser, server);
        await startGame(page, "domineering", { opponent });
        await page.locator("a.brand").click();
        await page.locator(".start").waitFor();
        assert.equal(await page.locator("dialog").count(), 0);
        await close(page);
    }
});
