/** The words of a generated question, assembled from real sentences. Pure. */
import { meanVector, type Passage } from "./passages.ts";
import type { Random } from "./random.ts";

export interface QuestionText {
  readonly text: string;
  readonly options: Readonly<Record<string, string>> | null;
  readonly vector: Float32Array;
}

const STEMS = [
  "Explain this in your own words",
  "State two consequences",
  "Give one example from everyday life",
  "Discuss how far this is true",
  "Describe an experiment that shows it",
  "Calculate the missing quantity and give its unit",
] as const;

export function assembledQuestion(
  pool: readonly Passage[],
  isMultipleChoice: boolean,
  random: Random,
): QuestionText {
  const first = random.pick(pool);
  const second = random.chance(0.3) ? random.pick(pool) : null;
  const used = second === null ? [first] : [first, second];
  const vector = meanVector(used.map((passage) => passage.vector));
  if (isMultipleChoice) {
    const others = Array.from({ length: 3 }, () => random.pick(random.pick(pool).sentences));
    const options = Object.fromEntries(
      [random.pick(first.sentences), ...others].map((text, at) => [
        "ABCD"[at]!,
        text.slice(0, 120),
      ]),
    );
    const topic = first.sentences[0]!.slice(0, 200);
    return { text: `${topic} Which of these is correct?`, options, vector };
  }
  const body = used.map(({ sentences }) => sentences.slice(0, random.between(1, 3)).join(" "));
  const marks = random.between(2, 12);
  const tasks = `(a) ${random.pick(STEMS)}. (b) ${random.pick(STEMS)}. (${marks} marks)`;
  return { text: `${body.join(" ")} ${tasks}`, options: null, vector };
}

/** A question that comes again, with other values. */
export function withOtherNumbers(text: string, random: Random): string {
  return text.replace(/\b\d{1,3}\b/g, (number) => String(Number(number) + random.between(1, 9)));
}
