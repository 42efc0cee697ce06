/** The pages around the boards: languages, themes, saving and loading, replay, hints, takebacks, download size. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { byKeyboard } from "./play.mjs";
import { axeFindings, startGame, browser, cell, cells, myTurn, openSite, picture, server, gameState, touchVisitor, visitor } from "./support.mjs";

openSite();

/** Plays a number of turns. */
async function play(page, turns) {
    for (let turn = 0; turn < turns; turn++) {
        const { moves } = await myTurn(page);
        await byKeyboard(page, turn);
        await page.waitForFunction((n) => document.querySelectorAll(".move").length > n + 1, moves);
    }
    return myTurn(page);
}

test("one click on Play starts a game", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator("button.play").click();
    await page.waitForURL(/\/g\/[\w-]{22}$/);
    await page.locator(".status-text", { hasText: "Your turn" }).waitFor();
    assert.deepEqual(page.problems, []);
});

test("every page is clean in every language and theme, and never wider than the screen", { timeout: 240000 }, async () => {
    for (const [language, name] of [["en", "Play"], ["sr", "Igraj"], ["sr-Cyrl", "Играј"], ["el", "Παίξε"], ["he", "לשחק"]]) {
        const page = await visitor(browser, server, { settings: { language, theme: language === "he" ? "slate" : language === "el" ? "contrast" : "wood" }, colorScheme: language === "sr" ? "dark" : "light" });
        await page.goto("/");
        await page.locator("button.play").waitFor();
        assert.equal(await page.locator("button.play").innerText(), name);
        assert.equal(await page.evaluate(() => document.documentElement.dir), language === "he" ? "rtl" : "ltr");
        for (const path of ["/", "/lobby", "/arena", "/rules", "/rules/quoridor", "/rules/fevga", "/verify", "/settings", "/about"]) {
            await page.goto(path);
            await page.locator("main h1").first().waitFor();
            assert.deepEqual(await axeFindings(page), [], `${path} ${language}`);
            const untranslated = await page.evaluate(() => document.body.innerText.match(/\b(nav|start|action|settings|status|verify|lobby|arena|import|value|level|theme|mode)\.[a-z_.]+/g));
            assert.equal(untranslated, null, `${path} ${language}`);
            await page.setViewportSize({ width: 320, height: 640 });
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, `${path} ${language}`);
            assert.deepEqual(await axeFindings(page), [], `${path} ${language} on a phone`);
            await page.setViewportSize({ width: 1280, height: 800 });
        }
        await page.goto("/");
        await page.locator("button.play").click();
        await page.locator(".board .cell").first().waitFor({ state: "attached" });
        assert.equal(await page.locator(".board").evaluate((board) => getComputedStyle(board).direction), "ltr");
        assert.deepEqual(await axeFindings(page), [], `game ${language}`);
        await picture(page, `language-${language}`);
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});

test("themes change the colours of the board", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    const seen = new Set();
    for (const theme of ["wood", "slate", "contrast"])
        for (const mode of ["light", "dark"]) {
            await page.locator("header select").nth(1).selectOption(`${theme} ${mode}`);
            await page.locator(`:root[data-theme="${theme}"][data-mode="${mode}"]`).waitFor();
            seen.add(await page.locator(".square").first().evaluate((square) => getComputedStyle(square).fill));
            assert.deepEqual(await axeFindings(page), [], `${theme} ${mode}`);
            await picture(page, `theme-${theme}-${mode}`);
        }
    assert.equal(seen.size, 6);
});

