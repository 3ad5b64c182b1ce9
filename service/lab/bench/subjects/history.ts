import { balanceAsOf } from "#projections/features/ledger/balance-as-of.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { cursorAt } from "#projections/kernel/cursor.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { withDb } from "#service/lab/bench/play/with-writer.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import { makeHistory, placesOf, STAR, STARS_SHARE } from "#service/lab/bench/report/history.ts";
import type { Bench, Subject } from "../bench.ts";
import { p50Of } from "../load.ts";

const FEW_ENTRIES = 10_000;
/** Three queries share the time of one measurement. */
const QUESTIONS = 3;

/** The median times of the three queries, in milliseconds. */
interface Asked {
  readonly firstPage: number;
  readonly laterPage: number;
  readonly balance: number;
}

/** Queries the longest history of a log with a number of entries. */
async function ask(bench: Bench, entries: number): Promise<Asked> {
  const url = await bench.databases.kept(`history-${entries}`, async (made) => {
    await withDb(bench.databases.asAuditor(made), (owner) => makeHistory(owner, entries));
  });
  return withDb(bench.databases.asService(url, 1), async (db) => {
    const reader = { sql: db, logId: LOG_ID };
    const { first, last } = await placesOf(db, entries);
    const anywhere = (): number => first + Math.floor(Math.random() * (last - first));
    const page = async (next?: string): Promise<void> => {
      const { items } = await ledgerEntries(reader, STAR, next === undefined ? {} : { next });
      if (items.some(({ account }) => account !== STAR)) throw new AuditError("A page holds others' entries");
    };
    const balance = async (): Promise<void> => {
      const { holdings } = await balanceAsOf(reader, { account: STAR }, { position: anywhere() });
      if (holdings.length === 0) throw new AuditError("Nothing was held");
    };
    const { warmMs, measureMs } = bench.spans;
    const span = { warmMs: warmMs / QUESTIONS, measureMs: measureMs / QUESTIONS };
    return {
      firstPage: await p50Of(() => page(), span),
      laterPage: await p50Of(() => page(cursorAt(anywhere())), span),
      balance: await p50Of(balance, span),
    };
  });
}

/** A player's queries of a long history. */
export const historySubject: Subject = {
  id: "history",
  run: async (bench) => {
    const { historyEntries } = bench.spans;
    const [all, own] = [historyEntries, historyEntries * STARS_SHARE].map((n) => n.toLocaleString("en"));
    bench.note(`History: ${all} entries, ${own} of them one player's.`);
    const few = await ask(bench, FEW_ENTRIES);
    const many = await ask(bench, historyEntries);
    return {
      ...{ firstOfFew: few.firstPage, first: many.firstPage },
      ...{ laterOfFew: few.laterPage, later: many.laterPage },
      ...{ balanceOfFew: few.balance, balance: many.balance },
    };
  },
};
