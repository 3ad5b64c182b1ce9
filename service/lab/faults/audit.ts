import { minor } from "#domain/kernel/money.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Journal, Told } from "./journal.ts";

/** Every player's starting balance, in minor units. */
const BEGINNING = { RBX: minor("1000.00"), TIX: minor("500.00") };
const PAIR_GAMES = 1_000;

/** All violations in a log; empty for none. */
export async function auditLog(db: OpenDatabase): Promise<string[]> {
  const rows = await db.query<Row & { wrong: string; n: bigint }>(AUDIT);
  return rows.filter(({ n }) => n !== 0n).map(({ wrong, n }) => `${wrong}: ${n}`);
}

/** Each query counts violations. */
const AUDIT = `
with legs as (
  select position, t.account, t.asset, t.delta, t.n - 1 as leg
  from events, unnest(accounts, assets, deltas) with ordinality as t(account, asset, delta, n)
)
select 'positions that are missing or too many' as wrong,
  (select max(position) - count(*) from events)
  + (select h.position - max(e.position) from log_heads h, events e where h.log_id = e.log_id group by h.position) as n
union all select 'events in no block or in several',
  (select count(*) from events e full join (
      select position, count(*) as n
      from blocks, generate_series(from_position, to_position) as position group by 1
    ) b using (position) where b.n is distinct from 1 or e.position is null)
union all select 'blocks that do not name the one before',
  (select count(*) from (select previous, lag(hash) over (order by number) as before, number,
    from_position, lag(to_position) over (order by number) as ended from blocks) b
    where number > 1 and (previous <> before or from_position <> ended + 1))
union all select 'events whose postings do not sum to zero',
  (select count(*) from (select 1 from legs group by position, asset having sum(delta) <> 0) x)
union all select 'assets whose holdings do not sum to zero',
  (select count(*) from (select 1 from holdings group by asset having sum(amount) <> 0) x)
union all select 'entries that are not the legs of their event',
  (select count(*) from legs l full join entries e using (position, leg)
    where l.account is distinct from e.account or l.asset is distinct from e.asset
      or l.delta is distinct from e.delta)
union all select 'holdings that their entries do not give',
  (select count(*) from (select account, asset, sum(delta) as amount from entries group by 1, 2) e
    full join holdings h using (account, asset) where coalesce(e.amount, 0) <> coalesce(h.amount, 0))
union all select 'balances after an entry that the entries before do not give',
  (select count(*) from (select balance_after, sum(delta) over (partition by account, asset
    order by position, leg) as due from entries) e where balance_after <> due)
union all select 'players below zero',
  (select count(*) from entries where account like 'player:%' and balance_after < 0)
union all select 'commands that wrote and have no answer',
  (select count(*) from (select distinct command_id from events) e
    left join commands c using (command_id) where c.command_id is null)
union all select 'answers to commands that wrote nothing',
  (select count(*) from commands c left join (select distinct command_id from events) e using (command_id)
    where e.command_id is null)
union all select 'copies held more than once, or not by a holder, outside the platform',
  (select count(*) from (select 1 from holdings where asset like 'item:%' and account <> 'platform'
    group by asset having sum(amount) not in (0, 1) or min(amount) < 0) x)
union all select 'escrows of games that are over and not empty',
  (select count(*) from holdings h where account like 'escrow:%' and amount <> 0 and exists (
    select from events e where e.stream = 'coinflip:' || substr(h.account, 8)
      and e.type in ('CoinflipSettled', 'CoinflipCancelled', 'CoinflipExpired', 'CoinflipVoided')))
union all select 'escrows below zero',
  (select count(*) from entries where account like 'escrow:%' and balance_after < 0)
union all select 'coinflips that were joined or ended more than once',
  (select count(*) from (select 1 from events where type in ('CoinflipJoined', 'CoinflipSettled',
      'CoinflipCancelled', 'CoinflipExpired', 'CoinflipVoided')
    group by stream having count(*) filter (where type = 'CoinflipJoined') > 1
      or count(*) filter (where type <> 'CoinflipJoined') > 1) x)
union all select 'coinflips that were settled by another round than their join fixed',
  (select count(*) from events s join events j on j.stream = s.stream and j.type = 'CoinflipJoined'
    where s.type = 'CoinflipSettled'
      and s.payload::jsonb ->> 'round' is distinct from j.payload::jsonb ->> 'round')
union all select 'versions of a stream that are missing',
  (select count(*) from (select 1 from events group by stream having max(version) <> count(*)) x)`;

