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

const labels = (page, field) => page.locator(".option", { hasText: field }).locator("option").allTextContents();

test("every value of every option has a name in every language", { timeout: 120000 }, async () => {
    const { games } = await (await fetch(`${server.url}/api/catalogue`)).json();
    for (const language of ["en", "sr", "sr-Cyrl", "el", "he"]) {
        const page = await visitor(browser, server, { settings: { language } });
        await page.goto("/");
        for (const game of games) {
            await page.locator(`.card[data-game="${game.name}"] input`).check({ force: true });
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
