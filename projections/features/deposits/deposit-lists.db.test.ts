import { expect, it } from "vitest";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { type Asked, rowsLookedAt } from "#projections/testing/rows-looked-at.ts";
import type { TestRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { withModels } from "#service/lab/testing/databases/with-models.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { depositById, depositsForReview, depositsOf } from "./deposit-lists.ts";

const TABLE = "read_models.deposits_1";
const NOW = 1_800_000_000_000;
const QUEUE = 2_000;
/** Each hundredth waiting deposit is alice's, and a finished one follows each waiting one. */
const ALICE_EACH = 100;
/** Number of deposits, nearly all of them finished. */
const MANY = 40_000;
const PAGE = 50;
/** Rows that a page may read besides the queue: its own, and the reviews behind the typical wait. */
const BESIDES = 500;

describeEachEngine("a long queue of deposits", (engine) => {
  let db: OpenDatabase;
  let models: TestRuntime;
  withModels(engine, async (on) => {
    ({ db, models } = on);
    await db.query(
      `insert into ${TABLE} (deposit_id, player_id, wanted_type, asset, amount, quantity, requested_position,
        requested_at, closed_as, closed_at, updated_at, settled)
      select 'd_' || n, case when n % ${2 * ALICE_EACH} in (0, 1) then 'p_alice' else 'p_' || n end, 'rbx', 'RBX', 100, 1,
        n, n, case when n % 2 = 1 then 'rejected' end, case when n % 2 = 1 then n + 10 end, n, 0
      from generate_series(1, ${2 * QUEUE}) n`,
    );
    await db.query(`analyze ${TABLE}`);
  });

  it("shows the place of each waiting deposit, and none of a finished one", async () => {
    const own = await depositsOf(models, "p_alice", {});
    expect(own).toHaveLength((2 * QUEUE) / ALICE_EACH);
    for (const { position, queuePosition } of own)
      expect([position, queuePosition]).toEqual([position, position % 2 === 0 ? position / 2 : null]);
    const one = await depositById(models, "p_alice", `d_${4 * ALICE_EACH}`);
    expect(one?.queuePosition).toBe(2 * ALICE_EACH);
    expect(await depositById(models, "p_bob", `d_${4 * ALICE_EACH}`)).toBeNull();
    let next: string | null = null;
    let place = 0;
    do {
      const page = await depositsForReview(models, NOW, {
        status: "pending",
        limit: 190,
        ...(next === null ? {} : { next }),
      });
      for (const { queuePosition } of page.items) {
        place += 1;
        expect(queuePosition).toBe(place);
      }
      next = page.next;
    } while (next !== null);
    expect(place).toBe(QUEUE);
  });

  /** Rows of deposits that a query reads. */
  async function lookedAt(question: (models: ReadModels) => Promise<unknown>): Promise<number> {
    const asked: Asked[] = [];
    await question({
      ask: async (text, values = []) => {
        asked.push({ text: text((table) => `read_models.${table}_1`), values });
        return [];
      },
    });
    expect(asked).toHaveLength(1);
    return rowsLookedAt(db, asked[0] as Asked, "deposits_1");
  }

  it("is counted once per page, however many of its deposits wait", async () => {
    const questions: readonly ((asked: ReadModels) => Promise<unknown>)[] = [
      (asked) => depositsOf(asked, "p_alice", { limit: PAGE }),
      (asked) => depositsForReview(asked, NOW, { limit: PAGE }),
      (asked) => depositsForReview(asked, NOW, { limit: PAGE, status: "pending" }),
    ];
    for (const question of questions) {
      const rows = await lookedAt(question);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(2 * QUEUE + BESIDES);
    }
  });

  it("is not counted if none of a page waits", async () => {
    const rows = await lookedAt((asked) =>
      depositsForReview(asked, NOW, { limit: PAGE, status: "rejected" }),
    );
    expect(rows).toBeLessThanOrEqual(BESIDES);
  });

  it("finds the few that were reversed, or wait for a second approval, without reading the many others", async () => {
    await db.query(
      `insert into ${TABLE} (deposit_id, player_id, wanted_type, asset, amount, quantity, requested_position,
        requested_at, closed_as, closed_at, reversed_at, updated_at, settled)
      select 'd_' || n, 'p_' || n, 'rbx', 'RBX', 100, 1, n, n, 'completed', n + 10,
        case when n % 9000 = 0 then n + 20 end, n, 0
      from generate_series(${2 * QUEUE + 1}, ${MANY}) n`,
    );
    await db.query(`update ${TABLE} set first_by = 'p_admin' where requested_position in (100, 200)`);
    await db.query(`analyze ${TABLE}`);
    const taken = await lookedAt((asked) =>
      depositsForReview(asked, NOW, { limit: PAGE, status: "reversed" }),
    );
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(BESIDES);
    const approved = await lookedAt((asked) =>
      depositsForReview(asked, NOW, { limit: PAGE, isApprovedOnce: true }),
    );
    expect(approved).toBeGreaterThan(0);
    expect(approved).toBeLessThanOrEqual(BESIDES);
    const completed = await lookedAt((asked) =>
      depositsForReview(asked, NOW, { limit: PAGE, status: "completed" }),
    );
    expect(completed).toBeLessThanOrEqual(BESIDES);
  });
});
