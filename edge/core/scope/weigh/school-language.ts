/** The language of an exam or of a question in it: "Albanian matura", "Turkish business test item". */
import type { ScopeField } from "../curriculum-scope.ts";
import { isPhraseEnd } from "./language-cues.ts";
import { isLeftClear, isQuestionWord, isTouching } from "./language-position.ts";
import { NATIONAL_EXAMS, NATIONAL_SUBJECTS, TEST_NOUNS } from "../words/language-words.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { word } from "../query-tokens.ts";

export const LIKELY_FIELDS: readonly ScopeField[] = ["content_type", "level", "exam"];

/**
 * "spanish physics exam question", "Turkish business studies test item", "croatian informatics: …": a
 * language before a subject that is asked for as an exam or a heading.
 */
export function isOfTest(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from } = mentions[index]!;
  // "Vietnamese grade 12 chemistry".
  if (isTouching(context, index, 1, LEVEL_ONLY)) {
    return isTouching(context, index + 1, 1, SUBJECT_ONLY);
  }
  if (!isTouching(context, index, 1, SUBJECT_ONLY)) return false;
  const subject = mentions[index + 1]!;
  if (isQuestionWord(tokens, subject.to) || TEST_NOUNS.has(word(tokens, subject.to))) return true;
  if (from === 0 && tokens[subject.to]?.gap.trim() === ":") return true;
  const following = mentions[index + 2];
  return (
    LIKELY_FIELDS.includes(following?.field ?? "topic") && hasNeighbour(context, index + 2, -1)
  );
}

const EXAM_ONLY: ReadonlySet<ScopeField> = new Set(["exam"]);
const LEVEL_ONLY: ReadonlySet<ScopeField> = new Set(["level"]);
export const SUBJECT_ONLY: ReadonlySet<ScopeField> = new Set(["subject"]);

/** "Albanian matura", "bac croate": the exam of a country, which is held in its language. */
export function isOfExam(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  if (isTouching(context, index, 1, EXAM_ONLY)) return isLeftClear(context, index);
  if (!isPhraseEnd(tokens, mentions[index]!.to)) return false;
  const lead = word(tokens, mentions[index]!.from - 1);
  return NATIONAL_EXAMS.has(lead) || isTouching(context, index, -1, EXAM_ONLY);
}

/** "Spanish school leaving exam: what is a bond". */
function isHeading({ tokens, mentions }: MentionContext, index: number): boolean {
  const exam = mentions[index + 1];
  if (mentions[index]!.from > 0 || exam?.field !== "exam") return false;
  return exam.from === mentions[index]!.to && /^\s*:/u.test(tokens[exam.to]?.gap ?? "");
}

/** Such a language counts where the subject is none that a people has of its own ("german history exam"). */
export function isOfSchool(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  if (isOfExam(context, index)) return solidFields.has("subject") || isHeading(context, index);
  if (!isLeftClear(context, index) || !isOfTest(context, index)) return false;
  const subject =
    mentions[index + 1]!.field === "level" ? mentions[index + 2]! : mentions[index + 1]!;
  return !NATIONAL_SUBJECTS.has(word(tokens, subject.to - 1));
}
