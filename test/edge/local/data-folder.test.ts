import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolder, StartError } from "#edge/local/data-folder.ts";
import { readIngestOptions, readStartOptions } from "#edge/local/options.ts";

describe("the data folder", () => {
  let path: string;
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), "scopewise-folder-"));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  it("belongs to one living process; a dead one's lock is taken over", () => {
    const folder = new DataFolder(path);
    writeFileSync(join(path, "lock"), String(process.ppid));
    expect(() => folder.lock()).toThrow(/another instance \(process \d+\)/);
    writeFileSync(join(path, "lock"), "999999999");
    expect(() => folder.lock()).not.toThrow();
    folder.unlock();
    expect(() => folder.lock()).not.toThrow();
  });

  it("keeps the state, readable by its owner alone", () => {
    const folder = new DataFolder(path);
    expect(folder.readState()).toBeNull();
    const state = { ingested: ["mmlu"], trained: false, apiKey: "k" };
    folder.writeState(state);
    expect(folder.readState()).toEqual(state);
    expect(statSync(join(path, "state.json")).mode & 0o077).toBe(0);
  });

  it("says what to do about a half-written state", () => {
    writeFileSync(join(path, "state.json"), '{"ingested": [');
    expect(() => new DataFolder(path).readState()).toThrow(/remove the folder/);
  });
});

describe("options", () => {
  it("come from arguments, then environment, then defaults", () => {
    expect(readStartOptions([], {})).toMatchObject({ port: 8787, once: false, seed: 42 });
    expect(readStartOptions([], { PORT: "9000" }).port).toBe(9000);
    expect(() => readStartOptions(["--help"], {})).toThrow(/usage: npm start.*--data FOLDER/u);
    expect(readStartOptions(["--port", "0"], { PORT: "9000" }).port).toBe(0);
    expect(readStartOptions(["--once", "--json", "f"], {})).toMatchObject({
      once: true,
      jsonFile: "f",
    });
  });

  it.each([["65536"], ["-1"], ["x"], ["1.5"]])("refuse port %s by name", (port) => {
    expect(() => readStartOptions([], { PORT: port })).toThrow(StartError);
  });

  it("accept the last port there is", () => {
    expect(readStartOptions([], { PORT: "65535" }).port).toBe(65_535);
  });

  it("refuse what does not exist, and an ingest without file, stack or key", () => {
    expect(() => readStartOptions(["--onse"], {})).toThrow(StartError);
    const nowhere = { url: null, key: null };
    expect(() => readIngestOptions([], nowhere)).toThrow(/name at least one file/);
    expect(() => readIngestOptions(["a"], nowhere)).toThrow(/no stack is running/);
    expect(() => readIngestOptions(["a"], { ...nowhere, url: "http://x" })).toThrow(/API key/);
  });
});
