/**
 * Closed word lists of negation: what rules a scope word out, and what only says that somebody lacks it.
 */
import { words } from "./scope-words.ts";

export const NEGATIONS = words(
  `not no non without except excluding exclude sans sauf hors excepte ni nor pas avoid skip
   nicht kein keine keinen keiner keinem keines ohne ausser sin excepto salvo menos aucun aucune`,
);
/** "no 5" is a number, "sin 30" a sine. */
export const NEVER_NUMBERED = words("no sin menos");
/** "glossary? no, the MCQs". */
export const REFUSALS = words("no non nein nope not");
/** Words that may stand between a negation and what it negates. */
export const NEGATION_LINKS = words(
  `the a an any in for from of de du des d la le les l en about to past with un una el los las die der das
   den dem ein eine einen auf
   celui celle ceux celles that those one ones del al von vom aus lo`,
);
/** "don't want physics", "ne veux pas le corrigé": verbs that carry a negation to their object. */
export const NEGATION_VERBS = words(
  "want need include show give use like accept allow veux voulons besoin quiero necesito queremos 要",
);
/** "don't want", "pas besoin", "no quiero", "不要": before such a verb. */
export const NEGATION_ADVERBS = words("not t never dont pas no 不");
/** Two-word negations right before the name: second word → first words. */
export const NEGATION_PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["than", words("other rather")],
  ["que", words("autre plutot")],
  ["of", words("instead")],
  ["but", words("anything everything all")],
  ["de", words("lieu")],
  ["了", words("除")],
  ["是", words("不")],
]);
/** "not chemistry or physics": the negation goes on. */
export const NEGATION_CHAIN = words("or nor ni ou oder o noch");

/**
 * "j'ai pas", "je trouve pas", "ich finde nicht", "I have no": verbs of having, finding, knowing and
 * understanding before a negation.
 */
export const LACKING_VERBS = words(
  `have has had got get gets getting find finds found see saw know knew knows remember understand gave gives
   provide provides provided came comes include includes received
   trouve trouves trouvent retrouve trouver avons avez ont avais avait sais sait savons connais
   connait comprends comprend pige vois voit souviens rappelle existe capte
   finde findet find finden fand weiss kenne kennt habe hab haben hat hatte sehe sieht verstehe kapiere
   bekomme bekommen gibt gabs gibts existiert liegt
   hay tengo tiene tenemos tienen encuentro veo sale salen trae viene aparece aparecen existe existen 没 找`,
);
/** "j'ai pas", "y a pas", "as-tu pas": verbs that are other words in other languages. */
export const LACKING_PAS = words("ai as a il y tu on");
/** "no mark scheme", "keine Lösung", "pas de corrigé", "aucun corrigé": negations of a noun. */
export const NEGATION_DETERMINERS = words(
  "no pas kein keine keinen keiner keinem keines aucun aucune sin",
);
/** "there is no mark scheme", "no answers anywhere", "keine Lösung gefunden", "pas de corrigé trouvé". */
export const LACK_WORDS = words(
  `is are was were s anywhere found available online included attached provided given
   trouve trouvee trouves nulle disponible disponibles fourni fournis dispo
   gefunden dabei vorhanden online verfugbar mehr
   encontrado encontre incluidas incluida disponible disponibles`,
);
/** "I have the paper but not the mark scheme", "j'ai le sujet mais pas le corrigé". */
export const BUT_WORDS = words(
  "but mais aber pero just seulement nur solo bloss jedoch sondern 但",
);
export const OWNING_VERBS = words(
  `have has had ve got ai avons ont avait avais habe hab haben hat hatte tengo tiene tenemos tienen 有`,
);
/** "do you have", "hat jemand", "who has": whoever is asked has nothing yet. */
export const ASKED_PERSONS = words(
  "you u anyone anybody someone somebody who they wer jemand einer alguien quien vous tu 没 谁",
);
