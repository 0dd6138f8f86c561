/**
 * The rows of a corpus in file order, each with its place and its vectors; what cannot be a row comes
 * as a fault with line and field, and reading goes on. Ids are unique over everything one reader
 * reads. Values are not checked here: the product's ingest does that.
 */
import { type CorpusFile, type CorpusInput, openVectors } from "./corpus-input.ts";
import { type DocumentRow, parseRow, type RowFault } from "./parse-row.ts";
import { readLines } from "./read-lines.ts";

export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

export interface PlacedFault extends RowFault, Place {
  /** Null where the row has none that can be read. */
  readonly id: string | null;
}

export type ReadRow =
  | {
      readonly ok: true;
      readonly row: DocumentRow;
      readonly place: Place;
      /** One vector a chunk, from the file beside the rows; null where there is none. */
      readonly vectors: readonly (readonly number[])[] | null;
    }
  | { readonly ok: false; readonly fault: PlacedFault };

export interface RowReaderOptions {
  /** Model whose vector files are wanted. */
  readonly model: string;
  readonly beirLanguage: string;
}

export class RowReader {
  readonly #options: RowReaderOptions;
  readonly #placeOfId = new Map<string, Place>();

  constructor(options: RowReaderOptions) {
    this.#options = options;
  }

  async *read(input: CorpusInput): AsyncGenerator<ReadRow> {
    for (const file of input.files) yield* this.#readFile(file);
  }

  async *#readFile(file: CorpusFile): AsyncGenerator<ReadRow> {
    const vectors = await openVectors(file, this.#options.model);
    for await (const read of readLines(file.path)) {
      const place = { file: file.path, line: read.line };
      if (read.text === null) {
        yield fault(place, null, { field: "", message: read.fault });
        continue;
      }
      if (read.text.trim() === "") continue;
      const parsed = parseRow(read.text, file.format, this.#options.beirLanguage);
      if (!parsed.ok) {
        yield fault(place, parsed.id, parsed.fault);
        continue;
      }
      const first = this.#placeOfId.get(parsed.row.id);
      if (first !== undefined) {
        const message = `"${parsed.row.id}" is the id of ${first.file}:${first.line}`;
        yield fault(place, parsed.row.id, { field: "id", message });
        continue;
      }
      this.#placeOfId.set(parsed.row.id, place);
      const own = vectors?.ofRow(read.line - 1) ?? [];
      yield { ok: true, row: parsed.row, place, vectors: own.length > 0 ? own : null };
    }
  }
}

function fault(place: Place, id: string | null, { field, message }: RowFault): ReadRow {
  return { ok: false, fault: { ...place, id, field, message } };
}

export function describeFault({ file, line, field, message }: PlacedFault): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${message}`;
}
