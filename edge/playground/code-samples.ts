/** The last search as code to paste; the key stays out of it. Pure. */
import type { SearchRequest } from "../client/create-client.ts";

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function toCurl(origin: string, request: SearchRequest): string {
  return [
    `curl -s ${shellQuoted(`${origin}/v1/search`)} \\`,
    `  -H "authorization: Bearer $SCOPEWISE_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  --data-raw ${shellQuoted(JSON.stringify(request))}`,
  ].join("\n");
}

export function toTypeScript(origin: string, request: SearchRequest): string {
  return [
    `import { createClient } from "./edge/client/create-client.ts";`,
    "",
    "const client = createClient({",
    `  baseUrl: ${JSON.stringify(origin)},`,
    `  key: process.env.SCOPEWISE_KEY ?? "",`,
    "});",
    `const answer = await client.search(${JSON.stringify(request, null, 2)});`,
    "for (const { rank, title, text } of answer.hits) {",
    "  console.log(rank, title ?? text);",
    "}",
  ].join("\n");
}
