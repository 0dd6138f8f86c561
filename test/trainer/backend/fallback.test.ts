/**
 * A backend that is not there, does not match the machine, lies or breaks while it runs: the
 * float64 reference does the work, the report says so, and no number changes (`trainer-001`,
 * `-004`, `-005`).
 */
import { describe, expect, test } from "vitest";
import type {
  Backend,
  BackendChoice,
  BackendName,
  BatchEvaluation,
} from "#trainer/backend/backend.ts";
import { BackendFailure } from "#trainer/backend/backend.ts";
import { DEFAULT_LOADERS, selectBackend } from "#trainer/backend/select-backend.ts";
import type { TensorFlow } from "#trainer/backend/tensorflow.ts";
import { createTypescriptBackend } from "#trainer/backend/typescript-backend.ts";
import { solveBatchOn } from "#trainer/solver/accelerated-batch.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";

const differences = { rows: 3, columns: 2, data: Float64Array.of(1, 0, 0, 1, 1, 1) };
const COSTS = [0.01, 0.1, 1, 10, 100];
const once = [new Float64Array(3).fill(1)];
const reference = solvePath({ differences }, COSTS);

const failWith = (message: string) => async (): Promise<TensorFlow> => {
  throw new Error(message);
};

async function expectReferenceAnswers(
  choice: BackendChoice,
  backend: BackendName = "typescript",
): Promise<string> {
  const outcome = await solveBatchOn(choice, { differences }, COSTS, once);
  expect(outcome.backend).toBe(backend);
  expect(outcome.solutions.map(({ status }) => status)).toEqual(COSTS.map(() => "optimal"));
  for (const [i, { weights }] of outcome.solutions.entries()) {
    for (const [j, weight] of weights.entries()) {
      expect(weight).toBeCloseTo(reference[i]!.weights[j]!, 6);
    }
  }
  return outcome.reason;
}

const LOAD_FAILURES = {
  "trainer-001: the native archive was never downloaded":
    "The Node.js native addon module (tfjs_binding.node) can not be found at path: lib/napi-v8",
  "trainer-004: the driver library is newer than the package was built for":
    "Loaded runtime CuDNN library: 9.1.0 but source was compiled with: 8.1.0",
  "trainer-005: one dynamic library is missing":
    "Could not load dynamic library 'libcublas.so.11'; dlerror: cannot open shared object file",
};

describe("a GPU backend that cannot start", () => {
  for (const [name, message] of Object.entries(LOAD_FAILURES)) {
    test(name, async () => {
      const choice = await selectBackend(undefined, {
        ...DEFAULT_LOADERS,
        "tfjs-node-gpu": failWith(message),
      });
      expect(choice.backend.name).toBe("wasm");
      expect(choice.fallbacks.map((fallback) => fallback.name)).toEqual(["tfjs-node-gpu"]);
      const reason = await expectReferenceAnswers(choice, "wasm");
      expect(reason).toContain(message);
      expect(reason).toContain("needs the native library of @tensorflow/tfjs-node-gpu 4.22");
    });
  }

  test("a wrong product in the self-test is a failure to start", async () => {
    const cpu = await DEFAULT_LOADERS["tfjs-cpu"]();
    const wrong = new Proxy(cpu, {
      get: (target, key) =>
        key === "matMul"
          ? (a: never, b: never) => cpu.mul(cpu.matMul(a, b, false, true), 2)
          : Reflect.get(target, key),
    });
    const choice = await selectBackend(["tfjs-cpu"], {
      ...DEFAULT_LOADERS,
      "tfjs-cpu": async () => wrong,
    });
    expect(choice.reason).toContain("wrong product in its self-test");
    await expectReferenceAnswers(choice);
  });

  test("a reason is one bounded line without folders of this machine", async () => {
    const message = `cannot open\n  /somewhere/node_modules/@tensorflow/x.node ${"x".repeat(900)}`;
    const choice = await selectBackend(["tfjs-cpu"], {
      ...DEFAULT_LOADERS,
      "tfjs-cpu": failWith(message),
    });
    const { reason } = choice.fallbacks[0]!;
    expect(reason).toMatch(/^cannot open @tensorflow\/x\.node x+$/);
    expect(reason.length).toBeLessThanOrEqual(300);
  });
});

const nan = (found: BatchEvaluation) => found.pull.map(() => Number.NaN);

describe("a float32 backend that breaks while it runs", () => {
  const honest = createTypescriptBackend();
  const breaking = (evaluate: (found: BatchEvaluation) => BatchEvaluation): BackendChoice => {
    const backend: Backend = {
      ...honest,
      name: "tfjs-node-gpu",
      precision: "float32",
      openBatch: (problem, resamples) => {
        const session = honest.openBatch(problem, resamples);
        return { evaluate: async (batch) => evaluate(await session.evaluate(batch)), dispose() {} };
      },
    };
    return { backend, reason: "loaded", fallbacks: [] };
  };

  test("out of memory: the float64 path answers and the reason is kept", async () => {
    const choice = breaking(() => {
      throw new BackendFailure("tfjs-node-gpu", "OOM when allocating tensor with shape[2200,3600]");
    });
    const reason = await expectReferenceAnswers(choice);
    expect(reason).toMatch(/tfjs-node-gpu failed while it ran: .*OOM when allocating/);
  });

  test("NaN in the answer never reaches a weight", async () => {
    const reason = await expectReferenceAnswers(
      breaking((found) => ({ ...found, pull: nan(found) })),
    );
    expect(reason).toMatch(/tfjs-node-gpu failed while it ran: .*not finite/);
  });

  test("a pull of the wrong sign only costs time: the float64 polish decides", async () => {
    const choice = breaking((found) => ({ ...found, pull: found.pull.map((value) => -value) }));
    const outcome = await solveBatchOn(choice, { differences }, COSTS, once);
    for (const [i, { weights, status }] of outcome.solutions.entries()) {
      expect(status).toBe("optimal");
      expect(weights[0]).toBeCloseTo(reference[i]!.weights[0]!, 6);
    }
  });
});
