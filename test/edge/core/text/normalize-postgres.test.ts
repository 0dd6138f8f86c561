/**
 * The normaliser in front of the real analyzers: formula words survive PostgreSQL's parser as one
 * lexeme, and the text-search cases find what they must. A document's score is the IDF of the query
 * lexemes that it holds; BM25 itself is tested with the search statement.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normalizeSearchText } from "#core/text/normalize.ts";
import { type LocalDatabase, openPglite } from "../../../../edge/local/pglite-database.ts";
import { migrate } from "../../../../migrations/migrate.ts";

let database: LocalDatabase;
beforeAll(async () => {
  database = await openPglite();
  await migrate(database);
});
afterAll(() => database.close());

async function lexemes(text: string, language: string, kind: "stem" | "exact"): Promise<string[]> {
  const query = `SELECT array_to_string(tsvector_to_array(to_tsvector('sw_${kind}_${language}', $1)), '|')`;
  const [result] = await database.run([{ query, params: [normalizeSearchText(text)] }]);
  const [row] = result!.rows;
  return (row?.[0] ?? "").split("|").filter((lexeme) => lexeme !== "");
}

/** Scores of the documents that hold a query lexeme, best first, ties by id. */
async function findIn(
  documents: Readonly<Record<string, string>>,
  query: string,
  language = "en",
): Promise<Map<string, number>> {
  const terms = [
    ...(await lexemes(query, language, "stem")).map((lexeme) => `s:${lexeme}`),
    ...(await lexemes(query, language, "exact")).map((lexeme) => `e:${lexeme}`),
  ];
  const held = new Map<string, Set<string>>();
  for (const [id, text] of Object.entries(documents)) {
    const stems = (await lexemes(text, language, "stem")).map((lexeme) => `s:${lexeme}`);
    const exact = (await lexemes(text, language, "exact")).map((lexeme) => `e:${lexeme}`);
    held.set(id, new Set([...stems, ...exact]));
  }
  const weight = (term: string) => {
    const count = [...held.values()].filter((terms_) => terms_.has(term)).length;
    return Math.log(1 + (held.size - count + 0.5) / (count + 0.5));
  };
  const scores = [...held].map(([id, has]): [string, number] => [
    id,
    terms.filter((term) => has.has(term)).reduce((sum, term) => sum + weight(term), 0),
  ]);
  return new Map(
    scores.filter(([, score]) => score > 0).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
  );
}

async function foundIds(documents: Record<string, string>, query: string, language?: string) {
  return [...(await findIn(documents, query, language)).keys()];
}

test("a formula is one lexeme, whatever its language", async () => {
  const formulas = ["H₂SO₄", "SO₄²⁻", "x²", "10⁻³", "½", "He+", "5e1/2", "K^+", "√2", "Σx²", "C#"];
  for (const language of ["en", "fr", "de", "tr", "xx"]) {
    for (const formula of formulas) {
      const words = normalizeSearchText(formula).split(" ");
      const found = await lexemes(formula, language, "stem");
      expect(found.toSorted(), `${formula} in ${language}`).toEqual(words.toSorted());
    }
  }
});

describe("formulas", () => {
  test("markup and typographic digits do not split a formula", async () => {
    const documents = {
      a: "Burning CH<sub>4</sub> gives water.",
      b: "Burning C<sub>4</sub>H<sub>10</sub> gives water.",
    };
    for (const query of ["CH4", "CH\u2084", "CH<sub>4</sub>"]) {
      expect(await foundIds(documents, query)).toEqual(["a"]);
    }
  });

  test("every spelling of an acid finds every other, never another acid", async () => {
    const documents = {
      a: "Dilute H\u2082SO\u2084 and zinc.",
      b: "Dilute H2SO4 and iron.",
      c: "Dilute H<sub>2</sub>SO<sub>4</sub> and magnesium.",
      d: "Dilute H\u2082SO\u2083 and copper.",
    };
    for (const query of ["H\u2082SO\u2084", "H2SO4", "H<sub>2</sub>SO<sub>4</sub>"]) {
      expect(await foundIds(documents, query)).toEqual(["a", "b", "c"]);
    }
  });

  test("a hydrate with a dot of any kind", async () => {
    const documents = {
      a: "Heating blue CuSO\u2084\u00b75H\u2082O crystals.",
      b: "Heating sodium chloride.",
      c: "Copper sulfate CuSO4.5H2O loses water.",
    };
    for (const query of ["CuSO4\u00b75H2O", "CuSO\u2084.5H\u2082O"]) {
      expect(await foundIds(documents, query)).toEqual(["a", "c"]);
    }
  });

  test("a charge belongs to the symbol", async () => {
    const documents = { a: "Spectrum of He+ in a discharge tube.", b: "Contour spacing on a map." };
    expect(await foundIds(documents, "He+")).toEqual(["a"]);
    expect(await foundIds(documents, "He+ spectrum")).toEqual(["a"]);
  });

  test("a code with a plus sign inside beats its neighbours", async () => {
    const documents = {
      a: "Data sheet K2207+314: red shift of a galaxy.",
      b: "Data sheet K2207+315: rotation curve.",
      c: "Data sheet K2207: overview.",
    };
    const scores = await findIn(documents, "K2207+314");
    expect([...scores.keys()][0]).toBe("a");
    expect(scores.get("a")!).toBeGreaterThan(Math.max(scores.get("b")!, scores.get("c")!));
  });

  test("powers in every spelling, above subscripts and factors", async () => {
    const documents = {
      m1: "Solve x\u00b2 = 9.",
      m2: "Solve x^2 = 16.",
      m3: "The roots are x\u2081 and x\u2082.",
      m4: "Show that sin^2 x + cos^2 x = 1.",
      m5: "Solve sin 2x = 1.",
    };
    for (const query of ["x\u00b2", "x^2", "x<sup>2</sup>"]) {
      expect((await foundIds(documents, query)).slice(0, 2)).toEqual(["m1", "m2"]);
      expect(await foundIds(documents, query)).not.toContain("m3");
    }
    for (const query of ["sin\u00b2x", "sin^2 x", "(sin x)^2"]) {
      const scores = await findIn(documents, query);
      expect([...scores.keys()][0]).toBe("m4");
      expect(scores.get("m4")!).toBeGreaterThan(scores.get("m5") ?? 0);
    }
  });

  test("a fraction as one character, with a slash, with a fraction slash", async () => {
    const documents = {
      m1: "Write \u00bd as a decimal.",
      m2: "Write 1/2 as a percentage.",
      m3: "Write 12 as a product of primes.",
      m4: "Write 1\u20442 in words.",
    };
    for (const query of ["\u00bd", "1/2", "1\u20442"]) {
      expect(await foundIds(documents, query)).toEqual(["m1", "m2", "m4"]);
    }
  });

  test("equations whose letters look like stop words, in any spacing and language", async () => {
    const documents = {
      p1: "Use v = u + at to find the final speed.",
      p2: "Use s = ut + \u00bdat\u00b2 to find the distance.",
      g1: "Rain falls at night at the coast.",
    };
    for (const language of ["en", "fr", "it", "hu"]) {
      for (const query of ["v = u + at", "v=u+at"]) {
        expect((await foundIds(documents, query, language))[0]).toBe("p1");
      }
      expect((await foundIds(documents, "s = ut + \u00bdat\u00b2", language))[0]).toBe("p2");
    }
    expect(await foundIds(documents, "v=u+at")).not.toContain("g1");
  });
});