/** The bytes of a first visit: what the server sends until the page can be used, and the font that arrives later. */
async function firstLoad(path, language) {
    const page = await visitor(browser, server, { settings: { language } });
    const [foreign, answers, frames] = [[], [], []];
    page.on("response", (response) => (response.url().startsWith(server.url) ? answers : foreign).push(response));
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(Buffer.byteLength(payload))));
    // The font is asked for when the page is there.
    let shown = null;
    await page.route("**/style/fonts.css", async (route) => {
        shown = await page.locator("main").count();
        await route.continue();
    });
    await page.goto(path);
    await page.locator(path === "/" ? ".card svg" : path.startsWith("/g/") ? ".board .cell" : "main h1").first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    assert.deepEqual([foreign, shown], [[], 1]);
    const sizes = await Promise.all(answers.map((answer) => answer.request().sizes()));
    const sum = (list) => list.reduce((all, one) => all + one, 0);
    const bytes = (isFont) => sum(sizes.filter((_, n) => /\/(fonts\/|style\/fonts\.css)/.test(answers[n].url()) === isFont).map((one) => one.responseBodySize));
    await page.context().close();
    return { sent: bytes(false) + sum(frames), font: bytes(true), headers: sum(sizes.map((one) => one.responseHeadersSize)), requests: answers.length };
}

test("a first visit of any page takes at most 45 KB and contacts no other host", { timeout: 180000 }, async () => {
    const paths = { "/": "/", "/lobby": "/lobby", "/rules/portes": "/rules/portes", "/verify": "/verify", "/settings": "/settings" };
    for (const game of ["quoridor", "plakoto"])
        for (const [name, other] of [["watched", { kind: "bot", level: 1 }], ["by invitation", { kind: "invite" }]]) {
            const body = JSON.stringify({ game, seats: { p1: { kind: "human", name: "Ada" }, p2: other } });
            const made = await (await fetch(`${server.url}/api/games`, { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
            paths[`a game of ${game} ${name}`] = made.url + (made.invites?.p2 ? `#i=${made.invites.p2}` : "");
        }
    for (const [name, path] of Object.entries(paths))
        for (const language of ["en", "el", "sr", "he"]) {
            const { sent, font, headers, requests } = await firstLoad(path, language);
            console.log(`${name} ${language}: ${sent} bytes, later a font of ${font}, ${headers} of headers, ${requests} requests`);
            assert.ok(sent > 10000 && (process.env.WEB_DIR || sent <= 45000), `${name} ${language}: ${sent} bytes`);
        }
});

test("a turn is taken back together with the bot's answer", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    await play(page, 2);
    assert.equal((await gameState(page)).moves, 4);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 2);
    await page.locator('.actions [data-act="undo"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".move").length === 0);
    assert.ok(await page.locator('.actions [data-act="undo"]').isDisabled());
    assert.deepEqual(page.problems, []);
});

test("an illegal wall is red, shows the reason, and is not played", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor", { options: { size: "5", walls: "3" } });
    const box = await cell(page, "c2.2").boundingBox();
    const at = [box.x + box.width * 0.9, box.y + box.height + 3];
    await page.mouse.move(...at);
    await page.locator(".ghost.p1").waitFor();
    await page.mouse.click(...at);
    await page.waitForFunction(() => document.querySelectorAll(".move").length >= 2);
    await myTurn(page);
    await page.mouse.move(at[0], at[1] + 40);
    await page.mouse.move(...at);
    await page.locator(".ghost.bad").waitFor();
    await page.mouse.click(...at);
    await page.locator(".reason").waitFor();
    assert.ok((await page.locator(".reason").innerText()).length > 8);
    await picture(page, "illegal-wall");
    const before = (await gameState(page)).moves;
    await page.mouse.click(...at);
    assert.equal((await gameState(page)).moves, before);
});

test("a wall follows the cursor, is rotated with f and placed with Enter", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    await cell(page, "c8.4").focus();
    await page.keyboard.press("Space");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "f"]) await page.keyboard.press(key);
    assert.match(await page.locator(".cell:focus").getAttribute("aria-label"), /^Vertical wall/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".move").length >= 1);
    assert.match(await page.locator(".move").first().innerText(), /v/);
});

