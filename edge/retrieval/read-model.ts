/** The ranking model of one search: the one in force, or the version that the request names. */
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { AppError } from "../errors.ts";
import type { SearchRequest } from "../schemas/search.ts";
import { ANALYZER_VERSION } from "../store/analyzer-version.ts";
import type { ServedModel } from "../store/ranking-model-kv.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import type { SearchContext } from "./search.ts";

export async function readModel(
  request: SearchRequest,
  context: SearchContext,
  tenant: TenantContext,
): Promise<ServedModel> {
  const { models, now, log } = context.dependencies;
  const environment = {
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: tenant.embeddingModel,
  };
  if (request.model === undefined) {
    return context.models.read(models, tenant.tenantId, environment, now(), log);
  }
  const { tenantId } = tenant;
  const model = await context.models.readRequested(models, tenantId, request.model, environment);
  if (model === null) {
    throw new AppError("unprocessable", "no published model of this version can be used", {
      field: "model",
    });
  }
  return { model, status: "requested" };
}
