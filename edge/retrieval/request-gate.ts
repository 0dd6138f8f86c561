/** The gate of a request that has no words: lock and scope alone, checked as in a search. */
import { type GateValues, type RequestedScope, resolveScope } from "#core/scope/resolve-scope.ts";
import { AppError } from "../errors.ts";
import type { TenantContext } from "../store/tenant-context.ts";

/** The reading of a request without a query. */
export const NO_WORDS = { extracted: [], excluded: [], topicText: "" } as const;

export function requestGate(
  { vocabulary, scopeLock }: TenantContext,
  requested: RequestedScope,
): GateValues {
  const scope = resolveScope({ locked: scopeLock, requested, extraction: NO_WORDS, vocabulary });
  const [unknown] = scope.unknown;
  if (unknown !== undefined) {
    const { field, value } = unknown;
    throw new AppError("unknown_scope_value", `no ${field} is named "${value}"`, { field });
  }
  return scope.gate;
}
