import { afterEach, expect, it } from "vitest";
import { coinflipSettled } from "#domain/features/live-coinflips/events.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { guestIdOf } from "#domain/player/guest.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { type LeaderboardQuestion, leaderboard } from "#projections/features/leaderboard/leaderboard.ts";
import { allNames, PATIENCE_MS, type TestRuntime, testRuntime } from "#projections/testing/runtime.ts";
import {
  appendSynthetic,
  flip,
  type SyntheticEvent,
  syntheticHistory,
} from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const at = (text: string): number => Date.parse(`${text}T12:00:00.000Z`);

/** The Monday of an instant's ISO week, by the calendar instead of arithmetic. */
function mondayOf(ms: number): number {
  const date = new Date(ms);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return Math.floor(date.getTime() / DAY_MS);
}

describeEachEngine("the leaderboard", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;
  afterEach(async () => {
    await models.stop();
    await db.close();
  });
  const played = async (...slices: readonly SyntheticEvent[][]): Promise<void> => {
    db = await engine.fresh({ readModels: true });
    models = testRuntime(db);
    await models.start();
    for (const slice of slices) {
      const position = await appendSynthetic(db, slice);
      models.wake();
      expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    }
  };
  let games = 0;
  const game = (playerId: string, stake: bigint, when: number, won = false): SyntheticEvent => {
    games += 1;
    return {
      event: flip({ playerId, gameId: `g${games}`, side: "rbx", result: won ? "rbx" : "tix", stake }),
      at: when,
    };
  };
  const names = async (question: LeaderboardQuestion): Promise<string[]> =>
    (await leaderboard(models, question, ANYBODY)).map(
      ({ player, wagered, profit }) => `${player.id} ${wagered} ${profit}`,
    );

  it("counts the UTC day, the ISO week from Monday, and all time", async () => {
    await played(
      [game("p_a", 500n, at("2026-03-01")), game("p_b", 300n, at("2026-03-01"), true)],
      [game("p_a", 100n, at("2026-03-02")), game("p_b", 900n, at("2026-03-03"))],
    );
    const wagered = (period: LeaderboardQuestion["period"], day: string) =>
      names({ period, by: "wagered", at: at(day) });
    expect(await wagered("day", "2026-03-02")).toEqual(["p_a 1.00 -1.00"]);
    expect(await wagered("day", "2026-03-03")).toEqual(["p_b 9.00 -9.00"]);
    expect(await wagered("week", "2026-03-08")).toEqual(["p_b 9.00 -9.00", "p_a 1.00 -1.00"]);
    expect(await wagered("week", "2026-03-09")).toEqual([]);
    expect(await wagered("all", "2026-03-09")).toEqual(["p_b 12.00 -6.08", "p_a 6.00 -6.00"]);
  });

  it("ranks by profit, losses last, and players of equal rank by their ids", async () => {
    const day = at("2026-03-04");
    const stakes = [100n, 10_000n, 10_000_00n, 99_99n];
    await played(
      stakes.flatMap((stake, n) => [game(`p_win${n}`, stake, day, true), game(`p_lose${n}`, stake, day)]),
    );
    const ranked = await leaderboard(models, { period: "day", by: "profit", at: day }, ANYBODY);
    expect(ranked.map(({ rank, player }) => `${rank} ${player.id}`)).toEqual([
      "1 p_win2",
      "2 p_win1",
      "3 p_win3",
      "4 p_win0",
      "5 p_lose0",
      "6 p_lose3",
      "7 p_lose1",
      "8 p_lose2",
    ]);
  });

  it("ranks no guest from another log, which ranks them itself", async () => {
    const day = at("2026-03-04");
    const { payload } = coinflipSettled.example();
    const settled = { ...payload, winnerId: guestIdOf("2-s1"), loserId: "p_a" };
    await played([{ event: coinflipSettled(settled, []), at: day }]);
    const ranked = await leaderboard(models, { period: "day", by: "wagered", at: day }, ANYBODY);
    expect(ranked.map(({ player, wagered }) => [player.id, wagered])).toEqual([["p_a", "10.00"]]);
  });

  it("names fifty players at most", async () => {
    const day = at("2026-03-04");
    await played(Array.from({ length: 70 }, (_, n) => game(`p_${n}`, BigInt(100 + n), day)));
    const ranked = await leaderboard(models, { period: "week", by: "wagered", at: day }, ANYBODY);
    expect(ranked).toHaveLength(50);
    expect(ranked[0]).toMatchObject({ rank: 1, player: { id: "p_69" }, wagered: "1.69" });
  });

  it("equals the sum of the games, for any slices", async () => {
    const history = syntheticHistory(600, 11);
    await played(history.slice(0, 250), history.slice(250, 251), history.slice(251));
    const now = history.at(-1)?.at ?? 0;
    const since = { day: Math.floor(now / DAY_MS), week: mondayOf(now), all: 0 };
    for (const period of ["day", "week", "all"] as const) {
      const sums = new Map<string, { wagered: bigint; profit: bigint }>();
      for (const { event, at: when } of history) {
        if (event.type !== "CoinFlipped" || Math.floor(when / DAY_MS) < since[period]) continue;
        const { stake, payout } = event.payload as { stake: string; payout: string };
        const id = event.stream.slice("player:".length);
        const sum = sums.get(id) ?? { wagered: 0n, profit: 0n };
        sums.set(id, {
          wagered: sum.wagered + BigInt(stake),
          profit: sum.profit + BigInt(payout) - BigInt(stake),
        });
      }
      for (const by of ["wagered", "profit"] as const) {
        const expected = [...sums].sort(([a, x], [b, y]) =>
          x[by] === y[by] ? (a < b ? -1 : 1) : x[by] > y[by] ? -1 : 1,
        );
        const ranked = await leaderboard(models, { period, by, at: now }, ANYBODY);
        expect(ranked.map(({ player }) => player.id)).toEqual(expected.map(([id]) => id));
        expect(ranked.map((row) => BigInt(row[by].replace(".", "")))).toEqual(
          expected.map(([, sum]) => sum[by]),
        );
      }
    }
  });
});
