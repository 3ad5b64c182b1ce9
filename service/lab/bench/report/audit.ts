import type { Database, Row } from "#projections/kernel/sql.ts";
import { Acknowledged, type Tally } from "#service/lab/bench/acknowledged.ts";
import { BASELINE_ENTRIES, BASELINE_HOLDINGS } from "#service/lab/bench/baselines/transaction-per-command.ts";

/** After a run, the database contradicts the answers, or the rules of a ledger. */
export class AuditError extends Error {
  override readonly name = "AuditError";
}

/**
 * Audits the database after a run: positions, blocks and sums; holdings equal the fold of their entries, and these the
 * legs of the events; each acknowledged bet and game is there once, at its position, and no other.
 * @param kind the baseline has no chain, and its sequence leaves gaps between positions
 * @throws AuditError naming everything that is wrong
 */
export async function audit(db: Database, kind: "log" | "baseline", told: Tally): Promise<void> {
  const text = (kind === "log" ? [...booksOf(LOG_BOOKS), ...CHAIN] : booksOf(BASELINE_BOOKS)).join(
    " union all ",
  );
  const rows = await db.transaction(
    async (tx) => {
      await tx.query("set local work_mem = '128MB'");
      return tx.query<Row & { wrong: string; n: bigint }>(text);
    },
    { isolation: "repeatable read", readOnly: true },
  );
  const wrong = rows.filter(({ n }) => n !== 0n).map(({ wrong: what, n }) => `${what}: ${n}`);
  const found = await betsIn(db);
  if (found.count !== told.count || found.sum !== told.sum) {
    wrong.push(
      `${told.count} bets were acknowledged (${told.sum}), the log holds ${found.count} (${found.sum})`,
    );
  }
  if (wrong.length > 0) throw new AuditError(wrong.join("\n"));
}

const LEGS = `(select position, t.account, t.asset, t.delta, t.n - 1 as leg
  from events, unnest(accounts, assets, deltas) with ordinality as t(account, asset, delta, n))`;

/** The tables of holdings and entries. */
interface Books {
  readonly holdings: string;
  readonly entries: string;
}
const LOG_BOOKS: Books = { holdings: "holdings", entries: "entries" };
const BASELINE_BOOKS: Books = { holdings: BASELINE_HOLDINGS, entries: BASELINE_ENTRIES };

/** Each query counts violations. */
const booksOf = ({ holdings, entries }: Books): readonly string[] => [
  `select 'events whose postings do not sum to zero' as wrong,
    (select count(*) from (select 1 from ${LEGS} l group by position, asset having sum(delta) <> 0) x)::bigint as n`,
  `select 'assets whose holdings do not sum to zero',
    (select count(*) from (select 1 from ${holdings} group by asset having sum(amount) <> 0) x)`,
  `select 'entries that are not the legs of their event',
    (select count(*) from ${LEGS} l full join ${entries} e using (position, leg)
      where l.account is distinct from e.account or l.asset is distinct from e.asset
        or l.delta is distinct from e.delta)`,
  `select 'holdings that their entries do not give',
    (select count(*) from (select account, asset, sum(delta) as amount from ${entries} group by 1, 2) e
      full join ${holdings} h using (account, asset) where coalesce(e.amount, 0) <> coalesce(h.amount, 0))`,
  `select 'commands that do not answer for the last of their events',
    (select count(*) from (select command_id, max(position) as position from events group by command_id) e
      full join commands c on c.command_id = e.command_id and c.position = e.position
      where c.command_id is null or e.position is null)`,
  `select 'games whose commands answer for another',
    (select count(*) from events e join commands c on c.command_id = e.command_id
      where e.type in ('CoinFlipped', 'UserCoinFlipped', 'CoinflipOpened', 'CoinflipJoined', 'CoinflipSettled')
        and coalesce(e.payload::json ->> 'betId', e.payload::json ->> 'gameId') <> c.answer::json ->> 'id')`,
  `select 'versions of a stream that are missing',
    (select count(*) from (select 1 from events group by stream having max(version) <> count(*)) x)`,
];

/** Guarantees of a log only. Entries are in the order of positions, so balances run along it. */
const CHAIN: readonly string[] = [
  `select 'positions that are missing, or beyond the head',
    (select abs(max(e.position) - count(*)) + abs(max(e.position) - max(h.position))
      from events e, log_heads h where h.log_id = e.log_id)`,
  `select 'blocks that do not follow the one before',
    (select count(*) from (
      select from_position, previous, number, lag(to_position, 1, 0::bigint) over w as ended,
        lag(hash, 1, decode(repeat('00', 32), 'hex')) over w as before, row_number() over w as due
      from blocks window w as (order by number)) b
    where from_position <> ended + 1 or previous <> before or number <> due)`,
  `select 'newest blocks that are not the head',
    (select count(*) from log_heads h left join blocks b on b.log_id = h.log_id and b.number = h.block
      where b.to_position is distinct from h.position or b.hash is distinct from h.hash)`,
  `select 'balances after an entry that the entries before do not give',
    (select count(*) from (select balance_after, sum(delta) over (partition by account, asset
      order by position, leg) as due from entries) e where balance_after <> due)`,
];

const SLICE_EVENTS = 20_000;

/** Every bet, end of a game and delivery in a log, by the position of its last event, as acknowledged. */
async function betsIn(db: Database): Promise<Tally> {
  const found = new Acknowledged();
  let after = 0n;
  for (;;) {
    const rows = await db.query<Row & { position: bigint; told_at: bigint; game_id: string | null }>(
      `select position,
          case when type = 'UserCoinFlipped' then payload::json ->> 'betId'
            when type = 'PurchaseDelivered' then payload::json ->> 'purchaseId'
            when type in ('CoinFlipped', 'CoinflipSettled') then payload::json ->> 'gameId' end as game_id,
          case when type = 'CoinflipSettled' then (select c.position from commands c where c.command_id = e.command_id)
            else position end as told_at
        from events e where log_id = 1 and position > $1 order by position limit ${SLICE_EVENTS}`,
      [after],
    );
    for (const { told_at, game_id } of rows) if (game_id !== null) found.add(game_id, Number(told_at));
    const last = rows.at(-1);
    if (last === undefined) return found.tally;
    after = last.position;
  }
}
