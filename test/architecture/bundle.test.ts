/** The production bundle of the Worker, built by wrangler: what is in it, and how large it is. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleSizes, bundleWorker } from "#edge/local/bundle-worker.ts";

/** Gzip size of the Worker without model data; the platform's own limit is 3 MB (free plan). */
const BUNDLE_KB_GZIP_MAX = 300;
const MODEL_DATA_KB_GZIP_MAX = 50;

const FORBIDDEN = [
  /["']node:/,
  /tensorflow|tfjs/i,
  /onnxruntime/,
  /pglite/i,
  /solvePath/,
  /miniflare/,
];

describe("the Worker's bundle", () => {
  let folder: string;
  let script: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "scopewise-bundle-"));
    execFileSync(
      join("node_modules", ".bin", "wrangler"),
      ["deploy", "--dry-run", "--outdir", folder],
      { env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" }, stdio: "pipe" },
    );
    const file = readdirSync(folder).find((name) => name.endsWith(".js"))!;
    script = readFileSync(join(folder, file), "utf8");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`is at most ${BUNDLE_KB_GZIP_MAX} KB gzip, and its model data ${MODEL_DATA_KB_GZIP_MAX} KB`, async () => {
    const { code, modelData } = await bundleSizes(await bundleWorker());
    expect(code).toBeLessThanOrEqual(BUNDLE_KB_GZIP_MAX);
    expect(modelData).toBeLessThanOrEqual(MODEL_DATA_KB_GZIP_MAX);
    expect(modelData, "model data is not found").toBeGreaterThan(1);
    // What wrangler deploys is these two.
    expect(gzipSync(script).length / 1024).toBeCloseTo(code + modelData, 0);
  });

  it("holds nothing that belongs to Node, to the trainer or to one machine", () => {
    for (const pattern of FORBIDDEN) {
      expect(script, String(pattern)).not.toMatch(pattern);
    }
  });

  it("is made of the Worker's own folders and its packages only", async () => {
    const { inputs } = await bundleWorker();
    const foreign = inputs.filter((path) =>
      /^(trainer|cerb|test|migrations|edge\/local)\//.test(path),
    );
    expect(foreign).toEqual([]);
    expect(inputs).toContain("edge/worker.ts");
  });

  it("canary: the patterns find what they are for", () => {
    for (const text of ['import "node:fs"', "tfjs", "solvePath("]) {
      expect(FORBIDDEN.some((pattern) => pattern.test(text))).toBe(true);
    }
  });
});