test("the hint is drawn and the paths are shown", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    await page.locator('.actions [data-act="hint"]').click();
    await page.locator(".ghosts .arrow, .ghosts .hint").first().waitFor({ state: "attached" });
    assert.match(await page.locator(".status-text").innerText(), /A good turn: \S+ · (advantage|winning chances|a forced win|a forced loss)/);
    await page.locator('.actions [data-act="evaluation"]').click();
    await page.locator(".evaluation-words", { hasText: /advantage|winning chances|a forced win|a forced loss/ }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.locator('.actions [data-act="paths"]').click();
    assert.equal(await page.locator(".path").count(), 2);
    assert.match(await page.locator(".facts").first().innerText(), /8 turns/);
});

test("an evaluation is shown in every language", { timeout: 120000 }, async () => {
    for (const [language, words] of [["sr", /prednost|izgledi/], ["sr-Cyrl", /предност|изгледи/], ["el", /πλεονέκτημα|πιθανότητα/], ["he", /יתרון|סיכויי/]]) {
        const page = await visitor(browser, server, { settings: { language } });
        await startGame(page, "portes");
        await myTurn(page);
        await page.locator('.actions [data-act="hint"]').click();
        await page.locator(".status-text", { hasText: words }).waitFor();
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});

test("an earlier board can be shown by button, list and slider, and play goes on", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "quoridor");
    await play(page, 3);
    await page.locator('[data-act="first"]').click();
    await page.locator(".table.replaying").waitFor();
    await page.locator('.pawn.p1[data-place="c8.4"]').waitFor({ state: "attached" });
    await page.locator(".move").nth(1).click();
    await page.locator('.move[aria-current="true"][data-ply="2"]').waitFor();
    await page.locator(".replay-slider").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator('.move[aria-current="true"][data-ply="3"]').waitFor();
    await page.locator('.replay [data-act="last"]').click();
    await page.locator(".table:not(.replaying)").waitFor();
    await play(page, 1);
    assert.equal((await gameState(page)).moves, 8);
});

test("a game is saved as a file and loaded again", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "portes");
    await play(page, 2);
    const words = await page.locator(".move bdi").allInnerTexts();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator('.actions [data-act="save"]').click()]);
    const path = await download.path();
    assert.match(await readFile(path, "utf8"), /^\[Agon "1"\]/);
    await page.goto("/");
    await page.locator(".import summary").click();
    await page.locator('.import input[type="file"]').setInputFiles({ name: "game.agon", mimeType: "text/plain", buffer: await readFile(path) });
    await page.locator(".import-facts", { hasText: "level 1" }).waitFor();
    await page.locator(".import button.primary").click();
    await page.waitForURL(/\/g\//);
    await page.waitForFunction((n) => document.querySelectorAll(".move").length >= n, words.length);
    assert.deepEqual((await page.locator(".move bdi").allInnerTexts()).slice(0, words.length), words);
});

test("a position is pasted, shown and played; a wrong one is refused with the reason", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator('.card[data-game="quoridor"] input').check({ force: true });
    await page.locator(".import summary").click();
    await page.locator(".import textarea").fill("nonsense");
    await page.locator(".import button.primary").click();
    await page.locator(".toast.bad").waitFor();
    await page.locator(".import textarea").fill("d2f7 / a1 / e4 e6 / 8 9 / 1");
    await page.locator(".import button").nth(1).click();
    await page.locator(".preview .picture").waitFor();
    await page.locator(".import button.primary").click();
    await page.waitForURL(/\/g\//);
    await page.locator('.stage .pawn.p1[data-place="c5.4"]').waitFor({ state: "attached" });
});

test("steps can be undone within the turn and the dice can be swapped", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "portes");
    await myTurn(page);
    const dice = async () => page.locator(".dice .die.lead .pip").count();
    const before = await dice();
    await cell(page, "p1").focus();
    await page.keyboard.press("Space");
    if (before) assert.notEqual(await dice(), before);
    const sources = await cells(page, "can be moved");
    const label = await cell(page, sources[0]).getAttribute("aria-label");
    await cell(page, sources[0]).click();
    await page.locator('.status [data-act="undo"]').click();
    await page.waitForFunction(([place, words]) => document.querySelector(`.cell[data-place="${place}"]`)?.getAttribute("aria-label") === words, [sources[0], label]);
});

