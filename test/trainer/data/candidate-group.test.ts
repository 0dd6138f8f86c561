/** trainer-007 and its kind: a value that is not a number costs its candidate, never the model. */
import { describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { withoutBadRows } from "#trainer/data/candidate-group.ts";
import { drawPairs } from "#trainer/data/preference-pairs.ts";
import { fitStandardization } from "#trainer/data/standardization.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { sampleGroups } from "../sample-groups.ts";

const COLUMNS = DEFAULT_FEATURES.length;

describe("candidates with values that are not numbers", () => {
  it.each([Number.NaN, Infinity, -Infinity])(
    "are left out and named (trainer-007: %s)",
    (value) => {
      const [group] = sampleGroups(1, 3);
      group!.values[4 * COLUMNS + 2] = value;
      group!.values[4 * COLUMNS + 9] = value;
      const cleaned = withoutBadRows(group!);
      const documentId = group!.ids[4];
      expect(cleaned.bad).toEqual([
        { queryId: "q0000", documentId, feature: DEFAULT_FEATURES[2], value: String(value) },
        { queryId: "q0000", documentId, feature: DEFAULT_FEATURES[9], value: String(value) },
      ]);
      expect(cleaned.group.ids).toEqual(group!.ids.toSpliced(4, 1));
      expect(cleaned.group.fusedRanks).toEqual(group!.fusedRanks.toSpliced(4, 1));
      expect([...cleaned.group.values]).toEqual([...group!.values].toSpliced(4 * COLUMNS, COLUMNS));
    },
  );

  it("leave the pairs of other candidates and queries as they are", () => {
    const groups = sampleGroups(2, 5);
    groups[0]!.values[0] = Number.NaN;
    const cleaned = groups.map((group) => withoutBadRows(group).group);
    const pairs = drawPairs(cleaned, TRAINING_SETTINGS);
    expect(pairs.filter(({ group }) => group === cleaned[1])).toHaveLength(5);
    const { means, scales } = fitStandardization(cleaned, COLUMNS);
    expect([...means, ...scales].every(Number.isFinite)).toBe(true);
  });

  it("are none in a clean group, which is returned as it is", () => {
    const [group] = sampleGroups(1, 3);
    expect(withoutBadRows(group!)).toEqual({ group, bad: [] });
  });
});

describe("standardisation", () => {
  it("gives mean and population deviation of each column over all candidates", () => {
    const groups = sampleGroups(3, 11);
    const { means, scales } = fitStandardization(groups, COLUMNS);
    for (let column = 0; column < COLUMNS; column += 1) {
      const values = groups.flatMap((group) =>
        [...group.values].filter((_, at) => at % COLUMNS === column),
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      expect(means[column]).toBeCloseTo(mean, 12);
      expect(scales[column]).toBeCloseTo(Math.sqrt(squares / values.length), 12);
    }
  });

  it("has scale 1 for a constant column, also where its mean is not exact", () => {
    const groups = sampleGroups(3, 11);
    for (const { values } of groups) {
      for (let at = 5; at < values.length; at += COLUMNS) values[at] = 0.1;
      for (let at = 6; at < values.length; at += COLUMNS) values[at] = 0;
    }
    const { scales } = fitStandardization(groups, COLUMNS);
    expect(scales.slice(5, 7)).toEqual([1, 1]);
  });

  it("of nothing is the identity", () => {
    const { means, scales } = fitStandardization([], COLUMNS);
    expect(means).toEqual(DEFAULT_FEATURES.map(() => 0));
    expect(scales).toEqual(DEFAULT_FEATURES.map(() => 1));
  });
});
