/**
 * The text-search cases on the whole product, and further inputs of the same kinds. Each case has a
 * check of its own; a case without one fails.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reciprocalRankFusion } from "#core/fusion/reciprocal-rank-fusion.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import { firstStageStatement } from "#edge/store/first-stage.ts";
import { DIMENSION } from "../../support/product.ts";
import { type InputCase, readCases, type Row } from "./case-file.ts";
import { type Check, playCases } from "./case-suite.ts";
import {
  type CaseTenant,
  lexicalRows,
  type LexicalRow,
  type Stage,
  startStage,
} from "./case-stage.ts";

const CASES = readCases("text-search", DIMENSION);

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const sorted = (rows: readonly { readonly id: string }[]) => ids(rows).toSorted();

/** Results of every query of the case. */
async function run(one: InputCase, stage: Stage): Promise<LexicalRow[][]> {
  const tenant = await stage.load(one);
  const results: LexicalRow[][] = [];
  for (const query of one.queries) results.push(await stage.lexical(query, tenant));
  return results;
}

async function answers(
  one: InputCase,
  stage: Stage,
  tenant: CaseTenant,
  more: Row = {},
): Promise<SearchResponse[]> {
  const bodies = [
    ...(one.request === null ? [] : [one.request]),
    ...one.calls.map(({ body }) => body),
  ];
  const all: SearchResponse[] = [];
  for (const body of bodies) all.push(await stage.product.search({ ...body, ...more }, tenant.key));
  return all;
}

/** Every query finds exactly these, in any order. */
const findsExactly =
  (...expected: string[]): Check<Stage> =>
  async (one, stage) => {
    for (const rows of await run(one, stage)) expect(sorted(rows)).toEqual(expected.toSorted());
  };

function expectStrictlyAbove(rows: readonly LexicalRow[], first: string, others: string[]): void {
  expect(rows[0]?.id).toBe(first);
  for (const { score } of rows.filter(({ id }) => others.includes(id))) {
    expect(rows[0]!.score).toBeGreaterThan(score);
  }
}

const emptyAfterAnalysis: Check<Stage> = async (one, stage) => {
  for (const answer of await answers(one, stage, await stage.load(one))) {
    expect(ids(answer.hits)).toEqual(["phy-1", "phy-2"]);
    expect(answer.notes).toContain("lexical_empty");
    expect(answer.relaxation).toEqual([]);
  }
};