describe("words", () => {
  test("split, hyphenated and joined spellings of a compound", async () => {
    for (const [first, second] of [
      ["semi", "conductor"],
      ["electro", "magnet"],
      ["micro", "organism"],
      ["non", "metal"],
    ]) {
      const documents = {
        a: `The ${first}-${second} here.`,
        b: `A ${first}${second} is doped.`,
        c: "Copper is red.",
      };
      for (const query of [`${first}-${second}`, `${first}${second}`, `${first} ${second}`]) {
        expect((await foundIds(documents, query)).toSorted()).toEqual(["a", "b"]);
      }
    }
    const french = {
      a: "Un rendez-vous en centre-ville avec un porte-parole de la mairie.",
      b: "La mer est calme.",
    };
    for (const query of [
      "rendez-vous en centre-ville",
      "rendez vous centre ville",
      "le porte-parole",
    ]) {
      expect((await foundIds(french, query, "fr"))[0]).toBe("a");
    }
  });

  test("a date is one word", async () => {
    const documents = {
      a: "Rain gauge reading of 12/06/2019.",
      b: "Rain gauge reading of 13/06/2019.",
    };
    for (const query of ["12/06/2019", "12/06/2019."]) {
      const scores = await findIn(documents, query);
      expect([...scores.keys()][0]).toBe("a");
      expect(scores.get("a")!).toBeGreaterThan(scores.get("b") ?? 0);
    }
  });

  test("elided articles with three kinds of apostrophe", async () => {
    const documents = {
      a: "\u00c9nergie cin\u00e9tique d'un solide.",
      b: "Loi d'Ohm dans un conducteur.",
      c: "Variation de l\u2019\u00e9nergie potentielle.",
    };
    for (const mark of ["'", "\u2019", "\u02bc"]) {
      const query = `l${mark}\u00e9nergie cin\u00e9tique`;
      expect(await foundIds(documents, query, "fr")).toEqual(["a", "c"]);
      expect((await foundIds(documents, `loi d${mark}Ohm`, "fr"))[0]).toBe("b");
    }
    expect((await foundIds(documents, "Ohm", "fr"))[0]).toBe("b");
  });

  test("accents, ligatures and capitals do not matter", async () => {
    const documents = {
      a: "\u00c9tude d'une \u0153uvre compl\u00e8te.",
      b: "Le coeur et la main.",
      c: "Le v\u00e9lo est dans la cour.",
      d: "Le velo de ma tante.",
    };
    for (const query of ["\u0153uvre", "oeuvre"])
      expect(await foundIds(documents, query, "fr")).toEqual(["a"]);
    for (const query of ["c\u0153ur", "coeur", "C\u0152UR"]) {
      expect(await foundIds(documents, query, "fr")).toEqual(["b"]);
    }
    for (const query of ["v\u00e9lo", "velo", "V\u00c9LO"]) {
      expect(await foundIds(documents, query, "fr")).toEqual(["c", "d"]);
    }
  });

  test("the micro sign and mu are one letter; the letter u is another", async () => {
    const documents = {
      a: "A red blood cell is 7 \u00b5m wide.",
      b: "A white blood cell is 12 \u03bcm wide.",
      c: "The coefficient of friction \u03bc is 0.4.",
    };
    expect(await foundIds(documents, "\u00b5m")).toEqual(["a", "b"]);
    expect(await foundIds(documents, "\u03bcm")).toEqual(["a", "b"]);
    expect(await foundIds(documents, "um")).toEqual([]);
    expect((await foundIds(documents, "coefficient \u03bc"))[0]).toBe("c");
  });

  test("without the normaliser these checks would fail", async () => {
    const raw = `SELECT to_tsvector('sw_stem_en', $1)::text`;
    const [half, ion] = await database.run([
      { query: raw, params: ["\u00bd"] },
      { query: raw, params: ["CuSO4\u00b75H2O"] },
    ]);
    expect(half!.rows[0]![0]).toBe("");
    expect(ion!.rows[0]![0]).not.toContain("dot");
  });
});
