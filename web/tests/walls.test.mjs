/** Walls on the board: rotating, lifting and dropping them, and what is said about those that cannot be placed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, cell, enter, myTurn, openSite, picture, server, visitor } from "./support.mjs";

openSite();

const people = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } };
const moves = (page, n) => page.waitForFunction((wanted) => document.querySelectorAll(".move").length === wanted, n);

async function game(wish, how = {}) {
    const page = await visitor(browser, server, how);
    page.asked = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => page.asked.push(JSON.parse(payload).t)));
    await enter(page, { seats: people, ...wish });
    await myTurn(page);
    return page;
}

/** A point in the groove below a square. */
async function below(page, place) {
    const box = await cell(page, place).boundingBox();
    return [box.x + box.width * 0.9, box.y + box.height + 3];
}

/** Waits until the server has answered all earlier messages. */
const settled = (page) => page.evaluate(() => fetch("/api/i18n").then((answer) => answer.json()));

const TURNINGS = [
    ["f", (page) => page.keyboard.press("f")],
    ["the wheel", (page) => page.mouse.wheel(0, 120)],
    ["the right button", (page) => page.mouse.down({ button: "right" }).then(() => page.mouse.up({ button: "right" }))],
];
const FOCUSES = [
    ["nowhere", async () => {}],
    ["on the pawn", (page) => cell(page, "c8.4").focus()],
    ["on a button", (page) => page.locator('.actions [data-act="paths"]').click()],
];

for (const [name, turn] of TURNINGS)
    test(`${name} turns the wall under the pointer, and a click places the turned one`, { timeout: 60000 }, async () => {
        for (const [focus, put] of FOCUSES) {
            const page = await game({ game: "quoridor" });
            await put(page);
            const at = await below(page, "c5.4");
            await page.mouse.move(...at);
            await page.locator(".ghosts .ghost.lying").waitFor();
            const before = await page.evaluate(() => scrollY);
            await turn(page);
            await page.locator(".ghosts .ghost.upright").waitFor({ timeout: 3000 });
            // A hand is never quite still.
            await page.mouse.move(at[0] + 1, at[1]);
            await page.mouse.click(at[0] + 1, at[1]);
            await moves(page, 1);
            assert.equal(await page.locator(".move bdi").first().innerText(), "e3v", `the focus is ${focus}`);
            assert.equal(await page.evaluate(() => scrollY), before);
            assert.deepEqual(page.problems, []);
            await page.context().close();
        }
    });

test("a turned wall is level again at the next groove", { timeout: 60000 }, async () => {
    const page = await game({ game: "quoridor" });
    await page.mouse.move(...(await below(page, "c5.4")));
    await page.keyboard.press("f");
    await page.locator(".ghosts .ghost.upright").waitFor();
    await page.mouse.move(...(await below(page, "c3.2")));
    await page.locator(".ghosts .ghost.lying").waitFor();
    await page.context().close();
});

for (const [name, wish] of [
    ["Quoridor", { game: "quoridor" }],
    ["classic Blockade", { game: "blockade" }],
    ["swift Blockade", { game: "blockade:turn=swift" }],
])
    test(`a pointer that rests on the wall just placed reports nothing in ${name}`, { timeout: 60000 }, async () => {
        const page = await game(wish);
        if (name === "classic Blockade") {
            await page.locator(".typed input").fill("X1-64,G35");
            await page.locator(".typed input").press("Enter");
            await moves(page, 1);
            await cell(page, "c3.10").click();
            await page.locator(".cell.is-target").first().click();
        }
        const before = await page.locator(".move").count();
        await page.clock.install();
        const at = await below(page, "c5.4");
        await page.mouse.move(...at);
        await page.locator(".ghosts .ghost:not(.bad)").waitFor();
        await page.mouse.click(...at);
        await moves(page, before + 1);
        await page.clock.runFor(3000);
        await settled(page);
        assert.ok(!page.asked.includes("check"), "nothing was asked about a wall");
        assert.equal(await page.locator(".reason:visible, .toast.bad:visible, .ghost.bad").count(), 0);
        assert.equal(await page.locator("#assertive").innerText(), "");
        assert.deepEqual(page.problems, []);
        await page.context().close();
    });

