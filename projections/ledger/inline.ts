import { entryNumberSql } from "#domain/ledger/entry-number.ts";
import { same } from "../kernel/events/columns.ts";
import type { DecodedEvents } from "../kernel/events/decoded-events.ts";
import { MISPLACED_RUNS } from "../kernel/events/entry-runs.ts";
import type { Projection } from "../kernel/projection.ts";
import { type Comparison, moveInside } from "../kernel/rebuild/compare.ts";
import {
  digestsOf,
  type HashedPages,
  hashedPages,
  hashedPagesOf,
  readInOrderOfKey,
} from "../kernel/rebuild/digest.ts";
import { headPosition, type Shadow, type ShadowWorld } from "../kernel/rebuild/shadows.ts";
import { inSnapshot } from "../kernel/snapshot.ts";
import type { Sql } from "../kernel/sql.ts";
import { tableNames } from "../kernel/tables.ts";

/** Every leg of every event, as the log stores it. */
const postings: DecodedEvents = {
  name: "postings",
  columns: {
    position: "position",
    leg: "(place - 1)::int",
    ...same("account", "asset", "delta"),
  },
  from: "from slice cross join unnest(accounts, assets, deltas) with ordinality as p(account, asset, delta, place)",
};

const HOLDINGS_COLUMNS = {
  account: "text not null",
  asset: "text not null",
  number: "bigint not null",
  amount: "bigint not null",
};
const ENTRIES_COLUMNS = {
  account: "text not null",
  asset: "text not null",
  position: "bigint not null",
  leg: "integer not null",
  delta: "bigint not null",
  balance_after: "bigint not null",
};

const LEDGER_TABLES = {
  ledger_holdings: { columns: HOLDINGS_COLUMNS, key: ["account", "asset"], fillfactor: 70 },
  ledger_entries: { columns: ENTRIES_COLUMNS, key: ["account", "asset", "position", "leg"] },
} as const;

/**
 * Holdings and entries as the log's postings make them. The service keeps its own in the transaction that appends;
 * this is how they are checked, and made again where they are wrong. Never a generation that answers questions.
 */
export const ledgerProjection: Projection = {
  name: "ledger",
  version: 2,
  tables: LEDGER_TABLES,
  keepsEveryEvent: true,
  reads: [postings],
  apply: (table) => [
    // The holdings before this slice, and the sums within it.
    `insert into ${table("ledger_entries")} (account, asset, position, leg, delta, balance_after)
    select p.account, p.asset, position, leg, delta, coalesce(h.amount, 0)
      + sum(delta) over (partition by p.account, p.asset order by position, leg)
    from postings p left join ${table("ledger_holdings")} h on h.account = p.account and h.asset = p.asset`,
    `insert into ${table("ledger_holdings")} as t (account, asset, number, amount)
    select account, asset, min(${entryNumberSql("position", "leg")}), sum(delta) from postings group by account, asset
    on conflict (account, asset) do update set amount = t.amount + excluded.amount`,
  ],
};

/** Compares holdings and entries with their shadow at the head, in one snapshot, while writers go on. */
export async function compareLedger(world: ShadowWorld, shadow: Shadow): Promise<readonly Comparison[]> {
  return inSnapshot(world.db, async ({ tx, onSameSnapshot }) => {
    const position = await headPosition(tx, world.logId);
    const own = `log_id = ${world.logId}`;
    const [kept, made] = await Promise.all([
      onSameSnapshot(async (other) => ({
        holdings: await hashedHoldings(other, `holdings where ${own}`),
        entries: await hashedEntries(other, keptEntries(world.logId)),
      })),
      hashedShadow(tx, { world, shadow }, position),
    ]);
    const parts = [kept.holdings, made.holdings, kept.entries, made.entries].map(({ pages }) => pages);
    const [holdings, holdingsRebuilt = "", entries, entriesRebuilt = ""] = await digestsOf(tx, parts);
    const { version } = ledgerProjection;
    return [
      {
        name: "holdings",
        ...{ version, position, live: holdings ?? null, rebuilt: holdingsRebuilt, rows: made.holdings.rows },
      },
      {
        name: "entries",
        ...{ version, position, live: entries ?? null, rebuilt: entriesRebuilt, rows: made.entries.rows },
      },
    ];
  });
}

/** The stored entries of a log; a misplaced run counts as one entry too many. */
export const keptEntries = (logId: number): string => `(
  select account, asset, position, leg, delta, balance_after from entries where log_id = ${logId}
  union all
  select h.account, h.asset, m.position, -1, 0, 0 from (${MISPLACED_RUNS}) m
    left join holdings h on h.log_id = m.log_id and h.number = m.holding where m.log_id = ${logId}) kept`;

interface HashedLedger {
  readonly holdings: HashedPages;
  readonly entries: HashedPages;
}

async function hashedShadow(
  tx: Sql,
  made: { readonly world: ShadowWorld; readonly shadow: Shadow },
  position: number,
): Promise<HashedLedger> {
  await moveInside(tx, made, position);
  const named = tableNames(ledgerProjection, made.shadow.generation);
  await readInOrderOfKey(tx);
  return {
    holdings: await hashedHoldings(tx, named("ledger_holdings")),
    entries: await hashedPages(tx, named("ledger_entries"), LEDGER_TABLES.ledger_entries),
  };
}

const hashedHoldings = (tx: Sql, from: string): Promise<HashedPages> =>
  hashedPagesOf(tx, {
    query: `select * from ${from}`,
    columns: Object.keys(HOLDINGS_COLUMNS),
    order: 'account collate "C", asset collate "C"',
  });

const hashedEntries = (tx: Sql, from: string): Promise<HashedPages> =>
  hashedPagesOf(tx, {
    query: `select * from ${from}`,
    columns: Object.keys(ENTRIES_COLUMNS),
    order: 'account collate "C", asset collate "C", position, leg',
  });
