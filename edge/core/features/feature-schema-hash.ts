/**
 * A fingerprint of an ordered list of features with their definitions' versions: FNV-1a, 64 bits
 * (Fowler, Noll, Vo). It guards against mistakes, not against attackers: a model whose fingerprint
 * differs from the reader's was trained on other numbers.
 */
import { type FeatureId, featureDefinition } from "./feature-registry.ts";

const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const MASK = 0xffffffffffffffffn;
const HEX_DIGITS = 16;

/** FNV-1a over code units; ids and versions are ASCII. */
function fnv1a64(text: string): string {
  let hash = OFFSET_BASIS;
  for (let at = 0; at < text.length; at += 1) {
    hash = ((hash ^ BigInt(text.charCodeAt(at))) * PRIME) & MASK;
  }
  return hash.toString(16).padStart(HEX_DIGITS, "0");
}

/** Sixteen hexadecimal digits; depends on ids, versions and their order. */
export function featureSchemaHash(ids: readonly FeatureId[]): string {
  return fnv1a64(ids.map((id) => `${id}@${featureDefinition(id).version}\n`).join(""));
}
