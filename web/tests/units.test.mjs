/** Tests without a browser: hashes, dice, coordinates, translations. */
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { checkDice, rollAt } from "../js/dicecheck.js";
import { relative } from "../js/boards/tavli-picture.js";
import { tavliKind } from "../js/boards/tavli.js";
import { bytes, hex, hmac, sha256 } from "../js/sha256.js";

test("SHA-256 and HMAC agree with the platform's", () => {
    for (let length = 0; length < 200; length++) {
        const data = randomBytes(length);
        assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
        const key = randomBytes(length % 80);
        assert.equal(hex(hmac(key, data)), createHmac("sha256", key).update(data).digest("hex"));
    }
});

test("a record's dice are recomputed, and a changed roll is found", () => {
    const secret = randomBytes(32);
    const game = "AAAAAAAAAAAAAAAAAAAAAA";
    const commit = createHash("sha256").update("agon dice 1").update(game).update(secret).digest("hex");
    const plies = [];
    for (let ply = 0; ply < 20; ply += 2) plies.push(`${rollAt(secret, game, ply, new Uint8Array(), false).join("")}:`, "pass");
    const record = (list) => `[Agon "1"]\n[Game "portes"]\n[DiceGame "${game}"]\n[DiceCommit "${commit}"]\n[DiceSecret "${hex(secret)}"]\n\n${list.join(" ")}\n`;
    assert.deepEqual(checkDice(record(plies)), { commit: true, checked: 10, wrong: [], parts: null });
    const forged = [...plies];
    forged[4] = forged[4] === "66:" ? "11:" : "66:";
    assert.deepEqual(checkDice(record(forged)).wrong.map((one) => one.ply), [4]);
    assert.equal(checkDice(record(plies).replace(commit, "00")).commit, false);
    assert.equal(checkDice('[Agon "1"]\n\ne2 e8'), null);
});

test("opening rolls are never equal, ordinary ones have the higher die first", () => {
    for (let ply = 0; ply < 300; ply++) {
        const [a, b] = rollAt(bytes("s".repeat(32)), "g", ply, new Uint8Array(), true);
        assert.notEqual(a, b);
        const [high, low] = rollAt(bytes("s".repeat(32)), "g", ply, new Uint8Array(), false);
        assert.ok(high >= low && low >= 1 && high <= 6);
    }
});

test("points are counted from each player's own start, in both directions", () => {
    const against = { home: [[19, 20, 21, 22, 23, 24], [1, 2, 3, 4, 5, 6]], entry: [1, 24] };
    const along = { home: [[19, 20, 21, 22, 23, 24], [7, 8, 9, 10, 11, 12]], entry: [1, 13] };
    assert.deepEqual([relative(against, 0, 1), relative(against, 0, 24), relative(against, 1, 24), relative(against, 1, 1)], [1, 24, 1, 24]);
    assert.deepEqual([relative(along, 1, 13), relative(along, 1, 24), relative(along, 1, 1), relative(along, 1, 12)], [1, 12, 13, 24]);
});

test("a step is drawn before the server answers", () => {
    const board = { kind: "tavli", points: [{ owner: "p1", count: 1, pinned: true }, { owner: null, count: 0, pinned: false }], bar: [0, 0], off: [0, 0] };
    const next = tavliKind.withStep(board, { word: "", from: { at: "point", point: 1 }, to: { at: "point", point: 2 }, also: null }, "p1");
    assert.deepEqual(next.points, [{ owner: "p2", count: 1, pinned: false }, { owner: "p1", count: 1, pinned: false }]);
    assert.equal(board.points[0].owner, "p1");
});

test("all languages have the same texts, plural forms and placeholders", () => {
    const forms = { en: ["one", "other"], el: ["one", "other"], sr: ["few", "one", "other"], he: ["one", "other", "two"] };
    const read = (tag) => JSON.parse(readFileSync(new URL(`../../crates/i18n/catalogues/page/${tag}.json`, import.meta.url), "utf8"));
    const english = read("en");
    const places = (text) => [...new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((one) => one[1]))].filter((one) => one !== "n").sort();
    for (const [tag, wanted] of Object.entries(forms)) {
        const texts = read(tag);
        assert.deepEqual(Object.keys(texts), Object.keys(english), tag);
        for (const [key, text] of Object.entries(texts)) {
            assert.deepEqual(places(text), places(english[key]), `${tag} ${key}`);
            if (typeof text === "object" && !Array.isArray(text)) assert.deepEqual(Object.keys(text).sort(), wanted, `${tag} ${key}`);
        }
    }
});

test("no text is parsed as markup, no style is set through attributes", () => {
    const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(new URL(`${entry.name}/`, folder)) : [new URL(entry.name, folder)]));
    const code = files(new URL("../js/", import.meta.url)).filter((file) => !file.pathname.endsWith("/types.js"));
    for (const file of code)
        assert.doesNotMatch(readFileSync(file, "utf8"), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|setAttribute\("style"|[{,] style: /, file.pathname);
});
