/** Values for a JSON Schema of the OpenAPI description: mostly fitting, sometimes not at all. */
import fc, { type Arbitrary } from "fast-check";
import type { Components, Schema } from "../support/description.ts";

/** Strings that have broken services like this one. */
const HOSTILE = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "'; DROP TABLE documents; --",
  "refraction & lens | (",
  "%00%s%n",
  "٣٤٥",
  "x\u202ey",
  "../../etc/passwd",
  "$1::text",
  "{{7*7}}",
  "NaN",
] as const;
const STRING_CHARS_MAX = 60;
const ITEMS_MAX = 4;

const hostile = fc.constantFrom(...HOSTILE);
const anything = fc.oneof(
  hostile,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 3 }),
);

/** One value in ten does not fit where it stands. */
export function schemaArbitrary(schema: Schema, components: Components): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fitting(schema, components) },
    { weight: 1, arbitrary: anything },
  );
}

function fitting(schema: Schema, components: Components): Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return fitting(components[schema.$ref.split("/").at(-1)!]!, components);
  }
  if (schema.const !== undefined) {
    return fc.constant(schema.const);
  }
  if (schema.enum !== undefined) {
    return fc.constantFrom(...schema.enum);
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) {
    return fc.oneof(...choices.map((choice) => fitting(choice, components)));
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["object"]);
  return fc.oneof(...types.map((type) => ofType(type, schema, components)));
}

function ofType(type: string, schema: Schema, components: Components): Arbitrary<unknown> {
  switch (type) {
    case "string":
      return stringOf(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5000 });
    case "number":
      return fc.double({ noNaN: true, min: schema.minimum ?? -10, max: schema.maximum ?? 10 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(schemaArbitrary(schema.items ?? {}, components), {
        minLength: Math.min(schema.minItems ?? 0, ITEMS_MAX),
        maxLength: Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX),
      });
    default:
      return objectOf(schema, components);
  }
}

function stringOf({ format, minLength = 0, maxLength = STRING_CHARS_MAX }: Schema) {
  if (format === "uuid") {
    return fc.uuid();
  }
  return fc.oneof(
    fc.constantFrom("Physics", "O-Level", "light", "2019", "1", "en"),
    hostile,
    fc.string({
      minLength: Math.min(minLength, STRING_CHARS_MAX),
      maxLength: Math.min(maxLength, STRING_CHARS_MAX),
      unit: "binary",
    }),
  );
}

/** Optional properties come and go; now and then one that is not in the schema. */
function objectOf(schema: Schema, components: Components): Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, schemaArbitrary(property, components)] as const,
  );
  const model = Object.fromEntries(fields);
  return fc
    .tuple(
      fc.record(model, {
        requiredKeys: fields.map(([name]) => name).filter((n) => required.has(n)),
      }),
      fc.option(fc.tuple(fc.string({ minLength: 1, maxLength: 8 }), anything), { freq: 12 }),
    )
    .map(([value, extra]) => (extra === null ? value : { ...value, [extra[0]]: extra[1] }));
}
