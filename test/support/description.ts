/** The OpenAPI description as tests read it, and a validator that holds answers to it. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createApp } from "#edge/app.ts";
import type { Dependencies } from "#edge/ports.ts";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export type Components = Readonly<Record<string, Schema>>;

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** The caller needs a key. */
  readonly isLocked: boolean;
  readonly statuses: readonly number[];
  readonly body: Media | null;
  readonly parameters: readonly { in: string; name: string; schema: Schema }[];
  readonly answers: ReadonlyMap<number, Schema>;
}

interface RawOperation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, Media>> }>>;
  readonly requestBody?: { content: Readonly<Record<string, Media>> };
  readonly parameters?: Operation["parameters"];
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Components };
}

/** Generated in this process, without any service behind it. */
export async function readDescription(): Promise<Description> {
  const app = createApp(() => ({ database: {} }) as unknown as Dependencies);
  return (await (await app.request("/openapi.json")).json()) as Description;
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      operationId: raw.operationId,
      method: method.toUpperCase(),
      path,
      isLocked: raw.security.length > 0,
      // An answer without a body (304) is a matter of headers, which revalidation.test.ts looks at.
      statuses: Object.entries(raw.responses).flatMap(([status, { content }]) =>
        content === undefined ? [] : [Number(status)],
      ),
      body: raw.requestBody?.content["application/json"] ?? null,
      parameters: raw.parameters ?? [],
      answers: new Map(
        Object.entries(raw.responses).flatMap(([status, { content }]) =>
          content === undefined ? [] : [[Number(status), content["application/json"]!.schema]],
        ),
      ),
    })),
  );
}

export interface Validator {
  /** What is wrong with a value by the schema; empty: nothing. */
  problems(schema: Schema, value: unknown): readonly string[];
}

/**
 * With `closed`, a property that the schema does not name is wrong too, so that an answer cannot
 * hold what is not described.
 */
export function createValidator({ components }: Description, closed: boolean): Validator {
  const ajv = new Ajv2020({
    allowUnionTypes: true,
    strictTuples: false,
    allErrors: true,
    validateFormats: false,
  });
  ajv.addVocabulary(["components", "example"]);
  const prepared = closed ? (close(components) as typeof components) : components;
  const compiled = new WeakMap<Schema, ValidateFunction>();
  return {
    problems: (schema, value) => {
      const validate =
        compiled.get(schema) ??
        ajv.compile({ ...(closed ? (close(schema) as Schema) : schema), components: prepared });
      compiled.set(schema, validate);
      return validate(value)
        ? []
        : validate.errors!.map(({ instancePath, message, params }) =>
            [instancePath, message, JSON.stringify(params)].join(" "),
          );
    },
  };
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(close);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, close(one)]));
  return "properties" in copy && "type" in copy && !("additionalProperties" in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
