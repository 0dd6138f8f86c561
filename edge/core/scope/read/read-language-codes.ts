/** Languages that are written as their ISO 639-1 codes, which are ordinary words elsewhere ("it", "is"). */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { LANGUAGE_LABELS, LANGUAGE_NOUNS, VERSION_WORDS } from "../words/language-words.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "../query-tokens.ts";

/** "lang:sq", "language=de", "HU version". */
export function readLanguageCode(
  tokens: readonly QueryToken[],
  at: number,
  { entries }: CompiledVocabulary,
): Mention | null {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (next === undefined) return null;
  const isLabelled = LANGUAGE_LABELS.has(token.folded) && /^\s*[:=]\s*$/u.test(next.gap);
  if (!isLabelled && !isVersionCode(tokens, at)) return null;
  const entry = entries.get("language")?.get(isLabelled ? next.folded : token.folded);
  if (entry === undefined) return null;
  return {
    field: "language",
    values: [entry.value],
    entries: [entry],
    from: at,
    to: isLabelled ? at + 2 : at + 1,
    kind: "plain",
    rule: "language_code",
    isExplicit: true,
  };
}

/** Capitals tell a code from a word, unless the whole query is in capitals. */
function isVersionCode(tokens: readonly QueryToken[], at: number): boolean {
  const next = tokens[at + 1]!.folded;
  if (!/^\p{Lu}{2}$/u.test(tokens[at]!.raw)) return false;
  if (!VERSION_WORDS.has(next) && !LANGUAGE_NOUNS.has(next)) return false;
  return tokens.some(({ raw }) => raw !== raw.toUpperCase());
}
