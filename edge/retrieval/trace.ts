/**
 * How one answer came about, as lines that a developer reads top to bottom. It is made of what the
 * stages already returned: tracing computes nothing and changes nothing.
 */
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import { RECIPROCAL_RANK_CONSTANT } from "#core/fusion/reciprocal-rank-fusion.ts";
import type { SearchParts } from "./to-response.ts";
import { queryLanguages } from "./stages.ts";
import { scopeBody } from "./scope-body.ts";

export function traceLines(parts: SearchParts): string[] {
  return [
    ...scopeLines(parts),
    ...legLines(parts),
    ...rankingLines(parts),
    ...wideningLines(parts),
    answerLine(parts),
  ];
}

function scopeLines({ request, scope, assumed, stages }: SearchParts): string[] {
  const read = scope.extracted.map(({ field, values, span, rule, confidence }) => {
    const words = request.query.slice(span[0], span[1]);
    return (
      `scope: ${field} = ${values.join(", ")} ` +
      `(rule ${rule}, "${words}" at ${span[0]}-${span[1]}, confidence ${confidence})`
    );
  });
  const requested = Object.entries(scope.requested).map(
    ([field, values]) => `scope: ${field} = ${values.join(", ")} (requested)`,
  );
  const gate = SCOPE_FIELDS.flatMap((field) => {
    const admitted = stages.gate[field];
    return admitted === undefined ? [] : [`${field} in [${admitted.join(", ")}]`];
  });
  return [
    `query: ${stages.text}`,
    ...requested,
    ...read,
    ...scopeBody(scope, assumed).notes.map((note) => `scope note: ${note}`),
    ...(scope.locked.length > 0 ? [`locked by the key: ${scope.locked.join(", ")}`] : []),
    ...(scope.unresolved.length > 0 ? [`not known: ${scope.unresolved.join(", ")}`] : []),
    `gate: ${gate.length > 0 ? gate.join("; ") : "none, the whole corpus"}`,
  ];
}

function legLines({ request, stages, first, encoded }: SearchParts): string[] {
  const count = (leg: "lexicalRank" | "denseRank" | "expansionRank") =>
    first.candidates.filter((candidate) => candidate[leg] !== null).length;
  const { expansion } = stages;
  const expanded =
    expansion === null
      ? [`expansion: ${request.expand ? "no term has another name" : "not asked for"}`]
      : [
          ...expansion.terms.map(({ found, added }) => `expansion: ${found} → ${added.join(", ")}`),
          ...Object.entries(expansion.words).map(
            ([tag, words]) => `expansion list ${tag}: ${words}`,
          ),
        ];
  return [
    `pool: ${first.poolSize} documents (corpus version ${first.corpusVersion})`,
    `analyzers: ${queryLanguages(stages.gate, stages.tenant.languages).join(", ") || "none"}`,
    ...expanded,
    `lexical leg: ${count("lexicalRank")} documents`,
    `dense leg: ${count("denseRank")} documents (${first.densePath}, encoder ${encoded.encoder})`,
    ...(encoded.degraded === null ? [] : [`degraded: ${encoded.degraded}`]),
    `expansion leg: ${count("expansionRank")} documents`,
    `fusion: ${first.candidates.length} candidates by reciprocal rank (kappa ${RECIPROCAL_RANK_CONSTANT})`,
  ];
}

function rankingLines({ request, served, second }: SearchParts): string[] {
  if (!request.rerank) return ["ranking: fused order (rerank: false)"];
  const model =
    served.model === null || second.model === null
      ? `no model (${served.model === null ? served.status : "no vectors to rank by"}), fused order`
      : `model ${served.model.version} (${served.status}), ${second.featureIds.length} features`;
  return [`ranking: ${model}, then alignment, reliability and redundancy`];
}

function wideningLines({ widened, assumed, first }: SearchParts): string[] {
  const steps = widened.trace.map(
    ({ step, dropped, reason, pool_before: before, pool_after: after }) =>
      `widening: ${step} gave up ${dropped.join(", ")} (${reason}), pool ${before} → ${after}`,
  );
  return [
    ...(steps.length > 0 ? steps : ["widening: none"]),
    ...widened.notes.map((note) => `widening note: ${note}`),
    ...(assumed === null
      ? []
      : [
          `assumed: subject = ${assumed.subject} (strict, named by nobody, likeliest by the hits), ` +
            `pool ${first.poolSize}`,
        ]),
  ];
}

function answerLine({ request, widened, second, timing }: SearchParts): string {
  const shown = Math.min(request.k, second.hits.length);
  const by = widened.step === null ? "the scope asked for" : `step ${widened.step}`;
  return (
    `answer: ${widened.outcome}, ${shown} of ${second.hits.length} ranked hits from ${by}, ` +
    `${timing.total} ms (${timing.database} ms database)`
  );
}
