/**
 * A language that is not wanted, said in the words of languages: "rien en anglais", "nothing in English",
 * "bitte nichts Englisches", "I can't read German", "英文的不要". Whatever is only missing is wanted: "je ne
 * trouve rien en français".
 */
import {
  ASKER_WORDS,
  DENIAL_LINKS,
  DENIALS,
  DENIED_VERBS,
  FINDING_VERBS,
  LANGUAGE_LEADS,
  LANGUAGE_NOUNS,
  MATERIAL_NOUNS,
  NOBODY_WORDS,
  NOTHING_WORDS,
  READ_VERBS,
  RESOURCE_NOUNS,
  ROMANCE_NOUNS,
  VERSION_WORDS,
} from "../words/language-words.ts";
import type { Mention } from "../read/mention.ts";
import { LACK_WORDS } from "../words/negation-words.ts";
import { type QueryToken, word } from "../query-tokens.ts";

type Place = Pick<Mention, "from" | "to">;

/** So many words may stand between the denial and the language. */
const DENIAL_REACH = 5;

const isMaterial = (noun: string): boolean =>
  [MATERIAL_NOUNS, LANGUAGE_NOUNS, RESOURCE_NOUNS, ROMANCE_NOUNS, VERSION_WORDS].some((nouns) =>
    nouns.has(noun),
  );

/** Token where the denial of the language begins; null where the language is not denied. */
export function languageDenial(tokens: readonly QueryToken[], { from, to }: Place): number | null {
  if (isChineseRefusal(tokens, to)) return from;
  // "nothing English", "no English texts", "I read no English"; "no English" may be of a subject.
  let isOfLanguage = isMaterial(word(tokens, to));
  for (let at = from - 1; at >= Math.max(0, from - DENIAL_REACH); at -= 1) {
    if (/[,;:.!?()]|\s[-–—]+\s/u.test(tokens[at + 1]!.gap)) return null;
    const one = word(tokens, at);
    if (one === "t" && !word(tokens, at - 1).endsWith("n")) return null;
    if (DENIALS.has(one) || NOTHING_WORDS.has(one) || NOBODY_WORDS.has(one)) {
      isOfLanguage ||= NOTHING_WORDS.has(one) || isReadByAsker(tokens, at, from);
      return isOfLanguage && !isMissing(tokens, at, to) ? at : null;
    }
    isOfLanguage ||= LANGUAGE_LEADS.has(one) || isMaterial(one);
    if (
      !DENIAL_LINKS.has(one) &&
      !DENIED_VERBS.has(one) &&
      !READ_VERBS.has(one) &&
      !isMaterial(one)
    )
      return null;
  }
  return null;
}

/** So many words may stand between who reads and the denial: "my students really don't". */
const ASKER_REACH = 4;

/** "I can't read German", "mi alumno no entiende inglés"; not "colonists who did not speak German". */
function isReadByAsker(tokens: readonly QueryToken[], denial: number, from: number): boolean {
  const between = tokens.slice(Math.max(0, denial - 1), from);
  if (!between.some(({ folded }) => READ_VERBS.has(folded))) return false;
  const lead = tokens.slice(Math.max(0, denial - ASKER_REACH), from);
  return lead.some(({ folded }) => ASKER_WORDS.has(folded));
}

/** "there is nothing in French", "j'ai rien trouvé en français", "no version in English anywhere". */
const isMissing = (tokens: readonly QueryToken[], at: number, to: number): boolean =>
  LACK_WORDS.has(word(tokens, to)) ||
  FINDING_VERBS.has(word(tokens, at - 1)) ||
  FINDING_VERBS.has(word(tokens, at + 1));

/** "英文的不要", "英文版的不行". */
function isChineseRefusal(tokens: readonly QueryToken[], to: number): boolean {
  let at = to;
  while (at - to < 2 && /^[的版题]$/u.test(word(tokens, at))) at += 1;
  return word(tokens, at) === "不" && /^[要行用看]$/u.test(word(tokens, at + 1));
}
