/** The page about Agon. */
import { h } from "../dom.js";
import { site, t } from "../i18n.js";

/** @returns {Promise<import("../router.js").Page>} */
export async function aboutPage() {
    const { version } = await site();
    const element = h(
        "div",
        { class: "sheet narrow prose" },
        h("h1", {}, "Agon"),
        ...t("about.text").split("\n").map((line) => h("p", { text: line })),
        h("p", {}, h("a", { href: "/rules" }, t("nav.rules")), " · ", h("a", { href: "/verify" }, t("nav.verify")), " · ", h("a", { href: "/api/openapi.json" }, t("about.api"))),
        h("p", { class: "quiet small", text: t("about.version", { version }) }),
    );
    return { element, title: t("nav.about") };
}
