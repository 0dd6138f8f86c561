/**
 * `npm run example -- "QUESTION"`: the mobile app and its back end on one machine, against the running
 * stack (npm start) or SCOPEWISE_URL with SCOPEWISE_KEY. The student is enrolled in high-school
 * physics; whatever is typed, nothing else comes back.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createClient } from "../create-client.ts";
import { createBackEnd, type Session } from "./back-end.ts";
import { createStudentSearch } from "./student-search.ts";

const QUESTIONS = ["why does light bend in glass", "college physics: entropy of an ideal gas"];
const ENROLMENT = { level: "High school", subjects: ["Physics"] };
/** Stands for the sign-in of a real app. */
const SIGNED_IN = "student-session";

const readFields = (path: string) =>
  JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, string>>;

function connection(): { url: string; key: string } | null {
  const { SCOPEWISE_URL: url, SCOPEWISE_KEY: key, SCOPEWISE_DATA: folder } = process.env;
  if (url !== undefined && key !== undefined) return { url, key };
  const note = join(folder ?? ".scopewise", "stack.json");
  const state = join(folder ?? ".scopewise", "state.json");
  if (!existsSync(note) || !existsSync(state)) return null;
  return { url: readFields(note)["url"]!, key: readFields(state)["apiKey"]! };
}

/** The back end behind Node's HTTP server. */
async function serveBackEnd({ url, key }: { readonly url: string; readonly key: string }) {
  const answer = createBackEnd(createClient({ baseUrl: url, key }), ({ headers }) =>
    headers.get("authorization") === `Bearer ${SIGNED_IN}` ? ENROLMENT : null,
  );
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/", headers } = request;
    const sent = { method, headers: { authorization: headers.authorization ?? "" } };
    const answered = await answer(new Request(`http://back-end${path}`, sent));
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(await answered.text());
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { backEnd: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function main(questions: readonly string[]): Promise<number> {
  const service = connection();
  if (service === null) {
    console.error("no stack is running here: npm start, or set SCOPEWISE_URL and SCOPEWISE_KEY");
    return 2;
  }
  const { backEnd, close } = await serveBackEnd(service);
  const ask = createStudentSearch({
    serviceUrl: service.url,
    openSession: async () => {
      const headers = { authorization: `Bearer ${SIGNED_IN}` };
      const response = await fetch(`${backEnd}/session`, { method: "POST", headers });
      return (await response.json()) as Session;
    },
  });
  let failed = false;
  for (const question of questions) {
    const found = await ask(question);
    failed ||= found.kind === "failed";
    console.log(`\n${question}`);
    if (found.kind === "found") {
      for (const { title, curriculum } of found.cards) console.log(`  ${title}  [${curriculum}]`);
    } else {
      console.log(`  ${found.kind === "nothing" ? found.hint : found.message}`);
    }
  }
  close();
  return failed ? 1 : 0;
}

const given = process.argv.slice(2).join(" ").trim();
process.exitCode = await main(given === "" ? QUESTIONS : [given]);
