/** A remembered table serves only the embedding model that it was checked against. */
import { expect, it } from "vitest";
import type { Database, LogRecord } from "#edge/ports.ts";
import { encodeTokenTable } from "#edge/store/token-table-format.ts";
import { currentTableKey, readTokenTable, tableKey } from "#edge/store/token-table-kv.ts";

const BYTES = encodeTokenTable({
  header: { model: "m-a", dimension: 4, tokens: 3, lengthPower: 0.75, provenance: { seed: 1 } },
  mean: Float32Array.of(0, 0.5, 0, 0),
  scales: Float32Array.of(1, 0.25, 2),
  rows: Uint8Array.of(0x88, 0x88, 0x9a, 0x8f, 0x11, 0xff),
  pieces: ["[UNK]", "e", "##b"],
});

it("is not used for the vectors of the model that a tenant changed to", async () => {
  const texts = new Map([[currentTableKey(1), "v1"]]);
  const logs: LogRecord[] = [];
  const sources = {
    database: {} as Database,
    models: {
      get: async (key: string) => texts.get(key) ?? null,
      getBytes: async (key: string) =>
        key === tableKey(1, "v1") ? new Uint8Array(BYTES).buffer : null,
    },
    now: () => 0,
    log: (record: LogRecord) => logs.push(record),
  };
  const read = (embeddingModel: string) => readTokenTable(sources, { tenantId: 1, embeddingModel });
  expect(await read("m-a")).not.toBeNull();
  expect(await read("m-b")).toBeNull();
  expect(logs).toMatchObject([{ event: "table_unusable" }]);
  expect(await read("m-a")).not.toBeNull();
});
