/**
 * BERT's uncased WordPiece, as @huggingface/tokenizers runs it for bge-small-en-v1.5: clean, space
 * out CJK characters, lower case, strip accents, split at white space and punctuation, then the
 * longest piece of the vocabulary first. No [CLS] or [SEP] is added. It must give the tokenizer's own
 * ids: a table that was distilled on other pieces ranks badly without any sign of it.
 */

export interface WordPieceVocabulary {
  readonly kind: "word-pieces";
  readonly idOf: ReadonlyMap<string, number>;
  readonly unknownId: number;
}

/** Longer words are one unknown piece, as in BERT. */
const WORD_CHARS_MAX = 100;
const CONTINUATION = "##";
const UNKNOWN = "[UNK]";

const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const REMOVED = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const WHITE_SPACE = /\s/gu;
/** Planes beyond the first are left alone, as the tokenizer does. */
const CJK = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/g;
const MARKS = /\p{Mn}/gu;
const PUNCTUATION = "\\p{P}!-\\/:-@\\[-`{-~";
const WORDS = new RegExp(`[^\\s${PUNCTUATION}]+|[${PUNCTUATION}]`, "gu");

/** Pieces in order of their ids. Throws where [UNK] is not among them. */
export function wordPieceVocabulary(pieces: readonly string[]): WordPieceVocabulary {
  const idOf = new Map(pieces.map((piece, id) => [piece, id]));
  const unknownId = idOf.get(UNKNOWN);
  if (unknownId === undefined) throw new RangeError(`the vocabulary has no ${UNKNOWN}`);
  return { kind: "word-pieces", idOf, unknownId };
}

/** Ids of the pieces, in order; empty for a text without a visible character. */
export function wordPieceIds(text: string, vocabulary: WordPieceVocabulary): number[] {
  const ids: number[] = [];
  for (const part of text.split(SPECIAL)) {
    if (SPECIAL.test(part)) ids.push(vocabulary.idOf.get(part) ?? vocabulary.unknownId);
    else for (const word of wordsOf(part)) appendPieces(word, vocabulary, ids);
  }
  return ids;
}

function wordsOf(text: string): readonly string[] {
  const clean = text.replace(REMOVED, "").replace(WHITE_SPACE, " ").replace(CJK, " $& ");
  return clean.toLowerCase().normalize("NFD").replace(MARKS, "").match(WORDS) ?? [];
}

/** Cutting between the halves of a surrogate pair never finds a piece, so UTF-16 units will do. */
function appendPieces(word: string, { idOf, unknownId }: WordPieceVocabulary, ids: number[]): void {
  const kept = ids.length;
  const isTooLong = word.length > WORD_CHARS_MAX && [...word].length > WORD_CHARS_MAX;
  let start = isTooLong ? -1 : 0;
  while (start >= 0 && start < word.length) {
    let end = word.length;
    let id: number | undefined;
    for (; end > start; end -= 1) {
      const piece = word.slice(start, end);
      id = idOf.get(start === 0 ? piece : CONTINUATION + piece);
      if (id !== undefined) break;
    }
    if (id === undefined) {
      start = -1;
    } else {
      ids.push(id);
      start = end;
    }
  }
  if (start >= 0) return;
  ids.length = kept;
  ids.push(unknownId);
}
