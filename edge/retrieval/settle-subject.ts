/**
 * A search that holds the subject fast although nothing fixes it settles on one (assume-subject.ts):
 * it runs once more with that subject as a condition, so that pool, legs and statistics are those of
 * a search that asked for it. Costs a round trip, and only such a search.
 */
import { type AssumedSubject, assumeSubject } from "#core/scope/assume-subject.ts";
import { runStages, type StageInput, type StageRun } from "./stages.ts";

export interface Settled {
  readonly stages: StageInput;
  readonly run: StageRun;
  /** Null: nothing had to be assumed. */
  readonly assumed: AssumedSubject | null;
  readonly databaseMs: number;
}

export async function settleSubject(
  stages: StageInput,
  run: StageRun & { databaseMs: number },
): Promise<Settled> {
  const { request, scope, tenant, dependencies } = stages;
  const unsettled = { stages, run, assumed: null, databaseMs: run.databaseMs };
  if (!request.strict.includes("subject") || !scope.unresolved.includes("subject")) {
    return unsettled;
  }
  const votes = run.second.hits.map(({ document, ranked }, index) => ({
    subject: document.subject,
    ranks: [index + 1, ranked.fused.ranks["dense"] ?? null, ranked.fused.ranks["lexical"] ?? null],
  }));
  const assumed = assumeSubject(votes, tenant.vocabulary);
  if (assumed === null) return unsettled;
  const settled = { ...stages, gate: { ...stages.gate, subject: assumed.admitted } };
  const again = await runStages(settled, dependencies.database);
  return {
    stages: settled,
    run: again,
    assumed,
    databaseMs: run.databaseMs + again.databaseMs,
  };
}
