import { expect, it } from "vitest";
import { ANYBODY } from "#domain/player/privacy.ts";
import { playersFound } from "#projections/features/audit/players.ts";
import { liveBets } from "#projections/features/house-flips/live-bets.ts";
import { leaderboard } from "#projections/features/leaderboard/leaderboard.ts";
import {
  coinflipById,
  openCoinflips,
  voidCoinflips,
} from "#projections/features/live-coinflips/open-coinflips.ts";
import { liveGames } from "#projections/features/spectator/live-games.ts";
import { watchedGame } from "#projections/features/spectator/watched-game.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Row, SqlValue } from "#projections/kernel/sql.ts";
import { type Asked, rowsLookedAt } from "#projections/testing/rows-looked-at.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const NOW = 1_800_000_000_000;
const VIEWER = { ...ANYBODY, at: NOW };
const FIRST_GENERATION = 1;

/** Queries that show players beside rows of a read model. */
const QUESTIONS: { readonly [what: string]: (models: ReadModels) => Promise<unknown> } = {
  "open coinflips": (models) => openCoinflips(models, VIEWER),
  "void coinflips": (models) => voidCoinflips(models, VIEWER),
  "one coinflip": (models) => coinflipById(models, "game", VIEWER),
  "live bets": (models) => liveBets(models, ANYBODY),
  leaderboard: (models) => leaderboard(models, { period: "all", by: "wagered", at: NOW }, ANYBODY),
  "live games": (models) => liveGames(models, VIEWER, { before: 1_000, limit: 50 }),
  "a watched game": (models) => watchedGame(models, "game", ANYBODY),
};

describeEachEngine("players beside read models", (engine) => {
  let db: OpenDatabase;
  withModels(engine, async (on) => {
    db = on.db;
  });

  /** The plan of a question's first query, with indexes wherever possible. */
  async function planOf(question: (models: ReadModels) => Promise<unknown>): Promise<string> {
    const asked: { readonly text: string; readonly values: readonly SqlValue[] }[] = [];
    await question({
      ask: async (text, values = []) => {
        asked.push({ text: text((table) => `read_models.${table}_${FIRST_GENERATION}`), values });
        return [];
      },
    });
    const [first] = asked;
    if (first === undefined) throw new Error("Nothing was asked");
    return db.transaction(async (tx) => {
      for (const way of ["seqscan", "bitmapscan", "hashjoin", "mergejoin"])
        await tx.query(`set local enable_${way} = off`);
      const rows = await tx.query<Row & { "QUERY PLAN": string }>(`explain ${first.text}`, first.values);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
  }

  for (const [what, question] of Object.entries(QUESTIONS)) {
    it(`are found by the index of identities, and not by reading all of them: ${what}`, async () => {
      const plan = await planOf(question);
      expect(plan).toMatch(/Index Scan using identities_pkey/);
      expect(plan).not.toMatch(/Seq Scan on identities/);
    });
  }

  it("are listed by name without reading all of them, and told apart by more than the index has of a name", async () => {
    await db.query(
      `insert into identities (player_id, platform_id, username, display_name, created_at, updated_at)
        select 'p_' || n, n, 'ALongNameNumber_' || n, 'Named', $1, $1 from generate_series(1, 3000) n`,
      [NOW],
    );
    await db.query("analyze identities");
    const asked: Asked[] = [];
    const noting = async (statement: Asked) => {
      asked.push(statement);
      return [];
    };
    await playersFound({ run: noting, query: (text, values) => noting({ text, values }) }, { limit: 50 });
    for (const one of asked) expect(await rowsLookedAt(db, one, "identities")).toBeLessThan(100);
    expect(asked).toHaveLength(1);
    const { items } = await playersFound(db, { search: "alongNAMEnumber_299" });
    const numbers = items.map(({ username }) => Number(username.split("_")[1]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([
      299,
      ...Array.from({ length: 10 }, (_, n) => 2990 + n),
    ]);
  });

  it("lists open coinflips by their own index, and sorts no hidden ones", async () => {
    const plan = await planOf((asked) => openCoinflips(asked, VIEWER));
    expect(plan).toMatch(/Limit .*\n *-> +Index Scan Backward using live_coinflips_1_opened_position_idx /);
  });
});
