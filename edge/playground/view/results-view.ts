/** The list of hits, the line that sums it up, and the switch for all explanations. */
import type { Page } from "../page.ts";
import type { Strings } from "../strings/en.ts";
import { typeset } from "../text/typeset.ts";
import type { Shown } from "../run-search.ts";
import { comparisonView } from "./comparison-view.ts";
import { EXPLANATION_CLASS } from "./contributions-view.ts";
import { hitView } from "./hit-view.ts";

export function showResults(page: Page, shown: Shown | null, strings: Strings): void {
  const { before, comparison, hits, how, explanations, more } = page;
  const found = shown?.answer.hits ?? [];
  how.hidden = shown === null;
  before.hidden = found.length > 0;
  before.textContent = shown === null ? strings.before : strings.empty;
  const isCompared = shown !== null && shown.compared !== null;
  explanations.hidden = found.length === 0 || isCompared;
  more.hidden = isCompared || (shown?.answer.next_cursor ?? null) === null;
  explanations.textContent = strings.openAll;
  const hasScope = Object.keys(shown?.answer.scope.effective ?? {}).length > 0;
  comparison.replaceChildren(
    ...(shown === null ? [] : comparisonView(shown, strings)).filter((child) => child !== null),
  );
  const listed = isCompared ? [] : found;
  hits.replaceChildren(...listed.map((hit) => hitView(hit, hasScope, strings)));
  void typeset(hits);
  void typeset(comparison);
}

export function resultSummary({ answer, browserMs }: Shown, strings: Strings): string {
  const { hits, pool_size: poolSize, outcome } = answer;
  const summary = strings.summary(hits.length, poolSize, Math.round(browserMs));
  return `${strings.outcome[outcome]}. ${summary}`;
}

/** Opens all explanations, or closes them when all are open. */
export function toggleExplanations({ hits, explanations }: Page, strings: Strings): void {
  const all = [...hits.querySelectorAll<HTMLDetailsElement>(`.${EXPLANATION_CLASS}`)];
  const isOpening = all.some(({ open }) => !open);
  for (const explanation of all) {
    explanation.open = isOpening;
  }
  explanations.textContent = isOpening ? strings.closeAll : strings.openAll;
}
