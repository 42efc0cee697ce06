/** Tournaments in the browser: the program plays one, then the pages show it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axeFindings, binary, browser, openSite, picture, server, visitor } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "agon-arena-"));
before(() => {
    mkdirSync(join(folder, "not a tournament"));
    for (const [name, game, games] of [["summer cup", "portes", 104], ["walls", "quoridor:size=5,walls=2", 2]]) {
        const config = `game = "${game}"\ngames = ${games}\nnodes = 20\nplayers = ["level:2", "bot:random", { who = "bot:random", name = "<b>other</b>" }]\n`;
        writeFileSync(join(folder, `${name}.toml`), config);
        execFileSync(binary(), ["arena", join(folder, `${name}.toml`)], { stdio: "ignore" });
    }
});
after(() => rmSync(folder, { recursive: true, force: true }));
openSite("--arenas", folder);

test("a tournament is listed, its table shown, its games replayed and saved", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator('footer a[href="/arena"]').click();
    await page.locator(".lobby-list li").first().waitFor();
    assert.equal(await page.locator(".lobby-list li").count(), 2);
    await page.locator(".lobby-list li", { hasText: "summer cup" }).getByRole("link").click();
    await page.waitForURL(/\/arena\/summer%20cup$/);
    const rows = page.locator("table.standings").first().locator("tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), 3);
    assert.match(await rows.first().innerText(), /level:2/);
    assert.match(await page.locator("table.standings").first().innerText(), /<b>other<\/b>/);
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "arena-wide");

    await page.getByRole("button", { name: /, level:2 against bot:random:/ }).click();
    const games = page.locator(".arena-games li");
    await games.first().waitFor();
    assert.equal(await games.count(), 100);
    await page.locator(".arena-games > section > button").click();
    await page.waitForFunction(() => document.querySelectorAll(".arena-games li").length === 104);
    assert.ok(await page.locator(".arena-games > section > button").isHidden());
    assert.deepEqual(await axeFindings(page), []);

    const [saved] = await Promise.all([page.waitForEvent("download"), games.nth(3).getByRole("link").click()]);
    assert.equal(saved.suggestedFilename(), "game-4.agon");
    await games.nth(3).getByRole("button").click();
    await page.waitForURL(/\/g\/[\w-]{22}$/);
    await page.locator(".move").nth(5).waitFor();
    await page.locator('.actions [data-act="analysis"]').waitFor();
    assert.equal(await page.locator('.actions [data-act="rematch"]').count(), 0, "who looks on plays no rematch");
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("a tournament is readable on a narrow screen, right to left and in the dark", async () => {
    const page = await visitor(browser, server, { settings: { language: "he" }, colorScheme: "dark", viewport: { width: 320, height: 640 } });
    for (const path of ["/arena", "/arena/walls"]) {
        await page.goto(path);
        await page.locator("main h1").waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
        assert.deepEqual(await axeFindings(page), [], path);
    }
    await picture(page, "arena-narrow");
    await page.setViewportSize({ width: 1280, height: 800 });
    const apart = await page.locator("table.standings").first().evaluate((table) => {
        const end = (cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect().left;
        };
        const [heads, cells] = [table.querySelectorAll("thead th"), table.querySelectorAll("tbody tr:first-child > *")];
        return [...heads].map((head, at) => Math.round(Math.abs(end(head) - end(cells[at])))).filter((_, at) => at !== 1);
    });
    assert.ok(apart.every((gap) => gap <= 1), `figures stand under their headings: ${apart}`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("an unknown tournament shows an error page", async () => {
    const page = await visitor(browser, server);
    for (const name of ["nothing", "not%20a%20tournament", "..%2Fsecret", "%E0%A4%A"]) {
        const answer = await fetch(`${server.url}/api/arenas/${name}`);
        assert.ok([400, 404].includes(answer.status), `${name}: ${answer.status}`);
    }
    await page.goto("/arena/nothing");
    await page.locator("main a[href='/']").waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
});
