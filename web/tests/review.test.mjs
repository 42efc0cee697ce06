/** Reviews of finished games, the evaluation bar, and the arrows of an engine's turn. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byKeyboard } from "./play.mjs";
import { axeFindings, startGame, browser, enter, myTurn, openSite, picture, server, touchVisitor, visitor } from "./support.mjs";

/** Small boards where the size can be chosen, for speed. */
const GAMES = {
    quoridor: "quoridor:size=5,walls=2",
    "blockade classic": "blockade:rows=7,cols=8,walls=2",
    "blockade swift": "blockade:turn=swift,rows=7,cols=8,walls=2",
    domineering: "domineering:rows=6,cols=6",
    portes: "portes",
    plakoto: "plakoto",
    fevga: "fevga",
};
/** The second turn leaves a checker exposed without need. */
const BLUNDER = '[Agon "1"]\n[Game "portes"]\n[P1 "Ada"]\n[P2 "Ben"]\n[Result "p1 1"]\n[Termination "resignation"]\n\n31: 8/5,6/5 62: 8/2,6/4 64: 24/18,18/14 21: 13/11,6/5\n';

openSite();

/** Imports a game and opens it. */
async function load(page, record) {
    await page.goto("/about");
    const path = await page.evaluate(async (text) => {
        const seats = { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Ben" } };
        const answer = await fetch("/api/import", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record: text, seats }) });
        return (await answer.json()).url;
    }, record);
    await page.goto(path);
    await page.locator('.actions [data-act="analysis"]').waitFor({ state: "attached" });
}

async function review(page) {
    await page.locator('.actions [data-act="analysis"]').click();
    await page.locator(".review .graph").waitFor({ timeout: 60000 });
    assert.equal(await page.locator(".review").evaluate((box) => getComputedStyle(box).display), "grid", "its styles come with it");
}

const two = { p1: { kind: "human" }, p2: { kind: "human" } };

for (const [name, game] of Object.entries(GAMES))
    test(`a game of ${name} is reviewed`, { timeout: 120000 }, async () => {
        const page = await visitor(browser, server);
        await enter(page, { game, seats: two });
        for (let turn = 0; turn < 4; turn++) {
            const { moves } = await myTurn(page);
            await byKeyboard(page, turn);
            await page.waitForFunction((n) => document.querySelectorAll(".move").length > n, moves);
        }
        await page.locator('.actions [data-act="resign"]').click();
        await page.locator("dialog .primary").click();
        const asked = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.locator('dialog.result [data-act="analysis"]').click();
        await page.locator(".review .graph").waitFor({ timeout: 60000 });
        assert.ok(asked.some((url) => url.endsWith("/js/game/review-host.js")), "the script comes when it is asked for");
        const turns = await page.locator(".move").count();
        const graph = page.locator(".review .graph");
        assert.equal(await graph.getAttribute("aria-valuemax"), String(turns));
        await graph.press("Home");
        assert.equal(await graph.getAttribute("aria-valuenow"), "0");
        await graph.press("ArrowRight");
        assert.equal(await graph.getAttribute("aria-valuenow"), "1");
        assert.match(await graph.getAttribute("aria-valuetext"), /^turn 1 of \d+, .*: .*(best|fine|doubtful|mistake|blunder|forced)/);
        await page.locator('.move[aria-current="true"]').first().waitFor();
        assert.ok((await page.locator(".choice").count()) >= 1);
        assert.equal(await page.locator(".choice-played").count(), 1);
        await page.locator(".choice").first().click();
        await page.locator(".ghosts .arrow, .ghosts .hint").first().waitFor({ state: "attached" });
        assert.match(await page.locator(".evaluation-bar").getAttribute("aria-valuetext"), /winning chances|advantage|forced win|a forced loss/);
        if (["portes", "plakoto", "fevga"].includes(name)) assert.match(await page.locator(".choice").first().innerText(), /wins [\d.]+\s%, double [\d.]+\s%/);
        assert.deepEqual(await axeFindings(page), []);
        await picture(page, `review-${name.replace(" ", "-")}`);
        await page.locator('[data-act="close-review"]').click();
        await page.locator(".review").waitFor({ state: "detached" });
        assert.equal(await page.locator(".evaluation-bar:visible").count(), 0);
        assert.deepEqual(page.problems, []);
        await page.context().close();
    });

