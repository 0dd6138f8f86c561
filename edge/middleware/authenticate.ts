/**
 * Turns `Authorization: Bearer <key or token>` into the caller's tenant context, before any body is
 * read, and gives the routes a database that shows this tenant alone. Unknown, revoked, expired and
 * malformed credentials get one and the same answer.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnvironment } from "../app-environment.ts";
import { AppError, unauthorized } from "../errors.ts";
import { sha256Hex } from "../sha256.ts";
import {
  type KeyReference,
  loadTenantContext,
  type Role,
  type TenantContext,
} from "../store/tenant-context.ts";
import { tenantDatabase } from "../store/tenant-database.ts";
import { verifyToken } from "./token.ts";

export const API_KEY_PATTERN = /^sw_[a-z]+_[A-Za-z0-9]{32}$/;
/** Wait this long after a 429; the platform counts in windows of 60 seconds. */
export const RATE_LIMIT_RETRY_SECONDS = 60;

/** What a page of an allowed origin may read beside the body. */
const EXPOSED_HEADERS = "x-request-id, server-timing, retry-after, etag, idempotent-replayed";

const RANK: Readonly<Record<Role, number>> = { reader: 0, writer: 1, admin: 2 };

/** A credential, as the database knows its key, and what it takes away from that key's rights. */
interface Credential {
  readonly reference: KeyReference;
  readonly restrict: (context: TenantContext) => TenantContext;
}

export function authenticate(minimum: Role): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const { reference, restrict } = await readCredential(c);
    const { contexts, dependencies } = c.var;
    const cacheKey = "keyHash" in reference ? reference.keyHash : `id:${reference.keyId}`;
    const forget = () => contexts.delete(cacheKey);
    const load = async (): Promise<TenantContext> => {
      const context = await loadTenantContext(dependencies.database, reference);
      if (context === null) {
        forget();
        throw unauthorized();
      }
      contexts.set(cacheKey, context);
      return restrict(context);
    };
    const kept = contexts.get(cacheKey);
    const tenant = kept === undefined ? await load() : restrict(kept);
    allowOrigin(c, tenant);
    if (RANK[tenant.role] < RANK[minimum]) {
      throw new AppError("forbidden", `this key is a ${tenant.role} key; ${minimum} is needed`);
    }
    await limitRate(c, tenant);
    c.set("tenant", tenant);
    const database = tenantDatabase(dependencies.database, tenant, forget);
    c.set("dependencies", { ...dependencies, database });
    c.set("forgetTenant", forget);
    c.set("reloadTenant", load);
    await next();
  };
}

async function readCredential(c: Context<AppEnvironment>): Promise<Credential> {
  const text = /^Bearer ([^\s]+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
  if (API_KEY_PATTERN.test(text)) {
    return { reference: { keyHash: await sha256Hex(text) }, restrict: (context) => context };
  }
  const { tokenKeys = [], now } = c.var.dependencies;
  const claims = tokenKeys.length === 0 ? null : await verifyToken(text, tokenKeys, now() / 1000);
  if (claims === null) {
    throw unauthorized();
  }
  const { keyId, scopeLock } = claims;
  return {
    reference: { keyId },
    restrict: (context) => ({ ...context, role: "reader", scopeLock }),
  };
}

async function limitRate(c: Context<AppEnvironment>, { keyId }: TenantContext): Promise<void> {
  const { rateLimiter } = c.var.dependencies;
  if (rateLimiter !== undefined && !(await rateLimiter.admits(`key:${keyId}`))) {
    throw new AppError("rate_limited", "too many requests with this key", {
      retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS,
    });
  }
}

/** A browser may read the answer, refusals too, only from an origin that the tenant has named. */
function allowOrigin(c: Context<AppEnvironment>, { corsOrigins }: TenantContext): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && (corsOrigins.includes(origin) || corsOrigins.includes("*"))) {
    c.header("access-control-allow-origin", origin);
    c.header("access-control-expose-headers", EXPOSED_HEADERS);
    c.header("vary", "origin", { append: true });
  }
}
