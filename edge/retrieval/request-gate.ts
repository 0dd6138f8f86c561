/**
 * The gate of a request that has no words: lock and scope alone, checked as in a search. A value that
 * is unknown to the vocabulary that this isolate remembers is looked up afresh once.
 */
import {
  type GateValues,
  type RequestedScope,
  type ResolvedScope,
  resolveScope,
} from "#core/scope/resolve-scope.ts";
import { NO_EXTRACTION } from "#core/scope/scope-extraction.ts";
import { AppError } from "../errors.ts";
import type { TenantContext } from "../store/tenant-context.ts";

export interface Caller {
  readonly tenant: TenantContext;
  readonly reloadTenant: () => Promise<TenantContext>;
}

/** Throws 422 for a value that the tenant does not know; `at` names the field of the request. */
export async function requestScope(
  { tenant, reloadTenant }: Caller,
  requested: RequestedScope,
  at = "",
): Promise<ResolvedScope> {
  let scope = resolve(tenant, requested);
  if (scope.unknown.length > 0) {
    scope = resolve(await reloadTenant(), requested);
  }
  const [unknown] = scope.unknown;
  if (unknown !== undefined) {
    const { field, value } = unknown;
    throw new AppError("unknown_scope_value", `no ${field} is named "${value}"`, {
      field: `${at}${field}`,
    });
  }
  return scope;
}

export const requestGate = async (caller: Caller, requested: RequestedScope): Promise<GateValues> =>
  (await requestScope(caller, requested)).gate;

/** What the caller's key is locked to, and nothing more. */
export const lockGate = (tenant: TenantContext): GateValues => resolve(tenant, {}).gate;

const resolve = ({ vocabulary, scopeLock }: TenantContext, requested: RequestedScope) =>
  resolveScope({ locked: scopeLock, requested, extraction: NO_EXTRACTION, vocabulary });
