/** The setup of a game: options and their values by name, house rules. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, browser, openSite, server, visitor } from "./support.mjs";

openSite();

/** Opens the start page with a game chosen and its options unfolded. */
async function setup(game, more = {}) {
    const page = await visitor(browser, server, more);
    await page.goto("/");
    await page.locator(`.card[data-game="${game}"] input`).check({ force: true });
    await page.locator(".more summary").click();
    return page;
}

async function labels(page, field) {
    const all = page.locator(".option", { hasText: field }).locator("option");
    await all.first().waitFor({ state: "attached" });
    return all.allTextContents();
}

test("every value of every option has a name in every language", { timeout: 120000 }, async () => {
    const { games } = await (await fetch(`${server.url}/api/catalogue`)).json();
    for (const language of ["en", "sr", "sr-Cyrl", "el", "he"]) {
        const page = await visitor(browser, server, { settings: { language } });
        await page.goto("/");
        await page.locator(".more summary").click();
        for (const game of games) {
            await page.locator(`.card[data-game="${game.name}"] input`).check({ force: true });
            await page.waitForFunction((options) => document.querySelectorAll(".option").length === options, game.options.length);
            const keys = new Set(game.options.flatMap((option) => option.values ?? []));
            const shown = await page.locator(".option option").allTextContents();
            for (const name of shown) assert.ok(!name.includes("_") && (language === "en" || !keys.has(name)), `${game.name} ${language}: ${name}`);
        }
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
    const page = await setup("blockade");
    assert.deepEqual(await labels(page, "Single steps"), ["in front of any pawn", "in front of an opponent's pawn", "never", "always"]);
    await page.locator('.card[data-game="narde"] input').check({ force: true });
    assert.equal((await labels(page, "head"))[2], "any number");
    await page.context().close();
});

test("house rules are chosen by name and explained; an option set by hand makes them one's own", async () => {
    const page = await setup("plakoto");
    const rules = page.locator('[data-field="preset"]');
    const shown = () => rules.evaluate((list) => list.selectedOptions[0].textContent);
    assert.equal(await shown(), "Standard rules");
    await rules.selectOption({ label: "Course rules" });
    await page.locator(".preset", { hasText: "play goes on after a pinned mana" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.locator("button.play").click();
    await page.waitForURL(/\/g\//);
    await page.locator(".game-title", { hasText: "the other checkers" }).waitFor();
    assert.match(await page.locator(".game-title").innerText(), /play goes on/);
    await page.goto("/");
    assert.equal(await shown(), "Course rules", "the choice is kept");
    await page.locator(".more summary").click();
    await page.locator(".option", { hasText: "Pinned mana" }).locator("select").selectOption({ label: "ends the game" });
    await page.locator(".preset", { hasText: "My own" }).waitFor();
    assert.equal(await shown(), "My own");
    await rules.selectOption({ label: "Book rules" });
    await page.locator(".preset", { hasText: "The higher die starts" }).waitFor();
    // The length of a match is no house rule.
    await page.locator('.card[data-game="tavli"] input').check({ force: true });
    await page.locator(".option", { hasText: "Points" }).locator("input").fill("3");
    await page.locator(".option", { hasText: "Points" }).locator("input").press("Tab");
    assert.equal(await shown(), "Standard rules");
    assert.equal(await rules.locator("option").count(), 4);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("the first entry of the takebacks says what the server does with this opponent", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    const list = page.locator('[data-field="takebacks"]');
    const choose = (opponent) => page.locator(`label:has([data-field="opponent-${opponent}"])`).click();
    const rules = { computer: ["unlimited", "free"], here: ["once per player", "once"], link: ["if the opponent agrees", "ask"] };
    for (const [opponent, [words, rule]] of Object.entries(rules)) {
        await choose(opponent);
        assert.equal(await list.evaluate((one) => one.selectedOptions[0].textContent), `Default: ${words}`);
        const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/games"));
        await page.locator("button.play").click();
        const request = await asked;
        assert.equal(request.postDataJSON().takebacks, undefined);
        await page.waitForURL(/\/g\//);
        const state = await (await fetch(`${server.url}/api${new URL(page.url()).pathname.replace("/g/", "/games/")}`)).json();
        assert.equal(state.takebacks, rule);
        await page.goto("/");
    }
    await choose("watch");
    assert.equal(await list.count(), 0);
    await choose("here");
    await list.selectOption({ label: "once per player" });
    await page.locator("button.play").click();
    await page.waitForURL(/\/g\//);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a searching bot is given a depth or a time, and the game names it", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator('.card[data-game="domineering"] input').check({ force: true });
    for (const [limit, value, kept, name] of [["depth", "2", "2", "Minimax, depth 2"], ["depth", "99", "30", "Minimax, depth 30"], ["movetime_ms", "250", "250", "Minimax, 0.3 s"]]) {
        await page.locator('[data-field="bot"]').selectOption("minimax");
        await page.locator('[data-field="minimax-limit"]').selectOption(limit);
        const field = page.locator('[data-field="minimax-limit-value"]');
        await field.fill(value);
        await field.press("Tab");
        assert.equal(await field.inputValue(), kept);
        assert.deepEqual(await axeFindings(page), []);
        if (kept === "30") continue;
        await page.locator("button.play").click();
        await page.waitForURL(/\/g\//);
        await page.locator(".player-bar.p2 .player-name", { hasText: name }).waitFor();
        await page.goto("/");
        assert.equal(await field.inputValue(), kept, "the choice is kept");
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
});
