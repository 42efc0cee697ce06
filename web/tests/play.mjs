/** Players that finish a game by mouse, keyboard or touch. They move without search, but always towards the goal. */
import { cell, cells, myTurn, gameState } from "./support.mjs";

const MAX_TURNS = 400;

/** Plays until the game is over. */
export async function playToTheEnd(page, player) {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
        const now = await myTurn(page);
        if (now.over) return turn;
        await player(page, turn);
        const before = now.moves;
        await page.waitForFunction((n) => document.querySelectorAll(".move").length > n || document.querySelector('.actions [data-act="result"]'), before, { timeout: 30000 });
    }
    throw new Error("the game does not end");
}

/** Waits until the pawn's move has ended the turn or the page asks for a wall; returns whether it asks. An optional wall is
 * not placed. */
async function asksForWall(page, moves) {
    await page.waitForFunction(
        (before) => document.querySelectorAll(".move").length > before || document.querySelector('.actions [data-act="result"]') || document.querySelector('.status-buttons [data-act="check"]') || /place a wall/.test(document.querySelector(".status-text")?.textContent ?? ""),
        moves,
    );
    const done = page.locator('.status-buttons [data-act="check"]');
    if (await done.count()) {
        await done.click();
        return false;
    }
    return (await gameState(page)).moves === moves && !(await gameState(page)).over;
}

const moveCount = (page) => page.locator(".move").count();

const kind = (page) => page.evaluate(() => (document.querySelector(".picture.grooved") ? "walls" : document.querySelector(".picture.plain") ? "dominoes" : "dice"));

/** The centre of a cell on the screen. */
async function middle(page, place) {
    const box = await cell(page, place).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, box };
}

/** Plays a turn by mouse: drags pieces, clicks walls and dominoes. */
export async function byMouse(page, turn) {
    const board = await kind(page);
    if (board === "dice") return diceByMouse(page, turn);
    if (board === "dominoes") {
        const free = await cells(page, "can be played");
        return cell(page, free[(turn * 7) % free.length]).click();
    }
    const targets = await cells(page, "can be played");
    const target = await goalward(page, targets);
    const sources = await cells(page, "can be moved");
    const from = sources.length > 1 ? await sourceOf(page, sources, target) : sources[0];
    const moves = await moveCount(page);
    await drag(page, from, target);
    if (await asksForWall(page, moves)) await wallByMouse(page);
}

