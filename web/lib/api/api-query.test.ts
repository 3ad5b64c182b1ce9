import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { fakeApi, lost, refused, unauthorized } from "#web/testing/fake-api.ts";

afterEach(() => vi.unstubAllGlobals());

const failing = apiQuery("GET /games/stats");
const lenient = apiQuery("GET /games/stats", { on401: "null" });

describe("a read without a session", () => {
  it("fails by default", async () => {
    fakeApi({ "GET /games/stats": unauthorized });
    await expect(new QueryClient().fetchQuery(failing)).rejects.toBeInstanceOf(ApiError);
  });

  it("is null on request, under a key of its own", async () => {
    fakeApi({ "GET /games/stats": unauthorized });
    expect(await new QueryClient().fetchQuery(lenient)).toBeNull();
    expect(lenient.queryKey).not.toEqual(failing.queryKey);
  });

  it.each([["a refusal", refused(403, "forbidden", "No.")] as const, ["a lost answer", lost] as const])(
    "still fails by %s",
    async (_what, failure) => {
      fakeApi({ "GET /games/stats": failure });
      await expect(new QueryClient().fetchQuery(lenient)).rejects.toBeInstanceOf(Error);
    },
  );
});

describe("polling", () => {
  const sources = readdirSync("web", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("test") && !/^(?:e2e|gallery)/.test(path))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join("web", path), "utf8") }));

  it("is left to the live link by every query: no other file sets an interval for one", () => {
    const own = sources.filter(({ text }) => text.includes("refetchInterval")).map(({ path }) => path);
    // No topic can announce the progress of a rebuild or a verification, who is here, providers' readings of payments
    // and refunds, or games of other logs: these are not in this service's log.
    expect(own.toSorted()).toEqual([
      "features/away-coinflips/panel.tsx",
      "features/friendships/friends-tab.tsx",
      "features/payments/page.tsx",
      "features/purchases/refunds-section.tsx",
      "features/system/projections-card.tsx",
      "features/system/verification-card.tsx",
      "lib/api/query-client.ts",
    ]);
  });

  it("is done by no timer of a page's own", () => {
    const own = sources.filter(({ text }) => text.includes("setInterval(")).map(({ path }) => path);
    // A clock and the confetti, neither of which sends requests.
    expect(own.toSorted()).toEqual(["lib/effects/confetti.ts", "lib/page/use-now.ts"]);
  });

  it("always stands in for topics of the stream: a polled query also follows changes", () => {
    const calls = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/apiQuery\([^;]*?\);/gs)].map(([call]) => ({ path, call })),
    );
    expect(calls.length).toBeGreaterThan(30);
    const blind = calls.filter(({ call }) => call.includes("pollMs") && !call.includes("topics"));
    expect(blind).toEqual([]);
  });
});
