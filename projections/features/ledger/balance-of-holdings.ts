import { MONEY } from "#domain/accounts/account.ts";
import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import type { LogReader } from "../../kernel/replicas/log-reader.ts";
import { arrayLiteral } from "../../kernel/sql.ts";
import { type BalanceRow, PART_OF_ACCOUNT, SUMS_OF_PARTS, trialBalanceIn } from "./trial-balance.ts";

/**
 * The trial balance at the head of the log, added up from every holding: the read model's answer, from other tables.
 * Accounts of ended games count too, so it takes longer as a log grows. Holdings move with the head, so both are read
 * at one position.
 */
export async function balanceOfHoldings({ sql, logId }: LogReader): Promise<TrialBalance> {
  return trialBalanceIn(
    await sql.run<BalanceRow>({
      name: "balance_of_holdings",
      text: BALANCE_OF_HOLDINGS,
      values: [logId, arrayLiteral(MONEY)],
    }),
  );
}

const BALANCE_OF_HOLDINGS = `select l.position, c.asset, ${SUMS_OF_PARTS}
  from log_heads l cross join unnest($2::text[]) with ordinality as c(asset, place)
    left join lateral (
      select amount, ${PART_OF_ACCOUNT} as part
      from holdings h where h.log_id = l.log_id and h.asset = c.asset
      -- Each amount is looked up once, however often it is summed.
      offset 0
    ) h on true
  where l.log_id = $1::int
  group by l.position, c.asset, c.place order by c.place`;
