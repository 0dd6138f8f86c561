/**
 * The OpenAPI description is one that tools can use: the published rule set `recommended` of
 * @redocly/openapi-core finds nothing, every operation has examples that fit their schemas, and every
 * error is described.
 */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import type { Dependencies } from "#edge/ports.ts";

interface Media {
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly summary?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
}

/** Routes without a caller's input have no 4xx. */
const WITHOUT_4XX = ["~1healthz", "~1readyz"];

async function lint(description: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"] }),
  });
  return problems
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)
    .filter(
      (line) =>
        !WITHOUT_4XX.some((path) => line.startsWith(`operation-4xx-response #/paths/${path}/`)),
    );
}

describe("the OpenAPI description", () => {
  let description: Description;
  let operations: [string, Operation][];
  beforeAll(async () => {
    const app = createApp(() => ({ database: {} }) as unknown as Dependencies);
    description = (await (await app.request("/openapi.json")).json()) as Description;
    operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  it("has nothing that the rule set finds", async () => {
    expect(await lint(description)).toEqual([]);
  });

  it("shows an example of every JSON body and of every answer", () => {
    const without = operations.flatMap(([name, { requestBody, responses }]) =>
      [
        [`${name} request`, requestBody?.content["application/json"]] as const,
        ...Object.entries(responses).map(
          ([status, { content }]) => [`${name} ${status}`, content?.["application/json"]] as const,
        ),
      ]
        .filter(([, media]) => media !== undefined && media.example === undefined)
        .map(([what]) => what),
    );
    expect(without).toEqual([]);
  });

  it("describes what every caller can meet", () => {
    expect(operations.length).toBeGreaterThan(15);
    for (const [name, { security, responses, requestBody, summary }] of operations) {
      const isOpen = security.length === 0;
      const met = [
        "200",
        "500",
        ...(isOpen ? [] : ["401", "429", "503"]),
        ...(requestBody === undefined ? [] : ["400", "413", "415"]),
      ];
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(met));
      expect(summary, name).toBeTruthy();
    }
  });

  it.each<[string, (operation: Record<string, unknown>) => void]>([
    ["an operation without a name", (operation) => delete operation["operationId"]],
    ["a field that is none", (operation) => (operation["middleware"] = [null])],
    [
      "an example that does not fit",
      (operation) => {
        const body = operation["requestBody"] as { content: Record<string, { example: unknown }> };
        body.content["application/json"]!.example = { query: 7 };
      },
    ],
  ])("canary: %s is found", async (_, spoil) => {
    const copy = structuredClone(description) as unknown as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    spoil(copy.paths["/v1/search"]!["post"]!);
    expect(await lint(copy)).not.toEqual([]);
  });
});
