/**
 * Neon's SQL-over-HTTP protocol (one statement, or a batch as one transaction) on loopback, in front
 * of PGlite or of any PostgreSQL. The Worker's production driver talks to it unchanged.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const GATEWAY_BODY_BYTES_MAX = 64 * 1024 * 1024;

const IMPRESSION_WRITE = "INSERT INTO impressions";

export interface TextResult {
  readonly fields: readonly { name: string; dataTypeID: number }[];
  /** Values in PostgreSQL's text format. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly command: string;
  readonly rowCount: number;
}

export interface TextStatement {
  readonly query: string;
  readonly params: readonly (string | null)[];
}

/** A PostgreSQL that takes and gives values in text format. */
export interface TextDatabase {
  /** Statements run in one transaction, in order. */
  run(statements: readonly TextStatement[]): Promise<TextResult[]>;
  close(): Promise<void>;
}

export interface Gateway {
  /** URL of the /sql endpoint. */
  readonly url: string;
  /** Connection string for the driver; the gateway itself asks for no password. */
  readonly databaseUrl: string;
  /** HTTP requests served since the start: the count of round trips. */
  requestCount(): number;
  /** Those of them that wrote impressions, behind the back of searches. */
  impressionWriteCount(): number;
  close(): Promise<void>;
}

export async function startGateway(database: TextDatabase, port = 0): Promise<Gateway> {
  const counts = { requests: 0, impressionWrites: 0 };
  const server = createServer((request, response) => {
    void answer(database, request, response, counts);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/sql`,
    databaseUrl: `postgres://local:local@127.0.0.1:${bound}/scopewise`,
    requestCount: () => counts.requests,
    impressionWriteCount: () => counts.impressionWrites,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  database: TextDatabase,
  request: IncomingMessage,
  response: ServerResponse,
  counts: { requests: number; impressionWrites: number },
): Promise<void> {
  try {
    const body = JSON.parse(await readBody(request)) as
      | { queries: TextStatement[] }
      | TextStatement;
    counts.requests += 1;
    const queries = "queries" in body ? body.queries : [body];
    const writesImpressions = queries.some(({ query }) => query.startsWith(IMPRESSION_WRITE));
    counts.impressionWrites += writesImpressions ? 1 : 0;
    if ("queries" in body) {
      const results = await database.run(body.queries.map(toText));
      send(response, 200, { results: results.map(wire) });
    } else {
      const [result] = await database.run([toText(body)]);
      send(response, 200, wire(result!));
    }
  } catch (error) {
    send(response, 400, postgresError(error));
  }
}

const toText = ({ query, params }: TextStatement): TextStatement => ({
  query,
  params: params.map((value) =>
    value === null || typeof value === "string" ? value : JSON.stringify(value),
  ),
});

const wire = (result: TextResult) => ({ ...result, rowAsArray: true, viaNeonProxy: true });

function postgresError(error: unknown): Record<string, unknown> {
  const { message, code, severity, detail, position } = error as Record<string, unknown>;
  return { message, code, severity, detail, position };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > GATEWAY_BODY_BYTES_MAX) {
      throw new Error(`statement larger than ${GATEWAY_BODY_BYTES_MAX} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
