/**
 * Goal: any OpenAI client can use the endpoint, and whatever it cannot embed exactly is a clear
 * 4xx naming the field. Method: real HTTP on loopback; the real e5 model for vectors, a counting
 * fake model for limits, order and caching.
 */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BODY_BYTES_MAX,
  INPUTS_MAX,
  TEXT_CHARS_MAX,
} from "#edge/local/embedder/embedding-request.ts";
import { createHttpEmbedder } from "#edge/embedding/http-embedder.ts";
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import { type Embedder, loadOnnxEmbedder } from "#edge/local/embedder/onnx-embedder.ts";
import {
  CACHED_QUERIES_MAX,
  type EmbeddingServer,
  REQUESTS_IN_FLIGHT_MAX,
  startEmbeddingServer,
} from "#edge/local/embedder/server.ts";

interface Success {
  object: string;
  data: { object: string; index: number; embedding: number[] | string }[];
  model: string;
  scripts: readonly string[];
  usage: { prompt_tokens: number; total_tokens: number };
}

interface Failure {
  error: { message: string; type: string; param: string | null; code: string };
}

/** Embeds a text as its length; "fail" fails; texts read are recorded. */
function fakeEmbedder(read: string[], gate: Promise<void> = Promise.resolve()): Embedder {
  const record = { ...findModelRecord("bge-small-en-v1.5")!, id: "fake" };
  return {
    record,
    async embed(text, inputType) {
      await gate;
      if (text === "fail") throw new Error("secret detail");
      read.push(`${inputType}: ${text}`);
      return { vector: Float32Array.of(text.length, 0.5), tokenCount: 3 };
    },
    close: () => Promise.resolve(),
  };
}

function post(server: EmbeddingServer, body: unknown, path = "/v1/embeddings"): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(server.url + path, { method: "POST", body: text });
}

function ask(server: EmbeddingServer, text: string): Promise<Response> {
  return post(server, { model: "fake", input: text, input_type: "query" });
}

async function failure(response: Response): Promise<[number, string, string | null]> {
  const { error } = (await response.json()) as Failure;
  expect(error.message).not.toBe("");
  return [response.status, error.code, error.param];
}

