/** GET /openapi.json: the description is generated from the routes themselves. */
import type { App } from "../app.ts";

export function registerOpenApi(app: App): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", {
    type: "http",
    scheme: "bearer",
    description: "An API key, sent as `Authorization: Bearer <key>`",
  });
  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Scopewise",
      version: "1.0.0",
      description: "Curriculum-gated hybrid retrieval for exam tutoring.",
      license: { name: "MIT" },
    },
    servers: [{ url: "/" }],
  });
}
