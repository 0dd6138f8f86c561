import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BATCH_ROWS_MAX,
  ingestRows,
  LINE_BYTES_MAX,
  readJsonl,
  type Rejection,
  toApiRow,
} from "#edge/local/ingest-client.ts";

describe("reading JSON lines", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "scopewise-jsonl-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = async (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    const rejections: Rejection[] = [];
    const rows: string[] = [];
    for await (const { where, row } of readJsonl(file, (one) => rejections.push(one))) {
      rows.push(`${where.slice(file.length + 1)}=${String(row["id"])}`);
    }
    return {
      rows,
      rejections: rejections.map(({ where, message }) => `${where.split(":").at(-1)} ${message}`),
    };
  };

  it("keeps good lines and names bad ones by file and line", async () => {
    const text = '{"id":"a"}\r\n\n[1]\n{broken\n"text"\n{"id":"b"}';
    const { rows, rejections } = await read("mixed.jsonl", text);
    expect(rows).toEqual(["1=a", "6=b"]);
    expect(rejections).toEqual([
      "3 not a JSON object",
      "4 not a JSON object",
      "5 not a JSON object",
    ]);
  });

  it("reads gzip", async () => {
    expect((await read("z.jsonl.gz", gzipSync('{"id":"z"}\n'))).rows).toEqual(["1=z"]);
  });

  it("bounds a line at the limit and one past it, without keeping the rest in memory", async () => {
    const pad = (bytes: number) => `{"id":"${"x".repeat(bytes - 9)}"}`;
    const at = await read("at.jsonl", `${pad(LINE_BYTES_MAX)}\n{"id":"next"}`);
    expect(at.rows).toHaveLength(2);
    const over = await read("over.jsonl", `${pad(LINE_BYTES_MAX + 1)}\n{"id":"next"}`);
    expect(over.rows).toEqual(["2=next"]);
    expect(over.rejections).toEqual([`1 line longer than ${LINE_BYTES_MAX} bytes`]);
  });
});

describe("sending rows", () => {
  it("moves unknown fields to metadata and leaves absent ones out", () => {
    expect(toApiRow({ id: "a", text: "t", book: "B", module: null, metadata: { x: 1 } })).toEqual({
      id: "a",
      text: "t",
      metadata: { x: 1, book: "B" },
    });
  });

  it("sends bounded batches and tells rejections by their place in the file", async () => {
    const sizes: number[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) {
        body += part;
      }
      const lines = body.split("\n");
      sizes.push(lines.length);
      const results = lines.map((_, index) => ({
        index,
        status: index === 1 ? "rejected" : "created",
        error: index === 1 ? { message: "is wrong", field: "documents[1].year" } : null,
      }));
      response.end(JSON.stringify({ results }));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    async function* rows() {
      for (let line = 1; line <= BATCH_ROWS_MAX + 2; line += 1) {
        yield { where: `f:${line}`, row: { id: `r${line}`, text: "t" } };
      }
    }
    const rejections: Rejection[] = [];
    const target = { url: `http://127.0.0.1:${port}`, key: "k" };
    const counts = await ingestRows(
      target,
      rows(),
      () => undefined,
      (one) => rejections.push(one),
    );
    server.close();
    expect(sizes).toEqual([BATCH_ROWS_MAX, 2]);
    expect(counts).toMatchObject({ created: BATCH_ROWS_MAX, rejected: 2 });
    expect(rejections.map(({ where }) => where)).toEqual(["f:2", `f:${BATCH_ROWS_MAX + 2}`]);
  });

  it("says that nothing answers when nothing does", async () => {
    async function* rows() {
      yield { where: "f:1", row: { id: "a", text: "t" } };
    }
    const target = { url: "http://127.0.0.1:9", key: "k" };
    await expect(
      ingestRows(
        target,
        rows(),
        () => undefined,
        () => undefined,
      ),
    ).rejects.toThrow(/is the stack running/);
  });
});
