/**
 * The product behind things that fail: its database (fault-proxy.ts), the model store, the embedding
 * provider, the rate limiter. Two tenants; the other one's documents carry a marker.
 */
import { AppError } from "#edge/errors.ts";
import type { Database, Dependencies, Embedder } from "#edge/ports.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import { hashingEmbedder, type Product, startProduct } from "../support/product.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

export const FOREIGN = "foreignmarker";
export const LOCK = { level: "O-Level" };

/** How the model store and the provider behave now. */
export interface Mood {
  store: "fine" | "throws" | "garbage";
  embedder: "fine" | "throws" | "wrong_length" | "not_numbers";
}

export interface FaultWorld {
  readonly product: Product;
  readonly proxy: FaultProxy;
  readonly mood: Mood;
  /** A token that cannot leave LOCK. */
  readonly token: string;
  close(): Promise<void>;
}

export async function startFaultWorld(): Promise<FaultWorld> {
  const proxy = await startFaultProxy();
  const mood: Mood = { store: "fine", embedder: "fine" };
  const behindProxy: Database = connectPostgres(proxy.databaseUrl, {
    fetchEndpoint: proxy.endpoint,
    sleep: async () => undefined,
  });
  const extra: Partial<Dependencies> = {
    keepsAnswers: true,
    tokenKeys: [{ kid: "k", secret: "s".repeat(43) }],
    models: { get: async (key) => readStore(mood, product.kv, key) },
  };
  const product: Product = await startProduct({
    embedder: moodyEmbedder(mood),
    wrap: () => behindProxy,
    extra,
  });
  proxy.forwardTo(product.gateway.url);
  await fill(product);
  const { body } = await product.call("/v1/tokens", { scope_lock: LOCK, ttl_seconds: 86_400 });
  return {
    product,
    proxy,
    mood,
    token: body.token,
    close: async () => {
      await proxy.close();
      await product.close();
    },
  };
}

async function fill(product: Product): Promise<void> {
  const other = await product.addTenant("other");
  const document = (id: string, level: string, text: string) => ({
    id,
    level,
    subject: "Physics",
    language: "en",
    text,
  });
  const text = "A ray of light bends in glass.";
  await product.ingest([document("o-1", "O-Level", text), document("a-1", "A-Level", text)]);
  await product.ingest([document("f-1", "O-Level", `${text} ${FOREIGN}`)], other.key);
}

function readStore({ store }: Mood, kv: ReadonlyMap<string, string>, key: string): string | null {
  if (store === "throws") throw new Error("the store does not answer");
  if (store === "garbage") return key.endsWith(":current") ? "v1" : "{";
  return kv.get(key) ?? null;
}

function moodyEmbedder(mood: Mood): Embedder {
  const good = hashingEmbedder();
  return {
    name: "test",
    embed: async (texts, model, type) => {
      if (mood.embedder === "throws") throw new AppError("upstream_unavailable", "no embeddings");
      const { vectors } = await good.embed(texts, model, type);
      switch (mood.embedder) {
        case "wrong_length":
          return { vectors: vectors.map((vector) => vector.slice(1)) };
        case "not_numbers":
          return { vectors: vectors.map((vector) => vector.map(() => Number.NaN)) };
        default:
          return { vectors };
      }
    },
  };
}
