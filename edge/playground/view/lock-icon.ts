/** A padlock, open or closed, drawn so that no emoji font is needed. */

const SVG = "http://www.w3.org/2000/svg";
const BODY = "M4 7.500h8a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8.500a1 1 0 0 1 1-1z";
const CLOSED = "M5 7.500V5a3 3 0 0 1 6 0v2.500";
const OPEN = "M5 7.500V4a3 3 0 0 1 5.800-1";

export function lockIcon(isClosed: boolean): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({
    class: "icon",
    viewBox: "0 0 16 16",
    "aria-hidden": "true",
  })) {
    svg.setAttribute(name, value);
  }
  for (const [shape, isFilled] of [
    [BODY, true],
    [isClosed ? CLOSED : OPEN, false],
  ] as const) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    path.setAttribute("fill", isFilled ? "currentcolor" : "none");
    path.setAttribute("stroke", "currentcolor");
    path.setAttribute("stroke-width", "1.6");
    svg.append(path);
  }
  return svg;
}
