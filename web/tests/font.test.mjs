/** The font of the page: the same everywhere, small, and never waited for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, enter, openSite, server, visitor } from "./support.mjs";

openSite();

/** What each language needs; a name in another script may add a part. */
const PARTS = { en: ["latin"], sr: ["latin", "latin-ext"], "sr-Cyrl": ["cyrillic", "latin"], el: ["greek", "latin"], he: ["hebrew", "latin"] };

test("each language loads only its part of the font, at most 20 KB", { timeout: 60000 }, async () => {
    for (const [language, parts] of Object.entries(PARTS)) {
        const page = await visitor(browser, server, { settings: { language } });
        const fonts = new Set();
        page.on("request", (request) => request.resourceType() === "font" && fonts.add(request.url()));
        for (const path of ["/", "/settings", "/rules/portes"]) {
            await page.goto(path);
            await page.locator("main h1").first().waitFor();
            await page.waitForLoadState("networkidle");
        }
        const file = async (url) => [url.split("/").pop().split(".")[0], (await (await fetch(url)).arrayBuffer()).byteLength];
        const found = new Map(await Promise.all([...fonts].map(file)));
        assert.deepEqual([...found.keys()].sort(), parts, language);
        const bytes = [...found.values()].reduce((sum, size) => sum + size, 0);
        assert.ok(bytes > 8000 && bytes <= 20480, `${language}: ${bytes} bytes`);
        assert.ok(await page.evaluate(() => document.fonts.check('16px "Agon Sans"') && getComputedStyle(document.querySelector("h1")).fontFamily.startsWith('"Agon Sans"')));
        await page.context().close();
    }
});

test("text is shown before the font arrives, and does not move much when it does", async () => {
    const page = await visitor(browser, server);
    let release = () => {};
    const late = new Promise((done) => (release = done));
    await page.route("**/*.woff2", async (route) => {
        await late;
        await route.continue();
    });
    await enter(page, { game: "quoridor", seats: { p1: { kind: "human", name: "Ada" }, p2: { kind: "bot", level: 1 } } });
    const place = () => page.evaluate(() => [".board", ".actions"].map((one) => Math.round(document.querySelector(one).getBoundingClientRect().top)));
    const before = await place();
    assert.match(await page.locator(".status-text").innerText(), /turn/);
    release();
    await page.waitForFunction(() => document.fonts.check('16px "Agon Sans"'));
    for (const [at, top] of (await place()).entries()) assert.ok(Math.abs(top - before[at]) <= 4, `${before} ${await place()}`);
    await page.context().close();
});
