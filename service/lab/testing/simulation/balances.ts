import assert from "node:assert/strict";
import type { AuditEntry } from "#domain/features/audit/contract.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import { accountEntries } from "#projections/features/audit/account-entries.ts";
import { amountOf } from "#projections/features/audit/amounts.ts";
import { balanceAsOf } from "#projections/features/ledger/balance-as-of.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import type { LogReader } from "#projections/kernel/replicas/log-reader.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { StoredLog } from "./database/stored-log.ts";
import { Dice } from "./dice.ts";

/** Moments checked per log, and accounts whose history is read. */
const MOMENTS = 40;
const ACCOUNTS_MAX = 12;
/** Entries per page: few, so that histories have many. */
const PAGE = 7;

type Leg = Posting & { readonly position: number; readonly leg: number };

/**
 * Compares what auditors see with the postings of the stored events: the holdings of accounts at random positions and
 * instants, of all assets or of one; and an account's entries chain from the first to its present holding.
 */
export async function auditBalances(sql: Sql, log: StoredLog, seed: number): Promise<void> {
  const dice = new Dice(seed);
  const reader: LogReader = { sql, logId: LOG_ID };
  const legs = log.events
    .map(eventOf)
    .flatMap(({ position, postings }) =>
      postings.map((posting, leg): Leg => ({ ...posting, position, leg })),
    );
  const accounts = [...new Set(legs.map(({ account }) => account))];
  const assets = [...new Set(legs.map(({ asset }) => asset))];
  for (let n = 0; n < MOMENTS; n += 1) {
    const account = dice.pick(accounts);
    const asset = dice.percent(50) ? null : dice.pick(assets);
    const position = dice.below(log.head.position + 1);
    const due = folded(legs, { account, asset, position });
    const found = await balanceAsOf(reader, { account, asset }, { position });
    assert.deepEqual(heldOf(found), due, `${account} as of ${position}`);
    const at = Number(log.events[dice.below(log.events.length)]?.recorded_at ?? 0n);
    const last = log.events.findLastIndex(({ recorded_at }) => Number(recorded_at) <= at) + 1;
    const then = await balanceAsOf(reader, { account, asset }, { at });
    assert.equal(then.position, last, `the last position of ${at}`);
    assert.deepEqual(heldOf(then), folded(legs, { account, asset, position: last }), `${account} at ${at}`);
  }
  const shown = accounts.length <= ACCOUNTS_MAX ? accounts : sampled(accounts, dice);
  for (const account of shown) await auditChain(reader, account, legs);
}

const sampled = <T>(things: readonly T[], dice: Dice): readonly T[] => [
  ...new Set(Array.from({ length: ACCOUNTS_MAX }, () => dice.pick(things))),
];

const heldOf = ({ holdings }: Awaited<ReturnType<typeof balanceAsOf>>): ReadonlyMap<string, bigint> =>
  new Map(holdings.map(({ asset, amount }) => [asset, amount]));

/** The sums of an account's legs up to a position. */
function folded(
  legs: readonly Leg[],
  of: { readonly account: string; readonly asset: string | null; readonly position: number },
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { position, account, asset, delta } of legs) {
    if (position > of.position || account !== of.account) continue;
    if (of.asset === null || of.asset === asset) sums.set(asset, (sums.get(asset) ?? 0n) + delta);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

/** Reads an account's history page by page: every leg is there, and each balance continues the one before. */
async function auditChain(reader: LogReader, account: string, legs: readonly Leg[]): Promise<void> {
  const entries: AuditEntry[] = [];
  for (let next: string | undefined; ; ) {
    const page = await accountEntries(reader, account, { limit: PAGE, next });
    entries.push(...page.items);
    if (page.next === null) break;
    next = page.next;
  }
  const balances = new Map<string, bigint>();
  const due = legs
    .filter((leg) => leg.account === account)
    .map(({ position, leg, asset, delta }) => {
      const balance = (balances.get(asset) ?? 0n) + delta;
      balances.set(asset, balance);
      return [position, leg, asset, amountOf(asset, delta), amountOf(asset, balance)];
    });
  const found = entries
    .toReversed()
    .map(({ position, leg, asset, delta, balanceAfter }) => [position, leg, asset, delta, balanceAfter]);
  assert.deepEqual(found, due, `the entries of ${account} chain from the first to the last`);
}
