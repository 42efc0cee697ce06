/** The page without its server: it opens, reports that in the user's language, and recovers by itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, startGame, browser, openSite, picture, server, visitor } from "./support.mjs";

openSite();

const keepers = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test("returning players can open the page without the server", { timeout: 120000, skip: !!process.env.WEB_DIR }, async () => {
    const page = await visitor(browser, server, { settings: { language: "el" } });
    await page.goto("/");
    await page.locator("button.play").waitFor();
    assert.equal(await keepers(page), 0, "a first visit does not install it");
    await startGame(page, "domineering");
    await page.goto("/about");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)));
        return { names, paths: lists.flat() };
    });
    assert.equal(kept.names.length, 1);
    assert.ok(kept.paths.length > 12 && kept.paths.every((path) => /^\/a\/[0-9a-f]{16}\//.test(path)), kept.paths.join(" "));
    await server.kill();
    await page.goto("/");
    const noAnswer = page.locator("main h1", { hasText: "Ο διακομιστής δεν απαντά." });
    await noAnswer.waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "el");
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "offline");
    await page.goto("/settings");
    await page.locator("main select, main input").first().waitFor();
    await page.goto("/");
    // Otherwise the page may still be loading when the server is back and show no button.
    await noAnswer.waitFor();
    await server.start();
    await page.locator("main button.primary").click();
    await page.locator("button.play").waitFor();
    assert.deepEqual(page.problems, []);
});
