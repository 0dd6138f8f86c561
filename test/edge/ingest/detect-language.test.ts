/** Languages of texts without metadata: sure for long ones, among the corpus' own for short ones. */
import { describe, expect, it } from "vitest";
import { detectLanguages, FIRST_LANGUAGE } from "#edge/ingest/detect-language.ts";

const text = (value: string, language: string | null = null) => ({ text: value, language });

const LONG: readonly [string, string][] = [
  ["en", "A ray of light passes from air into a glass block and bends towards the normal line."],
  ["fr", "Un rayon de lumière passe de l'air dans le verre et se rapproche de la normale."],
  ["de", "Ein Lichtstrahl geht von der Luft in Glas über und wird zum Lot hin gebrochen."],
  ["es", "Un rayo de luz pasa del aire al vidrio y se acerca a la recta normal de la superficie."],
  [
    "it",
    "Un raggio di luce passa dall'aria nel vetro e si avvicina alla normale della superficie.",
  ],
  ["pt", "Um raio de luz passa do ar para o vidro e aproxima-se da normal à superfície do bloco."],
  ["hu", "A fénysugár a levegőből az üvegbe lép, és a beesési merőleges felé törik meg a határon."],
  [
    "tr",
    "Bir ışık ışını havadan cama geçer ve yüzeyin normaline doğru kırılarak yoluna devam eder.",
  ],
  [
    "ar",
    "ينتقل شعاع الضوء من الهواء إلى الزجاج وينكسر مقتربا من العمود المقام على السطح الفاصل بينهما",
  ],
  [
    "pl",
    "Promień światła przechodzi z powietrza do szkła i załamuje się w stronę normalnej do granicy.",
  ],
];

describe("a text of some length", () => {
  it.each(LONG)("%s", async (language, value) => {
    expect(await detectLanguages([text(value)], [])).toEqual([language]);
  });
});

describe("a short text", () => {
  it("is taken for the corpus' only language, or for the first language of all", async () => {
    expect(await detectLanguages([text("Circuit en série")], ["fr"])).toEqual(["fr"]);
    expect(await detectLanguages([text("Osmosis")], [])).toEqual([FIRST_LANGUAGE]);
  });

  it("chooses among the languages of the corpus and of the same request", async () => {
    expect(await detectLanguages([text("Énergie cinétique d'un solide")], ["en", "fr"])).toEqual([
      "fr",
    ]);
    expect(await detectLanguages([text("Speed of sound in air")], ["fr", "en"])).toEqual(["en"]);
    expect(await detectLanguages([text(LONG[1]![1]), text("Loi d'Ohm")], [])).toEqual(["fr", "fr"]);
    expect(await detectLanguages([text("x", "de"), text("Der Strom")], [])).toEqual([null, "de"]);
  });

  it("of another script than the corpus is not guessed", async () => {
    expect(await detectLanguages([text("光合作用")], ["en"])).toEqual([null]);
    expect(await detectLanguages([text("x² = 9")], ["en"])).toEqual(["en"]);
    expect(await detectLanguages([text("12 / 4 = 3")], ["en"])).toEqual([null]);
  });
});

it("leaves metadata alone, whatever the text looks like", async () => {
  expect(await detectLanguages([text(LONG[0]![1], "fr"), text(LONG[1]![1], "en+fr")], [])).toEqual([
    null,
    null,
  ]);
});

it("reads a bounded part of a long text", async () => {
  const long = `${LONG[0]![1]} `.repeat(400) + `${LONG[2]![1]} `.repeat(4000);
  expect(await detectLanguages([text(long)], [])).toEqual(["en"]);
});
