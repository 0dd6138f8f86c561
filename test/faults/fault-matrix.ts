/**
 * Every fault against every route. A cell is right when the answer came in time and is what the fault
 * allows; beside the cells, three things must never happen: a document that was acknowledged is gone,
 * a byte of another tenant is shown, a hit lies outside the caller's lock.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import { PROXY_FAULTS, type ProxyFault } from "./fault-proxy.ts";
import { FOREIGN, type FaultWorld, LOCK, type Mood, startFaultWorld } from "./fault-world.ts";

/** A fault that passes (the first attempt meets it) or stays (every attempt does). */
export interface Fault {
  readonly name: string;
  readonly database?: { readonly kind: ProxyFault; readonly times: number };
  readonly mood?: Partial<Mood>;
}

export interface Cell {
  readonly fault: string;
  readonly route: string;
  /** Status, and the error's code or what the answer lacks. */
  readonly outcome: string;
  readonly ms: number;
  readonly ok: boolean;
}

export interface FaultReport {
  readonly cells: readonly Cell[];
  readonly acknowledgedLost: number;
  readonly crossTenantReads: number;
  readonly scopeViolations: number;
}

const STAYS = 1_000_000;
/** No cell waits for a statement's own time limit: every attempt fails at once or is slow by 0.3 s. */
const CELL_MS_MAX = 10_000;

export const FAULTS: readonly Fault[] = [
  { name: "none" },
  ...PROXY_FAULTS.map((kind) => ({ name: `database_${kind}_once`, database: { kind, times: 1 } })),
  ...PROXY_FAULTS.map((kind) => ({ name: `database_${kind}`, database: { kind, times: STAYS } })),
  { name: "store_throws", mood: { store: "throws" } },
  { name: "store_garbage", mood: { store: "garbage" } },
  { name: "embedder_throws", mood: { embedder: "throws" } },
  { name: "embedder_wrong_length", mood: { embedder: "wrong_length" } },
  { name: "embedder_not_numbers", mood: { embedder: "not_numbers" } },
];

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every route
  readonly body: any;
  readonly headers: Headers;
}

interface Route {
  readonly name: string;
  send(world: FaultWorld, cell: number): Promise<Answer>;
}

const document = (id: string) => ({
  id,
  subject: "Physics",
  level: "O-Level",
  text: `A lens ${id}.`,
});
const query = (cell: number) => ({ query: `ray of light ${cell}`, relax: "W3" });

export const ROUTES: readonly Route[] = [
  { name: "search", send: ({ product }, cell) => product.call("/v1/search", query(cell)) },
  {
    name: "search_locked",
    send: ({ product, token }, cell) => product.call("/v1/search", query(cell), { key: token }),
  },
  {
    name: "search_repeated",
    send: ({ product }) => product.call("/v1/search", { query: "ray of light", relax: "W3" }),
  },
  {
    name: "add_documents",
    send: ({ product }, cell) =>
      product.call("/v1/documents", { documents: [document(`added-${cell}`)] }),
  },
  {
    name: "add_documents_idempotent",
    send: ({ product }, cell) =>
      product.call(
        "/v1/documents",
        { documents: [document(`keyed-${cell}`)] },
        { headers: { "idempotency-key": `cell-${cell}` } },
      ),
  },
  { name: "read_document", send: ({ product }) => product.send("GET", "/v1/documents/o-1") },
  {
    name: "list_documents",
    send: ({ product }) => product.send("GET", "/v1/documents?level=O-Level"),
  },
  { name: "facets", send: ({ product }) => product.send("GET", "/v1/facets") },
  { name: "usage", send: ({ product }) => product.send("GET", "/v1/usage") },
  { name: "models", send: ({ product }) => product.send("GET", "/v1/models") },
  {
    name: "write_vocabulary",
    send: ({ product }, cell) =>
      product.send("PUT", "/v1/vocabulary", {
        body: { entries: [{ field: "level", value: "O-Level", aliases: [`alias ${cell}`] }] },
      }),
  },
  { name: "tokens", send: ({ product }) => product.call("/v1/tokens", { scope_lock: LOCK }) },
  { name: "ready", send: ({ product }) => product.send("GET", "/readyz") },
];