test("the dice of a finished game are checked in the browser", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "plakoto");
    await play(page, 3);
    await page.locator('.actions [data-act="resign"]').click();
    await page.locator("dialog .primary").click();
    await page.locator("dialog.result").waitFor();
    const id = new URL(page.url()).pathname.split("/").pop();
    const record = await page.evaluate(async (game) => (await fetch(`/api/games/${game}/record`)).text(), id);
    await page.goto("/verify");
    await page.locator("textarea").fill(record);
    await page.locator(".row .primary").click();
    await page.locator(".verdict-list .good").nth(2).waitFor();
    assert.equal(await page.locator(".verdict-list .bad").count(), 0);
    assert.match(await page.locator(".verdict-list").innerText(), /rolls recomputed/);
    const roll = /(?<= |\n)([1-6][1-6]):/.exec(record)[1];
    await page.locator("textarea").fill(record.replace(`${roll}:`, roll === "61" ? "11:" : "61:"));
    await page.locator(".row .primary").click();
    await page.locator(".verdict-list .bad").first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
});

test("switches are drawn as switches", async () => {
    const page = await visitor(browser, server);
    await page.goto("/settings");
    const box = await page.locator('input[role="switch"]').first().boundingBox();
    assert.deepEqual([box.width, box.height], [46, 26]);
    await page.context().close();
});

