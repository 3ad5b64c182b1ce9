import { afterEach, expect, it } from "vitest";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { coinFlips } from "#projections/features/house-flips/flips.ts";
import { decodedEventQueries } from "#projections/kernel/events/decoded-events.ts";
import { appendSynthetic, flip, syntheticHistory } from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

describeEachEngine("the facts of a flip", (engine) => {
  let db: OpenDatabase;
  afterEach(() => db.close());

  it("equal those from parsing the payload", async () => {
    db = await engine.fresh();
    const plain = "AZaz09_-";
    const most = flip({
      playerId: plain,
      gameId: plain.repeat(8),
      side: "tix",
      result: "tix",
      stake: 10_000_000n,
      pair: 2_147_483_647,
      nonce: 999,
      xp: 0,
    });
    const history = [{ event: most, at: Number.MAX_SAFE_INTEGER }, ...syntheticHistory(300, 3)];
    await appendSynthetic(db, history);
    const [query = ""] = decodedEventQueries([coinFlips], [Object.keys(coinFlips.columns).join(" ")]);
    const rows = await db.query(
      `with slice as (select * from events), present as (select array_agg(type) as types from slice), ${query}
        select * from coin_flips order by position`,
    );
    const flips = history.flatMap(({ event, at }, n) =>
      event.type === "CoinFlipped" ? [{ event, at, n }] : [],
    );
    expect(rows).toEqual(flips.map(({ event, at, n }) => factsOf(event, { at, position: n + 1 })));
  });

  function factsOf(event: NewEvent, { at, position }: { at: number; position: number }) {
    const { gameId, side, result, ...numbers } = event.payload as Record<string, string | number>;
    return {
      position: BigInt(position),
      stream: event.stream,
      recorded_at: BigInt(at),
      player_id: event.stream.slice("player:".length),
      game_id: gameId,
      side,
      result,
      ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, BigInt(value)])),
    };
  }
});
