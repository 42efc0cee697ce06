/** The rules pages: pictures of positions in the colours of the theme, words for players only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, browser, openSite, picture, server, touchVisitor, visitor } from "./support.mjs";

openSite();

const catalogue = async () => (await (await fetch(`${server.url}/api/catalogue`)).json()).games;

test("every rules page has pictures, and speaks neither of commands nor of option keys", { timeout: 120000 }, async () => {
    const games = await catalogue();
    const keys = [...new Set(games.flatMap((game) => game.options.map((option) => option.name)))];
    for (const language of ["en", "sr", "sr-Cyrl", "el", "he"]) {
        // Some names of options are words of the language.
        const { texts } = await (await fetch(`${server.url}/api/i18n/${language}`)).json();
        const labels = Object.entries(texts).filter(([key]) => /^(option|value|preset)\./.test(key)).map(([, text]) => text.toLowerCase());
        const isWord = (key) => language === "en" ? !key.includes("_") : labels.some((label) => label.split(/[^\p{L}]+/u).includes(key));
        const page = await visitor(browser, server, { settings: { language } });
        for (const game of games) {
            await page.goto(`/rules/${game.name}`);
            await page.locator("figure.position svg").first().waitFor();
            const captions = await page.locator("figure.position figcaption").allInnerTexts();
            assert.equal(await page.locator("figure.position svg.agon").count(), captions.length);
            for (const caption of captions) assert.ok(caption.trim().length > 4, `${game.name}: ${caption}`);
            const words = await page.locator("article").innerText();
            assert.ok(!/\bagon [a-z]|--\w/.test(words), `${game.name} ${language}: a command`);
            const shown = (key) => new RegExp(`(?<![\\p{L}_])${key}(?![\\p{L}_])`, "u").test(words);
            for (const key of keys) {
                assert.ok(isWord(key) || !shown(key), `${game.name} ${language}: ${key}`);
                assert.ok(!new RegExp(`(?<![\\p{L}_])${key}=`, "u").test(words), `${game.name} ${language}: ${key}=`);
            }
            const code = await page.locator("article code").allInnerTexts();
            assert.ok(!code.some((one) => keys.includes(one)), `${game.name} ${language}: ${code}`);
            assert.deepEqual(page.problems, [], game.name);
        }
        await page.context().close();
    }
});

test("the pictures have the colours of the theme, in light and dark", async () => {
    const page = await visitor(browser, server);
    await page.goto("/rules/quoridor");
    await page.locator("figure.position svg").first().waitFor();
    assert.equal(await page.locator("figure.position").nth(1).locator(".target").count(), 1, "the jump is marked");
    const seen = new Set();
    for (const theme of ["wood", "slate", "contrast"])
        for (const mode of ["light", "dark"]) {
            await page.locator("header select").nth(1).selectOption(`${theme} ${mode}`);
            await page.locator(`:root[data-theme="${theme}"][data-mode="${mode}"]`).waitFor();
            seen.add(await page.locator(".agon .cell").first().evaluate((cell) => getComputedStyle(cell).fill));
            assert.deepEqual(await axeFindings(page), [], `${theme} ${mode}`);
            await picture(page, `rules-${theme}-${mode}`);
        }
    assert.equal(seen.size, 6);
    await page.context().close();
});

test("on a phone, the pictures fit, and house rules lead to a game with them", async () => {
    const page = await touchVisitor(browser, server);
    for (const game of ["blockade", "portes", "plakoto"]) {
        await page.goto(`/rules/${game}`);
        await page.locator("figure.position svg").first().waitFor();
        const wide = await page.locator("figure.position").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.left < 0 || box.right > innerWidth || box.width < 200).length);
        assert.equal(wide, 0, game);
        assert.deepEqual(await axeFindings(page), [], game);
    }
    await page.locator(".presets li", { hasText: "Course rules" }).locator("a").tap();
    await page.locator("button.play").waitFor();
    assert.equal(await page.locator('[data-field="preset"]').evaluate((list) => list.selectedOptions[0].textContent), "Course rules");
    assert.deepEqual(page.problems, []);
    await page.context().close();
});
