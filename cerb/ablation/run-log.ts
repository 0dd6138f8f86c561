/**
 * runs.jsonl while it grows: a run that was interrupted goes on after its last whole line, as long
 * as it is the same run (index, cases, mode, variants). A torn last line is dropped.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunRecord } from "../systems/run-record.ts";

export class RunLog {
  readonly #file: string;
  readonly #stateFile: string;
  readonly #known = new Map<string, RunRecord>();

  /** `identity` names everything that decides the records; another one starts afresh. */
  constructor(folder: string, identity: string) {
    this.#file = join(folder, "runs.jsonl");
    this.#stateFile = join(folder, "runs.unfinished");
    const before = existsSync(this.#stateFile) ? readFileSync(this.#stateFile, "utf8") : null;
    if (before === identity && existsSync(this.#file)) this.#load();
    else writeFileSync(this.#file, "");
    writeFileSync(this.#stateFile, identity);
  }

  get resumedCount(): number {
    return this.#known.size;
  }

  find(variant: string, caseId: string): RunRecord | undefined {
    return this.#known.get(keyOf(variant, caseId));
  }

  add(record: RunRecord): void {
    appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
  }

  /** The run is whole: nothing is left to resume. */
  finish(): void {
    rmSync(this.#stateFile, { force: true });
  }

  #load(): void {
    const whole = readFileSync(this.#file, "utf8").split("\n").slice(0, -1);
    for (const line of whole) {
      const record = JSON.parse(line) as RunRecord;
      this.#known.set(keyOf(record.variant, record.case_id), record);
    }
    writeFileSync(this.#file, whole.map((line) => `${line}\n`).join(""));
  }
}

const keyOf = (variant: string, caseId: string) => `${variant}\n${caseId}`;
