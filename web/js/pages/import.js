/** Shows a record or a position, and starts a game from it. */
import { post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h } from "../dom.js";
import { framed } from "../boards/index.js";
import { count, gameTitle, side, t } from "../i18n.js";
import { go } from "../router.js";
import { seatName } from "../seat-name.js";
import { select } from "../shell.js";
import { enter } from "./enter.js";
import { fileButton } from "./file.js";
import { commonSetup } from "./choice.js";
import { specOf } from "./presets.js";

/** @import { GameInfo, Preview } from "../types.js" */

/**
 * The content of the panel for records and positions.
 * @param {() => import("./choice.js").Choice} choice
 * @param {GameInfo[]} games
 */
export function importPanel(choice, games) {
    const area = h("textarea", { rows: 4, spellcheck: "false", dir: "ltr", "aria-label": t("import.label"), placeholder: t("import.placeholder"), oninput: () => forget(), onpaste: () => setTimeout(show) });
    const shown = h("div", { class: "preview", "aria-live": "polite" });
    const loadFile = fileButton(".agon,.txt,.mat,text/plain", (text) => {
        area.value = text;
        show();
    });
    const begin = h("button", { type: "button", class: "primary", onclick: () => start() }, t("import.start"));
    const look = h("button", { type: "button", onclick: () => show() }, t("import.show"));
    /** What the text describes; null until it has been shown. @type {Preview | null} */
    let seen = null;
    /** Whether the players are those of the record, or those chosen on the page. */
    let fromRecord = true;

    const isRecord = () => area.value.trimStart().startsWith("[");

    const spec = () => {
        const chosen = choice();
        const game = games.find((one) => one.name === chosen.game);
        return game ? specOf(game, chosen.options[game.name] ?? {}) : chosen.game;
    };

    function forget() {
        seen = null;
        begin.textContent = t("import.start");
        fill(shown);
    }

    async function show() {
        const text = area.value.trim();
        if (!text) return;
        try {
            seen = await post("/api/preview", isRecord() ? { record: area.value } : { game: spec(), position: text });
        } catch (error) {
            forget();
            toastFault(error);
            return;
        }
        if (!seen) return;
        fill(shown, framed(seen.board), seen.record ? facts(seen) : null);
        begin.textContent = t(seen.record && seen.result ? "import.replay" : "import.start");
    }

    /** What a record says: the game, its players, its length, its result. @param {Preview} preview */
    function facts({ spec, record, result, turn }) {
        const game = spec.split(":")[0] ?? "";
        const players = /** @type {const} */ (["p1", "p2"]).map((player) => h("li", {}, `${side(game, player)}: `, h("bdi", { text: seatName(record?.seats[player]) || t("player.nameless") })));
        const end = result ? (result.winner ? t("result.wins", { player: side(game, result.winner) }) : t("result.draw")) : turn === "p1" || turn === "p2" ? t("status.turn", { player: side(game, turn) }) : "";
        const seats = /** @type {[string, string][]} */ ([
            ["record", t("import.players.record")],
            ["chosen", t("import.players.chosen")],
        ]);
        const list = select(t("import.players"), seats, fromRecord ? "record" : "chosen", (value) => (fromRecord = value === "record"));
        return h(
            "div",
            { class: "import-facts" },
            h("strong", { text: gameTitle(spec) }),
            h("ul", {}, players),
            h("p", { text: [count("count.plies", record?.words ?? 0), end].filter(Boolean).join(" · ") }),
            !result && h("div", { class: "field inline" }, h("span", { text: t("import.players") }), list),
        );
    }

    async function start() {
        const text = area.value.trim();
        if (!text) return area.focus();
        // The players of a record are shown before the game starts.
        if (!seen) {
            await show();
            if (!seen || isRecord()) return;
        }
        const { record, result } = seen;
        const setup = commonSetup(choice());
        try {
            if (!record) await enter(await post("/api/games", { game: spec(), position: text, ...setup }), spec());
            else if (result) await go((await post("/api/import", { record: area.value, seats: record.seats })).url);
            else await enter(await post("/api/import", { record: area.value, ...setup, ...(fromRecord ? { seats: record.seats } : {}) }), "");
        } catch (error) {
            toastFault(error);
        }
    }

    return h("div", { class: "import-body" }, h("p", { class: "quiet small", text: t("import.help") }), area, h("div", { class: "row" }, loadFile, look, begin), shown);
}
