/** Every rule set, from the start page to the result, by mouse, keyboard and touch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, byMouse, byTouch, playToTheEnd } from "./play.mjs";
import { axeFindings, startGame, browser, enter, myTurn, openSite, picture, server, touchVisitor, visitor } from "./support.mjs";

/** Small boards where the size can be chosen, for speed. */
const GAMES = {
    quoridor: { size: "5", walls: "2" },
    "blockade classic": { rows: "7", cols: "8", walls: "2" },
    "blockade swift": { turn: "swift", rows: "7", cols: "8", walls: "2" },
    domineering: { rows: "6", cols: "6" },
    portes: {},
    plakoto: {},
    fevga: {},
};
const only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;

openSite();

const PLAYERS = [
    ["mouse", visitor, byMouse],
    ["keyboard", visitor, byKeyboard],
    ["touch", touchVisitor, byTouch],
];

for (const [how, open, player] of PLAYERS)
    for (const [name, options] of Object.entries(GAMES)) {
        if (!only.test(`${name} ${how}`)) continue;
        test(`${name} is played to the end by ${how}`, { timeout: 300000 }, async () => {
            const page = await open(browser, server);
            await startGame(page, name.split(" ")[0], { options });
            assert.deepEqual(await axeFindings(page), []);
            await playToTheEnd(page, player);
            await page.locator("dialog.result").waitFor();
            await picture(page, `${name.replace(" ", "-")}-${how}`);
            assert.deepEqual(await axeFindings(page), []);
            assert.match(await page.locator("dialog.result h2").innerText(), /You (win|lose)|draw/i);
            assert.deepEqual(page.problems, []);
            await page.context().close();
        });
    }

/** White's last checker can use either die but not both; the larger one must be played, so the smaller is a dead end. */
const LARGER_ONLY = "13,w1,7,b1,2 0/14 0/14 w 53";

for (const [how, open, player] of PLAYERS)
    test(`a dead end is left by ${how}`, { timeout: 60000 }, async () => {
        // The turn seeds the choices of the player; some of these seeds enter the dead end.
        for (let turn = 0; turn < 6; turn++) {
            const page = await open(browser, server);
            await enter(page, { game: "fevga", position: LARGER_ONLY, seats: { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } } });
            await myTurn(page);
            await player(page, turn);
            await page.locator(".move").first().waitFor({ state: "attached" });
            assert.equal(await page.locator(".move bdi").first().innerText(), "11/6");
            assert.deepEqual(page.problems, []);
            await page.context().close();
        }
    });
