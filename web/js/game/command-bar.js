/** The bar of small screens: the commands needed most, and a button that opens the menu with all of them. */
import { fill, h, icon } from "../dom.js";
import { t } from "../i18n.js";

/** The id of the menu. On large screens it is a part of the panel. */
export const MENU = "game-menu";

export class CommandBar {
    /**
     * @param {import("./session.js").Session} session
     * @param {import("./turn.js").TurnBuilder} turn
     * @param {import("./actions.js").Actions} actions
     */
    constructor(session, turn, actions) {
        this.session = session;
        this.turn = turn;
        this.actions = actions;
        this.element = h("div", { class: "commands", role: "group", "aria-label": t("action.main") });
        this.shape = "";
    }

    update() {
        const { session, turn, actions } = this;
        const { state } = session;
        if (!state) return;
        const mine = state.you.length > 0;
        const over = state.status === "over";
        const shape = JSON.stringify([mine, state.status, state.hints, session.myTurn, actions.canUndo, turn.prefix.length, state.result?.reason]);
        if (shape === this.shape) return;
        this.shape = shape;
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-command") : null;
        const button = (/** @type {string} */ name, /** @type {string} */ image, /** @type {Record<string, any>} */ more) =>
            h("button", { type: "button", "data-command": name, ...more }, icon(image), h("span", { text: t(`action.${name}`) }));
        fill(
            this.element,
            mine && !over && button("undo", "undo", { disabled: !actions.canUndo && !turn.prefix.length, onclick: () => actions.undo() }),
            mine && !over && state.hints && button("hint", "hint", { disabled: !session.myTurn, onclick: actions.callbacks.hint }),
            over && state.by.some((by) => by !== "chance") && button("analysis", "graph", { onclick: actions.callbacks.analysis }),
            mine && over && state.result?.reason !== "record" && button("rematch", "again", { class: "primary", onclick: actions.callbacks.rematch }),
            !mine && button("flip", "flip", { onclick: actions.callbacks.flip }),
            button("menu", "more", { popovertarget: MENU }),
        );
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-command="${focused}"]`))?.focus();
    }
}
