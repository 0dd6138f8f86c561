import { expect, test } from "vitest";
import type { DocumentInput, ItemResult } from "#edge/client/create-client.ts";
import {
  BATCH_BYTES_MAX,
  BATCH_DOCUMENTS_MAX,
  type DocumentBatch,
  onCallersList,
  planBatches,
} from "#edge/client/document-batches.ts";
import { DOCUMENTS_BODY_BYTES_MAX } from "#edge/routes/documents.ts";
import { DOCUMENTS_PER_REQUEST_MAX } from "#edge/schemas/documents.ts";

const isBatch = (item: DocumentBatch | ItemResult): item is DocumentBatch => "body" in item;
const batchesOf = (documents: readonly DocumentInput[]) =>
  [...planBatches(documents)].filter(isBatch);
const rejectionsOf = (documents: readonly DocumentInput[]) =>
  [...planBatches(documents)].filter((item) => !isBatch(item));
const bytesOf = ({ body }: DocumentBatch) => Buffer.byteLength(body);

const numbered = (count: number, text = "t") =>
  Array.from({ length: count }, (_, index) => ({ id: `d${index}`, text }));

test("the client's bounds lie within those that the service states", () => {
  expect(BATCH_DOCUMENTS_MAX).toBeLessThanOrEqual(DOCUMENTS_PER_REQUEST_MAX);
  expect(BATCH_BYTES_MAX).toBeLessThanOrEqual(DOCUMENTS_BODY_BYTES_MAX);
});

test("a full batch is sent alone, one document more opens a second", () => {
  expect(batchesOf([])).toEqual([]);
  expect(batchesOf(numbered(BATCH_DOCUMENTS_MAX)).map(({ indices }) => indices.length)).toEqual([
    BATCH_DOCUMENTS_MAX,
  ]);
  const [first, second, ...rest] = batchesOf(numbered(BATCH_DOCUMENTS_MAX + 1));
  expect(rest).toEqual([]);
  expect(second?.indices).toEqual([BATCH_DOCUMENTS_MAX]);
  expect(JSON.parse(second?.body ?? "")).toEqual({ documents: [{ id: "d500", text: "t" }] });
  expect(JSON.parse(first?.body ?? "").documents).toHaveLength(BATCH_DOCUMENTS_MAX);
});

test("bodies stay below the byte limit, counted as UTF-8, and nothing is lost", () => {
  const documents = numbered(40, "é€😀\ud800x".repeat(50_000));
  const batches = batchesOf(documents);
  expect(batches.length).toBeGreaterThan(1);
  expect(Math.max(...batches.map(bytesOf))).toBeLessThanOrEqual(BATCH_BYTES_MAX);
  expect(batches.flatMap(({ indices }) => indices)).toEqual(documents.map((_, index) => index));
  // As few requests as possible: no two neighbours would fit into one.
  for (const [index, batch] of batches.slice(1).entries()) {
    const [next] = JSON.parse(batch.body).documents as DocumentInput[];
    const wouldBe = bytesOf(batches[index]!) + Buffer.byteLength(JSON.stringify(next)) + 1;
    expect(wouldBe).toBeGreaterThan(BATCH_BYTES_MAX);
  }
});

test("a document of exactly the limit travels, one byte more is refused by name", () => {
  const envelope = Buffer.byteLength(JSON.stringify({ documents: [{ id: "a", text: "" }] }));
  // The comma that joins documents is counted for the first one too.
  const text = "x".repeat(BATCH_BYTES_MAX - envelope - 1);
  const [batch] = batchesOf([{ id: "a", text }]);
  expect(batch && bytesOf(batch)).toBe(BATCH_BYTES_MAX - 1);
  expect(rejectionsOf([{ id: "a", text: `${text}x` }])).toMatchObject([
    { index: 0, id: "a", status: "rejected", error: { code: "body_too_large" } },
  ]);
});

test("an id that stood before is rejected also across batches", () => {
  const documents = [...numbered(BATCH_DOCUMENTS_MAX + 5), { id: "d3", text: "again" }];
  const rejections = rejectionsOf(documents);
  expect(rejections).toMatchObject([
    { index: 505, id: "d3", error: { code: "duplicate_id", field: "documents[505].id" } },
  ]);
  expect(rejections[0]).toMatchObject({
    error: { message: "the same id stands at documents[3]" },
  });
});

test("what cannot be JSON is an error that names the document", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const documents = [...numbered(2), { id: "c", text: "t", metadata: cyclic }];
  expect(() => batchesOf(documents)).toThrow("documents[2] cannot be written as JSON");
  expect(JSON.parse(batchesOf([undefined as unknown as DocumentInput])[0]?.body ?? "")).toEqual({
    documents: [null],
  });
});

test("answers are put back on the positions of the caller's list", () => {
  const batch: DocumentBatch = { indices: [500, 502], body: "" };
  const error = { code: "invalid_document", message: "wrong", field: "documents[1].level" };
  expect(onCallersList({ index: 1, id: "x", status: "rejected", error }, batch)).toEqual({
    index: 502,
    id: "x",
    status: "rejected",
    error: { ...error, field: "documents[502].level" },
  });
  const created = { index: 0, id: "y", status: "created", error: null } as const;
  expect(onCallersList(created, batch)).toEqual({ ...created, index: 500 });
});
