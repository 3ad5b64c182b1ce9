import { afterAll, beforeAll, expect, it } from "vitest";
import { accountEntries } from "#projections/features/audit/account-entries.ts";
import { holdingsAsOf } from "#projections/features/audit/holdings-as-of.ts";
import { balanceAsOf } from "#projections/features/ledger/balance-as-of.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import type { LogReader } from "#projections/kernel/replicas/log-reader.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { type Asked, rowsLookedAt } from "#projections/testing/rows-looked-at.ts";
import { appendMovements, type Leg } from "#projections/testing/synthetic-ledger.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const ME = "player:me";
const ITEMS = 40;
const PAYMENTS = 6_000;
/** The receiver of the n-th payment: one in many is mine. */
const payee = (n: number): string => (n % 20 === 0 ? ME : `player:${n % 500}`);
/** The newest event has more legs of mine than fit into a page of one. */
const TWO_LEGS: readonly Leg[] = [
  [ME, "RBX", 1n],
  [ME, "TIX", 1n],
  ["issuance", "RBX", -1n],
  ["issuance", "TIX", -1n],
];
const events: readonly (readonly Leg[])[] = [
  ...Array.from({ length: ITEMS }, (_, n): readonly Leg[] => [
    [ME, `item:1:${n}`, 1n],
    ["platform", `item:1:${n}`, -1n],
  ]),
  ...Array.from({ length: PAYMENTS }, (_, n): readonly Leg[] => [
    [payee(n), "RBX", 1n],
    ["issuance", "RBX", -1n],
  ]),
  TWO_LEGS,
];

describeEachEngine("a long log", (engine) => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await engine.fresh();
    await appendMovements(db, events);
    await db.query("analyze");
  });
  afterAll(() => db.close());

  /** The queries of a question. */
  async function askedBy(question: (reader: LogReader) => Promise<unknown>): Promise<readonly Asked[]> {
    const asked: Asked[] = [];
    const sql: Sql = {
      query: (text, values) => {
        asked.push({ text, values });
        return db.query(text, values);
      },
      run: ({ text, values }) => {
        asked.push({ text, values });
        return db.query(text, values);
      },
    };
    await question({ sql, logId: 1 });
    return asked;
  }

  it.each([undefined, ME])("is not read from end to end for a page of holdings of %s", async (account) => {
    const asked = await askedBy(async (reader) => {
      const first = await holdingsAsOf(reader, { account, limit: 10, position: 3_000 });
      expect(first.next).not.toBeNull();
      await holdingsAsOf(reader, { account, limit: 10, position: 3_000, next: first.next ?? "" });
    });
    expect(asked.length).toBe(3);
    for (const one of asked) {
      expect(await rowsLookedAt(db, one, "holdings")).toBeLessThanOrEqual(ITEMS + 2);
      expect(await rowsLookedAt(db, one, "entry_runs")).toBeLessThanOrEqual(11);
    }
  });

  const questions: readonly (readonly [what: string, (reader: LogReader) => Promise<unknown>])[] = [
    ["a page of an account's entries", (reader) => ledgerEntries(reader, ME, { limit: 10 })],
    ["the legs of one event", (reader) => ledgerEntries(reader, ME, { limit: 1 })],
    ["a page of an account's history", (reader) => accountEntries(reader, ME, { limit: 10 })],
    [
      "a page of an account's history from its beginning",
      (reader) => accountEntries(reader, ME, { limit: 10, order: "oldest" }),
    ],
    [
      "a page in the middle of it",
      (reader) => accountEntries(reader, ME, { limit: 10, order: "oldest", after: 3_000 }),
    ],
    ["a balance as of a moment", (reader) => balanceAsOf(reader, { account: ME }, { position: 3_000 })],
  ];
  it.each(questions)("is not read from end to end for %s", async (_, question) => {
    const asked = await askedBy(question);
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked) {
      expect(await rowsLookedAt(db, one, "events")).toBeLessThanOrEqual(ITEMS);
      // A run of each holding, and the newest of the one that has more.
      expect(await rowsLookedAt(db, one, "entry_runs")).toBeLessThanOrEqual(3 * (ITEMS + 11));
    }
  });
});
