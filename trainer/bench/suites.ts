/** The one table of suites; each is loaded only when it is asked for. */
import type { BenchSuite } from "./suite.ts";

export const SUITES: Readonly<Record<string, () => Promise<BenchSuite>>> = {
  solver: async () => (await import("./solver-suite.ts")).solverSuite,
  search: async () => (await import("./search-suite.ts")).searchSuite,
  ingest: async () => (await import("./ingest-suite.ts")).ingestSuite,
  growth: async () => (await import("./growth-suite.ts")).growthSuite,
  edge: async () => (await import("./edge-suite.ts")).edgeSuite,
  encoder: async () => (await import("./encoder-suite.ts")).encoderSuite,
};
