/** Converts the subset of Markdown that the rules use to elements. */
import { h } from "./dom.js";

/**
 * Converts emphasis, code and links within a line.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
    /** @type {(Node | string)[]} */
    const out = [];
    const shape = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|_([^_]+)_|\[([^\]]+)\]\(([^)\s]+)\)/g;
    let at = 0;
    for (const found of text.matchAll(shape)) {
        out.push(text.slice(at, found.index));
        const [all, code, strong, star, line, label, address] = found;
        if (code) out.push(h("code", { dir: "ltr", text: code }));
        else if (strong) out.push(h("strong", {}, inline(strong)));
        else if (star ?? line) out.push(h("em", {}, inline(star ?? line ?? "")));
        else if (label) out.push(link(label, address ?? ""));
        at = found.index + all.length;
    }
    out.push(text.slice(at));
    return out;
}

/**
 * Links between rules pages name files; links to other sites become plain text.
 * @param {string} label
 * @param {string} address
 */
function link(label, address) {
    const page = /^([a-z]+)\.md$/.exec(address);
    const path = page ? `/rules/${page[1]}` : address;
    return /^\/(?!\/)/.test(path) ? h("a", { href: path }, label) : label;
}

/** @param {string[]} rows */
function table(rows) {
    const cells = (/** @type {string} */ row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
    const [head = "", , ...body] = rows;
    return h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": cells(head).join(", ") },
        h("table", {}, h("thead", {}, h("tr", {}, cells(head).map((cell) => h("th", { scope: "col" }, inline(cell))))), h("tbody", {}, body.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, inline(cell))))))),
    );
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
    /** @type {HTMLElement[]} */
    const out = [];
    const lines = text.replaceAll("\r", "").split("\n");
    const take = (/** @type {(line: string) => boolean} */ wanted) => {
        const taken = [];
        while (lines.length && wanted(lines[0] ?? "")) taken.push(lines.shift() ?? "");
        return taken;
    };
    while (lines.length) {
        const line = lines[0] ?? "";
        const title = /^(#{1,4})\s+(.*)$/.exec(line);
        if (title) {
            lines.shift();
            const tag = /** @type {"h1" | "h2" | "h3" | "h4"} */ (`h${title[1]?.length}`);
            out.push(h(tag, {}, inline(title[2] ?? "")));
        } else if (line.startsWith("```")) {
            lines.shift();
            const code = take((one) => !one.startsWith("```"));
            lines.shift();
            out.push(h("pre", { dir: "ltr", tabindex: "0" }, h("code", { text: code.join("\n") })));
        } else if (/^( {4}|\t)/.test(line)) {
            out.push(h("pre", { dir: "ltr", tabindex: "0" }, h("code", { text: take((one) => /^( {4}|\t)/.test(one)).map((one) => one.slice(4)).join("\n") })));
        } else if (line.startsWith("|")) out.push(table(take((one) => one.startsWith("|"))));
        else if (/^\s*([-*]|\d+\.)\s/.test(line)) out.push(list(take((one) => /^\s*([-*]|\d+\.)\s/.test(one) || /^\s+\S/.test(one))));
        else if (!line.trim()) lines.shift();
        else out.push(h("p", {}, inline(take((one) => !!one.trim() && !/^(#|```|\||\s*([-*]|\d+\.)\s)/.test(one)).join(" "))));
    }
    return out;
}

/** @param {string[]} lines */
function list(lines) {
    /** @type {string[]} */
    const items = [];
    for (const line of lines) {
        const item = /^\s*([-*]|\d+\.)\s+(.*)$/.exec(line);
        if (item) items.push(item[2] ?? "");
        else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    const tag = /^\s*\d/.test(lines[0] ?? "") ? "ol" : "ul";
    return h(tag, {}, items.map((item) => h("li", {}, inline(item))));
}
