/** What a search needs of the request that asks for it. */
import type { Context } from "hono";
import type { AppEnvironment } from "../app-environment.ts";
import type { SearchContext } from "../retrieval/search.ts";

/** RFC 9111 §5.2.1: the caller wants no answer that was made before. */
const wantsFreshAnswer = (c: Context<AppEnvironment>) =>
  /\bno-(?:cache|store)\b/i.test(c.req.header("cache-control") ?? "");

export function searchContext(c: Context<AppEnvironment>, requestId: string): SearchContext {
  const { dependencies, models, impressions, tenant, reloadTenant, forgetTenant } = c.var;
  const keeps = dependencies.keepsAnswers === true && dependencies.pipeline === undefined;
  const answers = keeps && !wantsFreshAnswer(c) ? c.var.answers : null;
  return {
    dependencies,
    models,
    impressions,
    answers,
    tenant,
    reloadTenant,
    forgetTenant,
    requestId,
  };
}
