/**
 * Turns `Authorization: Bearer <key>` into the caller's tenant context. Runs before any body is read.
 * An unknown, revoked or malformed key gets one and the same answer.
 */
import type { MiddlewareHandler } from "hono";
import type { AppEnvironment } from "../app-environment.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../sha256.ts";
import { loadTenantContext, type Role } from "../store/tenant-context.ts";

export const API_KEY_PATTERN = /^sw_[a-z]+_[A-Za-z0-9]{32}$/;

const RANK: Readonly<Record<Role, number>> = { reader: 0, writer: 1, admin: 2 };

export function authenticate(minimum: Role): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const key = /^Bearer ([^\s]+)$/.exec(c.req.header("authorization") ?? "")?.[1];
    if (key === undefined || !API_KEY_PATTERN.test(key)) {
      throw unauthorized();
    }
    const { contexts, dependencies } = c.var;
    const keyHash = await sha256Hex(key);
    const tenant =
      contexts.get(keyHash) ?? (await loadTenantContext(dependencies.database, keyHash));
    if (tenant === null) {
      throw unauthorized();
    }
    if (RANK[tenant.role] < RANK[minimum]) {
      throw new AppError("forbidden", `this key is a ${tenant.role} key; ${minimum} is needed`);
    }
    contexts.set(keyHash, tenant);
    c.set("tenant", tenant);
    c.set("forgetTenant", () => contexts.delete(keyHash));
    c.set("reloadTenant", async () => {
      const fresh = await loadTenantContext(dependencies.database, keyHash);
      if (fresh === null) {
        contexts.delete(keyHash);
        throw unauthorized();
      }
      contexts.set(keyHash, fresh);
      return fresh;
    });
    await next();
  };
}

export const unauthorized = () =>
  new AppError("unauthorized", "a valid API key is needed: Authorization: Bearer <key>");
