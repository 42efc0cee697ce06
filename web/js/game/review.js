/** The review of a finished game: evaluations, mistakes, better turns, luck of the dice. */
import { post } from "../api.js";
import { fill, h, icon, loadStyle } from "../dom.js";
import { count, fixed, loadPart, number, signed, t } from "../i18n.js";
import { playerIndex } from "../coords.js";
import { Graph } from "./graph.js";
import { fullName } from "./names.js";
import { evaluationText } from "./score.js";

/** @import { CandidateTurn, Grade, Player, PlayerSummary, Review as ReviewData, StepView, TurnReview } from "../types.js" */
/**
 * @typedef {{sign: string, text: string, grade: string}} Verdict
 * @typedef {{look: (ply: number) => void, choose: (ply: number, steps: StepView[]) => void, setVerdicts: (verdicts: Map<number, Verdict>) => void, close: () => void}} ReviewCallbacks
 */

/** Annotation signs as in chess. */
const SIGNS = /** @type {Partial<Record<Grade, string>>} */ ({ doubtful: "?!", mistake: "?", blunder: "??" });
/** @type {Grade[]} */
const GRADES = ["best", "fine", "doubtful", "mistake", "blunder"];

/**
 * The sign of a grade, if it has one.
 * @param {Grade | undefined} grade
 */
function signOf(grade) {
    return grade && SIGNS[grade] ? h("span", { class: `verdict ${grade}`, "aria-hidden": "true" }, h("bdi", { dir: "ltr", text: SIGNS[grade] })) : null;
}

export class Review {
    /**
     * Requests a review and shows it in a box.
     * @param {import("./session.js").Session} session
     * @param {HTMLElement} box
     * @param {ReviewCallbacks} callbacks
     */
    static async open(session, box, callbacks) {
        await Promise.all([loadStyle("review"), loadPart("review")]);
        box.hidden = false;
        fill(box, h("section", { class: "review", "aria-busy": "true" }, h("h2", { class: "panel-title", text: t("review.title") }), h("p", { class: "quiet small", role: "status", text: t("review.busy") }), h("div", { class: "waiting-dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"))));
        try {
            return new Review(session, box, await post("/api/games/{id}/analysis", {}, { id: session.id }), callbacks);
        } catch (error) {
            box.hidden = true;
            fill(box);
            throw error;
        }
    }

    /**
     * @param {import("./session.js").Session} session
     * @param {HTMLElement} box
     * @param {ReviewData} data
     * @param {ReviewCallbacks} callbacks
     */
    constructor(session, box, data, callbacks) {
        this.session = session;
        this.data = data;
        this.callbacks = callbacks;
        /** The selected turn; -1 is the start position. */
        this.turn = -1;
        /** @type {import("./evaluation.js").EvaluationBar | null} */
        this.bar = null;
        this.names = [this.name("p1"), this.name("p2")];
        this.graph = new Graph(data.turns, { go: (turn) => this.go(turn), describe: (turn) => this.describe(turn), names: this.names });
        this.detail = h("div", { class: "review-turn" });
        const step = (/** @type {number} */ by, /** @type {string} */ name) => h("button", { type: "button", class: "icon-button", "data-act": `${name}-mistake`, "aria-label": t(`review.mistake.${name}`), title: t(`review.mistake.${name}`), onclick: () => this.toMistake(by) }, icon(name));
        this.steps = [step(-1, "prev"), step(1, "next")];
        const close = h("button", { type: "button", class: "icon-button", "data-act": "close-review", "aria-label": t("review.close"), title: t("review.close"), onclick: () => this.close(box) }, icon("cross"));
        this.title = h("h2", { class: "panel-title", tabindex: "-1", text: t("review.title") });
        fill(
            box,
            h(
                "section",
                { class: "review", "aria-label": t("review.title") },
                h("div", { class: "review-head" }, this.title, h("span", { class: "review-steps", dir: "ltr" }, this.steps), close),
                this.graph.element,
                this.detail,
                this.summary(),
            ),
        );
        callbacks.setVerdicts(this.verdicts());
        this.title.focus();
    }

