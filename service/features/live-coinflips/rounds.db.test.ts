import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import { ROUND_AFTER_MS } from "#domain/features/live-coinflips/round.ts";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import type { SqlValue } from "#projections/kernel/sql.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { RESULT_WAIT_MS } from "#service/features/live-coinflips/routes.ts";
import { RETRIES_MAX, RETRY_MS } from "#service/features/live-coinflips/settlement-worker.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

/** How long a slow look-up takes, in milliseconds. */
const SLOW_MS = 5_000;

describeEachEngine("the round of a coinflip", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
  let isAway = false;
  let comesBack: (() => void) | null = null;
  let isAsked: (() => void) | null = null;
  /** Called at each look-up of one game. */
  let lookUp: (() => void) | null = null;

  const site = siteOf(engine, {
    clock,
    // As with a public beacon, no round is known before it is requested.
    beacon: {
      ...real,
      newestRound: () => 0,
      round: async (chainHash, round) => {
        if (!isAway) return real.round(chainHash, round);
        isAsked?.();
        comesBack?.();
        return null;
      },
    },
    throughDatabase: (db) => {
      const query = db.query.bind(db);
      return Object.assign(db, {
        query: (text: string, values: readonly SqlValue[] = []) => {
          if (text.includes("where f.game_id = $1")) lookUp?.();
          return query(text, values);
        },
      });
    },
  });
  const [alice, bob] = playersOf(site, "alice", "bob");

  const open = async (): Promise<string> => {
    const answer = await alice.post("/api/live-coinflips", { betAmount: 10, betSide: "rbx" });
    return answer.as(endpoints.openCoinflip).id;
  };
  const join = (id: string) => bob.post(`/api/live-coinflips/${id}/join`, {});
  const endOf = async (id: string): Promise<string> => {
    for (let tries = 0; tries < 1_500; tries += 1) {
      const rows = await site.db.query<{ type: string }>(
        "select type from events where stream = $1 and version > 2",
        [`coinflip:${id}`],
      );
      if (rows[0] !== undefined) return rows[0].type;
      await sleep(20);
    }
    throw new Error("It did not end in half a minute");
  };

  it("comes after the join, however long the game's look-up took", async () => {
    const id = await open();
    let foundAt = 0;
    lookUp = () => {
      lookUp = null;
      clock.now += SLOW_MS;
      foundAt = clock.now;
    };
    expect((await join(id)).status).toBe(200);
    expect(foundAt).toBeGreaterThan(0);
    const [row] = await site.db.query<{ round: string }>(
      "select payload::jsonb ->> 'round' as round from events where stream = $1 and type = 'CoinflipJoined'",
      [`coinflip:${id}`],
    );
    const at = publishedAt(Number(row?.round), real.chain);
    expect(at).toBeGreaterThanOrEqual(foundAt + ROUND_AFTER_MS);
  });

  it("still decides after a day, if it is available", async () => {
    const id = await open();
    isAway = true;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const answer = join(id);
    await asked;
    clock.now += RESULT_WAIT_MS;
    expect((await answer).status).toBe(202);
    // The process that took the join retries for a while, then leaves the game to the look-out.
    for (let times = 0; times <= RETRIES_MAX; times += 1) {
      clock.now += RETRY_MS;
      await sleep(5);
    }
    // The service sleeps for more than a day during a request without an answer; the next one gets it.
    comesBack = () => {
      comesBack = null;
      isAway = false;
      clock.now += VOID_AFTER_MS + 10_000;
    };
    expect(await endOf(id)).toBe("CoinflipSettled");
  });
});