describe("the embedding server with a fake model", () => {
  const read: string[] = [];
  let server: EmbeddingServer;
  const model = "fake";

  beforeAll(async () => {
    server = await startEmbeddingServer({ models: [fakeEmbedder(read)] });
  });
  afterAll(() => server.close());

  it("answers in OpenAI's shape, in the order of the input", async () => {
    const response = await post(server, { model, input: ["one", "three"], user: "u" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      object: "list",
      data: [
        { object: "embedding", index: 0, embedding: [3, 0.5] },
        { object: "embedding", index: 1, embedding: [5, 0.5] },
      ],
      model: "fake",
      scripts: ["Latin", "Greek"],
      usage: { prompt_tokens: 6, total_tokens: 6 },
    } satisfies Success);
  });

  it("tells the Worker's provider which scripts its model reads", async () => {
    const { scripts, vectors } = await createHttpEmbedder(server).embed(["ab"], model, "query");
    expect(scripts).toEqual(["Latin", "Greek"]);
    expect(vectors).toEqual([[2, 0.5]]);
  });

  it("takes one string and gives base64 float32 on request", async () => {
    const response = await post(server, { model, input: "ab", encoding_format: "base64" });
    const { data } = (await response.json()) as Success;
    const bytes = Buffer.from(data[0]!.embedding as string, "base64");
    expect([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length]).toEqual([2, 0.5, 8]);
  });

  it("reads passages by default and computes a repeated query only once", async () => {
    read.length = 0;
    for (let time = 0; time < 2; time += 1) {
      await post(server, { model, input: "same" });
      await post(server, { model, input: "same", input_type: "query" });
    }
    expect(read).toEqual(["passage: same", "query: same", "passage: same"]);
  });

  it("forgets the least recently used query beyond the named bound", async () => {
    await ask(server, "kept");
    await ask(server, "dropped");
    for (let at = 0; at < CACHED_QUERIES_MAX - 2; at += 1) await ask(server, `filler ${at}`);
    await ask(server, "kept");
    await ask(server, "one more");
    read.length = 0;
    await ask(server, "kept");
    await ask(server, "dropped");
    expect(read).toEqual(["query: dropped"]);
  });

  it.each([
    ["no JSON", "{", [400, "invalid_json", null]],
    ["an array as body", "[]", [400, "invalid_json", null]],
    ["no model", { input: "a" }, [400, "invalid_value", "model"]],
    ["an unknown model", { model: "x", input: "a" }, [404, "model_not_found", "model"]],
    ["no input", { model }, [400, "invalid_value", "input"]],
    ["an empty list", { model, input: [] }, [400, "invalid_value", "input"]],
    ["token ids", { model, input: [1, 2] }, [400, "invalid_value", "input[0]"]],
    ["a blank text", { model, input: ["a", " "] }, [400, "invalid_value", "input[1]"]],
    ["a lone surrogate", `{"model":"fake","input":"\\ud800"}`, [400, "invalid_value", "input"]],
    ["an unknown field", { model, input: "a", q: 1 }, [400, "invalid_value", "q"]],
    [
      "an unknown input type",
      { model, input: "a", input_type: "doc" },
      [400, "invalid_value", "input_type"],
    ],
    [
      "another dimension",
      { model, input: "a", dimensions: 256 },
      [400, "invalid_value", "dimensions"],
    ],
    [
      "an unknown encoding",
      { model, input: "a", encoding_format: "hex" },
      [400, "invalid_value", "encoding_format"],
    ],
  ])("refuses %s and names the field", async (_what, body, expected) => {
    expect(await failure(await post(server, body))).toEqual(expected);
  });

  it("accepts each limit and refuses one more", async () => {
    const texts = Array.from({ length: INPUTS_MAX }, (_, at) => `t${at}`);
    expect((await post(server, { model, input: texts })).status).toBe(200);
    expect(await failure(await post(server, { model, input: [...texts, "x"] }))).toEqual([
      400,
      "invalid_value",
      "input",
    ]);
    const long = "x".repeat(TEXT_CHARS_MAX);
    expect((await post(server, { model, input: long })).status).toBe(200);
    expect((await post(server, { model, input: `${long}x` })).status).toBe(400);
    const body = JSON.stringify({ model, input: "a" });
    expect((await post(server, body.padEnd(BODY_BYTES_MAX))).status).toBe(200);
    const tooLarge = [413, "body_too_large", null];
    expect(await failure(await post(server, body.padEnd(BODY_BYTES_MAX + 1)))).toEqual(tooLarge);
    expect(await failure(await post(server, body.padEnd(8 * BODY_BYTES_MAX)))).toEqual(tooLarge);
  });

  it("refuses other paths, other methods and bytes that are not UTF-8", async () => {
    expect(await failure(await post(server, {}, "/v1/chat"))).toEqual([404, "not_found", null]);
    expect(await failure(await fetch(`${server.url}/v1/embeddings`))).toEqual([
      405,
      "method_not_allowed",
      null,
    ]);
    const body = Uint8Array.of(0x22, 0xff, 0x22);
    const response = await fetch(`${server.url}/v1/embeddings`, { method: "POST", body });
    expect(await failure(response)).toEqual([400, "invalid_json", null]);
  });

  it("reports a failing model as a server error without its details, and goes on", async () => {
    const response = await post(server, { model, input: "fail" });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ error: { type: "server_error" } });
    expect(text).not.toContain("secret");
    expect((await post(server, { model, input: "next" })).status).toBe(200);
  });

  it("survives a client that leaves in the middle of its body", async () => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    socket.write("POST /v1/embeddings HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
    socket.destroy();
    expect((await post(server, { model, input: "still here" })).status).toBe(200);
  });
});

describe("the embedding server's life", () => {
  it("turns requests away while too many are in flight", async () => {
    const gate = Promise.withResolvers<void>();
    const server = await startEmbeddingServer({ models: [fakeEmbedder([], gate.promise)] });
    const body = { model: "fake", input: "a" };
    const all = Array.from({ length: REQUESTS_IN_FLIGHT_MAX + 1 }, () => post(server, body));
    const first = await Promise.race(all);
    expect(await failure(first)).toEqual([503, "overloaded", null]);
    gate.resolve();
    const statuses = (await Promise.all(all)).map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(REQUESTS_IN_FLIGHT_MAX);
    await server.close();
  });

  it("rejects a port in use and frees its port on close", async () => {
    const first = await startEmbeddingServer({ models: [] });
    const port = Number(new URL(first.url).port);
    await expect(startEmbeddingServer({ models: [], port })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
    const second = await startEmbeddingServer({ models: [], port });
    expect(new URL(second.url).hostname).toBe("127.0.0.1");
    await second.close();
  });

  it("serves the real model with the prefix of the input type", async () => {
    const load = await loadOnnxEmbedder(findModelRecord("multilingual-e5-small")!);
    if (load.status === "unavailable") throw new Error(load.reason);
    const server = await startEmbeddingServer({ models: [load.embedder] });
    const embed = async (input_type: string): Promise<number[]> => {
      const body = {
        model: "multilingual-e5-small",
        input: "Qu'est-ce que l'inertie ?",
        input_type,
      };
      const { data } = (await (await post(server, body)).json()) as Success;
      return data[0]!.embedding as number[];
    };
    for (const inputType of ["query", "passage"] as const) {
      const direct = await load.embedder.embed("Qu'est-ce que l'inertie ?", inputType);
      expect(await embed(inputType)).toEqual(Array.from(direct.vector));
    }
    await server.close();
    await load.embedder.close();
  });
});