    /** @param {HTMLElement} box */
    close(box) {
        box.hidden = true;
        fill(box);
        this.callbacks.close();
    }

    /** @param {Player} player */
    name(player) {
        return this.session.state ? fullName(this.session.state, player) : player;
    }

    /** @param {TurnReview} turn */
    verdict(turn) {
        if (turn.forced) return t("review.forced");
        const grade = t(`review.grade.${turn.grade}`);
        return turn.grade === "best" ? grade : `${grade}, ${t("review.lost", { loss: fixed(turn.loss, this.data.dice ? 3 : 1) })}`;
    }

    /** The signs for the move list. */
    verdicts() {
        /** @type {Map<number, Verdict>} */
        const verdicts = new Map();
        for (const turn of this.data.turns) {
            const sign = turn.forced ? undefined : SIGNS[turn.grade];
            if (sign) verdicts.set(turn.ply, { sign, text: this.verdict(turn), grade: turn.grade });
        }
        return verdicts;
    }

    /** The text of a turn for screen readers. @param {number} at */
    describe(at) {
        const turn = this.data.turns[at];
        if (!turn) return t("review.graph.start");
        return t("review.graph.at", { n: at + 1, all: this.data.turns.length, player: this.names[playerIndex(turn.player)], turn: this.notation(turn), verdict: this.verdict(turn) });
    }

    /** @param {TurnReview} turn */
    notation(turn) {
        return `${turn.roll ? `${turn.roll.dice}: ` : ""}${turn.played.replaceAll(",", ", ")}`;
    }

    /** @param {number} turn */
    go(turn) {
        const found = this.data.turns[turn];
        this.callbacks.look(found ? found.ply + 1 : 0);
    }

    /** The next mistake before or after the selected turn. @param {number} by */
    mistake(by) {
        const { turns } = this.data;
        for (let at = this.turn + by; at >= 0 && at < turns.length; at += by) {
            const turn = turns[at];
            if (turn && !turn.forced && SIGNS[turn.grade]) return at;
        }
        return null;
    }

    /** @param {number} by */
    toMistake(by) {
        const found = this.mistake(by);
        if (found !== null) this.go(found);
    }

    /** Selects the turn of the board that is shown. @param {number | null} ply null is the last board */
    at(ply) {
        const plies = ply ?? this.session.state?.ply ?? 0;
        this.turn = this.data.turns.findLastIndex((turn) => turn.ply < plies);
        this.graph.at(this.turn);
        this.steps.forEach((button, n) => (button.disabled = this.mistake(n ? 1 : -1) === null));
        this.drawTurn();
        if (this.bar) this.updateBar(this.bar);
    }

    drawTurn() {
        const turn = this.data.turns[this.turn];
        if (!turn) {
            fill(this.detail, h("p", { class: "quiet small", text: t("review.pick") }));
            return;
        }
        const luck = turn.roll ? h("span", { class: "quiet", text: t("review.luck", { luck: signed(turn.roll.luck, 3) }) }) : null;
        fill(
            this.detail,
            h("p", { class: "review-played" }, h("span", { class: `dot ${turn.player}`, title: this.names[playerIndex(turn.player)] }), h("span", { class: "unseen", text: this.names[playerIndex(turn.player)] }), h("bdi", { dir: "ltr", text: this.notation(turn) })),
            h("p", { class: "review-verdict" }, h("span", { class: turn.forced ? "quiet" : `grade ${turn.grade}` }, turn.forced ? null : signOf(turn.grade), this.verdict(turn)), luck),
            h("ul", { class: "choices", "aria-label": t("review.choices") }, turn.choices.map((choice) => this.choice(turn, choice))),
        );
    }

