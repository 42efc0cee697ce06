/** A picture of a board as a file: SVG that needs no style sheet, and PNG. */
import { picture } from "../boards/index.js";
import { h, s } from "../dom.js";

/** The properties that style sheets set on the parts of a board. */
const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];
/** The longer side of a PNG in pixels. */
const PNG_SIZE = 1600;

/**
 * @param {import("../types.js").BoardView} board
 * @param {import("../boards/picture.js").Look} look
 */
export function svgText(board, look) {
    const { svg, width, height } = picture(board, look);
    svg.prepend(s("rect", { class: "frame-ground", width, height, rx: width * 0.02 }));
    // Styles are computed only for what is in the document.
    const holder = h("div", { class: "board still unseen" }, svg);
    document.body.append(holder);
    const copy = plain(svg);
    holder.remove();
    for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height })) copy.setAttribute(name, String(value));
    return new XMLSerializer().serializeToString(copy);
}

/**
 * A copy of an element with its computed style as attributes.
 * @param {Element} element
 * @returns {Element}
 */
function plain(element) {
    const style = getComputedStyle(element);
    const copy = /** @type {Element} */ (element.cloneNode(false));
    for (const name of ["class", "style", "aria-hidden", "focusable", ...element.getAttributeNames().filter((name) => name.startsWith("data-"))]) copy.removeAttribute(name);
    if (element instanceof SVGGraphicsElement) {
        const above = element instanceof SVGSVGElement ? null : getComputedStyle(/** @type {Element} */ (element.parentElement));
        for (const name of PROPERTIES) {
            const value = style.getPropertyValue(name);
            // What is inherited stands at the parent.
            if (value !== (name === "opacity" ? "1" : above?.getPropertyValue(name))) copy.setAttribute(name, value);
        }
        if (style.transform !== "none") copy.setAttribute("transform", new DOMMatrix(style.transform).toString());
    }
    for (const child of element.childNodes) {
        if (!(child instanceof Element)) copy.append(child.cloneNode());
        else if (getComputedStyle(child).display !== "none") copy.append(plain(child));
    }
    return copy;
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function png(svg) {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = url;
        await image.decode();
        const scale = PNG_SIZE / Math.max(image.naturalWidth, image.naturalHeight);
        const canvas = h("canvas", { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
    } finally {
        URL.revokeObjectURL(url);
    }
}
