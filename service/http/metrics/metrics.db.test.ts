import { afterAll, beforeAll, expect, it } from "vitest";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";

const TOKEN = "a-token-for-those-who-measure";

describeEachEngine("the metrics", (engine) => {
  let without: Site;
  let guarded: Site;
  beforeAll(async () => {
    without = await createSite(engine, { remoteAddress: "127.0.0.1" });
    guarded = await createSite(engine, { remoteAddress: "127.0.0.1", config: { metricsToken: TOKEN } });
  });
  afterAll(async () => {
    await without.close();
    await guarded.close();
  });

  const asked = (site: Site, headers: Record<string, string> = {}, address = "127.0.0.1") =>
    site.service.app.fetch(new Request("http://localhost:3000/metrics", { headers }), {
      incoming: { socket: { remoteAddress: address } },
    } as never);

  it("are served to the holder of the token, each on a line that Prometheus parses", async () => {
    const alice = await guarded.player("alice");
    expect((await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).status).toBe(200);
    expect((await alice.post("/api/games/coinflip", { betAmount: 0, betSide: "rbx" })).status).toBe(400);
    const answer = await asked(guarded, { Authorization: `Bearer ${TOKEN}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await answer.text();
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? (\d+(\.\d+)?(e-?\d+)?|\+Inf))$/,
      );
    const figure = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.split(" ")
          .at(-1),
      );
    expect(figure('florin_requests_total{status="400"}')).toBe(1);
    expect(figure('florin_requests_total{status="200"}')).toBeGreaterThan(0);
    const count = figure("florin_request_duration_seconds_count");
    expect(figure('florin_request_duration_seconds_bucket{le="+Inf"}')).toBe(count);
    expect(figure("florin_log_position")).toBe(Number((await guarded.books()).head.position));
    expect([figure("florin_up"), figure("florin_database_up")]).toEqual([1, 1]);
    expect(figure("florin_stakes_halted")).toBe(0);
    expect(text).toContain('florin_projection_lag_events{name="');
    expect(text).not.toContain((await alice.user()).id);
  });

  it("do not exist without a token in the settings, not even for programs on this machine", async () => {
    for (const address of ["127.0.0.1", "::1", "10.0.0.9", "unknown"]) {
      const answer = await asked(without, { Authorization: "Bearer " }, address);
      expect([answer.status, await answer.text()]).toEqual([404, "Not found\n"]);
    }
  });

  it("require the token, from anywhere", async () => {
    expect((await asked(guarded, { Authorization: `Bearer ${TOKEN}` }, "10.0.0.9")).status).toBe(200);
    for (const headers of [
      {},
      { Authorization: "Bearer " },
      { Authorization: `Bearer ${TOKEN}x` },
      { Authorization: `Basic ${TOKEN}` },
      { Authorization: `Bearer ${"x".repeat(501)}` },
    ]) {
      const answer = await asked(guarded, headers as Record<string, string>);
      expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
      expect(await answer.text()).not.toContain("florin_up");
    }
  });
});
