import { afterEach, describe, expect, it, vi } from "vitest";
import { CLIENT_SEED_PATTERN } from "#domain/features/seed-pairs/contract.ts";
import {
  ensureOwnSeed,
  fairnessQuery,
  needsOwnSeed,
  randomClientSeed,
} from "#web/features/seed-pairs/client-seed.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { createLive } from "#web/lib/live/live.ts";
import { fakeApi, refused } from "#web/testing/fake-api.ts";
import { aFairness } from "#web/testing/fixtures.ts";

const rotated = (clientSeed: string) => ({
  revealed: { serverSeed: "a".repeat(64), serverSeedHash: "b".repeat(64), clientSeed: "old", nonces: 0 },
  current: aFairness({ clientSeed, nonce: 0 }),
});

afterEach(() => vi.unstubAllGlobals());

describe("the client seed", () => {
  it("is drawn each time, in characters the server accepts", () => {
    expect(randomClientSeed()).toMatch(CLIENT_SEED_PATTERN);
    expect(randomClientSeed()).not.toBe(randomClientSeed());
  });

  it.each([
    { clientSeedBy: "server", nonce: 0, due: true },
    { clientSeedBy: "server", nonce: 1, due: false },
    { clientSeedBy: "player", nonce: 0, due: false },
    { clientSeedBy: "player", nonce: 899, due: false },
    { clientSeedBy: "player", nonce: 900, due: true },
    { clientSeedBy: "kept", nonce: 0, due: false },
  ] as const)(
    "chosen by the $clientSeedBy at nonce $nonce is replaced: $due",
    ({ clientSeedBy, nonce, due }) => {
      expect(needsOwnSeed(aFairness({ clientSeedBy, nonce }))).toBe(due);
    },
  );

  it("is chosen by this browser before the first flip, and the page knows the new pair at once", async () => {
    const api = fakeApi({
      "GET /fairness": aFairness({ clientSeedBy: "server", nonce: 0 }),
      "POST /fairness/rotate": ({ body }) => rotated(body.clientSeed),
    });
    const queryClient = createQueryClient(createLive());
    await ensureOwnSeed(queryClient);
    const [request] = api.requestsOf("POST /fairness/rotate");
    expect(queryClient.getQueryData(fairnessQuery.queryKey)).toMatchObject(request!.body as object);
  });

  it("that cannot be changed right now does not keep anyone from playing", async () => {
    const api = fakeApi({
      "GET /fairness": aFairness({ nonce: 950 }),
      "POST /fairness/rotate": refused(503, "unavailable", "Try later"),
    });
    await expect(ensureOwnSeed(createQueryClient(createLive()))).resolves.toBeUndefined();
    expect(api.requestsOf("POST /fairness/rotate")).toHaveLength(1);
  });
});
