/** A picture made of layers that are redrawn only when their content changes. */
import { s } from "../dom.js";

export class LayeredPicture {
    /**
     * @param {string} name of the class in style sheets
     * @param {number} width
     * @param {number} height
     * @param {string[]} layers from the bottom up
     */
    constructor(name, width, height, layers) {
        this.width = width;
        this.height = height;
        /** @type {Record<string, SVGGElement>} */
        this.layers = Object.fromEntries(layers.map((layer) => [layer, s("g", { class: layer })]));
        /** What each layer shows. @type {Record<string, string>} */
        this.shown = {};
        this.svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: `picture ${name}`, "aria-hidden": "true", focusable: "false" }, Object.values(this.layers));
    }

    /**
     * Redraws a layer if its content has changed.
     * @param {string} name
     * @param {string} content
     * @param {() => SVGElement[]} make
     */
    redraw(name, content, make) {
        if (this.shown[name] === content) return;
        this.shown[name] = content;
        this.layers[name]?.replaceChildren(...make());
    }
}
