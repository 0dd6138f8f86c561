/** The embedding model of the shipped vectors. */
import { findModelRecord, type ModelRecord } from "#edge/local/embedder/model-record.ts";

export const DEFAULT_MODEL: ModelRecord = findModelRecord("multilingual-e5-small")!;
