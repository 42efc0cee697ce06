/** Hostile names, chat and records in a real browser: shown as plain text or refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, startGame, browser, myTurn, openSite, picture, server, visitor } from "./support.mjs";

openSite();

const HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</p><script>alert(2)</script>",
    "\u202Egnp.exe\u202C \u2067x\u2069",
    "a\u200B\u200D\uFEFF\u2060\u0000\u0007\u001B[31mred",
    "W".repeat(500),
    "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u{1F1F7}\u{1F1F8}\u{1F3B2}".repeat(9),
    `Z${"\u0351\u0307\u036B".repeat(60)}algo`,
    "javascript:alert(3)",
    "{{7*7}} ${alert(4)} {player} %s",
    "שלום abc עולם 123",
    "&lt;b&gt; &#60;svg/onload=alert(5)&#62;",
    "'\";--\n\t<style>*{display:none}</style>",
];

/** Checks that no script ran, the policy blocked nothing, and nothing overflows. */
async function unharmed(page, where) {
    assert.deepEqual(page.problems, [], where);
    assert.deepEqual(await page.evaluate(() => window.violations), [], where);
    for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 });
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${where} at ${width}`);
    }
    const bad = await page.evaluate(() => {
        const strange = [...document.querySelectorAll("main script, main img, main style, main iframe, main [onerror], main [onload], a[href^='javascript:']")].length;
        const towers = [...document.querySelectorAll(".player-name, .talk p, .seeks bdi")].filter((one) => one.getBoundingClientRect().height > 400).length;
        return { strange, towers, hidden: /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\u0007\u001B]/.test(document.body.innerText) };
    });
    assert.deepEqual(bad, { strange: 0, towers: 0, hidden: false }, where);
}

async function watched(name) {
    const page = await visitor(browser, server, { settings: { name } });
    await page.addInitScript(() => {
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
    });
    return page;
}

test("hostile names and chat are shown as text to both players and watchers", { timeout: 240000 }, async () => {
    for (let n = 0; n < HOSTILE.length; n += 2) {
        const [ada, bo] = [await watched(HOSTILE[n]), await watched(HOSTILE[n + 1])];
        await startGame(ada, "domineering", { opponent: "link" });
        await bo.goto(await ada.locator(".seating input").inputValue());
        await bo.locator(".seating button.primary").click();
        await myTurn(ada);
        for (const text of [HOSTILE[n], HOSTILE[n + 1], HOSTILE[n].repeat(3)]) {
            await ada.locator(".chat input").fill(text);
            await ada.locator(".chat input").press("Enter");
        }
        await bo.locator(".talk p").first().waitFor();
        if (HOSTILE[n].startsWith("<img")) assert.equal(await bo.locator(".talk p bdi").nth(1).innerText(), HOSTILE[n]);
        await bo.locator(".chat input").fill(HOSTILE[n + 1]);
        await bo.locator(".chat input").press("Enter");
        await ada.waitForFunction(() => document.querySelectorAll(".talk p").length >= 3);
        for (const page of [ada, bo]) await unharmed(page, `names ${n}`);
        if (n === 0) {
            assert.deepEqual(await axeFindings(bo), []);
            assert.match((await ada.locator(".player-name").allInnerTexts()).join(" "), /<img/);
        }
        await picture(bo, `hostile-${n}`);
        await Promise.all([ada.context().close(), bo.context().close()]);
    }
});

test("the lobby and the recent games show hostile names as text", { timeout: 120000 }, async () => {
    for (const name of [HOSTILE[0], HOSTILE[4], HOSTILE[6]]) {
        const ada = await watched(name);
        await ada.goto("/");
        await ada.evaluate(() => localStorage.setItem("agon.last", JSON.stringify({ game: "portes", opponent: "link", lobby: true })));
        await ada.goto("/");
        await ada.locator("button.play").click();
        await ada.locator(".seating").waitFor();
        const bo = await watched("");
        await bo.goto("/lobby");
        await bo.locator(".seeks button").first().waitFor();
        await unharmed(bo, "lobby");
        await bo.context().close();
        await ada.goto("/");
        await ada.locator("button.play").waitFor();
        await unharmed(ada, "start");
        await ada.context().close();
    }
});

test("hostile records are refused or shown as text", { timeout: 120000 }, async () => {
    const page = await watched("");
    for (const text of HOSTILE) {
        const record = `[Agon "1"]\n[Game "domineering:rows=4,cols=4"]\n[P1 "${text.replace(/["\\\n]/g, "")}"]\n[Event "${text.replace(/["\\\n]/g, "")}"]\n[Result "*"]\n\na1 c1 {${text.replaceAll("}", "")}}\n`;
        for (const pasted of [record, text]) {
            await page.goto("/verify");
            await page.locator("textarea").fill(pasted);
            await page.locator(".row .primary").click();
            await page.locator(".verdict-list li").first().waitFor();
        }
        await unharmed(page, "verify");
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto("/");
        await page.locator(".import summary").click();
        await page.locator(".import textarea").fill(text);
        await page.locator(".import button.primary").click();
        await page.locator(".toast.bad").waitFor();
        await unharmed(page, "import");
        await page.setViewportSize({ width: 1280, height: 800 });
    }
});
