/** The two choices of what ranks: the model in force, none, or a version published earlier. */
import type { Page } from "../page.ts";
import type { Ranking, SearchState } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";

/** The newest versions are offered; older ones are for the API. */
export const VERSIONS_SHOWN_MAX = 20;

export function rankingName(ranking: Ranking, strings: Strings): string {
  switch (ranking) {
    case "current":
      return strings.rankingCurrent;
    case "fusion":
      return strings.rankingFusion;
    default:
      return strings.rankingVersion(ranking.slice("version:".length));
  }
}

export function showRankings(
  { ranking, compare }: Page,
  { versions, state }: { readonly versions: readonly string[]; readonly state: SearchState },
  strings: Strings,
): void {
  const offered: readonly Ranking[] = [
    "current",
    "fusion",
    ...versions.slice(0, VERSIONS_SHOWN_MAX).map((version): Ranking => `version:${version}`),
  ];
  const options = () => offered.map((one) => new Option(rankingName(one, strings), one));
  ranking.replaceChildren(...options());
  ranking.value = state.ranking;
  compare.replaceChildren(new Option(strings.compareNothing, ""), ...options());
  compare.value = state.comparedWith ?? "";
}

export function readRanking(value: string): Ranking | null {
  const isRanking = value === "current" || value === "fusion" || value.startsWith("version:");
  return isRanking ? (value as Ranking) : null;
}
