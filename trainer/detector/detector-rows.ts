/**
 * Rows of the detector's two linear models. A token is positive for the fields that the rules read at it
 * (they are right in 0.98 of what they read), a query for the fields that its label names.
 */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import {
  distinctWords,
  type FeatureKind,
  firstFields,
  type Visit,
  visitPlace,
  visitReadFields,
  visitWord,
} from "#core/scope/detect/field-features.ts";
import { type ReadTokens, readTokens } from "#core/scope/detect/read-tokens.ts";
import { type CompiledVocabulary, extractScope } from "#core/scope/extract-scope.ts";
import { queryTokens } from "#core/scope/query-tokens.ts";
import type { LabelledQuery } from "./labelled-queries.ts";

export interface DetectorRow {
  /** Values by key: kind, space, text (featureOf). */
  readonly features: ReadonlyMap<string, number>;
  readonly fields: ReadonlySet<ScopeField>;
}

/** A labelled query as the rules read it. */
export interface ReadQuery {
  readonly set: number;
  readonly read: ReadTokens;
  readonly named: ReadonlySet<ScopeField>;
  readonly tokenRows: readonly DetectorRow[];
  readonly queryRow: DetectorRow;
}

export function readQuery(
  { set, query, named }: LabelledQuery,
  vocabulary: CompiledVocabulary,
): ReadQuery {
  const tokens = queryTokens(query);
  const read = readTokens(tokens, extractScope(query, vocabulary));
  const first = firstFields(read.read);
  const namedFields = new Set(
    Object.entries(named).flatMap(([field, values]) =>
      values !== undefined && values.length > 0 ? [field as ScopeField] : [],
    ),
  );
  return {
    set,
    read,
    named: namedFields,
    tokenRows: tokens.map((_, at) => ({
      features: features((visit) => {
        visitReadFields(first, first[at] ?? null, visit);
        visitWord(tokens[at]!.folded, visit);
        visitPlace(tokens, first, at, visit);
      }),
      fields: new Set(read.read[at]),
    })),
    queryRow: {
      features: features((visit) => {
        for (const word of distinctWords(tokens)) visitWord(word, visit);
      }),
      fields: namedFields,
    },
  };
}

const featureKey = (kind: FeatureKind, text: string): string => `${kind} ${text}`;

export function featureOf(key: string): { kind: FeatureKind; text: string } {
  const space = key.indexOf(" ");
  return { kind: key.slice(0, space) as FeatureKind, text: key.slice(space + 1) };
}

function features(visitAll: (visit: Visit) => void): Map<string, number> {
  const values = new Map<string, number>();
  visitAll((kind, text) => {
    const key = featureKey(kind, text);
    values.set(key, (values.get(key) ?? 0) + 1);
  });
  return values;
}
