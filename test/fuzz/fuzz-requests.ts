/**
 * Seeded requests made from the OpenAPI description, and what every answer to one must be: no 5xx, a
 * documented status, a body of the described shape. Who sends a request decides nothing here.
 */
import fc, { type Arbitrary } from "fast-check";
import { expect } from "vitest";
import {
  type Components,
  createValidator,
  type Description,
  type Operation,
  operationsOf,
} from "../support/description.ts";
import { schemaArbitrary } from "./schema-arbitrary.ts";

/** The release check sends 5000. */
export const RUNS = process.env["FUZZ_RUNS"];
export const SEED = Number(process.env["FUZZ_SEED"] ?? 42);
/** A request that is not answered by then hangs. */
export const ANSWER_MS_MAX = 30_000;

type Caller = "admin" | "reader" | "nobody" | "garbage";

export interface FuzzRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly requestId: string | null;
  readonly body: string;
}

const IDS = ["phy-1", "unknown", "\u0000", "a/b", "v1", "..", "é?#%", "%"] as const;
const callers: Arbitrary<Caller> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Caller>("admin") },
  { weight: 1, arbitrary: fc.constantFrom<Caller>("reader", "nobody", "garbage") },
);
const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  { weight: 2, arbitrary: fc.constantFrom("application/x-ndjson", "application/json; charset=x") },
  { weight: 1, arbitrary: fc.constantFrom("text/plain", "", "application/", "\u00e9") },
);

export function requestArbitrary(description: Description): Arbitrary<FuzzRequest> {
  const { schemas } = description.components;
  return fc
    .constantFrom(...operationsOf(description))
    .chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        caller: callers,
        path: pathOf(operation, schemas),
        type: types,
        key: fc.option(fc.string({ maxLength: 300 }), { freq: 12 }),
        body: bodyOf(operation, schemas),
      }),
    )
    .map(({ operation, caller, path, type, key, body }) => ({
      operation,
      caller,
      path,
      headers: {
        ...(body === undefined ? {} : { "content-type": latin(type) }),
        ...(key === null ? {} : { "idempotency-key": latin(key) }),
      },
      body,
    }));
}

/** What a header may hold at all: a client cannot send the rest. */
const latin = (text: string) => text.replaceAll(/[^\u0020-\u007e]/g, "x");

function pathOf({ path, parameters }: Operation, schemas: Components): Arbitrary<string> {
  const query = parameters.filter((one) => one.in === "query");
  const values = fc.record(
    Object.fromEntries(query.map(({ name, schema }) => [name, schemaArbitrary(schema, schemas)])),
    { requiredKeys: [] },
  );
  const more = fc.option(fc.constantFrom("unknown=1", "limit=1&limit=2", "%=%", "year=%00"), {
    freq: 12,
  });
  return fc.tuple(fc.constantFrom(...IDS), values, more).map(([id, given, extra]) => {
    const text = new URLSearchParams(
      Object.entries(given).map(([name, value]): [string, string] => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ).toString();
    const search = [text, extra ?? ""].filter((part) => part !== "").join("&");
    const filled = path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
    return search === "" ? filled : `${filled}?${search}`;
  });
}

function bodyOf({ body }: Operation, schemas: Components): Arbitrary<string | undefined> {
  if (body === null) {
    return fc.constant(undefined);
  }
  const value = schemaArbitrary(body.schema, schemas);
  return fc.oneof(
    { weight: 16, arbitrary: value.map((one) => JSON.stringify(one)) },
    {
      weight: 1,
      arbitrary: fc.array(value).map((many) => many.map((one) => JSON.stringify(one)).join("\n")),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "[]", "null", '"x"', "\ufeff{}", "[".repeat(5000)),
    },
  );
}

/** Holds answers to the description and remembers what was met. */
export function createJudge(description: Description) {
  const validator = createValidator(description, true);
  const met = new Map<string, Map<number, number>>();
  return {
    met,
    judge: (sent: FuzzRequest, { status, requestId, body }: FuzzAnswer): void => {
      const { operation, path, caller } = sent;
      const what = `${operation.method} ${path} by ${caller} ${sent.body ?? ""} → ${status} ${body}`;
      expect(status, what).toBeLessThan(500);
      // An id of ".." makes another path of it; then the route, too, is another.
      if (path.includes("/..") && status === 404) return;
      expect(operation.statuses, what).toContain(status);
      const json = JSON.parse(body) as { error?: { request_id: string } };
      expect(validator.problems(operation.answers.get(status)!, json), what).toEqual([]);
      if (status >= 400) {
        expect(json.error?.request_id, what).toBe(requestId);
      }
      const name = `${operation.method} ${operation.path}`;
      const counts = met.get(name) ?? new Map<number, number>();
      counts.set(status, (counts.get(status) ?? 0) + 1);
      met.set(name, counts);
    },
  };
}

export const SEEDED_DOCUMENTS = [
  { id: "phy-1", subject: "Physics", level: "O-Level", language: "en", text: "light bends" },
  { id: "che-1", subject: "Chemistry", level: "A-Level", language: "en", text: "acids" },
];
