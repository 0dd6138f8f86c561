/** Closed word lists of subject lists, in English, French, German, Spanish and Chinese. */
import { phrasesByLastWord } from "./negation-words.ts";
import type { QueryToken } from "../query-tokens.ts";
import { words } from "./scope-words.ts";

/** What joins two subjects, as a list or as a contrast. */
export const MEMBER_JOINTS = words(
  `and or plus soit vs versus v both together alongside mixed well then but et ou puis contre comme mais y
   e o u contra como pero sino und oder sowie gegen bzw wie aber als sondern que qu 和 与 及 或 跟 还 以 又`,
);

/** Articles, prepositions and the like before a member. */
const MEMBER_LINKS = words(
  `the a an my our your their his her this that some any in for from on about at by with as also too intro
   introductory what how is it would will could might does do
   le la les l un une mon ma mes notre nos en de du des d au aux pour dans sur par aussi celle celui celles
   ceux der die das den dem ein eine einen einem mein meine meinem meinen unser im zum zur aus fur von vom
   bei auch el los las una mi mis del para por con lo tambien
   是 的 里 中 也 都 在 要 有 既 一 道 各 来`,
);

/** What students call a subject's class, its people and its questions. */
export const MEMBER_NOUNS = words(
  `class classes course courses people folks guys students student kids majors take takes angle side view
   perspective version one ones question questions qs item items exam exams test tests quiz paper papers unit
   units elective set sets part section homework teacher prof lecture lectures lab stuff book problem problems
   exercise exercises mcq mcqs seminar seminars module modules ask asks
   cours classe matiere sujet sujets exo exos exercice exercices partie epreuve controle
   kurs unterricht klasse frage fragen aufgabe aufgaben stunde lehrer teil klausur
   clase curso pregunta preguntas examen ejercicio ejercicios parte asignatura profe
   answer answers theory theories definition definitions meaning sense way approach explanation profs
   cote volet reponse seite sicht lado vision profesor
   题 课 卷 类 科`,
);

export const isListWord = ({ folded }: QueryToken): boolean =>
  MEMBER_JOINTS.has(folded) || MEMBER_LINKS.has(folded) || MEMBER_NOUNS.has(folded);

/** "both … and", "aussi bien … que": what promises a second member, by its last word. */
export const PAIR_OPENERS = phrasesByLastWord(
  `both,either,equally,aussi bien,autant,tant,a la fois,soit,sowohl,entweder,gleichermassen,tanto,
   ya sea,既,不 但`,
);
/** Joints that set the second clause against the first: "how A see it vs how B do". */
export const CONTRASTS = words(
  "vs versus v but whereas while contre mais tandis gegen aber wahrend contra pero mientras 对",
);
/** "what law says and what ethics says": words that open both clauses. */
export const PARALLEL_OPENERS = words(
  "what how why where when ce que qu comment pourquoi was wie warum wo como por",
);
export const SAYING_VERBS = words(
  `say says call calls mean means want wants teach teaches use uses see sees disent dit appellent veulent
   sagen sagt meinen nennen dicen dice llaman 说 讲 怎`,
);
/** What is told of persons and things, not how a subject puts it. */
export const EQUATING_WORDS = words("is are one est sont ist sind es son uno 是");
/** "statistics for psychologists": between a subject and whom it is taught. */
export const AUDIENCE_LEADS = words("for pour les des fur para los las");
