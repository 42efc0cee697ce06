/** Records on the start page: shown, watched, and played on by the players they name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, browser, gameState, myTurn, openSite, picture, server, visitor } from "./support.mjs";

openSite();

const record = ({ p1 = "Ada", p2 = "Bo", result = "*", words = "a1 c1 a3", termination = "" }) => `[Agon "1"]\n[Game "domineering:rows=4,cols=4"]\n[P1 "${p1}"]\n[P2 "${p2}"]\n[Result "${result}"]\n${termination && `[Termination "${termination}"]\n`}\n${words}\n`;

async function pasted(text) {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator(".import summary").click();
    await page.locator(".import textarea").fill(text);
    return page;
}

const show = (page) => page.locator(".import button", { hasText: "Show" }).click();
const begin = (page) => page.locator(".import button.primary").click();

test("a pasted record is shown with its players", { timeout: 60000 }, async () => {
    const page = await pasted(record({ p2: "level:3" }));
    await show(page);
    await page.locator(".import .preview .picture").waitFor({ timeout: 5000 });
    assert.equal(await page.locator(".import .preview .domino").count(), 3);
    const said = await page.locator(".import-facts").innerText();
    for (const part of [/Domineering/, /Vertical: Ada/, /Horizontal: level 3/, /3 moves/, /Horizontal to move/]) assert.match(said, part);
    assert.deepEqual(await axeFindings(page), []);
    await page.locator(".import").scrollIntoViewIfNeeded();
    await picture(page, "record-shown");
    await page.context().close();
});

test("a finished record is watched: nobody wins or loses, and there is no rematch", { timeout: 60000 }, async () => {
    for (const text of [record({ result: "p2 1", termination: "resign" }), record({ result: "p2 1", words: "a1 c1 a3 c3 b1 c2 b3 c4" })]) {
        const page = await pasted(text);
        await show(page);
        await page.locator(".import-facts").waitFor({ timeout: 5000 });
        assert.equal(await page.locator(".import button.primary").innerText(), "Replay");
        await begin(page);
        await page.waitForURL(/\/g\//);
        await page.locator(".move").first().waitFor();
        assert.doesNotMatch((await gameState(page)).status, /You (win|lose)/);
        await page.locator('.actions [data-act="result"]').click();
        assert.match(await page.locator("dialog.result h2").innerText(), /\((Ada|Bo)\) wins/);
        assert.equal(await page.locator('dialog.result .primary, .actions [data-act="rematch"]').count(), 0);
        await page.keyboard.press("Escape");
        await page.goto("/");
        await page.locator(".start").waitFor();
        assert.equal(await page.locator(".recent-game").count(), 0, "it is not one of the viewer's games");
        await page.context().close();
    }
});

test("the players of a record take their seats", { timeout: 90000 }, async () => {
    const names = async (page) => {
        await page.locator(".player-bar").first().waitFor();
        return page.locator(".player-bar").evaluateAll((bars) => bars.map((bar) => bar.textContent).join(" "));
    };
    // Two people: both play here.
    let page = await pasted(record({}));
    await show(page);
    await page.locator(".import-facts").waitFor({ timeout: 5000 });
    await begin(page);
    await page.waitForURL(/\/g\//);
    await myTurn(page);
    assert.match(await names(page), /Bo.*Ada|Ada.*Bo/);
    await page.locator(".typed input").fill("c3");
    await page.locator(".typed input").press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 4);
    assert.ok((await myTurn(page)).mine, "both seats are here");
    await page.context().close();
    // A person and a bot: the bot goes on at once.
    page = await pasted(record({ p2: "bot:minimax@depth=2" }));
    await begin(page);
    // The players are shown first; a second click starts.
    await page.locator(".import-facts", { hasText: "Minimax, depth 2" }).waitFor();
    await begin(page);
    await page.waitForURL(/\/g\//);
    await page.waitForFunction(() => document.querySelectorAll(".move").length >= 4);
    assert.match(await names(page), /Minimax, depth 2/);
    await page.context().close();
    // The players chosen on the page instead.
    page = await pasted(record({ p1: "level:1", p2: "level:1" }));
    await show(page);
    await page.locator(".import-facts select").selectOption("chosen");
    await begin(page);
    await page.waitForURL(/\/g\//);
    assert.match(await names(page), /you/);
    await page.context().close();
});
