import { expect, it } from "vitest";
import {
  type Listener,
  notificationsOf,
  unreadCount,
} from "#projections/features/notifications/notices-told.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Row, SqlValue } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const NOW = 1_800_000_000_000;
const LISTENER: Listener = { playerId: "p_few", isAdmin: false, now: NOW };
const TABLE = "read_models.notifications_1";

describeEachEngine("notifications of a player", (engine) => {
  let db: OpenDatabase;
  withModels(engine, async (on) => {
    db = on.db;
    for (const [player, count] of [
      ["p_few", 10],
      ["p_many", 10_000],
    ] as const)
      await db.query(
        `insert into ${TABLE} (player_id, name, together, first_position, position, times, type, payload, at)
        select $1, '', n::text, n, n, 1, 'RoleGranted', '{}', $3 from generate_series(1, $2::bigint) as n`,
        [player, count, NOW - 1],
      );
    await db.query(`analyze ${TABLE}`);
  });

  /** The plan of a question's query of the notifications. */
  async function planOf(question: (models: ReadModels) => Promise<unknown>): Promise<string> {
    let plan = "";
    await question({
      ask: async (text, values: readonly SqlValue[] = []) => {
        const rows = await db.query<Row & { "QUERY PLAN": string }>(
          `explain (analyze, timing off, costs off, summary off) ${text((table) => `read_models.${table}_1`)}`,
          values,
        );
        const carriedOut = rows.map((row) => row["QUERY PLAN"]).join("\n");
        if (carriedOut.includes("notifications_1")) plan = carriedOut;
        return [];
      },
    });
    return plan;
  }

  it("are found by an index, however many others have", async () => {
    const questions = [
      (asked: ReadModels) => unreadCount(asked, LISTENER),
      (asked: ReadModels) => notificationsOf({ models: asked, sources: [] }, LISTENER, { limit: 5 }),
    ];
    for (const question of questions) {
      const plan = await planOf(question);
      expect(plan).toMatch(/Index Scan (Backward )?using notifications_1_player_id_position_idx/);
      expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/);
    }
  });
});
