/** What a search needs of the request that asks for it. */
import type { Context } from "hono";
import type { AppEnvironment } from "../app-environment.ts";
import type { SearchContext } from "../retrieval/search.ts";

export function searchContext(c: Context<AppEnvironment>, requestId: string): SearchContext {
  const { dependencies, models, impressions, tenant, reloadTenant, forgetTenant } = c.var;
  return { dependencies, models, impressions, tenant, reloadTenant, forgetTenant, requestId };
}
