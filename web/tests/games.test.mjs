/** Every rule set, from the first page to the result, by mouse, by keyboard and by touch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard, byMouse, byTouch, playToTheEnd } from "./play.mjs";
import { axeFindings, begin, browser, openSite, picture, server, touchVisitor, visitor } from "./support.mjs";

/** Small boards where the size is free: the hands are the same, the games shorter. */
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

for (const [how, open, hand] of [
    ["mouse", visitor, byMouse],
    ["keyboard", visitor, byKeyboard],
    ["touch", touchVisitor, byTouch],
])
    for (const [name, options] of Object.entries(GAMES)) {
        if (!only.test(`${name} ${how}`)) continue;
        test(`${name} is played to the end by ${how}`, { timeout: 300000 }, async () => {
            const page = await open(browser, server);
            await begin(page, name.split(" ")[0], { options });
            assert.deepEqual(await axeFindings(page), []);
            await playToTheEnd(page, hand);
            await page.locator("dialog.result").waitFor();
            await picture(page, `${name.replace(" ", "-")}-${how}`);
            assert.deepEqual(await axeFindings(page), []);
            assert.match(await page.locator("dialog.result h2").innerText(), /You (win|lose)|draw/i);
            assert.deepEqual(page.problems, []);
            await page.context().close();
        });
    }