/** `seed` draws the order of the cells, so that no fault always follows the same one. */
export async function runFaultMatrix(faults: readonly Fault[], seed: number): Promise<FaultReport> {
  const world = await startFaultWorld();
  const cells: Cell[] = [];
  const acknowledged: string[] = [];
  let crossTenantReads = 0;
  let scopeViolations = 0;
  try {
    for (const [fault, route] of inRandomOrder(faults, seed)) {
      const started = performance.now();
      const answer = await meet(world, fault, route, cells.length);
      const ms = Math.round(performance.now() - started);
      const ok = ms < CELL_MS_MAX && isRight(fault, route.name, answer);
      cells.push({ fault: fault.name, route: route.name, outcome: outcomeOf(answer), ms, ok });
      acknowledged.push(...acknowledgedIn(answer));
      crossTenantReads += JSON.stringify(answer.body).includes(FOREIGN) ? 1 : 0;
      scopeViolations += route.name === "search_locked" ? outsideLock(answer) : 0;
    }
    return {
      cells,
      acknowledgedLost: await lost(world, acknowledged),
      crossTenantReads,
      scopeViolations,
    };
  } finally {
    await world.close();
  }
}

function inRandomOrder(faults: readonly Fault[], seed: number): [Fault, Route][] {
  const random = mulberry32(seed);
  return faults
    .flatMap((fault) => ROUTES.map((route) => ({ fault, route, place: random() })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ fault, route }) => [fault, route]);
}

async function meet(
  world: FaultWorld,
  { database, mood }: Fault,
  route: Route,
  cell: number,
): Promise<Answer> {
  Object.assign(world.mood, { store: "fine", embedder: "fine" }, mood);
  // Longer than a model pointer is remembered.
  world.product.clock.now += 60_000;
  world.proxy.fail(database?.kind ?? "slow", database?.times ?? 0);
  try {
    return await route.send(world, cell);
  } finally {
    world.proxy.fail("slow", 0);
    Object.assign(world.mood, { store: "fine", embedder: "fine" });
  }
}

/** A fault that passes is not noticed; one that stays is a typed 503, or an answer that says what it lacks. */
export function isRight({ database, mood }: Fault, route: string, answer: Answer): boolean {
  const { status, body, headers } = answer;
  const works = status === 200;
  const refused =
    status === 503 &&
    body.error.code === "upstream_unavailable" &&
    Number(headers.get("retry-after")) >= 1;
  if (database !== undefined) {
    return database.times === 1 || database.kind === "slow" ? works : refused;
  }
  if (route.startsWith("search") && mood !== undefined) {
    return works && (body.degraded.length > 0 || body.cache === "hit");
  }
  if (route.startsWith("add_documents") && mood?.embedder !== undefined) {
    // Vectors of another length are a fault of the configuration, which no second try cures.
    return mood.embedder === "wrong_length" ? body.error?.code === "configuration" : refused;
  }
  return mood?.store !== undefined && route === "models" ? works || refused : works;
}

function outcomeOf({ status, body }: Answer): string {
  const detail: unknown = body?.error?.code ?? body?.degraded?.join("+") ?? "";
  return [String(status), String(detail)].filter((part) => part !== "").join(" ");
}

const acknowledgedIn = ({ status, body }: Answer): string[] =>
  status === 200 && Array.isArray(body?.results)
    ? (body.results as { id?: string; status?: string }[])
        .filter((result) => result.status !== "rejected")
        .flatMap(({ id }) => id ?? [])
    : [];

const outsideLock = ({ body }: Answer): number =>
  ((body?.hits ?? []) as { level: string | null }[]).filter(({ level }) => level !== LOCK.level)
    .length;

async function lost({ product }: FaultWorld, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    const { status } = await product.send("GET", `/v1/documents/${id}`);
    count += status === 200 ? 0 : 1;
  }
  return count;
}
