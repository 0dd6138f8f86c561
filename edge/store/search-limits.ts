/** How far each stage of the search statement looks. */

/** Documents that each leg contributes. */
export const LEG_DEPTH = 100;
/** Candidates that are returned, features and text included. */
export const RERANK_WINDOW = 100;
/**
 * A leg must see enough chunks to keep LEG_DEPTH documents, each with its best chunk: LEG_DEPTH and
 * one for every further chunk of a document in the pool; LEG_CHUNKS = LEG_DEPTH ·
 * DOCUMENT_CHUNKS_MAX is always enough.
 */
export const DOCUMENT_CHUNKS_MAX = 20;
export const LEG_CHUNKS = 2000;
/**
 * Pools of more chunks than this are scanned by binary code first. Default for native PostgreSQL; the
 * local stack sets less, since WebAssembly has no fast half-precision (figures: ARCHITECTURE.md).
 */
export const EXACT_POOL_MAX = 20_000;
/** Chunks whose exact cosine is computed after the binary scan (recall: ARCHITECTURE.md). */
export const RESCORE_CHUNKS = 2000;
/** Languages whose analyzers are applied to one query. */
export const QUERY_LANGUAGES_MAX = 8;
