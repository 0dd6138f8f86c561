/**
 * A Worker that does nothing but look queries up, for encoder-suite.ts: PUT a table, then POST texts and
 * how often to encode all of them. Clocks stand still while a Worker computes, so it is timed from
 * outside.
 */
import { encodeWithTable, type TokenTable } from "#core/encoder/token-table.ts";
import { decodeTokenTable } from "#edge/store/token-table-format.ts";

interface Work {
  readonly texts: readonly string[];
  readonly rounds: number;
}

let table: TokenTable | null = null;

async function put(request: Request): Promise<Response> {
  const model = new URL(request.url).searchParams.get("model") ?? "";
  const decoding = decodeTokenTable(new Uint8Array(await request.arrayBuffer()), model);
  if (!decoding.ok) return new Response(decoding.reason, { status: 422 });
  table = decoding.table;
  return new Response("decoded");
}

/** The sum of all first numbers: the work cannot be left out. */
async function encode(request: Request): Promise<Response> {
  if (table === null) return new Response("no table", { status: 409 });
  const { texts, rounds } = (await request.json()) as Work;
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const text of texts) sum += encodeWithTable(text, table)?.[0] ?? 0;
  }
  return Response.json({ sum });
}

export default {
  fetch: (request: Request): Promise<Response> =>
    request.method === "PUT" ? put(request) : encode(request),
};
