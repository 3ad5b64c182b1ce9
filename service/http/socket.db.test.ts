import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { problemSchema } from "#domain/kernel/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { type Listening, listen } from "./server.ts";

const MEBIBYTE = 1_024 * 1_024;

interface Heard {
  readonly status: number;
  readonly text: string;
}

describeEachEngine("the service on a real port", (engine) => {
  let site: Site;
  let listening: Listening;
  let alice: Visitor;

  beforeAll(async () => {
    site = await createSite(engine);
    listening = await listen(site.service.app, { port: 0, host: "127.0.0.1" });
    alice = await site.player("alice");
  });
  afterAll(async () => {
    await listening.close();
    await site.close();
  });

  const url = (path: string): string => `http://127.0.0.1:${listening.port}${path}`;
  const cookie = (): string => [...alice.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  /** Posts a body piece by piece, and reads the answer even if it comes before the last one. */
  function post(path: string, pieces: readonly Uint8Array[], headers: { [name: string]: string } = {}) {
    return new Promise<Heard>((resolve, reject) => {
      const sent = request(
        url(path),
        {
          method: "POST",
          agent: false,
          headers: { "Content-Type": "application/json", Cookie: cookie(), ...headers },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (part: string) => {
            text += part;
          });
          answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.once("error", (error: NodeJS.ErrnoException) => {
        // The server may close the connection before the last piece; the answer is on its way or was read.
        if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
      });
      for (const piece of pieces) sent.write(piece);
      sent.end();
    });
  }

  it.each([
    ["with a length", { "Content-Length": String(10 * MEBIBYTE) }],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
  ])("refuses a body of 10 MB %s, and continues", async (_what, headers) => {
    const before = await site.books();
    const pieces = Array.from({ length: 160 }, () => new Uint8Array(MEBIBYTE / 16).fill(0x20));
    const answer = await post("/api/games/coinflip", pieces, headers);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "body_too_large" });
    expect(await site.books()).toEqual(before);
    expect((await fetch(url("/api/health"))).status).toBe(200);
  });

  it("accepts a DELETE without a body as browsers send it, and one with a body only as JSON", async () => {
    const ask = (init: RequestInit = {}) =>
      fetch(url("/api/me/sessions"), { method: "DELETE", headers: { Cookie: cookie() }, ...init });
    const [bare, text] = [await ask(), await ask({ body: "all" })];
    expect([bare.status, await bare.json()]).toEqual([200, { ended: 0 }]);
    expect(text.status).toBe(415);
  });

  it("answers a missing, invalid or foreign host with a problem document", async () => {
    for (const [host, status] of [
      ["", 400],
      ["a b", 400],
      ["evil.example", 421],
    ] as const) {
      const heard = await new Promise<Heard & { readonly type: string }>((resolve, reject) => {
        const sent = request(
          url("/api/ledger/keys"),
          { setHost: false, headers: { Host: host } },
          (answer) => {
            let text = "";
            answer.setEncoding("utf8").on("data", (part: string) => {
              text += part;
            });
            const type = answer.headers["content-type"] ?? "";
            answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text, type }));
          },
        );
        sent.once("error", reject);
        sent.end();
      });
      expect([host, heard.status, heard.type]).toEqual([host, status, "application/problem+json"]);
      expect(problemSchema.parse(JSON.parse(heard.text)).status).toBe(status);
    }
  });

  it("plays over the network just as in memory", async () => {
    const body = new TextEncoder().encode(JSON.stringify({ betAmount: 1, betSide: "rbx" }));
    const answer = await post("/api/games/coinflip", [body.slice(0, 5), body.slice(5)]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ position: Number((await site.books()).head.position) });
  });

  it.each([
    "/api/games/%E0%A4%A/proof",
    "/api/%",
    "/api/games/%00/proof",
    "/%ff",
    "/api/games/%2e%2e%2fstats/proof",
  ])("answers %s without an internal error", async (path) => {
    const response = await fetch(url(path));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it("keeps the bet of a player who disconnected", async () => {
    const gone = new AbortController();
    const key = { "Idempotency-Key": "went away", "Content-Type": "application/json", Cookie: cookie() };
    const init = { method: "POST", headers: key, body: '{"betAmount":1,"betSide":"rbx"}' };
    const sent = fetch(url("/api/games/coinflip"), { ...init, signal: gone.signal }).catch(() => null);
    setImmediate(() => gone.abort());
    await sent;
    const first = await (await fetch(url("/api/games/coinflip"), init)).text();
    const again = await (await fetch(url("/api/games/coinflip"), init)).text();
    expect(again).toBe(first);
    const rows = await site.db.query("select 1 from events where payload::jsonb ->> 'gameId' = $1", [
      (JSON.parse(first) as { id: string }).id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describeEachEngine("behind a proxy", (engine) => {
  const site = siteOf(engine, {
    remoteAddress: "::ffff:10.0.0.1",
    config: { trustedProxies: new Set(["10.0.0.1", "10.0.0.2"]) },
  });

  /** Begins sign-ins until one is refused. */
  async function exhaust(forwarded: (i: number) => string): Promise<number> {
    for (let i = 0; i < 40; i += 1) {
      const { status } = await site.visitor().get("/api/login", { "X-Forwarded-For": forwarded(i) });
      if (status === 429) return i;
    }
    return 40;
  }

  it("counts each visitor's sign-ins by the address that the last trusted proxy saw", async () => {
    expect(await exhaust(() => "203.0.113.1")).toBe(30);
    expect(await exhaust(() => "203.0.113.2, 10.0.0.2")).toBe(30);
    expect((await site.visitor().get("/api/login", { "X-Forwarded-For": "203.0.113.3" })).status).toBe(302);
  });

  it("ignores addresses that a visitor put in front of it", async () => {
    expect(await exhaust((i) => `198.51.100.${i}, 203.0.113.4`)).toBe(30);
  });
});

describeEachEngine("without a trusted proxy", (engine) => {
  const site = siteOf(engine, { remoteAddress: "203.0.113.9" });

  it("ignores a visitor's own claim of an address", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) {
      const claimed = { "X-Forwarded-For": `198.51.100.${i}`, "X-Real-IP": "127.0.0.1" };
      statuses.push((await site.visitor().get("/api/login", claimed)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
