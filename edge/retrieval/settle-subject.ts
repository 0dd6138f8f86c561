/**
 * A search that holds the subject fast although nothing fixes it settles on one (assume-subject.ts):
 * its last step, widened or not, runs once more with that subject as a condition, so that pool, legs
 * and statistics are those of a search that asked for it. It comes after widening, because hits that
 * miss the topic tell nothing about its subject. Costs a round trip, and only such a search.
 */
import { type AssumedSubject, assumeSubject } from "#core/scope/assume-subject.ts";
import type { GateValues, ResolvedScope } from "#core/scope/resolve-scope.ts";
import { runStages, type StageInput, type StageRun } from "./stages.ts";
import type { Widened } from "./widen.ts";

export interface Settled {
  readonly run: StageRun;
  /** Null: nothing had to be assumed. */
  readonly assumed: AssumedSubject | null;
  readonly databaseMs: number;
}

export async function settleSubject(
  stages: StageInput,
  { answer, gate, isLexicalOnly }: Pick<Widened, "answer" | "gate" | "isLexicalOnly">,
): Promise<Settled> {
  const { request, scope, tenant, dependencies } = stages;
  if (!request.strict.includes("subject") || !isSubjectOpen(scope)) {
    return { run: answer, assumed: null, databaseMs: 0 };
  }
  const votes = answer.second.hits.map(({ document, ranked }, index) => ({
    subject: document.subject,
    ranks: [index + 1, ranked.fused.ranks["dense"] ?? null, ranked.fused.ranks["lexical"] ?? null],
  }));
  const assumed = assumeSubject(votes, tenant.vocabulary);
  if (assumed === null) return { run: answer, assumed, databaseMs: 0 };
  const settled = { ...stages, gate: settledGate(gate, assumed.admitted) };
  const run = await runStages(settled, dependencies.database, { isLexicalOnly });
  return { run, assumed, databaseMs: run.databaseMs };
}

/** `gate` on the assumed subject. An exclusion still holds: the subject may have further names. */
export const settledGate = (
  gate: GateValues,
  admitted: readonly (string | number)[],
): GateValues => ({
  ...gate,
  subject: admitted.filter((value) => gate.subject?.includes(value) ?? true),
});

/** Nothing fixes the subject; words that only exclude some do not. */
const isSubjectOpen = ({ unresolved, complements }: ResolvedScope): boolean =>
  unresolved.includes("subject") || complements.includes("subject");
