/** What a successful start shows: where the product is, how to call it, and a first answer. */
import type { FolderState } from "./data-folder.ts";
import { search } from "./search-client.ts";
import type { Stack } from "./stack.ts";

const FIRST_QUERY = "why does light bend when it enters glass";
const FIRST_SCOPE = { level: "High school" };

export async function banner(stack: Stack, state: FolderState): Promise<string> {
  const call = { query: FIRST_QUERY, scope: FIRST_SCOPE, k: 3 };
  const answer = await search({ url: stack.url, key: state.apiKey }, call);
  const hits = answer.hits.map(
    ({ rank, score, title, text, subject, level }) =>
      `  ${rank}. ${title ?? text?.slice(0, 60)}  [${subject}, ${level}]  ${score.toFixed(3)}`,
  );
  return [
    "",
    `  Playground   ${stack.url}/#key=${state.apiKey}`,
    `  API          ${stack.url}/v1/search   (description: ${stack.url}/openapi.json)`,
    `  Key          ${state.apiKey}`,
    `  Model        ${answer.model.version ?? "plain fusion"} (${answer.model.status})`,
    ...(stack.embeddingGap === null ? [] : [`  Words only   ${stack.embeddingGap}`]),
    "",
    `  curl -s ${stack.url}/v1/search -H 'authorization: Bearer ${state.apiKey}' \\`,
    `    -H 'content-type: application/json' -d '${JSON.stringify(call)}'`,
    "",
    `  "${FIRST_QUERY}" at ${FIRST_SCOPE.level}: ${answer.outcome}, ` +
      `${answer.pool_size} documents in scope, ${answer.timing_ms["total"]} ms`,
    ...hits,
    "",
    "  Stop with Ctrl-C.",
    "",
  ].join("\n");
}