/** The target square nearest to a goal. */
async function goalward(page, targets) {
    const goals = await cells(page, "goal of");
    const own = await page.evaluate(() => document.querySelector(".player-bar.turn .side-name")?.textContent);
    const mine = await cells(page, `goal of ${own}`);
    const spot = (place) => /^c(\d+)\.(\d+)/.exec(place).slice(1).map(Number);
    const far = (place) => Math.min(...(mine.length ? mine : goals).map((goal) => Math.abs(spot(goal)[0] - spot(place)[0]) + Math.abs(spot(goal)[1] - spot(place)[1])));
    return targets.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** The pawn that can reach the target: the nearest one. */
async function sourceOf(page, sources, target) {
    const spot = (place) => /^c(\d+)\.(\d+)/.exec(place).slice(1).map(Number);
    const far = (place) => Math.hypot(spot(place)[0] - spot(target)[0], spot(place)[1] - spot(target)[1]);
    return sources.reduce((best, one) => (far(one) < far(best) ? one : best));
}

export async function drag(page, from, to) {
    const [a, b] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await page.mouse.move(b.x, b.y, { steps: 3 });
    await page.mouse.up();
}

/** If the turn needs a wall, places the first legal one. */
async function wallByMouse(page) {
    for (let n = 0; n < 40; n++) {
        const now = await gameState(page);
        if (!now.mine || now.over || !/wall/.test(now.status)) return;
        const places = await page.locator(".cell").evaluateAll((all) => all.map((one) => one.dataset.place));
        const at = await middle(page, places[(n * 17 + now.moves * 5) % places.length]);
        const [x, y] = n % 2 ? [at.x + 2, at.y + at.box.height * 0.62] : [at.x + at.box.width * 0.62, at.y + 2];
        await page.mouse.move(x, y);
        if (await page.locator(".ghost.bad").count()) continue;
        if (await page.locator(".ghosts .ghost").count()) await page.mouse.click(x, y);
    }
    throw new Error("no legal wall found");
}

/** The state of a dice board, in one call to the page: whole games need it a thousand times. */
async function diceBoard(page) {
    return page.evaluate(() => {
        const middle = (/** @type {Element} */ one) => {
            const box = one.getBoundingClientRect();
            return { place: one.dataset.place, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        };
        const status = document.querySelector(".status-text")?.textContent ?? "";
        document.querySelector(".board")?.scrollIntoView({ block: "nearest" });
        return {
            ended: !document.querySelector(".board.active") || !!document.querySelector('.actions [data-act="result"]'),
            done: !!document.querySelector('.status [data-act="check"]'),
            stuck: /step back/.test(status),
            sources: [...document.querySelectorAll('.cell[aria-label*="can be moved"]')].map(middle),
        };
    });
}

/** The page is at fault if a turn is not complete after this many steps; most turns take two. */
const MAX_STEPS = 200;

/** Pseudo-random numbers seeded with the turn. @returns {(below: number) => number} */
function randomNumbers(turn) {
    let state = turn + 1;
    return (below) => {
        state = (state * 16807 + 12345) % 2147483647;
        return (state >> 8) % below;
    };
}

/**
 * Plays a turn with dice: moves any movable checker and steps back from dead ends until the turn is complete.
 * All choices are random, also the target of a checker; otherwise it would enter the same dead end again and again.
 */
async function diceTurn(page, turn, { done, back, swap, move }) {
    const chance = randomNumbers(turn);
    for (let step = 0; step < MAX_STEPS; step++) {
        await settled(page);
        const now = await diceBoard(page);
        if (now.ended) return;
        if (now.done) return done();
        if (now.stuck) {
            await back();
            if (chance(2)) await swap();
        } else if (now.sources.length) await move(now.sources[chance(now.sources.length)], chance);
    }
    throw new Error(`no turn is complete after ${MAX_STEPS} steps: ${(await gameState(page)).status}`);
}

function diceByMouse(page, turn) {
    return diceTurn(page, turn, {
        done: () => page.locator('.status [data-act="check"]').click(),
        back: () => page.locator('.status [data-act="undo"]').click(),
        swap: () => swapped(page),
        move: (source, chance) => (chance(2) ? page.mouse.click(source.x, source.y) : dragChecker(page, source, chance)),
    });
}

/** Swaps the dice, so that the other one is played first. */
async function swapped(page) {
    await page.evaluate(() => document.querySelector('.cell[tabindex="0"]')?.focus());
    await page.keyboard.press("Space");
}

/** Waits for the server's answer to the last step. */
async function settled(page) {
    await page.waitForFunction(() => !document.querySelector(".board.active") || document.querySelector('.status [data-act="check"]') || document.querySelector('.cell[aria-label*="can be moved"]') || /step back/.test(document.querySelector(".status-text")?.textContent ?? ""));
}

/** Drags a checker to one of its targets. */
async function dragChecker(page, source, chance) {
    await page.mouse.move(source.x, source.y);
    await page.mouse.down();
    await page.mouse.move(source.x + 12, source.y + 6, { steps: 2 });
    const targets = await page.evaluate(() =>
        [...document.querySelectorAll(".cell.is-target")].map((one) => {
            const box = one.getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
    );
    if (targets.length) {
        const { x, y } = targets[chance(targets.length)];
        await page.mouse.move(x, y, { steps: 2 });
    }
    await page.mouse.up();
}

/** Moves the cursor to a place with the arrow keys. */
export async function walk(page, place) {
    await page.evaluate(() => document.querySelector('.cell[tabindex="0"]')?.focus());
    const find = () =>
        page.evaluate((wanted) => {
            const rows = [...document.querySelectorAll('.cells [role="row"]')].map((row) => [...row.children]);
            const at = (test) => rows.map((row, r) => row.map((one, c) => (test(one) ? [r, c] : null))).flat().find(Boolean);
            return { here: at((one) => one === document.activeElement), there: at((one) => one.dataset.place === wanted) };
        }, place);
    const { here, there } = await find();
    const [down, right] = [there[0] - here[0], there[1] - here[1]];
    for (let n = 0; n < Math.abs(down); n++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
    for (let n = 0; n < Math.abs(right); n++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
}

/** Plays a turn with the keyboard. */
export async function byKeyboard(page, turn) {
    const board = await kind(page);
    if (board === "dominoes") {
        const free = await cells(page, "can be played");
        await walk(page, free[(turn * 5) % free.length]);
        return page.keyboard.press("Enter");
    }
    if (board === "dice") return diceByKeyboard(page, turn);
    const targets = await cells(page, "can be played");
    const target = await goalward(page, targets);
    const sources = await cells(page, "can be moved");
    const moves = await moveCount(page);
    await walk(page, sources.length > 1 ? await sourceOf(page, sources, target) : sources[0]);
    await page.keyboard.press("Enter");
    await walk(page, target);
    await page.keyboard.press("Enter");
    if (await asksForWall(page, moves)) await wallByKeyboard(page, turn);
}

async function wallByKeyboard(page, turn) {
    await page.keyboard.press("Space");
    if (turn % 2) await page.keyboard.press("f");
    const keys = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp"];
    for (let n = 0; n < 60; n++) {
        for (let far = 0; far <= n % 5; far++) await page.keyboard.press(keys[(n + turn) % keys.length]);
        if (n % 7 === 6) await page.keyboard.press("f");
        if (await page.locator(".ghost.bad").count()) continue;
        await page.keyboard.press("Enter");
        return;
    }
    throw new Error("no legal wall found");
}

function diceByKeyboard(page, turn) {
    return diceTurn(page, turn, {
        done: () => page.keyboard.press("Enter"),
        back: () => page.keyboard.press("Backspace"),
        swap: () => page.keyboard.press("Space"),
        move: async (source) => {
            await walk(page, source.place);
            await page.keyboard.press("Enter");
        },
    });
}

/** Plays a turn by touch; placements are confirmed. */
export async function byTouch(page, turn) {
    const board = await kind(page);
    if (board === "dominoes") {
        const free = await cells(page, "can be played");
        await cell(page, free[(turn * 7) % free.length]).tap();
        return page.locator('.status [data-act="check"]').tap();
    }
    if (board === "dice") return diceByTouch(page, turn);
    const targets = await cells(page, "can be played");
    const target = await goalward(page, targets);
    const sources = await cells(page, "can be moved");
    const moves = await moveCount(page);
    if (sources.length > 1) await cell(page, await sourceOf(page, sources, target)).tap();
    await cell(page, target).tap();
    if (await asksForWall(page, moves)) await wallByTouch(page);
}

async function wallByTouch(page) {
    for (let n = 0; n < 60; n++) {
        const now = await gameState(page);
        if (!now.mine || now.over) return;
        const places = await page.locator(".cell").evaluateAll((all) => all.map((one) => one.dataset.place));
        await cell(page, places[(n * 17 + now.moves * 5) % places.length]).tap({ position: { x: 2, y: 2 } });
        const place = page.locator('.status [data-act="check"]');
        if ((await place.count()) && (await place.isEnabled())) return place.tap();
        const turn = page.locator('.status [data-act="turn"]');
        if (await turn.count()) await turn.tap();
        if ((await place.count()) && (await place.isEnabled())) return place.tap();
        await page.locator('.status [data-act="cross"]').tap();
    }
    throw new Error("no legal wall found");
}

function diceByTouch(page, turn) {
    return diceTurn(page, turn, {
        done: () => page.locator('.status [data-act="check"]').tap(),
        back: () => page.locator('.status [data-act="undo"]').tap(),
        swap: () => swapByTouch(page),
        move: ({ x, y }) => page.touchscreen.tap(x, y),
    });
}

/** Taps the dice. */
async function swapByTouch(page) {
    const box = await page.locator(".dice .die").first().boundingBox();
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

