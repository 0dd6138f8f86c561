/** The learned parts of a published model, checked number by number. */
import { finite, record, Refusal, text, unreadable } from "./model-fields.ts";
import { ADAPTER_DIMENSION_MAX, ADAPTER_RANK_MAX, type QueryAdapter } from "./query-adapter.ts";
import type { LearnedParts } from "./ranking-model.ts";

function numbers(value: unknown, path: string, length: number): number[] {
  if (!Array.isArray(value)) throw unreadable(`${path} is not a list`);
  if (value.length !== length) {
    throw new Refusal("count_mismatch", `${path} has ${value.length} numbers, not ${length}`);
  }
  return value.map((item, index) => finite(item, `${path}[${index}]`));
}

function countUpTo(value: unknown, path: string, countMax: number): number {
  const count = finite(value, path);
  if (Number.isInteger(count) && count >= 0 && count <= countMax) return count;
  throw unreadable(`${path} is not a whole number up to ${countMax}`);
}

const at = (name: string): string => `learned.adapter.${name}`;

function adapter(value: unknown): QueryAdapter | null {
  if (value === null) return null;
  const fields = record(value, "learned.adapter");
  const dimension = countUpTo(fields.dimension, at("dimension"), ADAPTER_DIMENSION_MAX);
  const { leftScales } = fields;
  const rankGiven = Array.isArray(leftScales) ? leftScales.length : -1;
  const rank = countUpTo(rankGiven, at("leftScales.length"), ADAPTER_RANK_MAX);
  const read = (name: string, length: number) => numbers(fields[name], at(name), length);
  return {
    dimension,
    mean: read("mean", dimension),
    offset: read("offset", dimension),
    left: read("left", rank * dimension),
    right: read("right", rank * dimension),
    leftScales: read("leftScales", rank),
    rightScales: read("rightScales", rank),
  };
}

export function learnedParts(value: unknown): LearnedParts {
  const fields = record(value, "learned");
  if (typeof fields.weighsLexicalLeg !== "boolean") {
    throw unreadable("learned.weighsLexicalLeg is not true or false");
  }
  return {
    version: text(fields.version, "learned.version"),
    weighsLexicalLeg: fields.weighsLexicalLeg,
    adapter: adapter(fields.adapter),
  };
}
