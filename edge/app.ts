/**
 * Wires routes and middleware. The Worker, the tests, the benchmark and the trainer's ladder all call
 * `createApp`; only the dependencies differ. State kept across requests (contexts, decoded models)
 * belongs to the app that was created and to the database it was read from.
 *
 * @example
 * const app = createApp(() => dependencies);
 * const response = await app.request("/v1/search", { method: "POST", headers, body });
 */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse, notFound } from "./middleware/error-response.ts";
import { preflight } from "./middleware/preflight.ts";
import type { BackgroundContext, Dependencies } from "./ports.ts";
import { AnswerCache } from "./retrieval/answer-cache.ts";
import { ImpressionLog } from "./retrieval/impression-log.ts";
import { registerDocument } from "./routes/document.ts";
import { registerDocuments } from "./routes/documents.ts";
import { registerFacets } from "./routes/facets.ts";
import { registerFeedback } from "./routes/feedback.ts";
import { registerHealth } from "./routes/health.ts";
import { registerModels } from "./routes/models.ts";
import { registerOpenApi } from "./routes/openapi.ts";
import { registerSearch } from "./routes/search.ts";
import { registerSearchBatch } from "./routes/search-batch.ts";
import { registerTokens } from "./routes/tokens.ts";
import { registerUsage } from "./routes/usage.ts";
import { registerVocabulary } from "./routes/vocabulary.ts";
import { RankingModelReader } from "./store/ranking-model-kv.ts";
import { ContextCache } from "./store/tenant-context.ts";

export type App = OpenAPIHono<AppEnvironment>;

type DependencyFactory<Bindings> = (
  bindings: Bindings,
  context: BackgroundContext | undefined,
) => Dependencies;

interface KeptState {
  readonly contexts: ContextCache;
  readonly models: RankingModelReader;
  readonly impressions: ImpressionLog;
  readonly answers: AnswerCache;
}

export function createApp<Bindings = unknown>(create: DependencyFactory<Bindings>): App {
  const app: App = new OpenAPIHono<AppEnvironment>();
  const states = new WeakMap<object, KeptState>();

  app.onError(errorResponse);
  app.notFound(notFound);
  app.use("*", preflight);
  app.use("*", async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    c.header("x-request-id", c.var.requestId);
    const dependencies = create(c.env as Bindings, executionContextOf(c));
    const state = states.get(dependencies.database) ?? {
      contexts: new ContextCache(),
      models: new RankingModelReader(),
      impressions: new ImpressionLog(dependencies.database),
      answers: new AnswerCache(),
    };
    states.set(dependencies.database, state);
    c.set("dependencies", dependencies);
    c.set("contexts", state.contexts);
    c.set("models", state.models);
    c.set("impressions", state.impressions);
    c.set("answers", state.answers);
    await next();
    c.header("x-content-type-options", "nosniff");
    if (!c.res.headers.has("cache-control")) {
      c.header("cache-control", "no-store");
    }
  });

  registerHealth(app);
  registerSearch(app);
  registerSearchBatch(app);
  registerTokens(app);
  registerDocuments(app);
  registerDocument(app);
  registerVocabulary(app);
  registerFeedback(app);
  registerModels(app);
  registerFacets(app);
  registerUsage(app);
  registerOpenApi(app);
  return app;
}

/** Hono throws where the platform has no execution context; then background work is not awaited. */
function executionContextOf(c: { executionCtx: unknown }): BackgroundContext | undefined {
  try {
    return c.executionCtx as BackgroundContext;
  } catch {
    return undefined;
  }
}
