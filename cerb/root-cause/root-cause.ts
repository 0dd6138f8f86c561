/**
 * Why a case has zero recall, by the deterministic rule of the open CERB protocol (section 13); the
 * first that holds, with R the relevant documents and R_a those of them inside the scope:
 *
 *   R_a = {} and R holds a grade-2 document        metadata_gap       it exists, metadata hide it
 *   R_a = {}                                       data_gap
 *   every d in R_a has a preparation defect        preprocessing_gap
 *   no d in R_a is in the pool of the last step    method_scope       scope read wrongly
 *   else                                           method_ranking
 *
 * The first three are properties of corpus and labels, the last two of the system. Pure.
 */
import { contentLeakage } from "#core/scope/leakage.ts";
import type { GateValues } from "#core/scope/resolve-scope.ts";
import { gainOf } from "#measures/judged-list.ts";
import type { CaseLabels } from "#measures/judged-result.ts";
import { violations } from "#measures/scope-match.ts";
import type { CorpusDocument, PreparedDocument } from "../systems/corpus-documents.ts";

export const ROOT_CAUSES = [
  "metadata_gap",
  "data_gap",
  "preprocessing_gap",
  "method_scope",
  "method_ranking",
] as const;

export type RootCause = (typeof ROOT_CAUSES)[number];

export const DEFECTS = [
  "not_in_index",
  "no_embedding",
  "empty_lexical_vector",
  "lost_material",
] as const;

export type Defect = (typeof DEFECTS)[number];

/** Text of fewer letters has lost what it was about. */
export const LETTERS_MIN = 20;

export interface RootCauseInput {
  readonly labels: CaseLabels;
  /** Gate of the last step that ran; null when nothing ran. */
  readonly lastGate: GateValues | null;
  readonly documentOf: (id: string) => CorpusDocument | undefined;
  readonly preparedOf: (id: string) => PreparedDocument | undefined;
}

/** For a case with R@8 = 0 or without relevant documents. */
export function rootCauseOf(input: RootCauseInput): RootCause {
  const { labels, lastGate, documentOf, preparedOf } = input;
  const relevant = [...labels.grades.keys()].filter((id) => gainOf(id, labels.grades) >= 1);
  const admissible = relevant.filter((id) => {
    const document = documentOf(id);
    // A labelled document that ingest refused is in the corpus all the same.
    return document === undefined || violations(document, labels.scope).length === 0;
  });
  if (admissible.length === 0) {
    const isHidden = relevant.some((id) => gainOf(id, labels.grades) >= 2);
    return isHidden ? "metadata_gap" : "data_gap";
  }
  if (admissible.every((id) => defectsOf(preparedOf(id)).length > 0)) return "preprocessing_gap";
  const isInPool = admissible.some((id) => {
    const document = documentOf(id);
    if (document === undefined || lastGate === null) return false;
    return contentLeakage(document, lastGate).tuple.length === 0;
  });
  return isInPool ? "method_ranking" : "method_scope";
}

/** What the preparation of a document lacks; undefined: it is not in the index. */
export function defectsOf(document: PreparedDocument | undefined): Defect[] {
  if (document === undefined) return ["not_in_index"];
  return [
    ...(document.hasEmbedding ? [] : ["no_embedding" as const]),
    ...(document.hasWords ? [] : ["empty_lexical_vector" as const]),
    ...(hasLostMaterial(document) ? ["lost_material" as const] : []),
  ];
}

/** An image that the text does not hold, or hardly any letters. */
export function hasLostMaterial({ text, hasImage }: { text: string; hasImage: boolean }): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return hasImage || text.includes("[figure]") || letters < LETTERS_MIN;
}
