/** What stands on the screen without scrolling, on phones and on desktops. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, byMouse, byTouch } from "./play.mjs";
import { axeFindings, browser, cell, cells, enter, gameState, myTurn, openSite, picture, server, touchVisitor, visitor } from "./support.mjs";

openSite();

const seats = { p1: { kind: "human", name: "Ada" }, p2: { kind: "bot", level: 1 } };
const clock = { initial_ms: 300000, increment_ms: 3000 };
const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };

const names = async () => (await (await fetch(`${server.url}/api/catalogue`)).json()).games.map((game) => game.name);

/** The boxes of elements, and of the window. */
function boxes(page, selectors) {
    return page.evaluate((wanted) => {
        const found = Object.entries(wanted).map(([name, selector]) => {
            const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
            return [name, { left, top, right, bottom }];
        });
        return { ...Object.fromEntries(found), window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight } };
    }, selectors);
}

const within = (inner, outer) => inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1 && inner.bottom > inner.top;

/** Asserts that these parts are on the screen. */
async function onScreen(page, parts, what) {
    await page.evaluate(() => scrollTo(0, 0));
    const found = await boxes(page, parts);
    for (const name of Object.keys(parts)) assert.ok(within(found[name], found.window), `${what}: ${name} ${JSON.stringify(found[name])}`);
    return found;
}

const TABLE = { upper: ".upper .player-bar", board: ".stage > .board", status: ".status-text", lower: ".lower .player-bar" };

/** Opens a game on a phone or a desktop. */
async function opened(game, open = touchVisitor) {
    const page = await open(browser, server, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 });
    await enter(page, { game, seats, clock });
    await page.locator(".player-bar .clock").first().waitFor();
    return page;
}

/** Checks every game in windows of several sizes. */
async function everyGame(open, sizes, check) {
    for (const game of await names()) {
        const page = await opened(game, open);
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await check(page, `${game} ${width}`, { width, height });
        }
        await picture(page, `layout-${game}-${sizes.at(-1).join("x")}`);
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
}

test("on a phone, board, clocks, whose turn and the bar of commands fit without scrolling", { timeout: 120000 }, async () => {
    await everyGame(touchVisitor, [[320, 568], [360, 640], [390, 844]], async (page, what, { width, height }) => {
        const { board, lower, commands } = await onScreen(page, { ...TABLE, commands: ".commands" }, what);
        assert.ok(commands.bottom >= height - 1 && lower.bottom <= commands.top + 1, `${what}: the bar is below`);
        assert.ok(board.right - board.left > 0.85 * width, `${what}: a large board`);
        if (width === 390) assert.deepEqual(await axeFindings(page), [], what);
        if (!(await page.locator(".moves li").count())) assert.ok(await page.locator(".move-panel").isHidden(), "an empty list takes no room");
    });
});

