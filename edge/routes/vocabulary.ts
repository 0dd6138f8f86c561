/** GET and PUT /v1/vocabulary: how a tenant's students name subjects, levels, papers and the like. */
import { createRoute, z } from "@hono/zod-openapi";
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { EditedEntry } from "#core/scope/vocabulary/merge-vocabulary.ts";
import type { App } from "../app.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { revalidated } from "../middleware/revalidated.ts";
import { errorResponses } from "../schemas/error.ts";
import { readJsonBody } from "../schemas/read-body.ts";
import { etagHeader, notModified, revalidationHeaders } from "../schemas/revalidation.ts";
import { readEditedVocabulary, writeEditedVocabulary } from "../store/vocabulary.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

export const VOCABULARY_BODY_BYTES_MAX = 2 * 1024 * 1024;
/** Edited entries in one request; a tenant's vocabulary is written in several if it is larger. */
export const ENTRIES_PER_REQUEST_MAX = 2000;
/** Names in one list of an entry. */
export const NAMES_MAX = 400;

const name = z.string().min(1).max(200);
const names = z.array(name).max(NAMES_MAX);
const NAMED_FIELDS = SCOPE_FIELDS.filter(
  (field) => field !== "year" && field !== "question_number",
) as [EditedEntry["field"]];

export const vocabularyEntrySchema = lazy(() =>
  z
    .strictObject({
      field: z.enum(NAMED_FIELDS),
      value: name,
      covers: names.optional(),
      aliases: names.optional(),
      implies: z
        .partialRecord(z.enum(SCOPE_FIELDS), z.array(z.union([name, z.number().int()])).max(32))
        .optional(),
      ordinary: names.optional(),
      cased: names.optional(),
      people: names.optional(),
      lookalikes: names.optional(),
    })
    .openapi("VocabularyEntry", {
      example: { field: "level", value: "O-Level", aliases: ["ordinary level", "O levels"] },
    }),
);

const bodySchema = lazy(() =>
  z.strictObject({
    entries: z.array(vocabularyEntrySchema()).max(ENTRIES_PER_REQUEST_MAX),
    /** True: the entries become the whole edited vocabulary. */
    replace: z.boolean().default(false),
  }),
);

const getRoute = () =>
  createRoute({
    method: "get",
    path: "/v1/vocabulary",
    operationId: "readVocabulary",
    summary: "The edited vocabulary",
    security: [{ apiKey: [] }],
    request: { headers: revalidationHeaders },
    responses: {
      200: {
        headers: etagHeader,
        description: "Entries by field and value",
        content: {
          "application/json": { schema: z.object({ entries: z.array(vocabularyEntrySchema()) }) },
        },
      },
      ...notModified,
      ...errorResponses(401, 429, 500, 503),
    },
  });

const putRoute = () =>
  createRoute({
    method: "put",
    path: "/v1/vocabulary",
    operationId: "writeVocabulary",
    summary: "Add or replace vocabulary entries",
    security: [{ apiKey: [] }],
    request: {
      body: { required: true, content: { "application/json": { schema: bodySchema() } } },
    },
    responses: {
      200: {
        description: "Written; the next search uses them",
        content: { "application/json": { schema: z.object({ written: z.number().int() }) } },
      },
      ...errorResponses(400, 401, 403, 413, 415, 429, 500, 503),
    },
  });

export function registerVocabulary(app: App): void {
  describeLater(app, getRoute, putRoute);
  app.get("/v1/vocabulary", authenticate("reader"), revalidated(), async (c) => {
    const { dependencies, tenant } = c.var;
    const entries = await readEditedVocabulary(dependencies.database, tenant.tenantId);
    return c.json({ entries }, 200);
  });
  app.put("/v1/vocabulary", authenticate("admin"), async (c) => {
    const { dependencies, tenant } = c.var;
    const body = await readJsonBody(c.req.raw, bodySchema(), VOCABULARY_BODY_BYTES_MAX);
    const entries = body.entries as EditedEntry[];
    const { database } = dependencies;
    await writeEditedVocabulary(database, tenant.tenantId, entries, body.replace);
    c.var.forgetTenant();
    return c.json({ written: entries.length }, 200);
  });
}
