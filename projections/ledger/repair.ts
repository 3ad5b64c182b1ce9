import { insertRunsSql } from "../kernel/events/entry-runs.ts";
import { moveInside } from "../kernel/rebuild/compare.ts";
import { headPosition, type Shadow, type ShadowWorld } from "../kernel/rebuild/shadows.ts";
import { inSnapshot } from "../kernel/snapshot.ts";
import { arrayLiteral, type Row, type Sql } from "../kernel/sql.ts";
import { tableNames } from "../kernel/tables.ts";
import { keptEntries, ledgerProjection } from "./inline.ts";

/** An account's holding of one asset; null for entries of a missing holding. */
export interface LedgerPlace extends Row {
  readonly account: string | null;
  readonly asset: string | null;
}

/**
 * Replaces differing holdings and entries by what the log says. Differences are found in a snapshot, without blocking;
 * only then is the head locked, the shadow brought up to it and the differing accounts replaced, so that nothing can be
 * appended in between. Needs the rights of the tables' owner. Running processes keep holdings in memory and have to be
 * restarted.
 * @param shadow of `ledgerProjection`, built
 * @returns the accounts and assets that were replaced
 */
export async function repairLedger(world: ShadowWorld, shadow: Shadow): Promise<readonly LedgerPlace[]> {
  const { db, logId } = world;
  const damaged = await inSnapshot(db, async ({ tx }) => {
    await moveInside(tx, { world, shadow }, await headPosition(tx, logId));
    return differingPlaces(tx, { logId, shadow });
  });
  if (damaged.length === 0) return [];
  await db.transaction(async (tx) => {
    await tx.query("select 1 from log_heads where log_id = $1 for update", [logId]);
    // A separate statement: one that waited for the lock would not see what was appended meanwhile.
    await moveInside(tx, { world, shadow }, await headPosition(tx, logId));
    await replacePlaces(tx, { logId, shadow }, damaged);
  });
  return damaged;
}

interface Context {
  readonly logId: number;
  readonly shadow: Shadow;
}

const ENTRY = "account, asset, position, leg, delta, balance_after";
const HOLDING = "account, asset, number, amount";

function differingPlaces(tx: Sql, { logId, shadow }: Context): Promise<readonly LedgerPlace[]> {
  const made = tableNames(ledgerProjection, shadow.generation);
  const difference = (columns: string, kept: string, rebuilt: string): string =>
    `(select ${columns} from ${kept} except all select ${columns} from ${rebuilt})
    union all (select ${columns} from ${rebuilt} except all select ${columns} from ${kept})`;
  const holdings = `(select * from holdings where log_id = ${logId}) kept`;
  return tx.query<LedgerPlace>(`select account, asset from (
      ${difference(ENTRY, keptEntries(logId), made("ledger_entries"))}) e
    union select account, asset from (
      ${difference(HOLDING, holdings, made("ledger_holdings"))}) h`);
}

async function replacePlaces(
  tx: Sql,
  { logId, shadow }: Context,
  places: readonly LedgerPlace[],
): Promise<void> {
  const made = tableNames(ledgerProjection, shadow.generation);
  const values = [
    logId,
    arrayLiteral(places.map(({ account }) => account)),
    arrayLiteral(places.map(({ asset }) => asset)),
  ];
  const these = "unnest($2::text[], $3::text[]) as place(account, asset)";
  const here = (table: string): string => `${table}.account = place.account and ${table}.asset = place.asset`;
  // These holdings under any number, and entries without a holding or with a number still to be assigned.
  await tx.query(
    `delete from entry_runs e where e.log_id = $1 and (
        e.holding in (select number from holding_numbers, ${these} where log_id = $1 and ${here("holding_numbers")})
        or e.holding in (select made.number from ${made("ledger_holdings")} made, ${these} where ${here("made")})
        or not exists (select from holding_numbers h where h.log_id = e.log_id and h.number = e.holding))`,
    values,
  );
  await tx.query(
    `delete from holding_numbers using ${these} where log_id = $1 and ${here("holding_numbers")}`,
    values,
  );
  await tx.query(
    `insert into holding_numbers (log_id, account, asset, number)
      select $1, account, asset, made.number from ${these}
        join ${made("ledger_holdings")} made using (account, asset)`,
    values,
  );
  await tx.query(
    insertRunsSql(`
      select h.log_id, h.number as holding, made.position, made.leg, made.delta, made.balance_after from ${these}
        join ${made("ledger_entries")} made using (account, asset)
        join holding_numbers h on h.log_id = $1 and ${here("h")}`),
    values,
  );
}
