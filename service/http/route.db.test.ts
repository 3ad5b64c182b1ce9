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
