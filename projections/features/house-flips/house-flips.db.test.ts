import { expect, it } from "vitest";
import { ANYBODY } from "#domain/player/privacy.ts";
import { gameHistory } from "#projections/features/house-flips/game-history.ts";
import { largestBets, liveBets } from "#projections/features/house-flips/live-bets.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { houseRevenue } from "#projections/testing/house-revenue.ts";
import { allNames, PATIENCE_MS, type TestRuntime } from "#projections/testing/runtime.ts";
import {
  appendSynthetic,
  flip,
  registration,
  type SyntheticEvent,
} from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const noon = Date.parse("2026-03-01T12:00:00.000Z");
const nextDay = Date.parse("2026-03-02T00:00:00.000Z");

/** Two players; alice wins 10.00 and loses 4.00 RBX and 1.00 TIX, bob loses 2.00 TIX after midnight. */
const history: SyntheticEvent[] = [
  { event: registration("p_alice"), at: noon },
  { event: registration("p_bob"), at: noon },
  {
    event: flip({ playerId: "p_alice", gameId: "g1", side: "rbx", result: "rbx", stake: 1_000n }),
    at: noon + 1,
  },
  {
    event: flip({ playerId: "p_alice", gameId: "g2", side: "rbx", result: "tix", stake: 400n }),
    at: noon + 2,
  },
  {
    event: flip({ playerId: "p_alice", gameId: "g3", side: "tix", result: "rbx", stake: 100n }),
    at: noon + 3,
  },
  { event: flip({ playerId: "p_bob", gameId: "g4", side: "tix", result: "rbx", stake: 200n }), at: nextDay },
];

const as = (playerId: string) => ({ ...ANYBODY, playerId });

describeEachEngine("read models of the house flip", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;

  withModels(engine, async (on) => {
    ({ db, models } = on);
    await db.query(`insert into identities (player_id, platform_id, username, display_name, email, profile_image_url,
      created_at, updated_at) values ('p_alice', '1', 'alice', 'Alice', 'a@example.org', '/a.png', 1, 1)`);
    const position = await appendSynthetic(db, history);
    models.wake();
    expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
  });

  it("count a player's games, and add up wins and losses", async () => {
    expect(await playerStats(models, "p_alice")).toEqual({
      totalGames: 3,
      wins: 1,
      gamesPlayed: 3,
      winRate: 33.3,
      totalWon: "9.75",
      totalLost: "5.00",
    });
  });

  it("are all zeros for a player without games", async () => {
    const zeros = { totalGames: 0, wins: 0, gamesPlayed: 0, winRate: 0, totalWon: "0.00", totalLost: "0.00" };
    expect(await playerStats(models, "p_nobody")).toEqual(zeros);
    expect(await gameHistory(models, as("p_nobody"))).toEqual([]);
  });

  it("list a player's own games, newest first", async () => {
    const games = await gameHistory(models, as("p_alice"));
    expect(games.map(({ id }) => id)).toEqual(["g3", "g2", "g1"]);
    expect(games[2]).toEqual({
      id: "g1",
      position: 3,
      gameType: "coinflip",
      betSide: "rbx",
      betAmount: "10.00",
      currency: "RBX",
      result: "rbx",
      won: true,
      winAmount: "19.75",
      createdAt: "2026-03-01T12:00:00.001Z",
      opponent: null,
      userGame: null,
      experience: 11,
    });
    expect(games[0]).toMatchObject({ won: false, currency: "TIX", betSide: "tix", result: "rbx" });
  });

  it("return a part of a list before a position", async () => {
    expect((await gameHistory(models, as("p_alice"), { limit: 2 })).map(({ id }) => id)).toEqual([
      "g3",
      "g2",
    ]);
    expect((await gameHistory(models, as("p_alice"), { before: 4 })).map(({ id }) => id)).toEqual(["g1"]);
    expect((await liveBets(models, ANYBODY, { limit: 1, before: 6 })).map(({ id }) => id)).toEqual(["g3"]);
  });

  it("return the largest bets of a UTC day, and no small ones", async () => {
    const largest = async (at: number) => (await largestBets(models, ANYBODY, at)).map(({ id }) => id);
    expect(await largest(noon)).toEqual(["g1"]);
    expect(await largest(nextDay)).toEqual([]);
  });

  it("show everybody's newest bets with the names of known players", async () => {
    const bets = await liveBets(models, ANYBODY);
    expect(bets.map(({ id, player }) => [id, player.username])).toEqual([
      ["g4", "Former player"],
      ["g3", "alice"],
      ["g2", "alice"],
      ["g1", "alice"],
    ]);
    expect(bets[1]?.player).toEqual({ id: "p_alice", username: "alice", profileImageUrl: "/a.png" });
  });

  it("add up the house's day by currency", async () => {
    const revenue = await houseRevenue(models, { from: noon, to: nextDay });
    const game = { gameType: "coinflip" };
    expect(revenue).toEqual([
      {
        ...game,
        day: "2026-03-02",
        currency: "TIX",
        games: 1,
        wagered: "2.00",
        paidOut: "0.00",
        edge: "0.00",
        revenue: "2.00",
      },
      {
        ...game,
        day: "2026-03-01",
        currency: "RBX",
        games: 2,
        wagered: "14.00",
        paidOut: "19.75",
        edge: "0.25",
        revenue: "-5.75",
      },
      {
        ...game,
        day: "2026-03-01",
        currency: "TIX",
        games: 1,
        wagered: "1.00",
        paidOut: "0.00",
        edge: "0.00",
        revenue: "1.00",
      },
    ]);
    expect(await houseRevenue(models, { from: noon, to: noon })).toHaveLength(2);
  });
});
