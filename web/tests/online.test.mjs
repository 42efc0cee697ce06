/** Two browsers in one game: invitation, moves, a reload, a server that is killed and restarted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byMouse } from "./play.mjs";
import { axeFindings, startGame, browser, cell, cells, myTurn, openSite, picture, server, gameState, visitor } from "./support.mjs";

openSite();

const moves = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, n, { timeout: 45000 });

/** Starts a game by link: the first player waits, the second joins. */
async function seated(game, options = {}) {
    const [ada, bo] = [await visitor(browser, server, { settings: { name: "Ada" } }), await visitor(browser, server, { settings: { name: "Bo" } })];
    await startGame(ada, game, { opponent: "link", options });
    const link = await ada.locator(".seating input").inputValue();
    assert.match(link, /#i=/);
    assert.match(await ada.locator(".seating h2").innerText(), /Waiting/);
    assert.deepEqual(await axeFindings(ada), []);
    await picture(ada, `waiting-${game}`);
    await bo.goto(link);
    await bo.locator(".seating button.primary").waitFor();
    assert.equal(new URL(bo.url()).hash, "");
    await bo.locator(".seating button.primary").click();
    await myTurn(ada);
    return { ada, bo };
}

/** Places the first legal domino. */
async function domino(page) {
    await myTurn(page);
    const free = await cells(page, "can be played");
    await cell(page, free[0]).click();
}

test("a reload and a killed server lose nothing and play nothing twice", { timeout: 120000 }, async () => {
    const { ada, bo } = await seated("domineering");
    await domino(ada);
    await moves(bo, 1);
    await domino(bo);
    await moves(ada, 2);
    await bo.reload();
    await moves(bo, 2);
    await server.kill();
    await ada.locator(".status-text", { hasText: "Connection lost" }).waitFor();
    // A move without a connection is stored and sent when the server is back.
    const free = await cells(ada, "can be played");
    await cell(ada, free[0]).click();
    assert.equal((await gameState(ada)).moves, 2);
    await server.start();
    await moves(ada, 3);
    await moves(bo, 3);
    await domino(bo);
    // The player who moved may get the update after the opponent.
    await Promise.all([moves(ada, 4), moves(bo, 4)]);
    const turns = await Promise.all([ada, bo].map((page) => page.locator(".move bdi").allInnerTexts()));
    assert.deepEqual(turns[0], turns[1]);
    assert.deepEqual([...ada.problems, ...bo.problems], []);
});

test("a request for steps that was lost with the connection is sent again", { timeout: 60000 }, async () => {
    const page = await visitor(browser, server);
    let cut = true;
    await page.routeWebSocket(/\/live$/, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((text) => {
            const { t, prefix } = JSON.parse(text);
            // The steps after a first step arrive with the state, without a request.
            if (!cut || t !== "steps" || prefix.length < 2) return line.send(text);
            cut = false;
            line.close();
            socket.close();
        });
    });
    await startGame(page, "portes", { options: {} });
    await myTurn(page);
    await byMouse(page, 0);
    assert.equal(cut, false);
    await page.waitForFunction(() => document.querySelectorAll(".move").length > 0);
    assert.deepEqual(page.problems, []);
});

test("the opponent's wall preview is visible, a draw offer is answered, a takeback needs consent", { timeout: 90000 }, async () => {
    const { ada, bo } = await seated("quoridor");
    const box = await cell(ada, "c4.4").boundingBox();
    await ada.mouse.move(box.x + box.width * 0.9, box.y + box.height + 4);
    await bo.locator(".ghost.other").waitFor();
    await cell(ada, "c7.4").click();
    await moves(bo, 1);
    await cell(bo, "c1.4").click();
    await moves(ada, 2);
    await ada.locator('.actions [data-act="undo"]').click();
    await bo.locator(".offer button").first().click();
    await moves(ada, 0);
    await cell(ada, "c7.4").click();
    await moves(bo, 1);
    await bo.locator('.actions [data-act="draw"]').click();
    await ada.locator(".offer button").nth(1).click();
    await bo.locator(".toast").waitFor();
    await ada.locator(".chat input").fill("<b>hello</b>");
    await ada.keyboard.press("Enter");
    await bo.locator(".talk p", { hasText: "<b>hello</b>" }).waitFor();
    assert.equal(await bo.locator(".talk b").count(), 0);
    assert.deepEqual(await axeFindings(bo), []);
    await cell(bo, "c1.4").click();
    await moves(ada, 2);
    await ada.locator('.actions [data-act="resign"]').click();
    await ada.locator("dialog .primary").click();
    await bo.locator("dialog.result").waitFor();
    assert.match(await bo.locator("dialog.result h2").innerText(), /You win/);
    const first = ada.url();
    await bo.locator("dialog.result .primary").click();
    await ada.locator("dialog.result").waitFor();
    await ada.locator("dialog.result .primary").click();
    await ada.waitForURL((url) => url.href !== first);
    await bo.waitForURL((url) => url.href !== first);
    await myTurn(bo);
    assert.deepEqual([...ada.problems, ...bo.problems], []);
});

