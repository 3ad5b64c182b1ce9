import { playerAccount } from "#domain/accounts/account.ts";
import { entryNumberSql } from "#domain/ledger/entry-number.ts";
import { RUN_ENTRIES_MAX } from "#projections/kernel/events/entry-runs.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { PLAYERS, playerId } from "#service/lab/bench/play/players.ts";

/** Every event moves a stake to the house and back, so that all holdings stay unchanged. */
const LEGS = 4;
/** One player owns two of every five events: a fifth of all entries are that player's, and half the house's. */
const OF_EVENTS = 5;
const STAR_HAS = 2;
const STAKE = 100;
/** A typical batch: at most one bet of a player, and as many of the house as fit, with two legs each. */
const HOUSE_RUN_EVENTS = RUN_ENTRIES_MAX / 2;
const ASSET = "RBX";

/** The player with the long history: a fifth of all entries. */
export const STAR = playerAccount(playerId(0));
export const STARS_SHARE = STAR_HAS / (OF_EVENTS * 2);

/** The positions of the made-up events. */
export interface HistoryPlaces {
  readonly first: number;
  readonly last: number;
}

/** The player of the n-th event: the star, or one of the others. */
const PLAYER = `'p_bench_' || lpad((case when n % ${OF_EVENTS} < ${STAR_HAS} then 0
  else 1 + (n * 7919) % ${PLAYERS - 1} end)::text, 5, '0')`;

const EVENTS = `
insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id, actor, recorded_at,
  payload, accounts, assets, deltas, leaf)
select 1, $1::bigint + n, 'player:' || player, $1::bigint + n, 'CoinFlipped', 1, 'cmd_history_' || n || '.0',
  'cmd_history_' || n, 'player:' || player, $3::bigint + n, '{"edge":"0","gameId":"game_history_' || n
    || '","nonce":1,"pair":1,"payout":"${STAKE}","result":"tix","side":"rbx","stake":"${STAKE}","xp":0}',
  array['player:' || player, 'house', 'house', 'player:' || player],
  array['${ASSET}', '${ASSET}', '${ASSET}', '${ASSET}'], array[-${STAKE}, ${STAKE}, -${STAKE}, ${STAKE}]::bigint[],
  decode(repeat('00', 32), 'hex')
from (select n, ${PLAYER} as player from generate_series(1, $2::bigint) as n) made`;

/** All holdings, by number. Read while the index for looking them up still exists. */
const HELD = `create temporary table history_held as
  select number, account, amount from holdings where log_id = 1 and asset = '${ASSET}'`;

const ENTRIES = `
insert into entry_runs (log_id, holding, first_entry, entries)
select 1, holding, first_entry, array_agg(array[number - first_entry, delta, balance_after] order by number) from (
  select *, min(number) over (partition by holding, run) as first_entry from (
    select h.number as holding, ${entryNumberSql("e.position", "t.n - 1")} as number, t.delta,
      h.amount + case t.n when 1 then -${STAKE} when 2 then ${STAKE} else 0 end as balance_after,
      (e.position - $1::bigint) / case h.account when 'house' then ${HOUSE_RUN_EVENTS} else 1 end as run
    from events e cross join unnest(e.accounts, e.deltas) with ordinality as t(account, delta, n)
      join history_held h on h.account = t.account
    where e.log_id = 1 and e.position > $1::bigint
  ) made
) made group by holding, first_entry order by first_entry`;

/**
 * Appends a number of entries after a log's newest event, with plain SQL: the same rows as the writer's, except blocks
 * and answers, which no query of a history reads. Run as the owner of the tables.
 */
export async function makeHistory(owner: Database, entries: number): Promise<void> {
  const [head] = await owner.query<{ position: bigint; recorded_at: bigint }>(
    "select position, recorded_at from log_heads",
  );
  const { position = 0n, recorded_at = 0n } = head ?? {};
  const events = Math.floor(entries / LEGS);
  await owner.query(HELD);
  await owner.query("analyze history_held");
  // Building whole indexes is faster than maintaining them.
  await owner.query("alter table entry_runs drop constraint entry_runs_pkey");
  await owner.query(EVENTS, [position, events, recorded_at]);
  await owner.query(ENTRIES, [position]);
  await owner.query("alter table entry_runs add primary key (log_id, holding, first_entry)");
  await owner.query("update log_heads set position = position + $1::bigint", [events]);
  await owner.query("vacuum analyze");
  // Without a checkpoint, readers would have to write pages out to make room.
  const [who] = await owner.query<{ may: string }>("select current_setting('is_superuser') as may");
  if (who?.may === "on") await owner.query("checkpoint");
}

/** The positions of a history with so many entries: at the end of the log. */
export async function placesOf(db: Database, entries: number): Promise<HistoryPlaces> {
  const [head] = await db.query<{ position: bigint }>("select position from log_heads");
  const last = Number(head?.position ?? 0n);
  return { first: last - Math.floor(entries / LEGS) + 1, last };
}
