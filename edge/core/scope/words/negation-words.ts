/**
 * Closed word lists of negation: what rules a scope word out, and what only says that somebody lacks
   it.
 */
import { phrases, words } from "./scope-words.ts";

/** Phrases that a comma parts, by their last word. */
export function phrasesByLastWord(
  text: string,
): ReadonlyMap<string, readonly (readonly string[])[]> {
  const list = phrases(text);
  const lasts = new Set(list.map((phrase) => phrase.at(-1)!));
  return new Map([...lasts].map((last) => [last, list.filter((phrase) => phrase.at(-1) === last)]));
}

export const NEGATIONS = words(
  `not no non without except excluding exclude excludes sans sauf hors hormis excepte ni nor neither pas avoid
   skip skipping hide omit omitting ignore ignoring minus
   nicht kein keine keinen keiner keinem keines ohne ausser weder statt anstatt ausgenommen
   sin excepto salvo menos excluyendo aucun aucune 非`,
);
/** "brevet sauf juin": negations that only rule out, so that they make a name of scope sure. */
export const EXCEPTIONS = words(
  `except excluding exclude sauf hors hormis excepte ausser ausgenommen excepto salvo excluyendo but 除 ni
   neither weder`,
);
/** "no 5" is a number, "sin 30" a sine, "7 minus 5" a term. */
export const NEVER_NUMBERED = words("no sin menos minus");
/** "(not: physics)"; not "no: physics", which takes something back. */
export const NEVER_COLON = words("no non");
/** "glossary? no, the MCQs". */
export const REFUSALS = words("no non nein nope not");
/** Words that may stand between a negation and what it negates. */
export const NEGATION_LINKS = words(
  `the a an any in for from of de du des d la le les l en about to past with un una el los las die der das
   den dem ein eine einen auf
   celui celle ceux celles that those one ones del al von vom aus lo me us mir uns moi nous encore yet 我`,
);
/** "don't want physics", "ne veux pas le corrigé": verbs that carry a negation to their object. */
export const NEGATION_VERBS = words(
  `want need include show give use like accept allow sean sea veux voulons besoin quiero necesito
   queremos 要 给 出`,
);
/** "don't want", "pas besoin", "no quiero", "不要": before such a verb. */
export const NEGATION_ADVERBS = words("not t never dont pas no 不 别");
/** Negations of several words right before the name, by their last word. */
export const NEGATION_PHRASES: ReadonlyMap<string, readonly (readonly string[])[]> =
  phrasesByLastWord(
    `other than,rather than,instead of,anything but,everything but,all but,leave out,leaving out,left out,
   apart from,aside from,exception of,aren t,isn t,wasn t,weren t,not including,not counting,
   autre que,autres que,plutot que,au lieu de,au lieu d,en dehors de,en dehors d,exception de,exclusion
   de,
   a part,bis auf,ausnahme von,ausnahme der,abgesehen von,anstelle von,en vez de,en lugar de,excepcion
   de,
   aparte de,no hace falta,no hacen falta,inutile de mettre,inutile de donner,pas la peine de mettre,
   pas la peine de donner,不 看,不 是,除 了,除 去,除 开,不 包 括,不 包 含,不 含,不 想 要,不 需 要,不 考,排 除`,
  );
/** "any subject but physics", "all years but 2015". */
export const ALL_WORDS = words("any all every each whatever");
/** "lieber Chemie als Physik": what is wanted stands between such a word and its comparison. */
export const PREFERENCES = words(
  `rather prefer preferred preferring sooner lieber eher plutot prefere preferons prefiero preferimos
   mas mejor mieux better besser`,
);
export const COMPARISONS = words("than als que a over to");
/** "physics excluded", "Physik ausgenommen", "leave physics out". */
export const EXCLUDED_AFTER = words(
  "excluded exclue exclu exclus exclues ausgeschlossen ausgenommen excluida excluido",
);
export const LEAVE_WORDS = words("leave leaving lass lasst");
export const LEFT_WORDS = words("out weg aside");
/** "not chemistry or physics": the negation goes on. */
export const NEGATION_CHAIN = words("or nor ni ou oder o noch 或");

/**
 * "j'ai pas", "je trouve pas", "ich finde nicht", "I have no": verbs of having, finding, knowing and
 * understanding before a negation.
 */
export const LACKING_VERBS = words(
  `have has had got get gets getting find finds found see saw know knew knows remember understand gave gives
   provide provides provided came comes include includes received
   trouve trouves trouvent retrouve trouver avons avez ont avais avait sais sait savons connais
   connait comprends comprend pige vois voit souviens rappelle existe capte
   finde findet finden fand weiss kenne kennt habe hab haben hat hatte sehe sieht verstehe kapiere
   bekomme bekommen gibt gabs gibts existiert liegt
   hay tengo tiene tenemos tienen encuentro veo sale salen trae viene aparece aparecen existen 没 找`,
);
/** "j'ai pas", "y a pas", "ya pas", "as-tu pas": verbs that are other words in other languages. */
export const LACKING_PAS = words("ai as a il y ya tu on");
/** "no mark scheme", "keine Lösung", "pas de corrigé", "aucun corrigé": negations of a noun. */
export const NEGATION_DETERMINERS = words(
  "no pas kein keine keinen keiner keinem keines aucun aucune sin",
);
/** "there is no mark scheme", "no answers anywhere", "keine Lösung gefunden", "pas de corrigé trouvé". */
export const LACK_WORDS = words(
  `is are was were s anywhere found available online included attached provided given
   trouve trouvee trouves nulle disponible disponibles fourni fournis dispo
   gefunden dabei vorhanden verfugbar mehr
   encontrado encontre incluidas incluida`,
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

/** "not only physics", "pas que la physique": neither ruled out nor the only one wanted. */
export const ALSO_PHRASES: ReadonlyMap<string, readonly (readonly string[])[]> = phrasesByLastWord(
  `not only,not just,not merely,not solely,pas que,pas seulement,pas uniquement,pas juste,nicht nur,
   nicht bloss,
   no solo,no solamente,no unicamente,不 只,不 只 是,不 仅,不 仅 仅,不 仅 是,不 光,不 光 是,不 止`,
);
/** "no physics background", "ohne Physikkenntnisse": what a person has of a subject. */
export const PERSONAL_NOUNS = words(
  `background knowledge experience skills skill degree training expertise prerequisite prerequisites
   vorkenntnisse vorwissen kenntnisse connaissance connaissances bases base notions notion
   conocimiento conocimientos nociones 基 背 知`,
);
/** Words between such a noun and its subject: "sans bases de physique". */
export const PERSONAL_LINKS = words("of in de d en la le les l der");
export const WITHOUT_WORDS = words(
  "no not without sans pas aucune aucun kein keine ohne sin zero 没 无 零",
);
/** "physics is not my favourite", "la physique n'est pas mon truc": said of a taste. */
export const COPULAS = words("is isn isnt was wasn are ist war est es n 是");
export const TASTE_NEGATIONS = words("not isnt t pas nicht no never jamais nie 不");
export const TASTE_FILLERS = words("really exactly quite vraiment wirklich gerade trop s");
export const POSSESSIVES = words("my our mon ma notre mein meine unser mi mis nuestra 我");
/** "not the 2015 one", "pas celui de 2018": the year is said of a paper. */
export const PAPER_PRONOUNS = words(
  "one ones celui celle ceux celles los las die das den la el lo",
);
