/** GET /openapi.json: the description is generated from the routes themselves, with examples added. */
import type { App } from "../app.ts";
import { revalidated } from "../middleware/revalidated.ts";
import type { OperationExample } from "../schemas/examples.ts";
import { describeNow } from "./describe-later.ts";

/** The same for everybody, and changed by a deployment only. */
const CACHE_CONTROL = "public, max-age=300";

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Scopewise",
    version: "1.0.0",
    description: "Curriculum-gated hybrid retrieval for exam tutoring.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
};

type Description = ReturnType<App["getOpenAPI31Document"]>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: { name: string; example?: string }[];
  readonly requestBody?: { content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, { content: Record<string, { example?: unknown }> }>;
}

export function registerOpenApi(app: App): void {
  let description: Promise<Description> | undefined;
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "An API key or a token, sent as `Authorization: Bearer <key>`",
  });
  app.get("/openapi.json", revalidated(CACHE_CONTROL), async (c) => {
    description ??= describe(app);
    return c.json(await description, 200);
  });
}

async function describe(app: App): Promise<Description> {
  const { EXAMPLES } = await import("../schemas/examples.ts");
  describeNow(app);
  const description = app.getOpenAPI31Document(INFO);
  for (const methods of Object.values(description.paths ?? {})) {
    for (const operation of Object.values(methods) as unknown as Operation[]) {
      const example = EXAMPLES[operation.operationId];
      if (example !== undefined) {
        illustrate(operation, example);
      }
    }
  }
  return description;
}

function illustrate(operation: Operation, { request, response, parameters }: OperationExample) {
  for (const parameter of operation.parameters ?? []) {
    const value = parameters?.[parameter.name];
    if (value !== undefined) {
      parameter.example = value;
    }
  }
  const body = operation.requestBody?.content["application/json"];
  if (body !== undefined && request !== undefined) {
    body.example = request;
  }
  const answer = operation.responses["200"]?.content["application/json"];
  if (answer !== undefined) {
    answer.example = response;
  }
}
