import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { READ_WAIT_MS } from "#service/http/route.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";

const declared = Object.values<Endpoint>(endpoints);
const pathOf = ({ path }: Endpoint): string => `/api${path.replaceAll(/\{\w+\}/g, "1")}`;

interface OpenApi {
  readonly openapi: string;
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly parameters: readonly object[];
        readonly responses: object;
        readonly security?: [];
      };
    };
  };
}

describeEachEngine("the API", (engine) => {
  const site = siteOf(engine);

  it("describes all its calls in one document", async () => {
    const { openapi, paths } = (await site.visitor().get("/api/openapi.json")).body as OpenApi;
    expect(openapi).toMatch(/^3\.1\./);
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(declared.map(({ method, path }) => `${method} /api${path}`).sort());
    for (const endpoint of declared) {
      const described = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()];
      expect(Object.keys(described?.responses ?? {})).toEqual(
        expect.arrayContaining([...Object.keys(endpoint.answers), "400", "401", "404", "429", "503"]),
      );
      expect(["413", "415"].every((status) => status in (described?.responses ?? {}))).toBe(
        endpoint.method !== "GET",
      );
      expect(Object.keys(endpoint.answers).some((status) => status.startsWith("2"))).toBe(true);
      const header = endpoint.method === "GET" ? "LedgerMinPosition" : "IdempotencyKey";
      expect(described?.parameters).toContainEqual({ $ref: `#/components/parameters/${header}` });
      expect(described?.security !== undefined).toBe(endpoint.access === "public");
    }
  });

  it.each(declared.filter(({ method }) => method === "GET").map(({ path }) => path))(
    "answers HEAD %s as GET, without the body",
    async (path) => {
      const endpoint = declared.find((one) => one.path === path && one.method === "GET") as Endpoint;
      const visitor = site.visitor();
      const [head, get] = [
        await visitor.send({ method: "HEAD", path: pathOf(endpoint) }),
        await visitor.get(pathOf(endpoint)),
      ];
      expect(head.status).toBe(get.status);
      expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
    },
  );

  it.each(declared.map(({ method, path }) => `${method} ${path}`))(
    "lists the allowed methods for another than %s",
    async (call) => {
      const endpoint = declared.find(({ method, path }) => `${method} ${path}` === call) as Endpoint;
      const answer = await site.visitor().send({
        method: "PURGE",
        path: pathOf(endpoint),
      });
      expect([answer.status, answer.code]).toEqual([405, "method_not_allowed"]);
      // Another path may match as well: `/games/{id}` beside `/games/mine`.
      const fits = (path: string) => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      const known = declared
        .filter(({ path }) => fits(path).test(pathOf(endpoint)))
        .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      expect(answer.headers.get("Allow")).toBe([...new Set(known)].toSorted().join(", "));
    },
  );

  it("forbids other sites to frame, sniff or script any answer, also an error", async () => {
    for (const path of ["/api/health", "/api/nowhere", "/api/auth/user"]) {
      const { headers } = await site.visitor().get(path);
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
  });

  it("gives each answer an id of its own", async () => {
    const visitor = site.visitor();
    const answers = [await visitor.get("/api/health"), await visitor.get("/api/nowhere")];
    const ids = answers.map(({ headers }) => headers.get("X-Request-Id"));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{24}$/);
  });

  it("is healthy, and reports the positions of the log and each read model", async () => {
    const alice = await site.player("alice");
    const flipped = await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    await alice.get("/api/games/stats");
    const health = (await site.visitor().get("/api/health")).as(endpoints.health);
    expect(health.status).toBe("ok");
    expect(health.position).toBe(Number(flipped.headers.get("Ledger-Position")));
    expect(health.projections.length).toBeGreaterThan(0);
    for (const { position, lag } of health.projections) expect(position + lag).toBe(health.position);
  });
});

describeEachEngine("a stopped read model", (engine) => {
  const site = siteOf(engine, { readWaitMs: READ_WAIT_MS });

  it("is awaited for a limited time, and makes the service unhealthy after half a minute", async () => {
    const alice = await site.player("alice");
    await alice.get("/api/games/stats");
    await site.db.query(
      "update projections set stop_at = position, moved_at = now() - interval '31 seconds'",
    );
    await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const began = performance.now();
    expect((await alice.get("/api/games/stats")).as(endpoints.stats).totalGames).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(400);
    const health = await site.visitor().get("/api/health");
    expect([health.status, (health.body as { status: string }).status]).toEqual([503, "unhealthy"]);
    await site.db.query("update projections set stop_at = null");
    expect((await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).status).toBe(200);
    await expect
      .poll(async () => (await alice.get("/api/games/stats")).as(endpoints.stats).totalGames, {
        timeout: 10_000,
      })
      .toBe(2);
    expect((await site.visitor().get("/api/health")).status).toBe(200);
  });
});

describeEachEngine("a site that is not set up", (engine) => {
  const site = siteOf(engine, { signInConfigured: false });

  it("reports its health", async () => {
    // Read models may have to take their first step.
    const statusNow = async () => (await site.visitor().get("/api/health")).status;
    await expect.poll(statusNow, { timeout: 10_000 }).toBe(200);
    const answer = await site.visitor().get("/api/health");
    expect(answer.as(endpoints.health).status).toBe("ok");
  });

  const others = [
    ...declared.filter(({ path }) => path !== "/health").map((one) => `${one.method} ${pathOf(one)}`),
    "GET /api/login",
    "GET /api/callback",
    "GET /api/logout",
    "GET /api/live",
    "GET /api/openapi.json",
    "GET /api/nowhere",
    "GET /api",
  ];
  it.each(others)("answers %s with the missing setup", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const before = await site.books();
    const answer = await site.visitor().send({ method, path });
    expect(answer.problem()).toMatchObject({ status: 503, code: "setup_required", title: "setup required" });
    expect(await site.books()).toEqual(before);
  });
});
