/** Goal: the blind judge follows its rules, and agreement is that of the protocol's check values. */
import { describe, expect, it } from "vitest";
import { Judge } from "#cerb/judge/judge-query.ts";
import { NaiveBayes } from "#cerb/judge/naive-bayes.ts";
import { type JudgedCase, scoreJudge } from "#cerb/judge/score-judge.ts";

const judge = new Judge([
  { subject: "Physics", level: "High school", paper: "Paper 1", text: "light waves refraction" },
  { subject: "Chemistry", level: "College", paper: null, text: "acid base titration waves" },
  { subject: "Biology", level: null, paper: null, text: "cell membrane osmosis" },
]);

describe("Judge", () => {
  it("takes explicit mentions, in any case and by common synonyms", () => {
    expect(judge.judge("HIGH SCHOOL physics, paper 1")).toEqual({
      subject: ["physics"],
      level: ["high school"],
      paper: ["paper 1"],
    });
    expect(judge.judge("chimie ou biologie").subject).toEqual(["biology", "chemistry"]);
  });

  it("reads whole words only, the longest first", () => {
    expect(judge.judge("chemistryish").subject).toEqual([]);
    expect(judge.judge("paper 12").paper).toEqual([]);
  });

  it("an exam that the corpus holds in one subject names it, one in several does not", () => {
    const brevet = "DNB (diplôme national du brevet)";
    const exams = new Judge([
      { subject: "Mathématiques", exam: brevet, text: "calculer le volume du cylindre" },
      { subject: "Geography", exam: "gaokao", text: "volumen der pyramide" },
      { subject: "History", exam: "gaokao", text: "geschichte der pyramide" },
    ]);
    const { subject } = exams.judge("brevet 2016 volumen der pyramide");
    expect(subject).toEqual(["mathématiques"]);
    expect(exams.judge("gaokao volumen der pyramide").subject).toEqual(["geography"]);
    expect(exams.judge("brevet geography").subject).toEqual(["geography", "mathématiques"]);
  });

  it("falls back to the words of the corpus, and is unknown where two subjects are as likely", () => {
    expect(judge.judge("refraction in glass").subject).toEqual(["physics"]);
    expect(judge.judge("waves").subject).toEqual([]);
    expect(judge.judge("zzz").subject).toEqual([]);
  });
});

describe("NaiveBayes", () => {
  it("is the posterior with add-one smoothing", () => {
    const bayes = new NaiveBayes();
    bayes.add("a", "one one two");
    bayes.add("b", "two two two");
    // V = 2: P(one | a) = 3/5, P(one | b) = 1/5.
    expect(bayes.classify("one", Math.log(3) - 1e-9)).toBe("a");
    expect(bayes.classify("one", Math.log(3) + 1e-9)).toBeNull();
    expect(bayes.classify("one", 0)).toBe("a");
  });
});

function judged(pairs: [judge: string, label: string][]): JudgedCase[] {
  const open = { level: [], paper: [] };
  return pairs.map(([one, other], index) => ({
    caseId: String(index),
    query: "",
    judgment: { subject: one === "" ? [] : one.split(","), ...open },
    label: { subject: other === "" ? [] : other.split(","), ...open },
  }));
}

describe("scoreJudge", () => {
  it("gives the check values of the protocol", () => {
    const pairs = "p/p p/p c/p b/b c/c b/c p/p b/b".split(" ").map((pair) => pair.split("/"));
    const { subject } = scoreJudge(judged(pairs as [string, string][])).fields;
    expect(subject.rawAgreement).toBe(0.75);
    expect(subject.kappa).toBeCloseTo(0.619, 4);
    expect(subject.coverage).toBe(1);
  });

  it("lets a shared value stand for both sets, leaves unknown and open out", () => {
    const result = scoreJudge(
      judged([
        ["a,b", "b,c"],
        ["", "a"],
        ["a", ""],
        ["a", "b"],
      ]),
    );
    expect(result.fields.subject).toMatchObject({ covered: 3, compared: 2, rawAgreement: 0.5 });
    expect(result.disagreements).toHaveLength(1);
  });
});
