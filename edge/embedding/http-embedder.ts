/**
 * Any OpenAI-compatible embedding endpoint. The shape of every answer is checked here (count, order,
 * dimension, finite numbers), so that no vector is ever attached to another text.
 */
import { AppError } from "../errors.ts";
import type { Embedder, EmbeddingResult, InputType } from "../ports.ts";

export const EMBED_TEXTS_MAX = 64;
export const EMBED_TIMEOUT_MS = 20_000;
export const EMBED_ATTEMPTS_MAX = 2;

export interface HttpEmbedderOptions {
  /** Base address; `/v1/embeddings` is appended. */
  readonly url: string;
  readonly key?: string;
  /** Sends `input_type`, for servers that add the model's prefixes themselves. */
  readonly sendsInputType?: boolean;
  readonly fetch?: typeof fetch;
}

export function createHttpEmbedder(options: HttpEmbedderOptions): Embedder {
  return {
    name: "http",
    embed: async (texts, model, type) => {
      const vectors: (readonly number[])[] = [];
      let scripts: Pick<EmbeddingResult, "scripts"> = {};
      for (let start = 0; start < texts.length; start += EMBED_TEXTS_MAX) {
        const part = texts.slice(start, start + EMBED_TEXTS_MAX);
        const body = await embedPart(options, part, model, type);
        vectors.push(...readVectors(body, part.length));
        scripts = readScripts(body);
      }
      return { vectors, ...scripts };
    },
  };
}

async function embedPart(
  { url, key, sendsInputType = false, fetch: send = fetch }: HttpEmbedderOptions,
  texts: readonly string[],
  model: string,
  type: InputType,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await send(`${url}/v1/embeddings`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({
          model,
          input: texts,
          ...(sendsInputType ? { input_type: type } : {}),
        }),
        signal: AbortSignal.timeout(EMBED_TIMEOUT_MS),
      });
      if (response.ok) {
        return await response.json();
      }
      await response.body?.cancel();
      if (response.status < 500 || attempt >= EMBED_ATTEMPTS_MAX) {
        throw unavailable(`the embedding provider answered with status ${response.status}`);
      }
    } catch (error) {
      if (error instanceof AppError) {
        throw error;
      }
      if (attempt >= EMBED_ATTEMPTS_MAX) {
        throw unavailable("the embedding provider did not answer");
      }
    }
  }
}

const unavailable = (message: string) =>
  new AppError("upstream_unavailable", message, { retryAfterSeconds: 1 });

/** Not part of OpenAI's format: a server that knows what its model reads may say so. */
function readScripts(body: unknown): Pick<EmbeddingResult, "scripts"> {
  const scripts = (body as { scripts?: unknown } | null)?.scripts;
  const isListed =
    Array.isArray(scripts) && scripts.every((one) => /^\w{1,40}$/u.test(String(one)));
  return isListed ? { scripts: scripts.map(String) } : {};
}

function readVectors(body: unknown, expected: number): readonly (readonly number[])[] {
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) {
    throw unavailable("the embedding provider's answer has no data");
  }
  return checkVectors(
    data
      .toSorted((a: { index?: number }, b: { index?: number }) => (a.index ?? 0) - (b.index ?? 0))
      .map((item: { embedding?: unknown }) => item.embedding),
    expected,
  );
}

/** Throws unless there is one finite, non-empty vector for each text. */
export function checkVectors(
  vectors: readonly unknown[],
  expected: number,
): readonly (readonly number[])[] {
  if (vectors.length !== expected) {
    throw unavailable(
      `the embedding provider returned ${vectors.length} vectors for ${expected} texts ` +
        `(expected ${expected}, got ${vectors.length})`,
    );
  }
  for (const vector of vectors) {
    if (!Array.isArray(vector) || vector.length === 0 || !vector.every(Number.isFinite)) {
      throw unavailable("the embedding provider returned a vector that is not a list of numbers");
    }
  }
  return vectors as readonly (readonly number[])[];
}
