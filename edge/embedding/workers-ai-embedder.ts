/** Workers AI, in production: bge-small-en-v1.5 (CLS pooling, no prefix) and bge-m3. */
import { AppError } from "../errors.ts";
import type { Embedder } from "../ports.ts";
import { checkVectors } from "./http-embedder.ts";

/** Texts per call that Workers AI accepts for these models (platform limit). */
export const WORKERS_AI_TEXTS_MAX = 100;

interface AiModel {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

const MODELS: Readonly<Record<string, AiModel>> = {
  "bge-small-en-v1.5": { name: "@cf/baai/bge-small-en-v1.5", options: { pooling: "cls" } },
  "bge-m3": { name: "@cf/baai/bge-m3", options: {} },
};

/** The part of the `Ai` binding that is used. */
export interface AiBinding {
  run(model: string, input: Record<string, unknown>): Promise<unknown>;
}

export function createWorkersAiEmbedder(ai: AiBinding): Embedder {
  return {
    name: "workers-ai",
    embed: async (texts, model) => {
      const known = MODELS[model];
      if (known === undefined) {
        throw new AppError("configuration", `Workers AI serves no embedding model ${model}`);
      }
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += WORKERS_AI_TEXTS_MAX) {
        const part = texts.slice(start, start + WORKERS_AI_TEXTS_MAX);
        vectors.push(...checkVectors(await runModel(ai, known, part), part.length));
      }
      return { vectors };
    },
  };
}

async function runModel(
  ai: AiBinding,
  { name, options }: AiModel,
  texts: readonly string[],
): Promise<readonly unknown[]> {
  let answer: unknown;
  try {
    answer = await ai.run(name, { text: texts, ...options });
  } catch {
    throw new AppError("upstream_unavailable", "Workers AI did not answer", {
      retryAfterSeconds: 1,
    });
  }
  const data = (answer as { data?: unknown } | null)?.data;
  return Array.isArray(data) ? data : [];
}
