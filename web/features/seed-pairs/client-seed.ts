import type { QueryClient } from "@tanstack/react-query";
import { PAIR_NONCES_ROTATE_FROM } from "#domain/fairness/st1.ts";
import type { Fairness } from "#domain/features/seed-pairs/contract.ts";
import { call } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** The player's commitment, the next one, client seed and nonce. */
export const fairnessQuery = apiQuery("GET /fairness", { topics: ["fairness"] });

const CLIENT_SEED_BYTES = 16;

/** A client seed that nobody but this browser has chosen: 32 hex characters. */
export const randomClientSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_SEED_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Whether the next flip should wait for a client seed of this browser's own. */
export const needsOwnSeed = ({ clientSeedBy, nonce }: Fairness): boolean =>
  (clientSeedBy === "server" && nonce === 0) || nonce >= PAIR_NONCES_ROTATE_FROM;

/** Starts a pair with this browser's own client seed when due. Failures only show on the page. */
export async function ensureOwnSeed(queryClient: QueryClient): Promise<void> {
  try {
    const fairness = await queryClient.ensureQueryData(fairnessQuery);
    if (!needsOwnSeed(fairness)) return;
    const { current } = await call("POST /fairness/rotate", {
      body: { clientSeed: randomClientSeed() },
    });
    queryClient.setQueryData(fairnessQuery.queryKey, current);
  } catch {
    await queryClient.invalidateQueries(fairnessQuery);
  }
}
