/** Tournaments: standings, results, and all games to replay. */
import { address, ApiError, getJson, getText, post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h, icon } from "../dom.js";
import { count, fixed, gameTitle, number, relativeTime, signed, t } from "../i18n.js";
import { go } from "../router.js";

/** How often a running tournament is reloaded. */
const RELOAD_MS = 5000;

/** @import { ArenaEntry, ArenaGame, ArenaMatch, ArenaStandings } from "../types.js" */

/**
 * @param {string} part the tournament's name as encoded in the address; empty for the list
 * @returns {Promise<import("../router.js").Page>}
 */
export async function arenaPage(part) {
    return part ? tournament(nameIn(part)) : all();
}

/** @param {string} part */
function nameIn(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        throw new ApiError(404, null);
    }
}

async function all() {
    const { arenas } = await getJson("/api/arenas");
    const list = h("ul", { class: "lobby-list" }, arenas.map(entry));
    const none = h("div", { class: "prose" }, h("p", { text: t("arena.none") }), h("pre", { dir: "ltr", tabindex: "0" }, "agon arena cup.toml\nagon serve --arenas ."));
    const element = h("section", { class: "sheet" }, h("h1", { text: t("nav.arena") }), h("p", { class: "quiet", text: t("arena.lead") }), arenas.length ? list : none);
    return { element, title: t("nav.arena") };
}

/** @param {ArenaEntry} one */
function entry(one) {
    const facts = [gameTitle(one.game), count("arena.players", one.players), count("arena.played", one.games), t(one.finished ? "arena.finished" : "arena.running"), relativeTime(one.at)];
    return h(
        "li",
        {},
        h("div", {}, h("strong", {}, h("bdi", { text: one.name })), h("div", { class: "quiet small", text: facts.join(" · ") }), h("div", { class: "small" }, `${t("arena.leader")}: `, h("bdi", { text: one.leader }))),
        h("a", { class: "button", href: `/arena/${encodeURIComponent(one.name)}` }, icon("eye"), t("arena.open")),
    );
}

/** @param {string} name */
async function tournament(name) {
    const [facts, standings, results] = [h("p", { class: "quiet" }), wide(t("arena.score")), wide(t("arena.results"))];
    const games = h("div", { class: "arena-games" });
    let last = "";
    let timer = 0;

    async function look() {
        if (document.hidden) return;
        const arena = await getJson("/api/arenas/{name}", { name });
        const shape = JSON.stringify(arena);
        if (shape === last) return;
        last = shape;
        facts.textContent = [gameTitle(arena.game), t(`arena.${arena.pairing}`), count("arena.played", arena.games), t(arena.finished ? "arena.finished" : "arena.running")].join(" · ");
        fill(standings, standingsTable(arena));
        fill(results, crossTable(arena, (match) => open(match)));
        if (arena.finished) clearInterval(timer);
    }

    /** @param {ArenaMatch} match */
    async function open(match) {
        const shown = await gamesOf(name, match).catch(() => h("p", { class: "bad", text: t("error.offline") }));
        fill(games, shown);
        games.querySelector("h2")?.focus();
    }

    timer = window.setInterval(() => look().catch(() => {}), RELOAD_MS);
    try {
        await look();
    } catch (error) {
        clearInterval(timer);
        throw error;
    }
    const element = h(
        "div",
        { class: "stack" },
        h("section", { class: "sheet" }, h("p", { class: "small" }, h("a", { href: "/arena" }, t("arena.all"))), h("h1", {}, h("bdi", { text: name })), facts, standings),
        h("section", { class: "sheet" }, h("h2", { text: t("arena.results") }), h("p", { class: "quiet small", text: t("arena.results_help") }), results),
        games,
    );
    return { element, title: name, close: () => clearInterval(timer) };
}

/**
 * A scrollable box for a table that may be wider than the screen; the keyboard can scroll it too.
 * @param {string} label
 */
function wide(label) {
    return h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label });
}

