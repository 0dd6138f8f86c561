/** One hit: its place in the curriculum, how it fits the scope, the text, and why it is here. */
import type { Hit, ScopeField } from "../../client/create-client.ts";
import { type Child, element, hidden } from "../dom.ts";
import { SCOPE_FIELDS } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";
import { richSnippet, richText } from "../text/rich-text.ts";
import { contributionsView } from "./contributions-view.ts";
import { fieldNames } from "./field-names.ts";

/** A text without a matching word is shown from its beginning. */
const OPENING_CHARS_MAX = 280;

/** "3" alone says nothing; "2019" and "Physics" do. */
const BARE_NUMBERS: readonly ScopeField[] = ["paper", "question_number"];

/** `hasScope`: false where nothing was asked for that a hit could be inside of. */
export function hitView(hit: Hit, hasScope: boolean, strings: Strings): HTMLLIElement {
  const titleId = `hit-${hit.rank}`;
  return element(
    "li",
    {},
    element(
      "article",
      { class: "hit", "aria-labelledby": titleId, "data-leaks": hit.leakage.gate.length > 0 },
      element(
        "h3",
        { id: titleId },
        hidden(`${strings.rank} `),
        element("span", { class: "rank" }, String(hit.rank)),
        hidden(": "),
        element("span", { ...languageOf(hit), dir: "auto" }, ...richText(titleOf(hit))),
      ),
      element("p", { class: "labels" }, ...labels(hit, hasScope, strings)),
      ...snippets(hit),
      alsoIn(hit, strings),
      element("p", { class: "legs" }, ...legs(hit, strings)),
      fullText(hit, strings),
      contributionsView(hit, strings),
    ),
  );
}

export const titleOf = ({ title, id }: Hit) => (title === null || title === undefined ? id : title);

/** Screen readers pronounce the text in its own language. */
export function languageOf({ language }: Hit) {
  const tag = language?.split("+")[0];
  return { lang: tag !== undefined && /^[a-z]{2,3}$/.test(tag) ? tag : null };
}

export function labels(hit: Hit, hasScope: boolean, strings: Strings): Child[] {
  const { gate, tuple } = hit.leakage;
  const softly = tuple.filter((field) => !gate.includes(field));
  return [
    gate.length > 0
      ? element(
          "span",
          { class: "label leak-gate" },
          strings.outsideGate(fieldNames(gate, strings)),
        )
      : null,
    softly.length > 0
      ? element("span", { class: "label leak-tuple" }, strings.differs(fieldNames(softly, strings)))
      : null,
    hasScope && tuple.length === 0 && gate.length === 0
      ? element("span", { class: "label leak-none" }, strings.inScope)
      : null,
    hit.step === null ? null : element("span", { class: "label step" }, strings.byStep(hit.step)),
    ...SCOPE_FIELDS.flatMap((field) => {
      const value = hit[field];
      const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
      const name = strings.named(strings.fields[field], "");
      const lead = BARE_NUMBERS.includes(field) ? name : hidden(name);
      return text === "" ? [] : [element("span", { class: "label" }, lead, text)];
    }),
  ];
}

export function snippets(hit: Hit): Child[] {
  const { highlights = [], text = "" } = hit;
  if (highlights.length > 0) {
    return highlights.map((html) =>
      element("p", { class: "snippet", ...languageOf(hit), dir: "auto" }, ...richSnippet(html)),
    );
  }
  const opening = text.slice(0, OPENING_CHARS_MAX).toWellFormed();
  const shown = text.length > OPENING_CHARS_MAX ? `${opening} …` : opening;
  return [element("p", { class: "snippet", ...languageOf(hit), dir: "auto" }, ...richText(shown))];
}

function alsoIn(hit: Hit, strings: Strings): Child {
  if (hit.also_in.length === 0) {
    return null;
  }
  const places = hit.also_in.map(({ id, paper }) => (paper === null ? id : strings.paper(paper)));
  return element("p", { class: "also-in" }, strings.alsoIn(places.join(", ")));
}

function legs({ ranks, score }: Hit, strings: Strings): Child[] {
  const shown = Object.entries(strings.legs).map(([leg, name]) => {
    const rank = ranks[leg as keyof typeof ranks];
    return element(
      "span",
      { class: "leg" },
      `${name} `,
      rank === null
        ? element(
            "span",
            {},
            element("span", { "aria-hidden": "true" }, "–"),
            hidden(strings.legMissing),
          )
        : element("strong", {}, `#${rank}`),
    );
  });
  const total = element(
    "span",
    { class: "leg" },
    `${strings.score} `,
    element("strong", {}, score.toPrecision(4)),
  );
  return [hidden(`${strings.legsLabel}: `), ...shown, total];
}

function fullText(hit: Hit, strings: Strings): Child {
  const { text = "", options } = hit;
  if (text === "") {
    return null;
  }
  const choices = Object.entries(options ?? {}).flatMap(([name, choice]) => [
    element("dt", {}, name),
    element("dd", {}, ...richText(choice)),
  ]);
  return element(
    "details",
    { class: "full-text" },
    element("summary", {}, strings.fullText),
    element("p", { class: "whole-text", ...languageOf(hit), dir: "auto" }, ...richText(text)),
    choices.length === 0
      ? null
      : element(
          "dl",
          { class: "choices", "aria-label": strings.options, ...languageOf(hit) },
          ...choices,
        ),
  );
}
