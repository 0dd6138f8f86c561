/** Goal: one source of addresses is used whole, and a damaged note is refused by its field. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openConnections } from "#trainer/connections.ts";

const NOTE = {
  databaseUrl: "postgres://local:local@127.0.0.1:5999/scopewise",
  sqlEndpoint: "http://127.0.0.1:5999/sql",
  embeddingUrl: null,
  kvApiUrl: "http://127.0.0.1:5998",
  kvAccountId: "local",
  kvNamespaceId: "models",
  kvApiToken: "token",
  tenant: "demo",
};

function folderWith(note: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "note-"));
  writeFileSync(join(folder, "stack.json"), typeof note === "string" ? note : JSON.stringify(note));
  return folder;
}

describe("connections of the trainer", () => {
  it("are the note of the named stack, also where DATABASE_URL is set", () => {
    const folder = folderWith(NOTE);
    const connections = openConnections({ SCOPEWISE_DATA: folder, DATABASE_URL: "postgres://x/y" });
    expect(connections.source).toBe(join(folder, "stack.json"));
    expect(connections.embedder).toBeNull();
    expect(() => connections.models()).not.toThrow();
  });

  it("are the environment where no stack is named", () => {
    const connections = openConnections({
      DATABASE_URL: "postgres://user:word@db.example.com/main",
      EMBEDDING_URL: "https://embeddings.example.com",
    });
    expect(connections.source).toBe("the environment");
    expect(connections.embedder?.name).toBe("http");
    expect(() => connections.models()).toThrow(
      "publishing needs KV_API_URL, KV_ACCOUNT_ID, KV_NAMESPACE_ID, KV_API_TOKEN to be set",
    );
  });

  it.each([
    ["not json", "file"],
    [{ ...NOTE, kvApiUrl: 7 }, "kvApiUrl"],
    [{ ...NOTE, sqlEndpoint: undefined }, "sqlEndpoint"],
  ])("refuse a damaged note by its field: %j", (note, field) => {
    const folder = folderWith(note);
    expect(() => openConnections({ SCOPEWISE_DATA: folder })).toThrow(`stack.json: ${field}: `);
  });
});
