/**
 * Every command that the README shows is run by a test: each line of its shell blocks must be one of
 * the forms below, and the file named beside it holds the words that run it. Request bodies are held
 * to the OpenAPI description.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createValidator, operationsOf, readDescription } from "../support/description.ts";

interface Proof {
  readonly form: RegExp;
  readonly file: string;
  /** What must stand in that file. */
  readonly runs: string;
}

const PROOFS: readonly Proof[] = [
  { form: /^npm ci$/, file: ".ci/run", runs: "npm ci" },
  { form: /^npm test$/, file: ".ci/run", runs: "npm test" },
  { form: /^npm start$/, file: "test/start/start.test.ts", runs: '"start"' },
  {
    form: /^npm run ingest -- \S+$/,
    file: "test/edge/local/first-document.test.ts",
    runs: '"ingest"',
  },
  {
    form: /^npm run search -- ".+"$/,
    file: "test/edge/local/first-document.test.ts",
    runs: '"search"',
  },
  {
    form: /^npm run example(?: -- ".+")?$/,
    file: "test/edge/local/first-document.test.ts",
    runs: "example/main.ts",
  },
  {
    form: /^npm run reembed(?: -- --model \S+ --dimension \d+)?$/,
    file: "test/edge/local/reembed-command.test.ts",
    runs: '"reembed"',
  },
  {
    form: /^npm run tenant -- (?:create|key|list|revoke) /,
    file: "test/edge/local/tenant-command.test.ts",
    runs: '"create"',
  },
  {
    form: /^npm run (?:train|publish|models)$/,
    file: "test/trainer/main.test.ts",
    runs: '"publish"',
  },
  {
    form: /^npm run rollback -- --to VERSION$/,
    file: "test/trainer/main.test.ts",
    runs: '"rollback"',
  },
  {
    form: /^npm run ladder -- --dataset \S+ --out \S+$/,
    file: "test/trainer/ladder/run-ladder.test.ts",
    runs: "ladder",
  },
  {
    form: /^npm run cerb -- (?:ablation|audit) --out \S+$/,
    file: "test/cerb/main.test.ts",
    runs: '"audit"',
  },
  { form: /^npx wrangler deploy$/, file: "test/architecture/bundle.test.ts", runs: '"deploy"' },
  {
    form: /^curl -s localhost:8787\/v1\//,
    file: "test/workerd/openapi.test.ts",
    runs: "exchangeFor",
  },
];

const README = readFileSync("README.md", "utf8");
const COMMANDS = [...README.matchAll(/```bash\n([^]*?)```/g)].flatMap(([, block]) =>
  block!
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => (line.startsWith("curl") ? [line] : line.split(" && ")))
    .map((line) => line.trim())
    .filter((line) => line !== ""),
);

const proofOf = (command: string) => PROOFS.find(({ form }) => form.test(command));

describe("the README's commands", () => {
  it.each(COMMANDS)("%s", (command) => {
    const proof = proofOf(command);
    expect(proof, "no test is known to run this").toBeDefined();
    expect(readFileSync(proof!.file, "utf8")).toContain(proof!.runs);
  });

  it("are each needed: no form is left over", () => {
    expect(PROOFS.filter(({ form }) => !COMMANDS.some((one) => form.test(one)))).toEqual([]);
  });

  it("lead from a clone to a first own document in at most five", () => {
    const first = README.slice(0, README.indexOf("## For "));
    const needed = ["npm ci", "npm start", "npm run ingest", "npm run search"];
    expect(needed.every((command) => first.includes(command))).toBe(true);
    expect(["git clone", ...needed].length).toBeLessThanOrEqual(5);
  });

  it("canary: a command that nobody runs is found", () => {
    expect(proofOf("npm run nonsense")).toBeUndefined();
  });
});

it("the README's request bodies fit the OpenAPI description", async () => {
  const description = await readDescription();
  const validator = createValidator(description, false);
  const operations = operationsOf(description);
  const requests = [...README.matchAll(/localhost:8787(\/v1\/[\w:/]+)[^]*?-d '([^']+)'/g)];
  expect(requests.length).toBeGreaterThanOrEqual(3);
  for (const [, path, body] of requests) {
    const operation = operations.find((one) => one.path === path && one.method === "POST")!;
    expect(validator.problems(operation.body!.schema, JSON.parse(body!)), body).toEqual([]);
  }
});
