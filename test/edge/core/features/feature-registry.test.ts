/** Goal: ids are stable and unique, and the schema hash notices every change that matters. */
import { describe, expect, it } from "vitest";
import {
  DEFAULT_FEATURES,
  FEATURES,
  type FeatureDefinition,
  isFeatureId,
} from "#core/features/feature-registry.ts";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";

describe("FEATURES", () => {
  it("has distinct ids, a formula and an ordered range each", () => {
    expect(new Set(FEATURES.map(({ id }) => id)).size).toBe(FEATURES.length);
    for (const { id, formula, range } of FEATURES) {
      expect(id).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
      expect(formula).not.toBe("");
      expect(range[0]).toBeLessThan(range[1]);
    }
  });

  it("documents the value of everything that can be missing", () => {
    const definitions: readonly FeatureDefinition[] = FEATURES;
    for (const { requires, whenMissing } of definitions) {
      expect(requires === undefined).toBe(whenMissing === undefined);
    }
  });

  it("offers seventeen distinct defaults", () => {
    expect(DEFAULT_FEATURES).toHaveLength(17);
    expect(new Set(DEFAULT_FEATURES).size).toBe(17);
    expect(DEFAULT_FEATURES.every(isFeatureId)).toBe(true);
    expect(isFeatureId("constructor")).toBe(false);
  });
});

describe("featureSchemaHash", () => {
  it("is FNV-1a 64 of ids and versions, one a line", () => {
    // Reference: FNV-1a 64 of "" and of "bm25@1\n", computed with another implementation.
    expect(featureSchemaHash([])).toBe("cbf29ce484222325");
    expect(featureSchemaHash(["bm25"])).toBe("033aead486d63314");
  });

  it("changes with a feature, with its place and with their number", () => {
    const hashes = [
      featureSchemaHash(["bm25", "cosine"]),
      featureSchemaHash(["cosine", "bm25"]),
      featureSchemaHash(["bm25", "cosine_curved"]),
      featureSchemaHash(["bm25"]),
      featureSchemaHash(DEFAULT_FEATURES),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