test("a game in Hebrew on a phone, and its result, are accessible", async () => {
    const page = await touchVisitor(browser, server, { viewport: { width: 390, height: 844 }, settings: { language: "he" } });
    for (const game of ["quoridor", "plakoto"]) {
        await enter(page, { game, seats: people });
        assert.deepEqual(await axeFindings(page), [], game);
        await page.locator('.commands [data-command="menu"]').tap();
        await page.locator('.actions [data-act="abort"]').tap();
        await page.locator("dialog .primary").tap();
        await page.locator("dialog.result").waitFor();
        assert.deepEqual(await axeFindings(page), [], `${game}: the result`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("on a phone on its side, the whole board is shown with the commands beside it", { timeout: 120000 }, async () => {
    await everyGame(touchVisitor, [[568, 320], [667, 375], [844, 390]], async (page, what, { width, height }) => {
        if (width === 844) assert.deepEqual(await axeFindings(page), [], what);
        const { board, commands, lower } = await onScreen(page, { ...TABLE, commands: ".commands" }, what);
        for (const side of [commands, lower]) assert.ok(side.left >= board.right, `${what}: beside the board`);
        assert.ok(board.bottom - board.top > 0.72 * height, `${what}: a large board`);
    });
});

test("on a desktop, board, players and actions are seen without scrolling", { timeout: 120000 }, async () => {
    await everyGame(visitor, [[1366, 700], [1280, 860]], async (page, what, { height }) => {
        const { board } = await onScreen(page, { ...TABLE, actions: ".actions", last: ".actions > :last-child" }, what);
        assert.ok(board.bottom - board.top > 0.55 * height, `${what}: a large board`);
        assert.ok(await page.locator(".commands").isHidden());
    });
});

test("on a desktop, a long game with chat leaves the actions in view", async () => {
    const page = await visitor(browser, server, { viewport: { width: 1280, height: 860 } });
    await enter(page, { game: "quoridor:repetition=off", seats: people });
    for (let round = 0; round < 8; round++)
        for (const turn of ["e2", "e8", "e1", "e9"]) {
            const before = (await gameState(page)).moves;
            await page.locator(".typed input").fill(turn);
            await page.locator(".typed input").press("Enter");
            await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, before);
        }
    const { actions, moves } = await onScreen(page, { ...TABLE, moves: ".moves", actions: ".actions" }, "long");
    assert.ok(moves.bottom - moves.top > 90 && moves.bottom <= actions.top, "the list scrolls by itself");
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 200), false);
    await page.context().close();
});

test("on a phone, the menu has the other actions, by touch and by keyboard", async () => {
    const page = await opened("quoridor");
    await page.locator('.commands [data-command="hint"]').tap();
    await page.locator(".ghosts :is(.arrow, .hint)").first().waitFor({ state: "attached" });
    await cell(page, (await cells(page, "can be played"))[0]).tap();
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 2 && document.querySelector(".board.active"));
    assert.ok(await page.locator(".move-panel").isVisible());
    assert.ok(await page.locator(".actions").isHidden());
    await page.locator('.commands [data-command="menu"]').tap();
    await page.locator('.actions [data-act="flip"]').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "phone-menu");
    await page.locator('.actions [data-act="flip"]').tap();
    await page.locator(".menu").waitFor({ state: "hidden" });
    await page.locator(".lower .player-bar.p2").waitFor();
    await page.locator('.commands [data-command="menu"]').focus();
    await page.keyboard.press("Enter");
    await page.locator('.actions [data-act="flip"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".menu").waitFor({ state: "hidden" });
    await page.locator('.commands [data-command="undo"]').tap();
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 0);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a turn is played by mouse, touch and keyboard at every width", { timeout: 240000 }, async () => {
    const games = ["quoridor", "domineering", "portes", "blockade"];
    for (const [at, width] of [320, 390, 600, 768, 960, 1024, 1280, 1440].entries())
        for (const [open, player] of [[visitor, byMouse], [touchVisitor, byTouch], [visitor, byKeyboard]]) {
            const game = games[at % games.length];
            const page = await opened(game, open);
            await page.setViewportSize({ width, height: 844 });
            await myTurn(page);
            await player(page, at);
            await page.locator(".move:not(.chance)").first().waitFor({ state: "attached" });
            assert.deepEqual(page.problems, [], `${game} ${width}`);
            await page.context().close();
        }
});

test("the header of a phone shows the language and Play", { timeout: 60000 }, async () => {
    for (const [language, name, code] of [["en", "Play", "En"], ["sr", "Igraj", "Sr"], ["sr-Cyrl", "Играј", "Ср"], ["el", "Παιχνίδι", "Ελ"], ["he", "משחק", "עב"]]) {
        const page = await touchVisitor(browser, server, { settings: { language } });
        await page.goto("/about");
        await page.locator("header nav").waitFor();
        for (const width of [320, 360, 390, 430]) {
            await page.setViewportSize({ width, height: 640 });
            const found = await onScreen(page, { play: 'header nav a[href="/"]', language: ".language-code" }, `${language} ${width}`);
            assert.ok(found.language.right - found.language.left > 20);
        }
        assert.equal(await page.locator('header nav a[href="/"]').innerText(), name);
        assert.equal(await page.locator(".language-code").innerText(), code);
        await page.locator("header select").first().selectOption({ value: "el" });
        await page.waitForFunction(() => document.documentElement.lang === "el");
        await page.context().close();
    }
});

test("a table that is wider than a phone scrolls, and shows it", async () => {
    const page = await touchVisitor(browser, server);
    await page.goto("/rules/quoridor");
    const table = page.locator(".scroll").first();
    await table.waitFor();
    const { hidden, cue } = await table.evaluate((box) => ({ hidden: box.scrollWidth - box.clientWidth, cue: getComputedStyle(box).backgroundAttachment }));
    assert.ok(hidden > 0);
    assert.match(cue, /local.*scroll/);
    await table.scrollIntoViewIfNeeded();
    await picture(page, "phone-table");
    await page.context().close();
});
