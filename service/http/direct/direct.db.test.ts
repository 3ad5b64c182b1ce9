import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_ORIGIN, type Site } from "#service/lab/testing/site.ts";
import { BODY_BYTES_MAX } from "../access/guards.ts";
import { type Listening, listen } from "../server.ts";
import { directRoutesOf } from "./direct-routes.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: { readonly [name: string]: string | string[] };
  readonly body?: string;
}

interface Heard {
  readonly status: number;
  readonly headers: { readonly [name: string]: unknown };
  readonly text: string;
}

/** What no two answers have in common, or only the network has. */
const OWN_HEADERS = [
  "x-request-id",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
];
const JSON_HEADERS = { "Content-Type": "application/json", Origin: SITE_ORIGIN };
const FLIP = "/api/games/coinflip";
const BET = '{"betAmount":1,"betSide":"rbx"}';

const direct = Object.values<Endpoint>(endpoints).filter(({ path }) => !path.includes("{"));

describeEachEngine("the direct way", (engine) => {
  let site: Site;
  let listening: Listening;
  const cookies: { [who: string]: string } = {};

  beforeAll(async () => {
    site = await createSite(engine);
    listening = await listen(site.service.app, { port: 0, host: "127.0.0.1" });
    for (const name of ["alice", "bob", "admin"]) {
      const player = await site.player(name);
      cookies[name] = [...player.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    }
  });
  afterAll(async () => {
    await listening.close();
    await site.close();
  });

  /** Asks over the network, with headers as they are given. */
  const ask = ({ method, path, headers = {}, body }: Asked) =>
    new Promise<Heard>((resolve, reject) => {
      const length =
        body === undefined || "Transfer-Encoding" in headers
          ? {}
          : { "Content-Length": String(Buffer.byteLength(body)) };
      const sent = request(
        {
          port: listening.port,
          host: "127.0.0.1",
          method,
          path,
          agent: false,
          headers: { Host: "localhost:3000", ...length, ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.once("end", () => {
            const text = Buffer.concat(chunks).toString("latin1");
            resolve({ status: answer.statusCode ?? 0, headers: { ...answer.headers }, text });
          });
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });

  /** What of an answer is the same whenever it is asked. */
  function comparable({ status, headers, text }: Heard): unknown {
    const own = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
    return { status, headers: Object.fromEntries(own), text: text.replaceAll(/req_\w+/g, "req") };
  }

  /** Asks the same in both ways: a query without meaning would be refused, an empty one leads the long way. */
  async function both(asked: Asked): Promise<readonly [unknown, unknown]> {
    const [first, second] = [await ask(asked), await ask({ ...asked, path: `${asked.path}?` })];
    return [comparable(first), comparable(second)];
  }

  it("takes every call at a path of its own, and no other", () => {
    const routes = directRoutesOf(site.service.app);
    for (const { method, path } of Object.values<Endpoint>(endpoints)) {
      // Health is put on the router by hand.
      const isDirect = !path.includes("{") && path !== endpoints.health.path;
      expect([path, routes.has(method, `/api${path}`)]).toEqual([path, isDirect]);
    }
    expect(directRoutesOf({ routes: [] }).has("GET", "/api/games/stats")).toBe(false);
  });

  it("passes by nothing that stands before its calls on the long way", () => {
    const befores = site.service.app.routes.filter(({ method }) => method === "ALL").map(({ path }) => path);
    const paths = direct.map(({ path }) => `/api${path}`);
    expect(befores.filter((path) => paths.includes(path))).toEqual([]);
    expect(befores.filter((path) => path.endsWith("*") && path !== "/api/*")).toEqual([]);
  });

  it.each(direct.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "answers %s as the long way does, whoever asks",
    async (_name, { method, path, access }) => {
      // Calls that change something are asked with what no schema takes: the second would find what the first changed.
      const body = method === "GET" || method === "DELETE" ? {} : { body: '{"no":"such"}' };
      for (const who of ["", "florin_session=nobody", cookies.alice ?? "", cookies.admin ?? ""]) {
        if (method === "DELETE" && access !== "admin" && who.length > 30) continue;
        const headers = { ...(method === "GET" ? {} : JSON_HEADERS), ...(who === "" ? {} : { Cookie: who }) };
        const [direct, long] = await both({ method, path: `/api${path}`, headers, ...body });
        expect(direct).toEqual(long);
      }
    },
  );

  it.each<[string, Omit<Asked, "method" | "path">, number]>([
    ["no type", { headers: { Origin: SITE_ORIGIN }, body: BET }, 415],
    ["another type", { headers: { "Content-Type": "text/plain" }, body: BET }, 415],
    ["another origin", { headers: { ...JSON_HEADERS, Origin: "https://evil.example" }, body: BET }, 403],
    [
      "another site",
      { headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" }, body: BET },
      403,
    ],
    ["another host", { headers: { ...JSON_HEADERS, Host: "evil.example" }, body: BET }, 421],
    ["a host that cannot be", { headers: { ...JSON_HEADERS, Host: "a b" }, body: BET }, 400],
    ["no JSON", { headers: JSON_HEADERS, body: "{" }, 400],
    ["half a character", { headers: JSON_HEADERS, body: '{"betAmount":1,"betSide":"\\ud800"}' }, 400],
    ["an empty body", { headers: JSON_HEADERS, body: "" }, 400],
    ["a mark before the body", { headers: JSON_HEADERS, body: "\ufeff{}" }, 400],
    ["a field too many", { headers: JSON_HEADERS, body: '{"betAmount":1,"betSide":"rbx","x":1}' }, 400],
    ["a bet of nothing", { headers: JSON_HEADERS, body: '{"betAmount":0,"betSide":"rbx"}' }, 400],
    ["a bad key", { headers: { ...JSON_HEADERS, "Idempotency-Key": "x".repeat(129) }, body: BET }, 400],
    ["two keys", { headers: { ...JSON_HEADERS, "Idempotency-Key": ["ä", "b"] }, body: BET }, 400],
    ["a body of the most bytes", { headers: JSON_HEADERS, body: `"${"x".repeat(BODY_BYTES_MAX - 2)}"` }, 400],
    ["a body of one more", { headers: JSON_HEADERS, body: `"${"x".repeat(BODY_BYTES_MAX - 1)}"` }, 413],
    ["more than there is", { headers: JSON_HEADERS, body: '{"betAmount":1500,"betSide":"rbx"}' }, 409],
  ])("answers a bet with %s as the long way does", async (_what, { headers = {}, body = "" }, status) => {
    const asked = { method: "POST", path: FLIP, headers: { Cookie: cookies.alice ?? "", ...headers }, body };
    const [direct, long] = await both(asked);
    expect(direct).toEqual(long);
    expect(direct).toMatchObject({ status });
  });

  it("takes a bet once, whichever way its key comes again, in one piece or in chunks", async () => {
    const headers = { ...JSON_HEADERS, Cookie: cookies.bob ?? "", "Idempotency-Key": "once" };
    const asked = { method: "POST", path: FLIP, headers, body: BET };
    const chunked = { ...asked, headers: { ...headers, "Transfer-Encoding": "chunked" } };
    const [first, ...others] = [await ask(asked), ...(await both(asked)), comparable(await ask(chunked))];
    expect(first).toMatchObject({ status: 200 });
    for (const other of others) expect(other).toEqual(comparable(first as Heard));
    expect(first?.headers["content-length"]).toBe(String(first?.text.length));
  });

  it("sends long answers smaller to whoever takes that, and streams where CSV is asked for", async () => {
    for (const headers of [{ "Accept-Encoding": "gzip" }, { Accept: "text/csv" }]) {
      const cookie = { Cookie: cookies.alice ?? "" };
      const [direct, long] = await both({
        method: "GET",
        path: "/api/games/history",
        headers: { ...cookie, ...headers },
      });
      expect(direct).toEqual(long);
      expect(direct).toMatchObject({ status: 200 });
    }
  });

  it("says that a session is over as soon as it is", async () => {
    const carol = await site.player("carol");
    const headers = { Cookie: [...carol.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const asked = { method: "GET", path: "/api/games/stats", headers };
    expect((await ask(asked)).status).toBe(200);
    await carol.get("/api/logout");
    expect((await ask(asked)).status).toBe(401);
  });
});
