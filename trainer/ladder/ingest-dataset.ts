/** Sends a collection through POST /v1/documents, with its shipped vectors where there are some. */
import type { Embedder } from "#edge/ports.ts";
import { badInput, failure } from "../training-error.ts";
import type { BeirDataset } from "./beir-dataset.ts";
import { LADDER_MODEL, type LadderStack } from "./ladder-stack.ts";

/** 500 documents with vectors are about 5 MB of JSON. */
const DOCUMENTS_PER_REQUEST = 500;
/** Plans that were made for empty tables are slow on full ones. */
const SETTLED_BATCHES = [1, 3];

interface Answer {
  readonly results?: readonly {
    readonly id: string | null;
    readonly status: string;
    readonly error: { readonly message: string; readonly field?: string } | null;
  }[];
}

/** `embedder` makes the vectors that the collection does not ship; null: searched by words. */
export async function ingestDataset(
  stack: LadderStack,
  { documents, documentVectors }: BeirDataset,
  language: string,
  embedder: Embedder | null,
): Promise<void> {
  const app = stack.app({ embedder });
  for (
    let from = 0, batch = 1;
    from < documents.length;
    from += DOCUMENTS_PER_REQUEST, batch += 1
  ) {
    const slice = documents.slice(from, from + DOCUMENTS_PER_REQUEST);
    const rows = slice.flatMap(({ id, title, text }, at) => {
      // A title alone is a text; a document with neither can never be found.
      const body = text.trim() === "" ? title : text;
      if (body.trim() === "") return [];
      const embedding = documentVectors === null ? null : [...documentVectors[from + at]!];
      const { embeddingModel: embedding_model } = LADDER_MODEL;
      const shownTitle = title === "" ? null : title;
      return [{ id, title: shownTitle, text: body, language, embedding, embedding_model }];
    });
    const response = await app.request("/v1/documents", {
      method: "POST",
      headers: { authorization: `Bearer ${stack.key}`, "content-type": "application/json" },
      body: JSON.stringify({ documents: rows }),
    });
    const { results } = (await response.json()) as Answer;
    if (results === undefined) throw failure(`ingest answered ${response.status}`);
    const rejected = results.find(({ status }) => status === "rejected");
    if (rejected !== undefined) {
      throw badInput(`document ${rejected.id}: ${rejected.error?.message ?? "rejected"}`);
    }
    if (SETTLED_BATCHES.includes(batch)) await stack.settle();
  }
  await stack.settle();
}