test("mistakes have a sign and a label, and are reached by click and button", async () => {
    const page = await visitor(browser, server);
    await load(page, BLUNDER);
    await review(page);
    const marked = page.locator('.move[data-ply="4"] .verdict');
    assert.match(await marked.innerText(), /^\?+\s*(mistake|blunder), [\d.]+ lost/);
    const box = await page.locator(".review .graph").boundingBox();
    await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
    await page.locator('.move[data-ply="8"][aria-current="true"]').waitFor();
    await page.mouse.click(box.x + 1, box.y + box.height / 2);
    await page.locator(".review-turn", { hasText: "Choose a turn" }).waitFor();
    await page.locator('[data-act="next-mistake"]').click();
    await page.locator('.move[data-ply="4"][aria-current="true"]').waitFor();
    assert.match(await page.locator(".review-verdict").innerText(), /(mistake|blunder).*luck [+-−]?[\d.]+/s);
    const worths = await page.locator(".choice-worth bdi:first-child").allInnerTexts();
    const numbers = worths.map((text) => Number(text.replace("−", "-")));
    assert.deepEqual(numbers, numbers.toSorted((a, b) => b - a), "the best comes first");
    assert.match(await page.locator(".review-summary").innerText(), /error rate[\s\S]*dice luck[\s\S]*Without luck/);
    assert.deepEqual(page.problems, []);
});

test("a review fits a narrow screen, by touch, in every language, light and dark", { timeout: 180000 }, async () => {
    for (const [language, colorScheme, theme] of [["en", "light", "wood"], ["he", "dark", "wood"], ["el", "light", "slate"], ["sr", "dark", "slate"], ["sr-Cyrl", "light", "contrast"]]) {
        const page = await touchVisitor(browser, server, { colorScheme, settings: { language, theme } });
        await load(page, BLUNDER);
        await page.locator('.commands [data-command="menu"]').tap();
        await page.locator('.actions [data-act="analysis"]').tap();
        await page.locator(".review .graph").waitFor({ timeout: 60000 });
        const box = await page.locator(".review .graph").boundingBox();
        await page.touchscreen.tap(box.x + box.width * 0.5, box.y + box.height / 2);
        await page.locator(".choice").first().waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, language);
        assert.equal(await page.evaluate(() => document.body.innerText.match(/\b(review|action|score)\.[a-z_.]+/g)), null, language);
        assert.deepEqual(await axeFindings(page), [], language);
        const apart = await page.locator(".review-summary th .verdict").first().evaluate((sign) => {
            const word = document.createRange();
            word.selectNode(sign.nextSibling);
            const [a, b] = [sign.querySelector("bdi").getBoundingClientRect(), word.getClientRects()[0]];
            return Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom);
        });
        assert.ok(apart > 3, `${language}: a sign stands ${apart} before its word`);
        await page.locator(".review").scrollIntoViewIfNeeded();
        await picture(page, `review-narrow-${language}`);
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});

test("the evaluation bar can be switched on, and never in games against people", async () => {
    const page = await visitor(browser, server, { settings: { evaluation: true } });
    await startGame(page, "quoridor");
    const bar = page.locator('.evaluation-bar[role="meter"]');
    await page.waitForFunction(() => /advantage|winning chances|forced/.test(document.querySelector(".evaluation-bar")?.getAttribute("aria-valuetext") ?? ""));
    assert.equal(await bar.getAttribute("aria-label"), "Evaluation");
    assert.deepEqual(await axeFindings(page), []);
    await page.locator('.actions [data-act="evaluation"]').click();
    await bar.waitFor({ state: "hidden" });
    await page.locator('.actions [data-act="evaluation"]').click();
    await bar.waitFor();
    const online = await visitor(browser, server, { settings: { evaluation: true } });
    await enter(online, { game: "quoridor", seats: { p1: { kind: "human" }, p2: { kind: "open" } } });
    const id = new URL(online.url()).pathname.split("/").pop();
    await online.evaluate((game) => fetch(`/api/games/${game}/join`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }), id);
    await online.locator(".board.active").waitFor();
    assert.equal(await online.locator(".evaluation-bar:visible").count(), 0);
    assert.equal(await online.locator('.actions [data-act="evaluation"], .actions [data-act="hint"]').count(), 0);
    assert.deepEqual([...page.problems, ...online.problems], []);
});
