import { type Comparison, moveInside } from "../../kernel/compare.ts";
import { digestOf, digestOfQuery, type TableDigest } from "../../kernel/digest.ts";
import type { Facts, Projection } from "../../kernel/projection.ts";
import { headPosition, type Shadow, type ShadowWorld } from "../../kernel/shadows.ts";
import { inSnapshot } from "../../kernel/snapshot.ts";
import type { Sql } from "../../kernel/sql.ts";
import { tableNames } from "../../kernel/tables.ts";

/** Every leg of every event, as the log stores it. */
const postings: Facts = {
  name: "postings",
  sql: `select position, (place - 1)::int as leg, account, asset, delta
    from slice cross join unnest(accounts, assets, deltas) with ordinality as p(account, asset, delta, place)`,
};

const HOLDINGS_COLUMNS = { account: "text not null", asset: "text not null", amount: "bigint not null" };
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
  version: 1,
  tables: LEDGER_TABLES,
  keepsEveryEvent: true,
  reads: [postings],
  apply: (table) => [
    // The holdings before this slice, and the sums within it.
    `insert into ${table("ledger_entries")} (account, asset, position, leg, delta, balance_after)
    select p.account, p.asset, position, leg, delta, coalesce(h.amount, 0)
      + sum(delta) over (partition by p.account, p.asset order by position, leg)
    from postings p left join ${table("ledger_holdings")} h on h.account = p.account and h.asset = p.asset`,
    `insert into ${table("ledger_holdings")} as t (account, asset, amount)
    select account, asset, sum(delta) from postings group by account, asset
    on conflict (account, asset) do update set amount = t.amount + excluded.amount`,
  ],
};

/**
 * Compares holdings and entries with their shadow at the head of the log, in one snapshot: they change with the head,
 * so nothing has to be stopped for it.
 */
export async function compareLedger(world: ShadowWorld, shadow: Shadow): Promise<readonly Comparison[]> {
  return inSnapshot(world.db, async ({ tx, beside }) => {
    const position = await headPosition(tx, world.logId);
    const own = `log_id = ${world.logId}`;
    const live = beside(async (other) => ({
      holdings: await holdingsDigest(other, `holdings where ${own} and amount <> 0`),
      entries: await entriesDigest(other, `entries where ${own}`),
    }));
    const [kept, made] = await Promise.all([live, rebuiltLedger(tx, { world, shadow }, position)]);
    return [
      comparison("holdings", position, { live: kept.holdings, rebuilt: made.holdings }),
      comparison("entries", position, { live: kept.entries, rebuilt: made.entries }),
    ];
  });
}

async function rebuiltLedger(
  tx: Sql,
  made: { readonly world: ShadowWorld; readonly shadow: Shadow },
  position: number,
): Promise<{ readonly holdings: TableDigest; readonly entries: TableDigest }> {
  await moveInside(tx, made, position);
  const named = tableNames(ledgerProjection, made.shadow.generation);
  return {
    holdings: await holdingsDigest(tx, `${named("ledger_holdings")} where amount <> 0`),
    entries: await digestOf(tx, named("ledger_entries"), LEDGER_TABLES.ledger_entries),
  };
}

function comparison(
  name: string,
  position: number,
  { live, rebuilt }: { readonly live: TableDigest; readonly rebuilt: TableDigest },
): Comparison {
  const { version } = ledgerProjection;
  return { name, version, position, live: live.digest, rebuilt: rebuilt.digest, rows: rebuilt.rows };
}

// A holding of nothing is the same as none: which of the two is there depends on who once looked.
const holdingsDigest = (tx: Sql, from: string): Promise<TableDigest> =>
  digestOfQuery(tx, {
    query: `select * from ${from}`,
    columns: Object.keys(HOLDINGS_COLUMNS),
    order: 'account collate "C", asset collate "C"',
  });

const entriesDigest = (tx: Sql, from: string): Promise<TableDigest> =>
  digestOfQuery(tx, {
    query: `select * from ${from}`,
    columns: Object.keys(ENTRIES_COLUMNS),
    order: 'account collate "C", asset collate "C", position, leg',
  });