interface FlipRow extends Row {
  readonly position: bigint;
  readonly game_id: string;
  readonly answer: string;
  readonly stream: string;
  readonly nonce: number;
}

/** All differences between the log and the players' answers; empty for none. */
export async function auditAnswers(db: OpenDatabase, journal: Journal): Promise<string[]> {
  const rows =
    await db.query<FlipRow>(`select e.position, payload::jsonb ->> 'gameId' as game_id, c.answer, stream,
      (payload::jsonb ->> 'nonce')::int as nonce
    from events e left join commands c using (command_id) where type = 'CoinFlipped' order by e.position`);
  const wrong = [...journal.contradictions, ...journal.improper];
  const answered = new Map<string, Told>();
  for (const told of journal.bets) {
    const { answer, refused, bet } = told;
    if (answer !== null) answered.set(answer.id, told);
    else if (refused === null) wrong.push(`${bet.key} was never answered`);
  }
  const inLog = new Map<string, FlipRow>();
  for (const row of rows) {
    if (inLog.has(row.game_id)) wrong.push(`${row.game_id} is in the log twice`);
    inLog.set(row.game_id, row);
    if (!answered.has(row.game_id)) wrong.push(`${row.game_id} is in the log, and nobody was told`);
  }
  for (const [id, { answer, bet }] of answered) {
    const row = inLog.get(id);
    if (row === undefined) wrong.push(`${bet.key} was answered at ${answer?.position} and is not in the log`);
    else if (Number(row.position) !== answer?.position) {
      wrong.push(`${bet.key} was answered at ${answer?.position} and is at ${row.position}`);
    }
  }
  return [...wrong, ...noncesOf(rows), ...(await balancesOf(db, journal))];
}

/** The nonces of each player rise by one from 0, and begin again with each pair. */
function noncesOf(rows: readonly FlipRow[]): string[] {
  const next = new Map<string, number>();
  return rows.flatMap(({ stream, nonce, position }) => {
    const due = next.get(stream) ?? 0;
    next.set(stream, (nonce + 1) % PAIR_GAMES);
    return nonce === due ? [] : [`${stream} has nonce ${nonce} at ${position}, where ${due} is due`];
  });
}

/** Each player's holdings equal the sum of their answers. */
async function balancesOf(db: OpenDatabase, journal: Journal): Promise<string[]> {
  const due = new Map<string, bigint>();
  for (const { bet, answer } of journal.bets) {
    for (const asset of ["RBX", "TIX"] as const) {
      const name = `${bet.playerId} ${asset}`;
      if (!due.has(name)) due.set(name, BEGINNING[asset]);
    }
    if (answer === null) continue;
    const name = `${bet.playerId} ${bet.body.betSide.toUpperCase()}`;
    const stake = minor(String(bet.body.betAmount));
    due.set(name, (due.get(name) ?? 0n) - stake + minor(answer.winAmount));
  }
  const rows = await db.query<Row & { name: string; amount: bigint }>(
    "select substr(account, 8) || ' ' || asset as name, amount from holdings where account like 'player:%'",
  );
  const held = new Map(rows.map(({ name, amount }) => [name, amount]));
  return [...due].flatMap(([name, amount]) =>
    held.get(name) === amount ? [] : [`${name}: holds ${held.get(name)}, and was told ${amount}`],
  );
}