test("the chat names the sides and survives a restart of the server", { timeout: 120000 }, async () => {
    const { ada, bo } = await seated("quoridor");
    await ada.locator(".chat input").fill("good luck");
    await ada.keyboard.press("Enter");
    await bo.locator(".talk p", { hasText: "good luck" }).waitFor();
    await bo.locator(".chat input").fill("you too");
    await bo.keyboard.press("Enter");
    await ada.locator(".talk p", { hasText: "you too" }).waitFor();
    assert.deepEqual(await ada.locator(".talk .who").allInnerTexts(), ["White (Ada)", "Black (Bo)"]);
    await server.kill();
    await server.start();
    await bo.reload();
    await bo.locator(".talk p", { hasText: "you too" }).waitFor();
    assert.deepEqual(await bo.locator(".talk p").allInnerTexts(), ["White (Ada) good luck", "Black (Bo) you too"]);
    await Promise.all([ada.context().close(), bo.context().close()]);
});

test("players see who has joined, but not that they did themselves", { timeout: 60000 }, async () => {
    const [ada, bo] = [await visitor(browser, server), await visitor(browser, server)];
    for (const page of [ada, bo]) {
        page.said = [];
        await page.exposeFunction("hear", (text) => page.said.push(text));
        await page.addInitScript(() => {
            const listen = () => new MutationObserver(() => window.hear(document.querySelector(".toast")?.textContent ?? "")).observe(document.body, { childList: true, subtree: true, characterData: true });
            document.addEventListener("DOMContentLoaded", listen);
        });
    }
    await startGame(ada, "quoridor", { opponent: "link" });
    await bo.goto(await ada.locator(".seating input").inputValue());
    await bo.locator(".seating button.primary").click();
    await ada.locator(".toast", { hasText: "Black has joined" }).waitFor();
    await bo.locator(".table .status").waitFor();
    await myTurn(ada);
    await cell(ada, "c7.4").click();
    await moves(bo, 1);
    assert.ok(!bo.said.some((text) => /joined/.test(text)), bo.said.join());
    await Promise.all([ada.context().close(), bo.context().close()]);
});

test("a player without a name is shown as a side, and offers fit the smallest screen", { timeout: 90000 }, async () => {
    const small = { viewport: { width: 320, height: 568 } };
    const [ada, bo] = [await visitor(browser, server, small), await visitor(browser, server, small)];
    await startGame(ada, "quoridor", { opponent: "link" });
    await bo.goto(await ada.locator(".seating input").inputValue());
    await bo.locator(".seating button.primary").click();
    await ada.locator(".toast", { hasText: /^Black has joined$/ }).waitFor();
    await myTurn(ada);
    await ada.evaluate(() => scrollTo(0, 0));
    await cell(ada, "c7.4").click();
    await moves(bo, 1);
    await cell(bo, "c1.4").click();
    await moves(ada, 2);
    await bo.locator('.commands [data-command="menu"]').click();
    await bo.locator('.actions [data-act="draw"]').click();
    await ada.locator(".toast", { hasText: "offers a draw" }).waitFor();
    await ada.evaluate(() => scrollTo(0, 0));
    const box = await ada.locator(".offer button").first().boundingBox();
    assert.ok(box.y + box.height <= 568, `accepted at ${box.y}`);
    await picture(ada, "offer-narrow");
    await ada.locator(".offer button").nth(1).click();
    await bo.locator(".toast", { hasText: "Declined" }).waitFor();
    assert.deepEqual([...ada.problems, ...bo.problems], []);
    await Promise.all([ada.context().close(), bo.context().close()]);
});

