/**
 * The same content set in two papers is one hit that lists the other places. Equal text without a
 * place of its own (no year, session or paper that differs) stays a hit: it may be two documents.
 */
import { collapseSameContent } from "#core/rerank/collapse-same-content.ts";
import type { RankedDocument } from "#core/rerank/rerank.ts";
import type { CandidateDocument } from "../store/first-stage.ts";

export interface MergedHit {
  readonly kept: RankedDocument;
  readonly alsoIn: readonly RankedDocument[];
}

export function mergePlaces(
  ranked: readonly RankedDocument[],
  documents: readonly CandidateDocument[],
): MergedHit[] {
  const placeOf = ({ row }: RankedDocument) => place(documents[row]!);
  const separate = ranked.map((entry) => {
    const twin = ranked.find(({ id }) => id === entry.sameContentAs);
    const isOtherPlace =
      twin !== undefined && placeOf(entry) !== null && placeOf(twin) !== null
        ? placeOf(entry) !== placeOf(twin)
        : false;
    return isOtherPlace ? entry : { ...entry, sameContentAs: null };
  });
  return collapseSameContent(separate).map(({ document, alsoIn }) => ({ kept: document, alsoIn }));
}

function place({ board, exam, year, session, paper }: CandidateDocument): string | null {
  const parts = [year, session, paper];
  return parts.every((part) => part === null) ? null : JSON.stringify([board, exam, ...parts]);
}