const CHECKS: Readonly<Record<string, Check<Stage>>> = {
  "text-search-001": emptyAfterAnalysis,
  "text-search-002": async (one, stage) => {
    const [withWords, without] = await run(one, stage);
    expect(ids(withWords!)).toEqual(["geo-1"]);
    expect(withWords).toEqual(without);
  },
  "text-search-003": async (one, stage) => {
    const [all, unknown] = await run(one, stage);
    expect(ids(all!)).toEqual(["bio-1", "bio-2"]);
    expect(sorted(unknown!)).toEqual(["bio-1", "bio-2"]);
  },
  "text-search-004": findsExactly("phy-1", "phy-2"),
  "text-search-005": findsExactly("fr-1"),
  "text-search-006": findsExactly("phy-1"),
  "text-search-007": async (one, stage) => {
    const [rows] = await run(one, stage);
    expectStrictlyAbove(rows!, "phy-1", ["phy-2", "phy-3"]);
  },
  "text-search-008": findsExactly("che-1"),
  "text-search-009": findsExactly("che-1", "che-2", "che-3"),
  "text-search-010": async (one, stage) => {
    const tenant = await stage.load(one);
    for (const call of one.calls) {
      const { status, body } = await stage.play(call, tenant);
      expect(status).toBe(400);
      expect(body.error.code).toBe("empty_query");
    }
  },
  "text-search-011": async (one, stage) => {
    for (const rows of await run(one, stage)) expectStrictlyAbove(rows, "geo-1", ["geo-2"]);
  },
  "text-search-012": async (one, stage) => {
    const results = await run(one, stage);
    expect(sorted(results[0]!)).toEqual(["fr-1", "fr-2", "fr-3"]);
    for (const rows of results) expect(rows).toEqual(results[0]);
  },
  "text-search-013": async (one, stage) => {
    const tenant = await stage.load(one);
    const [row] = await stage.product.database.query<{ lexemes: string[] }>(
      "SELECT array_agg(lexeme) AS lexemes FROM terms WHERE tenant_id = $1",
      [tenant.tenantId],
    );
    expect(
      row!.lexemes.filter((word) => /^(?:nergie?|nerg|lectri\w*|m|cani\w*)$/u.test(word)),
    ).toEqual([]);
    expect(ids(await stage.lexical("énergie", tenant))).toEqual(["phy-1"]);
    expect(ids(await stage.lexical("électrique", tenant))).toEqual(["phy-2"]);
  },
  "text-search-014": async (one, stage) => {
    const [rows] = await run(one, stage);
    expectStrictlyAbove(rows!, "bio-1", ["bio-2"]);
    // The long document is scored by its best chunk, hence below the 1.08 of a whole document.
    expect(rows![0]!.score).toBeCloseTo(1.81, 1);
    expect(rows![1]!.score).toBeLessThan(1.1);
  },
  "text-search-015": async () => {
    const fuse = (lexical: string[]) =>
      ids(
        reciprocalRankFusion([
          { name: "lexical", ids: lexical },
          { name: "dense", ids: ["bio-2", "bio-3"] },
        ]),
      );
    expect(fuse(["bio-1", "bio-2"])).toEqual(["bio-2", "bio-1", "bio-3"]);
  },
  "text-search-016": async (one, stage) => {
    const [rows] = await run(one, stage);
    expect(rows![0]!.id).toBe("che-1");
  },
  "text-search-017": async (one, stage) => {
    const [rows] = await run(one, stage);
    expectStrictlyAbove(rows!, "phy-r", ids(rows!.slice(1)));
  },
  "text-search-018": async (one, stage) => {
    const tenant = await stage.load(one);
    const search = async () => (await answers(one, stage, tenant, { explain: true }))[0]!;
    const before = lexicalRows(await search());
    await stage.ingest(tenant, one.thenAdd);
    expect(before[0]!.id).toBe("che-1");
    expect(lexicalRows(await search())).toEqual(before);
  },
  "text-search-019": async (one, stage) => {
    // A tenth of the corpus: what is counted is rows, and they must not depend on its size.
    const documents = one.documents.filter((_, index) => index % 10 === 0);
    const tenant = await stage.load({ ...one, documents });
    const [answer] = await answers(one, stage, tenant);
    expect(answer!.hits.length).toBe(20);
    expect(ids(answer!.hits).every((id) => id.startsWith("p-"))).toBe(true);
    expect(answer!.pool_size).toBe(20);
    expect(await rowsScored(stage, tenant)).toBeLessThanOrEqual(20);
  },
  "text-search-020": async (one, stage) => {
    const all = await answers(one, stage, await stage.load(one), { explain: true });
    const scores = all.map(
      (answer) => new Map(lexicalRows(answer).map((row) => [row.id, row.score])),
    );
    for (const small of scores) {
      for (const [id, score] of small) expect(scores.at(-1)!.get(id)).toBe(score);
    }
    const first = ids(all[0]!.hits);
    for (const { hits } of all) expect(ids(hits).slice(0, 5)).toEqual(first);
  },
  "text-search-021": async (one, stage) => {
    const [answer] = await answers(one, stage, await stage.load(one), { explain: true });
    expect(ids(answer!.hits)).toEqual(["phy-1"]);
    expectFinite(answer!);
  },
  "text-search-022": async (one, stage) => {
    const tenant = await stage.load(one);
    const [answer] = await answers(one, stage, tenant, { explain: true });
    expect(ids(answer!.hits)).toEqual(["phy-1"]);
    expectFinite(answer!);
    const wide = await stage.lexical("circuit", tenant);
    expect(wide.find(({ id }) => id === "phy-1")!.score).toBe(lexicalRows(answer!)[0]!.score);
  },
  "text-search-023": async (one, stage) => {
    for (const answer of await answers(one, stage, await stage.load(one), { explain: true })) {
      expect(answer.hits).toHaveLength(1);
      expectFinite(answer);
      expect(answer.hits[0]!.highlights!.join()).toMatch(/delta/u);
    }
  },
  "text-search-024": async (one, stage) => {
    const all = await answers(one, stage, await stage.load(one));
    for (const { hits, pool_size: pool } of all) {
      expect(pool).toBe(2);
      expect(hits).toEqual(all[0]!.hits);
    }
  },
  "text-search-025": async (one, stage) => {
    await findsExactly("che-1", "che-3")(one, stage);
    const tenant = await stage.load({ ...one, id: `${one.id}-scope` });
    for (const query of one.queries) {
      const { scope } = await stage.product.search({ query }, tenant.key);
      expect(scope.effective["subject"]).toBeUndefined();
    }
  },
  "text-search-026": async (one, stage) => {
    const [square, caret, markup, sine, sineCaret, group] = await run(one, stage);
    for (const rows of [square!, caret!, markup!]) {
      expect(sorted(rows.slice(0, 2))).toEqual(["m-1", "m-2"]);
      const subscript = rows.find(({ id }) => id === "m-3");
      if (subscript !== undefined) expect(rows[1]!.score).toBeGreaterThan(subscript.score);
    }
    for (const rows of [sine!, sineCaret!]) expectStrictlyAbove(rows, "m-4", ["m-5"]);
    expect(ids(group!)).toContain("m-4");
  },
  "text-search-027": findsExactly("m-1", "m-2", "m-4"),
  "text-search-028": async (one, stage) => {
    const [spaced, tight, distance] = await run(one, stage);
    expect(spaced![0]!.id).toBe("phy-1");
    expect(tight![0]!.id).toBe("phy-1");
    expect(distance![0]!.id).toBe("phy-2");
    for (const rows of [spaced!, tight!, distance!]) expect(ids(rows)).not.toContain("geo-1");
  },
  "text-search-029": async (one, stage) => {
    const [sign, greek, letter, coefficient] = await run(one, stage);
    expect(sorted(sign!)).toEqual(["bio-1", "bio-2"]);
    expect(greek).toEqual(sign);
    expect(ids(letter!)).not.toContain("phy-1");
    expect(coefficient![0]!.id).toBe("phy-1");
  },
  "text-search-030": async (one, stage) => {
    const [straight, curly, modifier, law, name] = await run(one, stage);
    expect(ids(straight!)).toEqual(["phy-1", "phy-3"]);
    expect(curly).toEqual(straight);
    expect(modifier).toEqual(straight);
    expect(law![0]!.id).toBe("phy-2");
    expect(ids(name!)).toEqual(["phy-2"]);
  },
  "text-search-031": async (one, stage) => {
    const [ligature, letters, ...heart] = await run(one, stage);
    expect(ids(ligature!)).toEqual(["fr-1"]);
    expect(ids(letters!)).toEqual(["fr-1"]);
    for (const rows of heart) expect(ids(rows)).toEqual(["fr-2"]);
  },
};