test("nothing is said about an illegal wall before a click; the click says it once, at the wall", { timeout: 60000 }, async () => {
    const page = await game({ game: "quoridor" });
    await page.locator(".typed input").fill("e3h");
    await page.locator(".typed input").press("Enter");
    await moves(page, 1);
    await page.clock.install();
    const at = await below(page, "c5.4");
    await page.mouse.move(...at);
    await page.locator(".ghosts .ghost.bad").waitFor();
    await page.clock.runFor(3000);
    await settled(page);
    assert.ok(!page.asked.includes("check"), "nothing was asked about the wall");
    await page.clock.resume();
    await page.mouse.click(...at);
    await page.locator(".reason", { hasText: /^A wall is already there\.$/ }).waitFor();
    await page.locator("#assertive", { hasText: /./ }).waitFor({ state: "attached" });
    assert.equal(await page.locator(".toast:visible").count(), 0);
    await picture(page, "wall-refused");
    await page.mouse.move(...(await below(page, "c2.2")));
    await page.locator(".reason").waitFor({ state: "hidden" });
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("Space lifts and drops a wall wherever the focus is, and the page does not scroll down", { timeout: 60000 }, async () => {
    for (const [focus, put] of FOCUSES) {
        const page = await game({ game: "quoridor" }, { viewport: { width: 1280, height: 500 } });
        await put(page);
        const before = await page.evaluate(() => scrollY);
        await page.keyboard.press("Space");
        await page.locator(".board.lifting").waitFor({ timeout: 3000 });
        await page.keyboard.press("Space");
        await page.locator(".board:not(.lifting)").waitFor();
        // The focus moves to the board, which may scroll it into view.
        assert.ok((await page.evaluate(() => scrollY)) <= before, `the focus is ${focus}`);
        await page.context().close();
    }
});

test("a wall lifted by Space follows the pointer and is placed by a click or Enter", { timeout: 60000 }, async () => {
    for (const place of [(page, at) => page.mouse.click(...at), (page) => page.keyboard.press("Enter")]) {
        const page = await game({ game: "quoridor" });
        const box = await cell(page, "c5.4").boundingBox();
        const at = [box.x + box.width * 0.6, box.y + box.height * 0.6];
        await page.mouse.move(...at);
        await page.keyboard.press("Space");
        await page.locator(".ghosts .ghost.lying").waitFor();
        await page.keyboard.press("f");
        await page.locator(".ghosts .ghost.upright").waitFor();
        await place(page, at);
        await moves(page, 1);
        assert.equal(await page.locator(".move bdi").first().innerText(), "e3v");
        await page.context().close();
    }
});

test("Space still presses a button that was reached by keyboard", { timeout: 60000 }, async () => {
    const page = await game({ game: "quoridor" });
    const paths = page.locator('.actions [data-act="paths"]');
    await page.locator('.actions [data-act="undo"]').waitFor();
    await page.locator(".typed button").focus();
    for (let n = 0; n < 12 && !(await paths.evaluate((one) => one === document.activeElement)); n++) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.locator('.actions [data-act="paths"][aria-pressed="true"]').waitFor();
    assert.equal(await page.locator(".board.lifting").count(), 0);
    await page.context().close();
});

test("the paths of every pawn to both start squares are shown, and again after every turn", { timeout: 60000 }, async () => {
    const page = await game({ game: "blockade" });
    const paths = () => page.locator(".paths .path").count();
    assert.equal(await paths(), 0);
    await page.locator('.actions [data-act="allpaths"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".paths .path").length === 8);
    assert.match(await page.locator(".player-bar.p1 .facts").innerText(), /X1: 4, 6 · X2: 6, 4/);
    await page.locator(".typed input").fill("X1-64,G35");
    await page.locator(".typed input").press("Enter");
    await moves(page, 1);
    await page.locator(".player-bar.p1 .facts", { hasText: "X1: 5, 5" }).waitFor();
    await picture(page, "every-path");
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".paths .path").length === 8);
    await page.locator('.actions [data-act="allpaths"]').click();
    await page.waitForFunction(() => !document.querySelector(".paths .path"));
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a refused wall names every pawn that it cuts off, and their paths are drawn", async () => {
    const page = await game({ game: "blockade:turn=swift,starts=11-84-4B-8B", position: "/ 11 / 66 84 4B 8B / 9 8 9 9 / 1" });
    await page.locator(".typed input").fill("G12");
    await page.locator(".typed input").press("Enter");
    await page.locator(".toast.bad", { hasText: "This wall would close the last path to a start square. Cut off: O1, O2." }).waitFor();
    assert.equal(await page.locator(".path.closing").count(), 2);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

/** Turns that cannot be played, for each kind of board. */
const WRONG = {
    quoridor: ["zz", "e9", "i9h", "e4", "a1", "??"],
    blockade: ["zz", "X1-99", "G99", "X1-44", "X1-64,G35,G36"],
    domineering: ["zz", "a0", "z9", "??", "1"],
    portes: ["zz", "1/2", "24/18,13/7,6/5", "??"],
};

test("what cannot be played is refused in words for players, in their language", { timeout: 120000 }, async () => {
    for (const language of ["en", "sr", "el", "he"])
        for (const [name, turns] of Object.entries(WRONG)) {
            const page = await game({ game: name }, { settings: { language } });
            for (const turn of turns) {
                await page.locator(".typed input").fill(turn);
                await page.locator(".typed input").press("Enter");
                const said = await page.locator(".toast.bad:visible").innerText();
                const what = `${name} ${language} ${turn}: ${said}`;
                // What is no move at all is answered with an example of one.
                const example = /: \S+\d\S*(, \S+)?$/;
                // A sentence may begin with what was typed.
                assert.ok(/^\P{Ll}.*[.!?]$/su.test(said.replace(turn, "*")) || example.test(said), `${what} is no sentence`);
                assert.ok(!/\bp[12]\b|e4v|hyphen|token|parse|notation|position string/i.test(said.replace(turn, "").replace(example, "")), what);
                if (language === "el" || language === "he") assert.ok(!/[a-z]{4}/i.test(said.replace(turn, "").replace(example, "")), what);
                await page.evaluate(() => (document.querySelector(".toast").hidden = true));
            }
            assert.deepEqual(page.problems, []);
            await page.context().close();
        }
});
