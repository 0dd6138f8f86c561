/** The mobile example against the real product: it stays in the course, renews its token, fails plainly. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBackEnd, type Session } from "#edge/client/example/back-end.ts";
import { createStudentSearch } from "#edge/client/example/student-search.ts";
import { createClient } from "#edge/client/create-client.ts";
import { type Product, startProduct } from "../../support/product.ts";

const SERVICE = "http://service";
const ENROLMENT = { level: "High school", subjects: ["Physics"] };

describe("the mobile example", () => {
  let product: Product;
  let sessions = 0;
  const unpatched = globalThis.fetch;
  const backEnd = (key: string) =>
    createBackEnd(createClient({ baseUrl: SERVICE, key, attemptsMax: 1 }), ({ headers }) =>
      headers.get("authorization") === "Bearer student" ? ENROLMENT : null,
    );
  const openSession = async (): Promise<Session> => {
    sessions += 1;
    const response = await backEnd(product.key)(
      new Request("http://app/session", {
        method: "POST",
        headers: { authorization: "Bearer student" },
      }),
    );
    return (await response.json()) as Session;
  };
  const appOf = () =>
    createStudentSearch({ serviceUrl: SERVICE, openSession, now: () => product.clock.now });

  beforeAll(async () => {
    product = await startProduct({ extra: { tokenKeys: [{ kid: "k", secret: "s".repeat(43) }] } });
    // The example uses the global fetch, as an app does.
    globalThis.fetch = async (url, init) =>
      String(url).startsWith(SERVICE)
        ? product.app.request(String(url).replace(SERVICE, ""), init as RequestInit)
        : unpatched(url, init);
    await product.ingest([
      { id: "hs", subject: "Physics", level: "High school", language: "en", text: "Light bends." },
      { id: "college", subject: "Physics", level: "College", language: "en", text: "Light bends." },
      { id: "bio", subject: "Biology", level: "High school", language: "en", text: "Light bends." },
    ]);
  });
  afterAll(async () => {
    globalThis.fetch = unpatched;
    await product.close();
  });

  it.each(["light", "College physics light", "biology: light", "light at every level"])(
    "answers %j from the student's course alone",
    async (question) => {
      const answer = await appOf()(question);
      expect(answer.kind).not.toBe("failed");
      const cards = answer.kind === "found" ? answer.cards : [];
      expect(cards.map(({ id }) => id).filter((id) => id !== "hs")).toEqual([]);
    },
  );

  it("opens one session for many questions, and another when it is about to end", async () => {
    const ask = appOf();
    sessions = 0;
    await ask("light");
    await ask("bends");
    expect(sessions).toBe(1);
    product.clock.now += 14.5 * 60 * 1000;
    expect((await ask("light")).kind).toBe("found");
    expect(sessions).toBe(2);
  });

  it("gives no session to a stranger, to another path, or when the service refuses", async () => {
    const post = { method: "POST", headers: { authorization: "Bearer student" } };
    const answers = await Promise.all([
      backEnd(product.key)(new Request("http://app/session", { method: "POST" })),
      backEnd(product.key)(new Request("http://app/other", post)),
      backEnd(`sw_admin_${"x".repeat(32)}`)(new Request("http://app/session", post)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 503]);
    expect(JSON.stringify(await answers[2]!.json())).not.toContain("sw_admin");
  });

  it("says what failed, with the request's id, and starts afresh", async () => {
    const ask = createStudentSearch({
      serviceUrl: SERVICE,
      openSession: async () => ({ token: "expired.token.x", expiresAt: "2099-01-01T00:00:00Z" }),
    });
    const answer = await ask("light");
    expect(answer).toMatchObject({ kind: "failed", requestId: expect.stringMatching(/-/u) });
    const offline = createStudentSearch({
      serviceUrl: SERVICE,
      openSession: () => Promise.reject(new Error("offline")),
    });
    expect(await offline("light")).toMatchObject({ kind: "failed", message: "no connection" });
  });
});
