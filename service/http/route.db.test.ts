import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const own = Object.values<Endpoint>(endpoints).filter(({ access }) => access !== "public");

describeEachEngine("a player's own data", (engine) => {
  const site = siteOf(engine);
  const [alice] = playersOf(site, "alice");

  it.each(own)("is not cached: $method $path", async ({ method, path }) => {
    const sent = { method, path: `/api${path.replaceAll(/\{\w+\}/g, "1")}` };
    const headers = { "Content-Type": "application/json" };
    const answer = await alice.send(method === "GET" ? sent : { ...sent, headers, body: "{}" });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describeEachEngine("a query field that nobody declared", (engine) => {
  const site = siteOf(engine);
  const [alice] = playersOf(site, "alice");

  it("is refused by every call, also by one without any", async () => {
    const questions = Object.values<Endpoint>(endpoints).filter(
      ({ method, access }) => method === "GET" && (access === "public" || access === "player"),
    );
    const asked = questions.filter(({ path }) => path !== "/health");
    const codes = await Promise.all(
      asked.map(async ({ path }) => {
        const { status, text } = await alice.get(`/api${path.replaceAll(/\{\w+\}/g, "1")}?limitt=5`);
        return `${path} ${status} ${text.includes("limitt")}`;
      }),
    );
    expect(codes).toEqual(asked.map(({ path }) => `${path} 400 true`));
    const flip = await alice.post("/api/games/coinflip?side=tix", { betAmount: 1, betSide: "rbx" });
    expect([flip.status, flip.code]).toEqual([400, "invalid_request"]);
  });
});
