/**
 * Words that announce a value without naming it: somebody who writes "the national B paper", "the retake"
 * or "official answer" means a paper, a sitting, a kind of document, though no name of it is known. Where
 * nothing is read in that field, it stays unresolved and every hit is marked.
 */
import type { ScopeField } from "./curriculum-scope.ts";
import { isCutBefore } from "./weigh/name-evidence.ts";
import type { QueryToken } from "./query-tokens.ts";
import { type WordSet, words } from "./words/scope-words.ts";

const ANNOUNCING: readonly (readonly [ScopeField, WordSet])[] = [
  ["session", words("sitting sittings retake retakes resit rattrapage convocatoria nachtermin")],
  ["paper", words("paper bogen prueba 卷")],
  [
    "content_type",
    words(
      `answer answers key keys soln solns reponse reponses soluce corrige corriges respuesta respuestas
       losung losungen antwort antworten option options opciones choice choices choix`,
    ),
  ],
];

/** In the order of SCOPE_FIELDS; a paper only where a phrase ends with it ("paper plant" is none). */
export function announcedFields(tokens: readonly QueryToken[]): ScopeField[] {
  return ANNOUNCING.filter(([field, announcing]) =>
    tokens.some(
      ({ folded }, at) =>
        announcing.has(folded) && (field !== "paper" || isCutBefore(tokens, at + 1)),
    ),
  ).map(([field]) => field);
}