test("nothing in the header overlaps, in any language", { timeout: 60000 }, async () => {
    for (const language of ["en", "sr", "sr-Cyrl", "el", "he"]) {
        const page = await visitor(browser, server, { settings: { language } });
        await page.goto("/about");
        await page.locator("header select").first().waitFor();
        for (const width of [320, 360, 375, 414, 430, 600, 640, 768]) {
            await page.setViewportSize({ width, height: 700 });
            const over = await page.evaluate(() => {
                const parts = [...document.querySelectorAll("header :is(a:not(.skip), select)")].map((part) => part.getBoundingClientRect()).filter((box) => box.width > 0);
                return parts.flatMap((a, n) => parts.slice(n + 1).filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
            });
            assert.equal(over, 0, `${language} ${width}`);
        }
        await page.context().close();
    }
});

test("an unknown address shows an error page", async () => {
    const page = await visitor(browser, server, { settings: { language: "sr" } });
    const answer = await page.goto("/no/such/page");
    assert.equal(answer.status(), 404);
    await page.locator("main h1", { hasText: "Stranica nije pronađena" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.context().close();
});

test("the start squares field explains its format; a wrong value is reported at the field and not stored", async () => {
    const page = await visitor(browser, server);
    await page.goto("/");
    await page.locator('.card[data-game="blockade"] input').check({ force: true });
    await page.locator(".more summary").click();
    const option = page.locator(".option", { hasText: "Start squares" });
    assert.match(await option.innerText(), /44-84-4B-8B/);
    await option.locator("input").fill("4,4 8,4");
    await option.locator("input").press("Tab");
    await option.locator(".bad", { hasText: "as in 44-84-4B-8B" }).waitFor();
    await picture(page, "start-squares");
    await page.locator("button.play").click();
    assert.equal(new URL(page.url()).pathname, "/", "a wrong value is not played with");
    await page.reload();
    await page.locator(".card svg").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.locator(".toast:visible").count(), 0);
    await page.locator(".more summary").click();
    assert.equal(await option.locator("input").inputValue(), "");
    await option.locator("input").fill("44-74-4B-8B");
    await option.locator("input").press("Tab");
    await page.locator("button.play").click();
    await page.waitForURL(/\/g\//);
    await page.locator('.stage .pawn[data-place="c6.3"]').waitFor({ state: "attached" });
    assert.deepEqual(page.problems, []);
    await page.context().close();
});

test("bots have names and descriptions in every language, and two of them can be watched", { timeout: 60000 }, async () => {
    for (const [language, name, way] of [["en", "Passive", "never places a wall"], ["sr", "Pasivni", "nikad ne postavlja zid"], ["sr-Cyrl", "Пасивни", "никад не поставља зид"], ["el", "Παθητικός", "δεν βάζει ποτέ τείχος"], ["he", "פסיבי", "אינו מציב חומות"]]) {
        const page = await visitor(browser, server, { settings: { language } });
        await page.goto("/");
        await page.evaluate(() => localStorage.setItem("agon.last", JSON.stringify({ game: "quoridor", opponent: "watch", options: { quoridor: { size: "5", walls: "2" } } })));
        await page.reload();
        await page.locator('[data-field="bot"]').selectOption({ label: name });
        await page.locator(".group", { hasText: way }).waitFor();
        await page.locator('[data-field="otherBot"]').selectOption({ value: "greedy" });
        await page.locator("button.play").click();
        await page.waitForURL(/\/g\//);
        await page.locator(".player-bar.p1 .player-name", { hasText: name }).waitFor();
        if (language === "en") {
            assert.equal(await page.locator(".player-bar.p2 .player-name").innerText(), "Greedy");
            await page.locator('.actions [data-act="result"]').waitFor({ timeout: 30000 });
        }
        assert.deepEqual(page.problems, []);
        await page.context().close();
    }
});

test("a finished game is listed while others are open", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "domineering", { opponent: "here" });
    await page.locator('.actions [data-act="abort"]').click();
    await page.locator("dialog .primary").click();
    await page.locator("dialog.result").waitFor();
    const over = new URL(page.url()).pathname;
    await startGame(page, "quoridor", { opponent: "here" });
    const open = new URL(page.url()).pathname;
    await page.goto("/");
    await page.locator(`.recent section a[href="${open}"]`).waitFor();
    assert.ok(await page.locator(`.recent a[href="${over}"]`).isHidden());
    await page.locator(".recent summary").click();
    await page.locator(`.recent a[href="${over}"]`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await picture(page, "recent");
    await page.context().close();
});

test("the play button does not hide the form on the smallest screen", async () => {
    const page = await visitor(browser, server, { viewport: { width: 320, height: 568 } });
    await page.goto("/");
    await page.locator(".play").waitFor();
    const free = await page.evaluate(() => {
        const [title, bar] = [document.querySelector(".setup h2"), document.querySelector(".play-bar")];
        // At any scroll position.
        for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 7) {
            scrollTo({ top: y, behavior: "instant" });
            const [a, b] = [title.getBoundingClientRect(), bar.getBoundingClientRect()];
            if (a.bottom > b.top + 1 && b.bottom > a.top + 1) return false;
        }
        return true;
    });
    assert.ok(free);
    await page.context().close();
});

test("two bots are watched", async () => {
    const page = await visitor(browser, server);
    await startGame(page, "domineering", { opponent: "watch", options: { rows: "4", cols: "4" } });
    await page.locator('.actions [data-act="result"]').waitFor({ timeout: 60000 });
    assert.ok((await gameState(page)).moves >= 3);
});

test("on a touch screen a wall waits for its confirmation", async () => {
    const page = await touchVisitor(browser, server);
    await startGame(page, "quoridor");
    const box = await cell(page, "c4.4").boundingBox();
    await page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height + 1);
    await page.locator(".ghost.proposed").waitFor();
    assert.equal((await gameState(page)).moves, 0);
    await page.locator('.status [data-act="turn"]').tap();
    await page.locator(".ghost.proposed.upright").waitFor();
    await page.locator('.status [data-act="check"]').tap();
    await page.waitForFunction(() => document.querySelectorAll(".move").length >= 1);
    assert.match(await page.locator(".move").first().innerText(), /v/);
});
