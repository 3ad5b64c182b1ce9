import { expect, it } from "vitest";
import { userCoinFlipped } from "#domain/features/user-coinflips/events.ts";
import { USER_GAME_SORTS } from "#domain/features/user-games/contract.ts";
import { userGameCreated } from "#domain/features/user-games/events.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { creatorEarnings } from "#projections/features/user-games/earnings-of.ts";
import {
  type GamesWanted,
  ownUserGames,
  userGamesListed,
} from "#projections/features/user-games/game-list.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { type Asked, rowsLookedAt } from "#projections/testing/rows-looked-at.ts";
import { allNames, PATIENCE_MS, type TestRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic } from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const GAMES = 4_000;
const CREATORS = 400;
const AT = Date.parse("2026-01-01T12:00:00.000Z");
/** A page of ten, and further rows that a plan reads for it: the same ones in later steps. */
const LIMIT = 10;
const ROWS_MAX = 40;

const idOf = (n: number): string => `g_${n}`;
const made = (n: number) =>
  userGameCreated({
    creatorId: `p_${n % CREATORS}`,
    description: null,
    edge: n % 97,
    gameId: idOf(n),
    gameType: n % 50 === 0 ? "jackpot" : "coinflip",
    housePart: 0,
    maxBet: "100000",
    minBet: "100",
    title: `Game ${n}`,
  });
const flipped = (n: number) =>
  userCoinFlipped({ ...userCoinFlipped.example().payload, ...FLIP, gameId: idOf(n), betId: `b_${n}` });
const FLIP = { playerId: "p_bettor", stake: 100n, payout: 0n, edge: 0n, share: 1n };

describeEachEngine("thousands of games that players made", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;
  withModels(engine, async (on) => {
    ({ db, models } = on);
    const events = [
      ...Array.from({ length: GAMES }, (_, n) => made(n)),
      ...Array.from({ length: 500 }, (_, n) => flipped((n * n) % GAMES)),
    ];
    const position = await appendSynthetic(
      db,
      events.map((event) => ({ event, at: AT })),
    );
    models.wake();
    expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    await db.query("analyze");
  });

  /** Rows of a table that queries read sequentially. */
  async function looked(
    table: string,
    question: (asking: ReadModels) => Promise<unknown>,
  ): Promise<number[]> {
    const asked: Asked[] = [];
    await question({
      ask: (text, values) =>
        models.ask((names) => {
          const sql = text(names);
          asked.push({ text: sql, values });
          return sql;
        }, values),
    });
    const counts: number[] = [];
    for (const one of asked) counts.push(await rowsLookedAt(db, one, table));
    return counts;
  }

  it.each(USER_GAME_SORTS)("are not all read for a page sorted by %s", async (sort) => {
    for (const gameType of [undefined, "jackpot"] as const) {
      const counts = await looked("user_games_1", async (asking) => {
        const wanted: GamesWanted = { sort, gameType, limit: LIMIT };
        const first = await userGamesListed(asking, ANYBODY, wanted);
        const next = await userGamesListed(asking, ANYBODY, { ...wanted, before: first.at(-1)?.position });
        expect([first.length, next.length]).toEqual([LIMIT, LIMIT]);
      });
      for (const count of counts)
        expect(count).toBeLessThanOrEqual(gameType === undefined ? ROWS_MAX : GAMES / 2);
    }
  });

  it("are not all read for one creator's games and earnings", async () => {
    const counts = await looked("user_games_1", async (asking) => {
      expect(await ownUserGames(asking, "p_7", { limit: LIMIT })).toHaveLength(GAMES / CREATORS);
      await creatorEarnings(asking, "p_7");
    });
    for (const count of counts) expect(count).toBeLessThanOrEqual(ROWS_MAX);
  });
});
