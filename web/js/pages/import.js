/** Starts a game from a record or a position. */
import { post } from "../api.js";
import { toastFault } from "../announce.js";
import { fill, h } from "../dom.js";
import { framed } from "../boards/picture.js";
import { t } from "../i18n.js";
import { enter } from "./enter.js";
import { fileButton } from "./file.js";
import { commonSetup } from "./start.js";
import { specOf } from "./options.js";

/**
 * @param {() => import("./start.js").Choice} choice
 * @param {import("../types.js").GameInfo[]} games
 */
export function importPanel(choice, games) {
    const area = h("textarea", { rows: 4, spellcheck: "false", dir: "ltr", "aria-label": t("import.label"), placeholder: t("import.placeholder") });
    const shown = h("div", { class: "preview" });
    const loadFile = fileButton(".agon,.txt,.mat,text/plain", (text) => {
        area.value = text;
        start();
    });
    const begin = h("button", { type: "button", class: "primary", onclick: () => start() }, t("import.start"));
    const look = h("button", { type: "button", onclick: () => show() }, t("import.show"));

    const isRecord = () => area.value.trimStart().startsWith("[");

    const spec = () => {
        const chosen = choice();
        const game = games.find((one) => one.name === chosen.game);
        return game ? specOf(game, chosen.options[game.name] ?? {}) : chosen.game;
    };

    async function show() {
        if (isRecord() || !area.value.trim()) return;
        try {
            const answer = await post("/api/preview", { game: spec(), position: area.value.trim() });
            fill(shown, framed(answer.board));
        } catch (error) {
            toastFault(error);
        }
    }

    async function start() {
        const text = area.value.trim();
        if (!text) {
            area.focus();
            return;
        }
        try {
            const setup = commonSetup(choice());
            if (isRecord()) await enter(await post("/api/import", { record: area.value, ...setup }), "");
            else await enter(await post("/api/games", { game: spec(), position: text, ...setup }), spec());
        } catch (error) {
            toastFault(error);
        }
    }

    return h(
        "details",
        { class: "sheet import" },
        h("summary", {}, t("import.title")),
        h("p", { class: "quiet small", text: t("import.help") }),
        area,
        h("div", { class: "row" }, loadFile, look, begin),
        shown,
    );
}
