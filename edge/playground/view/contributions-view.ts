/** Why a hit stands where it stands: one bar per feature, longest first, as a table. */
import type { Contribution, Hit } from "../../client/create-client.ts";
import { type Child, element } from "../dom.ts";
import type { Strings } from "../strings/en.ts";

const SMALL = 0.001;

export const EXPLANATION_CLASS = "explanation";

export function contributionsView({ contributions }: Hit, strings: Strings): Child {
  if (contributions === undefined || contributions.length === 0) {
    return null;
  }
  const sorted = contributions.toSorted((a, b) => Math.abs(b.product) - Math.abs(a.product));
  const longest = Math.max(...sorted.map(({ product }) => Math.abs(product)), Number.MIN_VALUE);
  const head = [strings.feature, strings.value, strings.weight, strings.contribution];
  return element(
    "details",
    { class: EXPLANATION_CLASS },
    element("summary", {}, strings.why),
    element(
      "div",
      { class: "scrolls", tabindex: 0, role: "group", "aria-label": strings.why },
      element(
        "table",
        {},
        element("caption", {}, strings.whyCaption),
        element(
          "thead",
          {},
          element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text))),
        ),
        element("tbody", {}, ...sorted.map((one) => row(one, longest))),
      ),
    ),
  );
}

function row({ feature, value, weight, product }: Contribution, longest: number) {
  const bar = element("span", {
    class: "bar",
    "data-negative": product < 0,
    "aria-hidden": "true",
  });
  bar.style.setProperty("--share", String(Math.abs(product) / longest));
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, feature.replaceAll("_", " ")),
    element("td", {}, short(value)),
    element("td", {}, short(weight)),
    element("td", { class: "contribution" }, element("span", {}, signed(product)), bar),
  );
}

/** Three figures; what is too small for them in powers of ten. */
function short(value: number): string {
  const size = Math.abs(value);
  const text =
    Number.isInteger(value) || size >= SMALL ? value.toPrecision(3) : value.toExponential(1);
  return (value === 0 ? "0" : text).replaceAll("-", "−");
}

const signed = (value: number) => (value > 0 ? `+${short(value)}` : short(value));
