/** A JSON Schema as the rows of a table: one per field, nested fields with dots. */
import type { Description, Schema } from "./description.ts";

export interface FieldRow {
  /** Such as `scope.subject` or `documents[].id`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Bounds, defaults and what the schema says in words. */
  readonly note: string;
}

type Schemas = Description["components"]["schemas"];

/** Objects inside objects are shown to this depth; the description itself has everything. */
const DEPTH_MAX = 4;
const ENUM_SHOWN_MAX = 12;

export function schemaRows(schema: Schema, schemas: Schemas): FieldRow[] {
  return objectRows(resolve(schema, schemas), schemas, "", 0);
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

function objectRows(schema: Schema, schemas: Schemas, prefix: string, depth: number): FieldRow[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const known = resolve(field, schemas);
    const row = {
      path,
      type: typeOf(known, schemas),
      isRequired: required.has(name),
      note: noteOf(known),
    };
    if (depth >= DEPTH_MAX) return [row];
    const items = known.items === undefined ? null : resolve(known.items, schemas);
    const inner =
      items?.properties === undefined
        ? objectRows(known, schemas, `${path}.`, depth + 1)
        : objectRows(items, schemas, `${path}[].`, depth + 1);
    return [row, ...inner];
  });
}

export function typeOf(schema: Schema, schemas: Schemas): string {
  const known = resolve(schema, schemas);
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum !== undefined) return enumOf(known.enum);
  if (known.anyOf !== undefined) {
    return [...new Set(known.anyOf.map((one) => typeOf(one, schemas)))].join(" or ");
  }
  if (known.prefixItems !== undefined) {
    return `[${known.prefixItems.map((one) => typeOf(one, schemas)).join(", ")}]`;
  }
  const types = typeof known.type === "string" ? [known.type] : (known.type ?? ["any"]);
  return types
    .map((type) =>
      type === "array" && known.items !== undefined
        ? `list of ${typeOf(known.items, schemas)}`
        : type,
    )
    .join(" or ");
}

function enumOf(values: readonly unknown[]): string {
  const shown = values.slice(0, ENUM_SHOWN_MAX).map((value) => JSON.stringify(value));
  return shown.join(" | ") + (values.length > shown.length ? " | …" : "");
}

export function noteOf(schema: Schema): string {
  const bounds = [
    range(schema.minLength, schema.maxLength, "characters"),
    range(schema.minItems, schema.maxItems, "items"),
    range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum, ""),
    schema.default === undefined || schema.default === null
      ? ""
      : `default ${JSON.stringify(schema.default)}`,
    schema.description ?? "",
  ];
  return bounds.filter((part) => part !== "").join("; ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const isOpen = most === undefined || most >= Number.MAX_SAFE_INTEGER;
  if (isOpen && (least === undefined || least <= Number.MIN_SAFE_INTEGER)) return "";
  const text = isOpen
    ? `at least ${least}`
    : least === undefined
      ? `at most ${most}`
      : `${least} to ${most}`;
  return unit === "" ? text : `${text} ${unit}`;
}
