import { MONEY } from "#domain/accounts/account.ts";
import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

interface BalanceRow extends Row {
  readonly position: bigint;
  readonly asset: string;
  readonly issued: bigint;
  readonly players: bigint;
  readonly escrow: bigint;
  readonly house: bigint;
  readonly creators: bigint;
  readonly transit: bigint;
  readonly peers: bigint;
  readonly total: bigint;
}

/**
 * Who holds the issued money of each kind, at the head of the log: sources count as issued amounts, and players' debts
 * with the house. Holdings move with the head, so both are read at one position.
 */
export async function trialBalance({ sql, logId }: LogReader): Promise<TrialBalance> {
  const rows = await sql.run<BalanceRow>({
    name: "trial_balance",
    text: TRIAL_BALANCE,
    values: [logId, arrayLiteral(MONEY)],
  });
  const assets = rows.map((row) => ({
    asset: row.asset,
    issued: moneyOf(row.issued),
    players: moneyOf(row.players),
    escrow: moneyOf(row.escrow),
    house: moneyOf(row.house),
    creators: moneyOf(row.creators),
    transit: moneyOf(row.transit),
    peers: moneyOf(row.peers),
    sum: moneyOf(row.total),
  }));
  return { position: Number(rows[0]?.position ?? 0n), assets };
}

const part = (name: string): string =>
  `coalesce(sum(amount) filter (where part = '${name}'), 0)::bigint as ${name}`;

const TRIAL_BALANCE = `select l.position, c.asset,
    (-coalesce(sum(amount) filter (where part = 'issued'), 0))::bigint as issued,
    ${["players", "escrow", "house", "creators", "transit", "peers"].map(part).join(", ")},
    coalesce(sum(amount), 0)::bigint as total
  from log_heads l cross join unnest($2::text[]) with ordinality as c(asset, place)
    left join lateral (
      select amount, case
        when account in ('issuance', 'platform') or account like 'payments:%' then 'issued'
        when account = 'house' or account like 'receivable:%' then 'house'
        when account like 'escrow:%' then 'escrow'
        when account like 'creator-share:%' then 'creators'
        when account like 'transit:%' then 'transit'
        when account like 'peer:%' then 'peers'
        else 'players' end as part
      from holdings h where h.log_id = l.log_id and h.asset = c.asset
      -- Each amount is looked up once, however often it is summed.
      offset 0
    ) h on true
  where l.log_id = $1::int
  group by l.position, c.asset, c.place order by c.place`;
