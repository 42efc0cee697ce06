/** Asks for a hint and shows it. */
import { announce, toast } from "../announce.js";
import { loadPart, t } from "../i18n.js";
import { evaluationText } from "./score.js";

/** @import { Fault } from "../types.js" */

/** @param {import("../pages/game.js").GamePage} page */
export async function hint(page) {
    const { session, status } = page;
    page.present();
    status.say(t("play.hint_wait"));
    try {
        const [answer] = await Promise.all([session.socket.request({ t: "hint" }), loadPart("later")]);
        if (answer.seq !== session.state?.seq) return;
        page.hinted = answer.steps;
        const evaluation = evaluationText(answer);
        const note = t("play.hint", { word: answer.word }) + (evaluation ? ` · ${evaluation}` : "");
        status.say(note);
        announce(note);
        page.drawMarks();
    } catch (fault) {
        status.say("");
        if (fault) toast(await page.faultText(/** @type {Fault} */ (fault)), "bad");
    }
}
