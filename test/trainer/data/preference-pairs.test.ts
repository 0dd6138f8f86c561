/**
 * Goal: pairs are what the header says they are. Method: counts and sums on random groups, and the
 * share of draws by rank against the exact probabilities of the first draw.
 */
import { describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { isRelevantRow } from "#trainer/data/candidate-group.ts";
import { drawPairs, pairProblem } from "#trainer/data/preference-pairs.ts";
import { fitStandardization } from "#trainer/data/standardization.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { sampleGroup, sampleGroups } from "../sample-groups.ts";
import { mulberry32 } from "#significance/mulberry32.ts";

const SEED = 7;

describe(`preference pairs (seed ${SEED})`, () => {
  const groups = sampleGroups(40, SEED);
  const pairs = drawPairs(groups, TRAINING_SETTINGS);

  it("set each relevant candidate against five different non-relevant ones of its query", () => {
    expect(pairs).toHaveLength(40 * 5);
    for (const group of groups) {
      const own = pairs.filter((pair) => pair.group === group);
      expect(own.every(({ better }) => isRelevantRow(group, better))).toBe(true);
      expect(own.some(({ worse }) => isRelevantRow(group, worse))).toBe(false);
      expect(new Set(own.map(({ worse }) => worse)).size).toBe(5);
    }
  });

  it("take what there is where fewer than five are non-relevant, and nothing where none is", () => {
    const small = sampleGroup(0, mulberry32(SEED), 3);
    expect(drawPairs([small], TRAINING_SETTINGS)).toHaveLength(2);
    const grades = new Map(small.ids.map((id) => [id, 1]));
    const relevantOnly = { ...small, judged: { ...small.judged, grades } };
    expect(drawPairs([relevantOnly], TRAINING_SETTINGS)).toEqual([]);
  });

  it("prefer high ranks as 1 / rank^0.7", () => {
    const [group] = sampleGroups(1, SEED);
    const rows = [...group!.ids.keys()].filter((row) => !isRelevantRow(group!, row));
    const weightOf = (row: number) => group!.fusedRanks[row]! ** -0.7;
    const total = rows.reduce((sum, row) => sum + weightOf(row), 0);
    const draws = 4_000;
    const counts = new Map<number, number>();
    for (let seed = 1; seed <= draws; seed += 1) {
      const one = { ...TRAINING_SETTINGS, seed, negativesPerRelevant: 1 };
      const [pair] = drawPairs([group!], one);
      counts.set(pair!.worse, (counts.get(pair!.worse) ?? 0) + 1);
    }
    for (const row of rows) {
      const expected = weightOf(row) / total;
      const deviation = Math.sqrt((expected * (1 - expected)) / draws);
      expect(Math.abs((counts.get(row) ?? 0) / draws - expected)).toBeLessThan(5 * deviation);
    }
  });

  it("weigh every query the same, whatever its number of answers", () => {
    const [many, ...others] = groups;
    const ids = many!.ids.slice(0, 6);
    const judged = { ...many!.judged, grades: new Map(ids.map((id) => [id, 1])) };
    const mixed = [{ ...many!, judged }, ...others];
    const drawn = drawPairs(mixed, TRAINING_SETTINGS);
    const { weights } = pairProblem(drawn, fitStandardization(mixed, DEFAULT_FEATURES.length));
    const sums = mixed.map((group) =>
      drawn.reduce((sum, pair, index) => sum + (pair.group === group ? weights[index]! : 0), 0),
    );
    for (const sum of sums) expect(sum).toBeCloseTo(drawn.length / mixed.length, 9);
  });

  it("become differences in units of the standard deviation", () => {
    const standardization = fitStandardization(groups, DEFAULT_FEATURES.length);
    const { differences } = pairProblem(pairs, standardization);
    const columns = DEFAULT_FEATURES.length;
    expect(differences).toMatchObject({ rows: pairs.length, columns });
    const { group, better, worse } = pairs[3]!;
    for (let column = 0; column < columns; column += 1) {
      const raw =
        group.values[better * columns + column]! - group.values[worse * columns + column]!;
      const expected = raw / standardization.scales[column]!;
      expect(differences.data[3 * columns + column]).toBeCloseTo(expected, 12);
    }
  });
});
