/**
 * Cuts the body of a document into chunks that an embedding model can read whole.
 * Every chunk is a contiguous slice of the body, so that stored offsets and highlights stay exact.
 * Borders, best first: the body's end, a paragraph, a sentence, white space, any character.
 * It must not change a character: normalisation belongs to another module. Time is linear.
 */

/** Largest chunk in UTF-16 units: about 500 tokens, just under the models' limit of 512. */
export const CHUNK_CHARS_MAX = 2000;

/** Longest stretch that a chunk repeats from the one before it: whole sentences only. */
export const CHUNK_OVERLAP_CHARS_MAX = 200;

/** Changes whenever the same body could give other chunks: shipped vectors name it. */
export const CHUNKER_VERSION = "1";

/** A surrogate pair must fit into one chunk. */
const CHARS_MAX_LEAST = 2;

/** The overlap takes at most this share of a chunk (200 of 2,000). */
const OVERLAP_SHARE = 0.1;

/** A paragraph border is worth an earlier cut only if the chunk is then at least this full. */
const PARAGRAPH_FILL = 0.5;

const SPACE = /\s/;
const NEWLINE = /[\n\r\u2028\u2029]/;
const SENTENCE_END = new Set([".", "!", "?", "…"]);
const FULL_WIDTH_END = new Set(["。", "！", "？"]);
const CLOSER = new Set(['"', "'", ")", "]", "”", "’", "»", "」", "』", "）"]);

/** One sentence, or a piece of an overlong one: [start, end) in the body, no space at the ends. */
interface Unit {
  start: number;
  end: number;
  isWholeSentence: boolean;
  isParagraphEnd: boolean;
}

/**
 * Chunks in the order of the body, each at most `charsMax` UTF-16 units, none of them blank.
 * Together they hold every character that is not white space, in order; a chunk may open with
 * whole trailing sentences of the one before. A blank body gives no chunk.
 */
export function chunkText(body: string, charsMax: number = CHUNK_CHARS_MAX): string[] {
  if (!Number.isInteger(charsMax) || charsMax < CHARS_MAX_LEAST) {
    throw new RangeError(`charsMax must be an integer of at least ${CHARS_MAX_LEAST}`);
  }
  const trimmed = body.trim();
  if (trimmed === "") return [];
  if (trimmed.length <= charsMax) return [trimmed];
  return packUnits(trimmed, cutOverlong(trimmed, sentences(trimmed), charsMax), charsMax);
}

function packUnits(body: string, units: readonly Unit[], charsMax: number): string[] {
  const overlapMax = Math.min(CHUNK_OVERLAP_CHARS_MAX, Math.floor(charsMax * OVERLAP_SHARE));
  const chunks: string[] = [];
  let next = 0;
  while (next < units.length) {
    const first = overlapStart(units, next, overlapMax, charsMax);
    const last = lastOfChunk(units, first, next, charsMax);
    chunks.push(body.slice(units[first]!.start, units[last]!.end));
    next = last + 1;
  }
  return chunks;
}

/** First unit of the chunk that must hold unit `next`: it or whole sentences shortly before it. */
function overlapStart(
  units: readonly Unit[],
  next: number,
  overlapMax: number,
  charsMax: number,
): number {
  let first = next;
  while (first > 0) {
    const candidate = units[first - 1]!;
    const overlap = units[next - 1]!.end - candidate.start;
    const isFitting = units[next]!.end - candidate.start <= charsMax;
    if (!candidate.isWholeSentence || overlap > overlapMax || !isFitting) break;
    first -= 1;
  }
  return first;
}

function lastOfChunk(
  units: readonly Unit[],
  first: number,
  next: number,
  charsMax: number,
): number {
  const start = units[first]!.start;
  let last = next;
  while (last + 1 < units.length && units[last + 1]!.end - start <= charsMax) last += 1;
  if (last === units.length - 1) return last;
  for (let index = last; index >= next; index -= 1) {
    const unit = units[index]!;
    if (unit.end - start < charsMax * PARAGRAPH_FILL) break;
    if (unit.isParagraphEnd) return index;
  }
  return last;
}

function sentences(body: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  let at = 0;
  const close = (end: number, isParagraphEnd: boolean): void => {
    if (end > start) units.push({ start, end, isWholeSentence: true, isParagraphEnd });
  };
  while (at < body.length) {
    if (FULL_WIDTH_END.has(body[at]!)) {
      // Chinese and Japanese write no space after a sentence.
      at = skip(body, at, (char) => FULL_WIDTH_END.has(char) || CLOSER.has(char));
      const spaceEnd = skip(body, at, isSpace);
      close(at, isParagraphGap(body.slice(at, spaceEnd)));
      start = spaceEnd;
      at = spaceEnd;
    } else if (isSpace(body[at]!)) {
      const spaceEnd = skip(body, at, isSpace);
      const gap = body.slice(at, spaceEnd);
      if (NEWLINE.test(gap) || endsSentence(body, start, at)) {
        close(at, isParagraphGap(gap));
        start = spaceEnd;
      }
      at = spaceEnd;
    } else {
      at += 1;
    }
  }
  close(body.length, true);
  return units;
}

function skip(body: string, from: number, isSkipped: (char: string) => boolean): number {
  let at = from;
  while (at < body.length && isSkipped(body[at]!)) at += 1;
  return at;
}

function isSpace(char: string): boolean {
  return SPACE.test(char);
}

function isParagraphGap(gap: string): boolean {
  return gap.includes("\u2029") || gap.indexOf("\n") !== gap.lastIndexOf("\n");
}

/** Whether the text before `end` closes a sentence, behind quotation marks and brackets too. */
function endsSentence(body: string, start: number, end: number): boolean {
  let at = end - 1;
  while (at > start && CLOSER.has(body[at]!)) at -= 1;
  return at >= start && SENTENCE_END.has(body[at]!);
}

function cutOverlong(body: string, units: readonly Unit[], charsMax: number): Unit[] {
  const result: Unit[] = [];
  for (const unit of units) {
    if (unit.end - unit.start <= charsMax) {
      result.push(unit);
      continue;
    }
    let start = unit.start;
    while (unit.end - start > charsMax) {
      const end = cutPoint(body, start, charsMax);
      result.push({ start, end, isWholeSentence: false, isParagraphEnd: false });
      start = skip(body, end, isSpace);
    }
    result.push({ ...unit, start, isWholeSentence: false });
  }
  return result;
}

/** End of the longest piece from `start` that breaks no word, else no surrogate pair. */
function cutPoint(body: string, start: number, charsMax: number): number {
  for (let at = start + charsMax; at > start; at -= 1) {
    if (!isSpace(body[at]!)) continue;
    while (isSpace(body[at - 1]!)) at -= 1;
    return at;
  }
  const end = start + charsMax;
  return isPairAt(body, end - 1) ? end - 1 : end;
}

function isPairAt(body: string, at: number): boolean {
  const code = body.codePointAt(at);
  return code !== undefined && code > 0xffff;
}