test("a rematch offer is shown, declined and accepted in the result dialog", { timeout: 90000 }, async () => {
    const { ada, bo } = await seated("domineering");
    await domino(ada);
    await moves(bo, 1);
    await domino(bo);
    await moves(ada, 2);
    await ada.locator('.actions [data-act="resign"]').click();
    await ada.locator("dialog .primary").click();
    for (const page of [ada, bo]) await page.locator("dialog.result").waitFor();
    assert.ok(await bo.locator("dialog.result .primary").evaluate((button) => button === document.activeElement), "the way on has the focus");
    await ada.locator("dialog.result .primary").click();
    const wish = bo.locator("dialog.result .offer");
    await wish.waitFor();
    assert.match(await wish.innerText(), /wants a rematch/);
    assert.deepEqual(await axeFindings(bo), []);
    await picture(bo, "rematch-wish");
    await wish.getByRole("button", { name: "Decline" }).click();
    await ada.locator(".toast", { hasText: "Declined" }).waitFor();
    await wish.waitFor({ state: "detached" });
    await ada.locator('.actions [data-act="rematch"]').click();
    const first = ada.url();
    await wish.getByRole("button", { name: "Accept" }).click();
    for (const page of [ada, bo]) await page.waitForURL((url) => url.href !== first);
    assert.deepEqual([...ada.problems, ...bo.problems], []);
});

test("a third person watches and cannot move anything", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("domineering");
    const eve = await visitor(browser, server);
    await eve.goto(new URL(ada.url()).pathname);
    await eve.locator(".board .cell").first().waitFor({ state: "attached" });
    await domino(ada);
    await moves(eve, 1);
    assert.equal((await gameState(eve)).mine, false);
    assert.deepEqual(await axeFindings(eve), []);
    await bo.context().close();
    await ada.locator(".presence", { hasText: "away" }).waitFor();
});

test("a message of the server draws the board at most once, and an update does", { timeout: 60000 }, async () => {
    const { ada, bo } = await seated("domineering");
    const eve = await visitor(browser, server);
    await eve.addInitScript(() => {
        // Every drawing sets the shape of the board.
        window.drawings = 0;
        const set = CSSStyleDeclaration.prototype.setProperty;
        CSSStyleDeclaration.prototype.setProperty = function (name, ...rest) {
            if (name === "--ratio") window.drawings++;
            return set.call(this, name, ...rest);
        };
    });
    const drawn = [];
    eve.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => /"t":"(state|update|seats|thinking|touch)"/.test(payload) && drawn.push(payload)));
    await eve.goto(new URL(ada.url()).pathname);
    await eve.locator(".board .cell").first().waitFor({ state: "attached" });
    for (const [n, page] of [ada, bo, ada].entries()) {
        await domino(page);
        await moves(eve, n + 1);
    }
    await eve.waitForTimeout(300);
    const updates = drawn.filter((message) => message.includes('"t":"update"')).length;
    const drawings = await eve.evaluate(() => window.drawings);
    // What arrives before the next frame is drawn with it.
    assert.ok(updates >= 3 && drawings >= updates && drawings <= drawn.length, `${updates} updates, ${drawings} drawings, ${drawn.length} messages`);
});

test("an open game is listed in the lobby and joined from there", { timeout: 60000 }, async () => {
    const ada = await visitor(browser, server, { settings: { name: "Ada" } });
    await ada.goto("/");
    await ada.evaluate(() => localStorage.setItem("agon.last", JSON.stringify({ game: "plakoto", opponent: "link", lobby: true, shared: true })));
    await ada.goto("/");
    await ada.locator("button.play").click();
    await ada.locator(".seating").waitFor();
    const bo = await visitor(browser, server);
    await bo.goto("/lobby");
    await bo.locator(".seeks button").first().click();
    await bo.waitForURL(/\/g\//);
    await myTurn(ada);
    assert.match(await ada.locator(".panel-head").innerText(), /Dice fingerprint/);
    assert.deepEqual([...ada.problems, ...bo.problems], []);
});