    /**
     * @param {TurnReview} turn
     * @param {CandidateTurn} choice
     */
    choice(turn, choice) {
        const digits = this.data.dice ? 3 : 1;
        const worth = choice.ends === undefined ? signed(choice.worth, digits) : count(choice.ends > 0 ? "review.wins_in" : "review.loses_in", Math.abs(choice.ends));
        const percent = (/** @type {number | undefined} */ chance) => number((chance ?? 0) * 100);
        const { chances } = choice;
        const button = h(
            "button",
            { type: "button", class: "choice", "aria-pressed": "false", onclick: () => this.choose(turn, choice, button) },
            h("span", { class: "choice-turn" }, h("bdi", { dir: "ltr", text: choice.turn.replaceAll(",", ", ") }), choice.played ? h("span", { class: "choice-played", text: t("review.played") }) : null),
            h("span", { class: "choice-worth" }, h("bdi", { text: worth }), choice.loss > 0 && choice.ends === undefined ? h("bdi", { class: "quiet", text: `(${signed(-choice.loss, digits)})` }) : null),
            chances ? h("span", { class: "choice-chances quiet", text: t("review.chances", { win: percent(chances.win[0]), double: percent(chances.win[1]), lost: percent(chances.loss[1]) }).replaceAll(" %", "\u00a0%") }) : null,
        );
        return h("li", {}, button);
    }

    /**
     * @param {TurnReview} turn
     * @param {CandidateTurn} choice
     * @param {HTMLElement} button
     */
    choose(turn, choice, button) {
        const on = button.getAttribute("aria-pressed") !== "true";
        for (const other of this.detail.querySelectorAll(".choice")) other.setAttribute("aria-pressed", String(on && other === button));
        if (on) this.callbacks.choose(turn.ply, choice.steps ?? []);
        else this.callbacks.look(turn.ply + 1);
    }

    /** Sets the evaluation bar. @param {import("./evaluation.js").EvaluationBar} bar */
    updateBar(bar) {
        this.bar = bar;
        bar.fromReview = true;
        const turn = this.data.turns[this.turn];
        const choice = turn?.choices.find((one) => one.played);
        if (!turn || !choice) {
            bar.set(0.5, t("review.graph.start"));
            return;
        }
        const { chances, worth, ends } = choice;
        const win = Math.round((chances?.win[0] ?? 0) * 1000);
        const loss = Math.round((chances?.loss[0] ?? 0) * 1000);
        /** @type {import("./score.js").Evaluation["score"]} */
        const score = ends === undefined ? { cp: worth * 100 } : ends > 0 ? { win: ends } : { loss: -ends };
        /** @type {import("./score.js").Evaluation} */
        const opinion = chances ? { score: null, equity: worth, wdl: [win, 1000 - win - loss, loss] } : { score, equity: null, wdl: null };
        bar.set(turn.standing, t("evaluation.for", { player: this.names[playerIndex(turn.player)], opinion: evaluationText(opinion) }));
    }

    summary() {
        const { summary, dice, adjusted } = this.data;
        const row = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {Grade | undefined} */ grade = undefined) =>
            h("tr", {}, h("th", { scope: "row" }, signOf(grade), name), values.map((value) => h("td", {}, h("bdi", { text: value }))));
        const both = (/** @type {(one: PlayerSummary) => string} */ tell) => summary.map(tell);
        return h(
            "div",
            { class: "review-summary" },
            h(
                "table",
                {},
                h("thead", {}, h("tr", {}, h("td"), ["p1", "p2"].map((player, n) => h("th", { scope: "col" }, h("span", { class: `dot ${player}` }), " ", h("bdi", { text: this.names[n] }))))),
                h(
                    "tbody",
                    {},
                    row(t("review.rate"), both((one) => number(one.error_rate))),
                    [4, 3, 2].map((grade) => row(t(`review.grade.${GRADES[grade]}`), both((one) => number(one.grades[grade] ?? 0)), GRADES[grade])),
                    dice ? row(t("review.luck_row"), both((one) => signed(one.luck, 2))) : null,
                ),
            ),
            adjusted === null ? null : h("p", { class: "small", text: t("review.adjusted", { points: signed(adjusted, 2), player: this.names[0] }) }),
            h("p", { class: "quiet small", text: t(dice ? "review.rate.help" : "review.rate.units") }),
        );
    }
}