function expectFinite({ hits }: SearchResponse): void {
  for (const { score, contributions } of hits) {
    expect(Number.isFinite(score)).toBe(true);
    expect(contributions!.find(({ feature }) => feature === "bm25")!.value).toBeGreaterThan(0);
  }
}

/** Rows of the lexical table that passed into ranking, by the plan that ran. */
async function rowsScored({ product }: Stage, { tenantId }: CaseTenant): Promise<number> {
  const { text, parameters } = firstStageStatement({
    tenantId,
    languages: ["en"],
    query: "calculate",
    expansion: null,
    vector: null,
    embeddingModel: "test-model",
    gate: { subject: ["physics"], level: ["a-level"], paper: ["3"] },
  });
  const [row] = await product.database.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    parameters,
  );
  return Math.max(...scans(row!["QUERY PLAN"][0].Plan));
}

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly Plans?: readonly PlanNode[];
}

function scans(node: PlanNode): number[] {
  const own = node["Relation Name"] === "chunk_lexical" ? [node["Actual Rows"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scans)];
}

describe("text-search cases", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  playCases(CASES, CHECKS, () => stage);

  const same = (kind: string, texts: string[], other: string, queries: string[], language = "en") =>
    [kind, texts, other, queries, language] as const;

  it.each([
    same("joined words", ["The electro-magnet.", "An electromagnet."], "A lamp.", [
      "electromagnet",
      "electro-magnet",
      "electro magnet",
    ]),
    same("formula spellings", ["Na₂CO₃ dissolves.", "Na<sub>2</sub>CO<sub>3</sub>."], "NaHCO3.", [
      "Na2CO3",
      "Na₂CO₃",
    ]),
    same("ions", ["The Ca²⁺ ion.", "A Ca^2+ ion."], "A Cl- ion.", ["Ca²⁺", "Ca2+"]),
    same("charges", ["SO₄²⁻ ions.", "SO4^2- ions.", "SO<sub>4</sub><sup>2-</sup>."], "SO3 gas.", [
      "SO4^2-",
      "SO₄²⁻",
    ]),
    same("powers", ["Area in cm².", "Area in cm^2."], "Depth in cm.", ["cm²", "cm^2"]),
    same("fractions", ["Take ¾ of it.", "Take 3/4 of it."], "Take 34 of it.", ["¾", "3/4"]),
    same("accents", ["Les élèves.", "Les eleves."], "Le maître.", ["élève", "ELEVES"], "fr"),
    same("elision", ["L'œil humain.", "L’oeil humain."], "La main.", ["œil", "l'oeil"], "fr"),
    same("German umlauts", ["Die Säure.", "Die Saure."], "Die Base.", ["Säure", "SAURE"], "de"),
    same("Chinese words", ["光合作用的过程", "植物的光合作用"], "牛顿定律", ["光合作用"], "zh"),
    same("equations", ["Use F = ma here.", "Use F=ma here."], "Mother at home.", [
      "F=ma",
      "F = ma",
    ]),
    same("possessives", ["Newton's law.", "The law of Newton."], "A rule.", ["Newton’s", "Newton"]),
  ])("kind: %s", async (kind, texts, other, queries, language) => {
    const tenant = await stage.addTenant(`kind-${kind.toLowerCase().replaceAll(" ", "-")}`);
    const rows = [...texts, other].map((text, index) => ({ id: `d${index}`, language, text }));
    await stage.ingest(tenant, rows);
    const wanted = texts.map((_, index) => `d${index}`);
    for (const query of queries) {
      expect(sorted(await stage.lexical(query, tenant)), query).toEqual(wanted);
    }
  });

  it("canary: a swapped order and a lost row are caught", () => {
    const rows = [
      { id: "b", score: 1 },
      { id: "a", score: 2 },
    ];
    expect(() => expectStrictlyAbove(rows, "a", ["b"])).toThrow();
    expect(() => expectStrictlyAbove(rows, "b", ["a"])).toThrow();
  });
});
