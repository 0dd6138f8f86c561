/** Two rankings side by side; a badge on each hit says how it stands in the other one. */
import type { Hit } from "../../client/create-client.ts";
import { type Change, compareRankings } from "../compare-rankings.ts";
import { type Child, element, hidden } from "../dom.ts";
import type { Shown } from "../run-search.ts";
import type { Ranking } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";
import { richText } from "../text/rich-text.ts";
import { labels, languageOf, snippets, titleOf } from "./hit-view.ts";
import { rankingName } from "./ranking-view.ts";

/** What leaks comes first. */
const LABELS_SHOWN_MAX = 2;

export function comparisonView(shown: Shown, strings: Strings): Child[] {
  const { answer, ranking, compared } = shown;
  if (compared === null) {
    return [];
  }
  const { shared, unmoved, first, second } = compareRankings(answer.hits, compared.answer.hits);
  return [
    element(
      "p",
      { class: "comparison-summary" },
      strings.compareSummary(shared, unmoved, Math.max(first.length, second.length)),
    ),
    element(
      "div",
      { class: "comparison" },
      rankedList("first", { ranking, hits: answer.hits, changes: first }, strings),
      rankedList(
        "second",
        { ranking: compared.ranking, hits: compared.answer.hits, changes: second },
        strings,
      ),
    ),
  ];
}

interface RankedHits {
  readonly ranking: Ranking;
  readonly hits: readonly Hit[];
  readonly changes: readonly Change[];
}

function rankedList(side: string, { ranking, hits, changes }: RankedHits, strings: Strings) {
  const id = `comparison-${side}`;
  return element(
    "section",
    { class: "card", "aria-labelledby": id },
    element("h3", { id }, rankingName(ranking, strings)),
    element(
      "ol",
      { class: "compared-hits" },
      ...hits.map((hit, at) => comparedHit(hit, changes[at] ?? { kind: "same" }, strings)),
    ),
  );
}

function comparedHit(hit: Hit, change: Change, strings: Strings) {
  const language = languageOf(hit);
  return element(
    "li",
    { class: "compared-hit", "data-change": change.kind },
    element(
      "p",
      {},
      hidden(`${strings.rank} `),
      element("span", { class: "rank" }, String(hit.rank)),
      hidden(": "),
      element("strong", { ...language, dir: "auto" }, ...richText(titleOf(hit))),
    ),
    ...snippets(hit).slice(0, 1),
    element(
      "p",
      { class: "labels" },
      element("span", { class: "label change" }, changeText(change, strings)),
      ...labels(hit, false, strings)
        .filter((label) => label !== null)
        .slice(0, LABELS_SHOWN_MAX),
    ),
  );
}

function changeText(change: Change, strings: Strings): string {
  if (change.kind === "moved") {
    return change.up > 0 ? strings.changeUp(change.up) : strings.changeDown(-change.up);
  }
  return change.kind === "same" ? strings.changeSame : strings.changeAlone;
}
