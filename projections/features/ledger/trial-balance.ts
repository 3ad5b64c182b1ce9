import { MONEY } from "#domain/accounts/account.ts";
import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import type { AllGames, GameRounds } from "../../games/rounds.ts";
import { type DecodedEvents, exceptTypes } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { arrayLiteral, type Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

/** Sources count as issued amounts, and players' debts with the house. */
export const PART_OF_ACCOUNT = `case
    when account in ('issuance', 'platform') or account like 'payments:%' then 'issued'
    when account = 'house' or account like 'receivable:%' then 'house'
    when account like 'escrow:%' then 'escrow'
    when account like 'creator-share:%' then 'creators'
    when account like 'transit:%' then 'transit'
    when account like 'peer:%' then 'peers'
    else 'players' end`;

const HOLDERS = ["players", "escrow", "house", "creators", "transit", "peers"] as const;

const sumOf = (part: string): string => `coalesce(sum(amount) filter (where part = '${part}'), 0)::bigint`;

/** The columns of a {@link BalanceRow}, over rows of `part` and `amount`. */
export const SUMS_OF_PARTS = [
  `-${sumOf("issued")} as issued`,
  ...HOLDERS.map((part) => `${sumOf(part)} as ${part}`),
  "coalesce(sum(amount), 0)::bigint as total",
].join(", ");

const money = MONEY.map((asset) => `'${asset}'`).join(", ");

type Frequent = GameRounds & { readonly movesGainOnly: string };

/** Movements of money by all events but those whose rows tell what they move. */
const moneyLegs = (frequent: readonly Frequent[]): DecodedEvents => ({
  name: "money_legs",
  columns: { asset: "asset", part: PART_OF_ACCOUNT, delta: "delta" },
  from: `from (select accounts, assets, deltas from slice
      where ${exceptTypes(...frequent.map((game) => game.movesGainOnly))} and assets && array[${money}] offset 0) as event
    cross join unnest(accounts, assets, deltas) as leg(account, asset, delta)
    where asset in (${money})`,
});

const gainsOf = ({ played, settled, houseGain }: Frequent): string =>
  `select asset, part, sign * gain as delta
    from (select ${settled.currency} as asset, sum(${houseGain})::bigint as gain from ${played.name} group by 1) gains
      cross join (values ('house', 1), ('players', -1)) as moved(part, sign)`;

/** Who holds the issued money, a row for each asset and kind of holder. Amounts in minor units, sources below zero. */
export function trialBalanceOf({ rounds }: AllGames): Projection {
  const frequent = rounds.filter((game): game is Frequent => game.movesGainOnly !== undefined);
  const legs = moneyLegs(frequent);
  const moved = [`select asset, part, delta from ${legs.name}`, ...frequent.map(gainsOf)];
  return {
    name: "trial-balance",
    version: 1,
    tables: {
      trial_balance: {
        columns: { asset: "text not null", part: "text not null", amount: "bigint not null" },
        key: ["asset", "part"],
        fillfactor: 50,
      },
    },
    reads: [legs, ...frequent.map(({ played }) => played)],
    apply: (table) => [
      `insert into ${table("trial_balance")} as t (asset, part, amount)
      select asset, part, sum(delta)::bigint from (${moved.join(" union all ")}) moved group by asset, part
      on conflict (asset, part) do update set amount = t.amount + excluded.amount`,
    ],
  };
}

/** An asset's sums in minor units, at a position of the log. */
export interface BalanceRow extends Row {
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
 * Who holds the issued money of each kind, and the position up to which that is added up: that of the generation asked,
 * which another process may have replaced since.
 */
export async function trialBalance(models: ReadModels): Promise<TrialBalance> {
  return trialBalanceIn(
    await models.ask<BalanceRow>(
      (table) => `select p.position, c.asset, ${SUMS_OF_PARTS}
        from (select position from projections where '${table("trial_balance")}' = any (tables)) p
          cross join unnest($1::text[]) with ordinality as c(asset, place)
          left join ${table("trial_balance")} t on t.asset = c.asset
        group by p.position, c.asset, c.place order by c.place`,
      [arrayLiteral(MONEY)],
    ),
  );
}

/** The trial balance of rows, one for each asset. */
export function trialBalanceIn(rows: readonly BalanceRow[]): TrialBalance {
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
