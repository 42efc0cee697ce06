/** The start page and the lobby as places: what is going on, and how to join in. And the way home from nowhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, browser, enter, openSite, picture, server, startGame, touchVisitor, visitor } from "./support.mjs";

openSite();

/** The number of cards in each row. */
const rows = (page) =>
    page.evaluate(() => {
        const tops = [...document.querySelectorAll(".cards > .card")].map((card) => Math.round(card.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
    });

test("the start page invites, and no row of games is left with gaps at any width", { timeout: 60000 }, async () => {
    for (const language of ["en", "el"]) {
        const page = await visitor(browser, server, { settings: { language } });
        await page.goto("/");
        await page.locator(".card svg").first().waitFor();
        if (language === "en") assert.equal(await page.locator("h1").innerText(), "Pull up a chair and play");
        for (let width = 320; width <= 1440; width += 40) {
            await page.setViewportSize({ width, height: 800 });
            const found = await rows(page);
            assert.ok(found.length > 1 && found.every((cards) => cards === found[0]), `${language} ${width}: ${found}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${language} ${width}`);
            const cut = await page.evaluate(() => [...document.querySelectorAll(".card-name")].filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
            assert.deepEqual(cut, [], `${language} ${width}`);
        }
        await page.context().close();
    }
});

/** Starts a public game with both seats in one browser. */
async function publicGame() {
    const page = await visitor(browser, server);
    await enter(page, { game: "quoridor", seats: { p1: { kind: "human", name: "Ada" }, p2: { kind: "human", name: "Bo" } }, public: true });
    return page;
}

/** Plays a typed turn. */
async function type(page, turn) {
    await page.locator(".typed input").fill(turn);
    await page.locator(".typed input").press("Enter");
}

test("the start page shows one's unfinished games and the live ones, which follow the play", async () => {
    const players = await publicGame();
    const page = await visitor(browser, server);
    await startGame(page, "domineering", { opponent: "here" });
    const mine = new URL(page.url()).pathname;
    await page.goto("/");
    await page.locator(`.recent a[href="${mine}"] svg`).waitFor();
    const live = page.locator(".live .live-card", { hasText: "Ada" });
    await live.locator('.pawn[data-place="c8.4"]').waitFor({ state: "attached" });
    await type(players, "e2");
    await live.locator('.pawn[data-place="c7.4"]').waitFor({ state: "attached" });
    assert.match(await live.innerText(), /Bo[\s\S]*1 move/);
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "start-live");
    await live.click();
    await page.waitForURL(new URL(players.url()).pathname);
    assert.deepEqual([...page.problems, ...players.problems], []);
    await page.context().close();
    await players.context().close();
});

test("the lobby shows seeks, live boards, and bots that are challenged with one click, tap or key", { timeout: 60000 }, async () => {
    const players = await publicGame();
    const seeker = await visitor(browser, server);
    await enter(seeker, { game: "plakoto", seats: { p1: { kind: "human", name: "Zoe" }, p2: { kind: "open" } }, public: true });
    for (const [open, act] of [[visitor, "click"], [touchVisitor, "tap"], [visitor, "press"]]) {
        const page = await open(browser, server);
        await page.goto("/lobby");
        await page.locator(".seeks li", { hasText: "Zoe" }).locator("svg").waitFor();
        const live = page.locator(".live-card", { hasText: "Ada" });
        await live.locator(".pawn").first().waitFor({ state: "attached" });
        if (act === "click") {
            await type(players, "e2");
            await live.locator('.pawn[data-place="c7.4"]').waitFor({ state: "attached" });
        }
        assert.deepEqual(await axeFindings(page), []);
        await picture(page, `lobby-${act}`);
        await page.locator(".bots-game select").selectOption({ label: "Domineering" });
        const button = page.locator(".bots li", { hasText: "beginner" }).locator("button");
        await (act === "press" ? button.press("Enter") : button[act]());
        await page.waitForURL(/\/g\//);
        await page.locator(".player-name", { hasText: "level 1" }).waitFor();
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
    await seeker.context().close();
    await players.context().close();
});

test("a wrong address leads home", async () => {
    for (const path of ["/no/such/page", "/g/AAAAAAAAAAAAAAAAAAAAAA"]) {
        const page = await touchVisitor(browser, server);
        await page.goto(path);
        await page.locator("main h1", { hasText: "Page not found" }).waitFor();
        assert.deepEqual(await axeFindings(page), []);
        const home = page.locator("main .primary");
        assert.equal(await home.count(), 1);
        await home.tap();
        await page.waitForURL(`${server.url}/`);
        await page.locator("button.play").waitFor();
        await page.context().close();
    }
});
