/**
 * What a benchmark suite gets and gives: the dispatcher (`main.ts`) writes the JSON as it is and
 * the tables and charts as a page. A suite prints nothing and exits nowhere.
 */

export interface BenchOptions {
  /** Small sizes and one repetition: the suite runs in seconds and proves nothing about speed. */
  readonly smoke: boolean;
  readonly seed: number;
  /** BEIR-layout folder for suites that need a real corpus; null is the shipped one. */
  readonly dataset: string | null;
  /** A line for the person who waits. */
  readonly log: (line: string) => void;
}

export interface BenchTable {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Points of one line in a log-log chart. */
export interface BenchSeries {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface BenchChart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly BenchSeries[];
}

export interface BenchReport {
  /** Written to `<suite>.json`, with machine, seed and mode added. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly tables: readonly BenchTable[];
  readonly charts: readonly BenchChart[];
}

export interface BenchSuite {
  readonly description: string;
  run(options: BenchOptions): Promise<BenchReport>;
}
