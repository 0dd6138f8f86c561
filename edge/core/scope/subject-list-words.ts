/** Closed word lists of subject lists, in English, French, German, Spanish and Chinese. */
import { words } from "./scope-words.ts";

/** What joins two subjects, as a list or as a contrast. */
export const MEMBER_JOINTS = words(
  `and or plus vs versus v both together alongside mixed well then but et ou puis contre comme mais y e o u
   contra como pero und oder sowie gegen bzw wie aber 和 与 及 或 跟 还 以`,
);

/** Articles, prepositions and the like before a member. */
export const MEMBER_LINKS = words(
  `the a an my our your their his her this that some any in for from on about at by with as also too intro
   introductory what how is it would will could might does do
   le la les l un une mon ma mes notre nos en de du des d au aux pour dans sur par aussi celle celui celles
   ceux der die das den dem ein eine einen einem mein meine meinem meinen unser im zum zur aus fur von vom
   bei auch el los las una mi mis del para por con lo tambien
   是 的 里 中 也 都 在`,
);

/** What students call a subject's class, its people and its questions. */
export const MEMBER_NOUNS = words(
  `class classes course courses people folks guys students student kids majors take takes angle side view
   perspective version one ones question questions qs item items exam exams test tests quiz paper papers unit
   units elective set sets part section homework teacher prof lecture lectures lab stuff book problem problems
   exercise exercises mcq mcqs seminar seminars module modules ask asks
   cours classe matiere sujet sujets exo exos exercice exercices partie prof epreuve controle
   kurs unterricht klasse frage fragen aufgabe aufgaben stunde lehrer teil klausur
   clase curso pregunta preguntas examen ejercicio ejercicios parte asignatura profe
   题 课 卷 类 科`,
);
