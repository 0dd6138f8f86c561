/** Goal: without the optional onnxruntime-node the product must learn why, not crash. */
import { expect, it, vi } from "vitest";
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import { loadOnnxEmbedder } from "#edge/local/embedder/onnx-embedder.ts";

vi.mock("onnxruntime-node", () => {
  throw new Error("Cannot find package 'onnxruntime-node'");
});

it("returns runtime_missing with a reason where onnxruntime-node does not load", async () => {
  const result = await loadOnnxEmbedder(findModelRecord("bge-small-en-v1.5")!);
  expect(result).toMatchObject({ status: "unavailable", code: "runtime_missing" });
  expect(result.status === "unavailable" && result.reason).toMatch(/^onnxruntime-node does not/);
});
