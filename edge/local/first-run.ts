/**
 * What a first start does and later ones skip: tenant and key, default vocabulary, shipped corpora
 * through the API, first model from the shipped judgments. Each part is idempotent and recorded, so
 * an interrupted first start goes on where it stopped.
 */
import { spawn } from "node:child_process";
import { defaultCorpora, readShippedCorpus } from "./shipped-corpora.ts";
import type { DataFolder, FolderState } from "./data-folder.ts";
import { StartError } from "./data-folder.ts";
import { defaultVocabulary } from "./default-vocabulary.ts";
import { ingestRows } from "./ingest-client.ts";
import type { Progress } from "./progress.ts";
import { type Stack, TENANT, TENANT_MODEL } from "./stack.ts";
import { ensureTenant, newApiKey, saveVocabulary, storeKey } from "./tenants.ts";

const TRAINER = new URL("../../trainer/main.ts", import.meta.url).pathname;
const JUDGMENTS = new URL("../../cerb/corpora/judgments/weak.jsonl.gz", import.meta.url).pathname;

/** The learned parts triple the training time, a query table takes minutes: `npm run nightly` makes them. */
const LEFT_TO_THE_NIGHT = "term-weights,adapter,history,table";

/**
 * Ingest writes every row of the hot tables twice. In scope order and without the dead rows the
 * largest pool takes half the time (figures: ARCHITECTURE.md).
 */
const SETTLE = [
  "CLUSTER chunk_lexical USING chunk_lexical_subject",
  "CLUSTER chunk_dense USING chunk_dense_subject",
  "VACUUM ANALYZE",
];

export async function firstRun(
  folder: DataFolder,
  stack: Stack,
  seed: number,
  progress: Progress,
): Promise<FolderState> {
  let state = folder.readState() ?? { ingested: [], trained: false, apiKey: newApiKey("admin") };
  const tenantId = await ensureTenant(stack.database, { name: TENANT, ...TENANT_MODEL });
  await storeKey(stack.database, tenantId, "admin", state.apiKey);
  folder.writeState(state);
  if (state.ingested.length === 0) {
    await saveVocabulary(stack.database, tenantId, defaultVocabulary());
  }
  const missing = defaultCorpora().filter(({ name }) => !state.ingested.includes(name));
  for (const corpus of missing) {
    const update = progress.bar(corpus.name.padEnd(18), corpus.rows);
    const counts = await ingestRows(
      { url: stack.url, key: state.apiKey },
      readShippedCorpus(corpus.name, TENANT_MODEL.embeddingModel),
      update,
      ({ where, message }) => progress.step(`${where}: ${message}`),
    );
    if (counts.rejected > 0) {
      throw new StartError(
        `${counts.rejected} rows of the shipped corpus ${corpus.name} were refused`,
      );
    }
    state = { ...state, ingested: [...state.ingested, corpus.name] };
    folder.writeState(state);
  }
  if (missing.length > 0) {
    progress.step("hot tables into scope order");
    await stack.database.query("SELECT refresh_codes($1)", [tenantId]);
    for (const statement of SETTLE) {
      await stack.local.execute(statement);
    }
  }
  if (!state.trained) {
    progress.step("first model from the shipped judgments");
    const options = ["--tenant", TENANT, "--seed", String(seed), "--out", `${folder.path}/night`];
    await runTrainer(folder, ["import-judgments", "--judgments", JUDGMENTS, ...options]);
    await runTrainer(folder, ["nightly", "--without", LEFT_TO_THE_NIGHT, ...options]);
    state = { ...state, trained: true };
    folder.writeState(state);
  }
  return state;
}

/** The trainer is a process of its own, never an import. */
function runTrainer(folder: DataFolder, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TRAINER, ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, SCOPEWISE_DATA: folder.path },
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new StartError(`the trainer (${args[0]}) ended with exit code ${code}`));
      }
    });
  });
}
