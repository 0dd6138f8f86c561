/** What middleware puts at the disposal of the routes. */
import type { Dependencies } from "./ports.ts";
import type { AnswerCache } from "./retrieval/answer-cache.ts";
import type { ImpressionLog } from "./retrieval/impression-log.ts";
import type { RankingModelReader } from "./store/ranking-model-kv.ts";
import type { ContextCache, TenantContext } from "./store/tenant-context.ts";

export interface AppEnvironment {
  Variables: {
    requestId: string;
    dependencies: Dependencies;
    contexts: ContextCache;
    models: RankingModelReader;
    impressions: ImpressionLog;
    answers: AnswerCache;
    tenant: TenantContext;
    /** Drops the remembered context of this key (it was revoked, or the vocabulary moved on). */
    forgetTenant: () => void;
    /** Reads the context again: one round trip. */
    reloadTenant: () => Promise<TenantContext>;
  };
  Bindings: object;
}
