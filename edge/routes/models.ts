/** GET /v1/models, GET /v1/models/current, POST /v1/models/{version}/activate. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { idempotent } from "../middleware/idempotent.ts";
import { revalidated } from "../middleware/revalidated.ts";
import type { KeyValueStore } from "../ports.ts";
import { errorResponses } from "../schemas/error.ts";
import { idempotencyHeaders, replayedHeader } from "../schemas/idempotency.ts";
import { jsonResponse } from "../schemas/json-response.ts";
import { etagHeader, notModified, revalidationHeaders } from "../schemas/revalidation.ts";
import { refuseUnstorableId } from "../schemas/unstorable.ts";
import { listModels, readModel, recordActivation } from "../store/models.ts";
import { currentModelKey, MODEL_CACHE_TTL_SECONDS, modelKey } from "../store/ranking-model-kv.ts";

/** An activation says everything in its address. */
const BODY_BYTES_MAX = 1024;
const ACTIVATE = "/v1/models/:version/activate";
import { currentTableKey, NO_TABLE } from "../store/token-table-kv.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

const modelSchema = lazy(() => z.looseObject({ version: z.string() }).openapi("RankingModel"));
const listRoute = () =>
  createRoute({
    method: "get",
    path: "/v1/models",
    operationId: "listModels",
    summary: "Published ranking models, newest first",
    security: [{ apiKey: [] }],
    responses: {
      200: jsonResponse(
        "Versions and the one in force",
        z.object({ current: z.string().nullable(), models: z.array(modelSchema()) }),
      ),
      ...errorResponses(401, 429, 500, 503),
    },
  });

const currentRoute = () =>
  createRoute({
    method: "get",
    path: "/v1/models/current",
    operationId: "readCurrentModel",
    summary: "The ranking model in force",
    security: [{ apiKey: [] }],
    request: { headers: revalidationHeaders },
    responses: {
      200: {
        ...jsonResponse(
          "The whole model: weights, certificate, metrics, provenance",
          modelSchema(),
        ),
        headers: etagHeader,
      },
      ...notModified,
      ...errorResponses(401, 404, 429, 500, 503),
    },
  });

const activateRoute = () =>
  createRoute({
    method: "post",
    path: "/v1/models/{version}/activate",
    operationId: "activateModel",
    summary: "Promote or roll back to a published version",
    description:
      `Searches use it within ${2 * MODEL_CACHE_TTL_SECONDS} seconds everywhere. ` +
      "The change is recorded with the key that made it.",
    security: [{ apiKey: [] }],
    request: {
      params: z.object({ version: z.string().min(1).max(100) }),
      headers: idempotencyHeaders(),
    },
    responses: {
      200: {
        ...jsonResponse(
          "In force",
          z.object({ current: z.string(), previous: z.string().nullable() }),
        ),
        headers: replayedHeader,
      },
      ...errorResponses(400, 401, 403, 404, 409, 413, 422, 429, 500, 503),
    },
  });

export function registerModels(app: App): void {
  describeLater(app, listRoute, currentRoute, activateRoute);

  app.get("/v1/models", authenticate("reader"), async (c) => {
    const { dependencies, tenant } = c.var;
    const [models, current] = await Promise.all([
      listModels(dependencies.database, tenant.tenantId),
      readPointer(dependencies.models, tenant.tenantId),
    ]);
    return c.json({ current, models }, 200);
  });

  app.get("/v1/models/current", authenticate("reader"), revalidated(), async (c) => {
    const { dependencies, tenant } = c.var;
    const version = await readPointer(dependencies.models, tenant.tenantId);
    const model =
      version === null ? null : await readModel(dependencies.database, tenant.tenantId, version);
    if (model === null) {
      throw new AppError("not_found", "no model is in force: search ranks by fusion");
    }
    return c.json(model, 200);
  });

  app.post(ACTIVATE, authenticate("admin"), idempotent(BODY_BYTES_MAX), async (c) => {
    const { dependencies, tenant } = c.var;
    const { database, models, modelWriter } = dependencies;
    const { tenantId, keyId } = tenant;
    const version = c.req.param("version");
    refuseUnstorableId(version);
    const model = await readModel(database, tenantId, version);
    if (model === null) {
      throw new AppError("not_found", `no model has the version ${version}`);
    }
    if (modelWriter === undefined) {
      throw new AppError("configuration", "models are read only here");
    }
    const previous = await readPointer(models, tenantId);
    const tablePointer = currentTableKey(tenantId);
    const table = await models.get(tablePointer, MODEL_CACHE_TTL_SECONDS);
    const wanted = typeof model.queryTable === "string" ? model.queryTable : NO_TABLE;
    // The version first, the pointer last: a reader never finds a pointer to nothing. The encoder
    // goes with the model that was trained on it.
    await writeOrRefuse(() => modelWriter.put(modelKey(tenantId, version), JSON.stringify(model)));
    if (wanted !== (table ?? NO_TABLE)) {
      await writeOrRefuse(() => modelWriter.put(tablePointer, wanted));
    }
    await writeOrRefuse(() => modelWriter.put(currentModelKey(tenantId), version));
    await recordActivation(database, { tenantId, version, previous, keyId });
    return c.json({ current: version, previous }, 200);
  });
}

/** The version in force; null: none. */
async function readPointer(models: KeyValueStore, tenantId: number): Promise<string | null> {
  try {
    return await models.get(currentModelKey(tenantId), MODEL_CACHE_TTL_SECONDS);
  } catch {
    throw new AppError("upstream_unavailable", "the model store did not answer; try again");
  }
}

async function writeOrRefuse(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch {
    throw new AppError("upstream_unavailable", "the model store refused the write; try again", {
      retryAfterSeconds: 1,
    });
  }
}
