/**
 * Widening by explicit, ordered, labelled steps. All steps that may be needed are answered in one
 * further round trip; a search whose own scope answers it never gets here.
 */
import { onTopicCandidates, type OnTopicLimits } from "#core/relaxation/on-topic.ts";
import {
  decideRelaxation,
  planRelaxation,
  RELAXATION_STEPS,
  type RelaxationOutcome,
  type RelaxationPlan,
  relaxationReason,
  type RelaxationStep,
  type StepResult,
} from "#core/relaxation/relax.ts";
import { positionsOf, topicPositions } from "#core/relaxation/topic-positions.ts";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import type { GateValues, ResolvedScope } from "#core/scope/resolve-scope.ts";
import type { SearchRequest } from "../schemas/search.ts";
import {
  decodeFirstStage,
  type FirstStageResult,
  firstStageStatement,
} from "../store/first-stage.ts";
import { cosineMin } from "./cosine-limits.ts";
import { firstStageRequest, secondStage, type StageInput, type StageRun } from "./stages.ts";

export interface WideningTrace {
  readonly step: RelaxationStep;
  readonly dropped: readonly ScopeField[];
  readonly reason: string;
  readonly pool_before: number;
  readonly pool_after: number;
  /** All steps of one search share a round trip: each carries its time. */
  readonly ms: number;
}

export interface Widened {
  readonly answer: StageRun;
  /** What the answer was gated on, and whether it ranks by words alone. */
  readonly gate: GateValues;
  readonly isLexicalOnly: boolean;
  readonly outcome: RelaxationOutcome["outcome"];
  /** The step that gave the answer; null: the scope that was asked for. */
  readonly step: RelaxationStep | null;
  readonly trace: readonly WideningTrace[];
  readonly notes: readonly string[];
  readonly databaseMs: number;
}

export async function widen(input: StageInput, narrow: StageRun): Promise<Widened> {
  const { request, scope } = input;
  const plan = wideningPlan(input.gate, scope, request);
  const limits = {
    cosineMin: cosineMin(input.encoded, input.tenant.embeddingModel),
    expansionShare: input.expansion?.share ?? 0,
    expandedPositions: positionsOf(
      input.text,
      input.expansion?.terms.map(({ found }) => found) ?? [],
    ),
    topicPositions: topicPositions(input.text, input.topicText),
  };
  const judge = (run: StageRun) => stepResult(run, request.k, limits);
  const results = [judge(narrow)];
  const all = [narrow];
  const needsMore = relaxationReason(results[0]!) !== null;
  const known = { needlessFrom: limits.cosineMin, narrow };
  const { runs, databaseMs } =
    needsMore && plan.steps.length > 0 ? await runSteps(input, plan, known) : NO_STEPS;
  // A step beyond the one that answers is not ranked.
  for (const run of runs) {
    if (relaxationReason(results.at(-1)!) === null) break;
    all.push(run);
    results.push(judge(run));
  }
  const decided = decideRelaxation(plan, results, request.k);
  const answering = decided.answeredBy === 0 ? null : plan.steps[decided.answeredBy - 1]!;
  return {
    answer: all[decided.answeredBy]!,
    gate: answering?.gate ?? input.gate,
    isLexicalOnly: answering?.isLexicalOnly ?? false,
    outcome: decided.outcome,
    step: answering?.step ?? null,
    trace: decided.trace.map(({ step, reason, poolBefore, poolAfter }) => ({
      step: step.step,
      dropped: step.dropped,
      reason,
      pool_before: poolBefore,
      pool_after: poolAfter,
      ms: databaseMs,
    })),
    notes: needsMore ? noteWhatStands(plan, decided) : noteSparse(decided),
    databaseMs,
  };
}

/** The steps that this request may take from `gate`. */
export const wideningPlan = (
  gate: GateValues,
  { locked }: Pick<ResolvedScope, "locked">,
  { strict, relax }: Pick<SearchRequest, "strict" | "relax">,
): RelaxationPlan => planRelaxation({ gate, locked, strict, allowed: allowedSteps(relax) });

/** "W2" allows W1 and W2; a list allows exactly its steps. */
export function allowedSteps(relax: SearchRequest["relax"]): readonly RelaxationStep[] {
  if (typeof relax !== "string") {
    return relax;
  }
  return relax === "none" ? [] : RELAXATION_STEPS.slice(0, RELAXATION_STEPS.indexOf(relax) + 1);
}

function stepResult({ first, second }: StageRun, k: number, limits: OnTopicLimits): StepResult {
  const shown = new Set(second.hits.slice(0, k).map(({ document }) => document.id));
  const candidates = first.candidates.filter(({ id }) => shown.has(id));
  return {
    poolSize: first.poolSize,
    hits: shown.size,
    onTopicHits: Math.max(
      onTopicCandidates(first.statistics, candidates, limits).length,
      isNear(first, limits) ? 1 : 0,
    ),
  };
}

/** The scope holds a document on the topic, wherever the reranker puts it. */
const isNear = ({ nearest }: FirstStageResult, { cosineMin: limit }: OnTopicLimits): boolean =>
  nearest !== null && limit !== null && nearest >= limit;

const NO_STEPS = { runs: [] as Iterable<StageRun>, databaseMs: 0 };

interface Known {
  /** Cosine from which on a step stands. */
  readonly needlessFrom: number | null;
  readonly narrow: StageRun;
}

/**
 * All steps in one round trip; each is decoded and ranked when it is looked at. A step whose wider gate
 * admits no further document looks for nothing, and its run is the narrow one: the same documents are
 * judged once, though document frequencies of more partitions would weigh their words otherwise. The
 * step of words alone looks for nothing where one before it stands by its cosine.
 */
async function runSteps(
  input: StageInput,
  plan: RelaxationPlan,
  { needlessFrom, narrow }: Known,
): Promise<{ runs: Iterable<StageRun>; databaseMs: number }> {
  const { database, now, exactPoolMax, pipeline } = input.dependencies;
  const knownPool = narrow.first.poolSize;
  const options = { needlessFrom, knownPool, exactPoolMax, pipeline };
  const requests = plan.steps.map(({ gate, isLexicalOnly }) =>
    firstStageRequest(input, gate, { ...options, isLexicalOnly }),
  );
  const started = now();
  const rows = await database.batch(requests.map(firstStageStatement));
  const databaseMs = now() - started;
  const runs = (function* () {
    for (const [index, [row]] of rows.entries()) {
      const first = decodeFirstStage(row!, requests[index]!);
      if (first.poolSize === requests[index]!.knownPool) yield narrow;
      else yield { first, second: secondStage(input, first) };
    }
  })();
  return { runs, databaseMs };
}

function noteWhatStands(plan: RelaxationPlan, { unmet }: RelaxationOutcome): string[] {
  return [
    ...(unmet === null ? [] : [`${unmet}: nothing on the topic was found`]),
    ...plan.blocked.map(
      ({ step, reason, fields }) => `${step} blocked (${reason}): ${fields.join(", ")}`,
    ),
  ];
}

const noteSparse = ({ outcome }: RelaxationOutcome) =>
  outcome === "sparse" ? ["sparse_corpus: few documents on this topic exist in this scope"] : [];