/** @param {ArenaStandings} arena */
function standingsTable(arena) {
    const points = arena.standings.some((one) => Math.abs(Math.abs(one.points_per_game) - Math.abs(2 * one.score - 1)) > 1e-9);
    const heads = ["#", t("arena.player"), t("arena.elo"), "±", t("arena.games"), t("arena.score"), ...(points ? [t("arena.points")] : []), t("arena.cpu"), t("arena.failures")];
    const rows = arena.standings.map((one, at) => [
        number(at + 1),
        h("bdi", { text: one.name }),
        signed(one.elo),
        fixed(one.elo_error),
        number(one.games),
        `${fixed(100 * one.score, 1)} %`,
        ...(points ? [signed(one.points_per_game, 3)] : []),
        one.cpu_ms_per_turn === null ? "–" : fixed(one.cpu_ms_per_turn, 2),
        number(one.failures),
    ]);
    return h(
        "table",
        { class: "standings" },
        h("thead", {}, h("tr", {}, heads.map((text, at) => h("th", { scope: "col", class: at === 1 ? "" : "figure", text })))),
        h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, at) => (at === 1 ? h("th", { scope: "row" }, cell) : h("td", { class: "figure" }, h("bdi", { dir: "ltr" }, cell))))))),
    );
}

/**
 * The cross table; a cell opens the games of a pair.
 * @param {ArenaStandings} arena
 * @param {(match: ArenaMatch) => void} open
 */
function crossTable(arena, open) {
    const names = arena.standings.map((one) => one.name);
    const cell = (/** @type {string} */ row, /** @type {string} */ column) => {
        const match = arena.matches.find((one) => (one.a === row && one.b === column) || (one.a === column && one.b === row));
        if (!match) return h("td", { class: "figure" }, row === column ? "·" : "");
        const { wins, draws, losses } = match.report;
        const [won, lost] = match.a === row ? [wins, losses] : [losses, wins];
        const figures = `+${won} =${draws} −${lost}`;
        const label = `${figures}, ${t("arena.against", { row, column, won: number(won), drawn: number(draws), lost: number(lost) })}`;
        return h("td", { class: "figure" }, h("button", { type: "button", class: "link", dir: "ltr", "aria-label": label, onclick: () => open(match) }, figures));
    };
    return h(
        "table",
        { class: "standings" },
        h("thead", {}, h("tr", {}, h("td", {}), names.map((name) => h("th", { scope: "col", class: "figure" }, h("bdi", { text: name }))))),
        h("tbody", {}, names.map((row) => h("tr", {}, h("th", { scope: "row" }, h("bdi", { text: row })), names.map((column) => cell(row, column))))),
    );
}

/**
 * @param {string} name of the tournament
 * @param {ArenaMatch} match
 */
async function gamesOf(name, match) {
    const pairing = { name, pairing: match.folder };
    const list = h("ul", { class: "lobby-list" });
    const more = h("button", { type: "button", onclick: () => load() }, t("arena.more"));
    let from = 0;

    async function load() {
        const page = await getJson("/api/arenas/{name}/{pairing}/games", { ...pairing, from });
        list.append(...page.games.map((one) => line(address("/api/arenas/{name}/{pairing}/games/{number}", { ...pairing, number: one.number }), one)));
        from = page.games.at(-1)?.number ?? page.total;
        more.hidden = from >= page.total;
    }
    await load();
    return h("section", { class: "sheet" }, h("h2", { tabindex: "-1" }, h("bdi", { text: match.a }), " – ", h("bdi", { text: match.b })), list, more);
}

/**
 * @param {string} record its address
 * @param {ArenaGame} one
 */
function line(record, one) {
    const [winner = "", won = "1"] = one.result?.split(" ") ?? [];
    const result = { p1: "1–0", p2: "0–1", draw: "½–½" }[winner] ?? winner;
    const points = Number(won);
    const facts = [count("count.plies", one.words), ...(points > 1 ? [t(points === 2 ? "value.score.double" : "value.score.triple")] : []), ...(one.termination ? [one.termination] : [])];
    return h(
        "li",
        {},
        h("div", {}, h("strong", {}, `${number(one.number)}. `, h("bdi", { text: one.p1 }), " – ", h("bdi", { text: one.p2 }), " ", h("span", { dir: "ltr", text: result })), h("div", { class: "quiet small", text: facts.join(" · ") })),
        h("div", { class: "row" }, h("a", { class: "button", href: record, download: `game-${one.number}.agon` }, t("arena.record")), h("button", { type: "button", onclick: () => replay(record, one) }, icon("eye"), t("arena.replay"))),
    );
}

/**
 * Imports a game of a tournament, to replay and review it. The user gets no seat.
 * @param {string} record its address
 * @param {ArenaGame} one
 */
async function replay(record, one) {
    const seat = (/** @type {string | null} */ name) => ({ kind: /** @type {const} */ ("human"), name: name ?? "" });
    try {
        const made = await post("/api/import", { record: await getText(record), seats: { p1: seat(one.p1), p2: seat(one.p2) } });
        await go(made.url);
    } catch (error) {
        toastFault(error);
    }
}
