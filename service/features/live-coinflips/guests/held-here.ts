import { playerAccount } from "#domain/accounts/account.ts";
import type { Copy } from "#domain/accounts/item.ts";
import { copyText } from "#domain/features/live-coinflips/items/stake.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { elsewhere } from "#domain/ledger/transit/single.ts";
import { transitAccount } from "#domain/ledger/transit/transit-events.ts";
import { holdersOf, sightedAt } from "#projections/features/inventory/holders.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/**
 * Why copies could not arrive in this log, and with them nothing that goes together with them; null where they could,
 * as of now. A copy that somebody has here keeps it out for as long as they have it. One that is free on sight leaves
 * its player for what arrives, and one that is on its way to another log has left soon.
 * @param log this log in words, as whoever hears of the refusal knows it
 */
export async function refusalOfHeld(
  copies: readonly Copy[],
  { db: sql, reads, writer }: Pick<Core, "db" | "reads" | "writer">,
  log: string,
): Promise<Refusal | null> {
  const [holders, sights] = await Promise.all([
    holdersOf({ sql, logId: writer.logId }, copies),
    sightedAt(modelsNow({ reads, writer }), copies),
  ]);
  const held = copies.find((copy) => {
    const holder = holders.get(copy) ?? elsewhere;
    const sight = sights.get(copy);
    const isFree = sight !== undefined && holder === playerAccount(sight);
    return holder !== elsewhere && !holder.startsWith(transitAccount("")) && !isFree;
  });
  if (held === undefined) return null;
  const detail = `Someone in ${log} already has ${copyText(held)}, so it could not arrive there. Nothing was staked.`;
  return { code: "items_held", detail };
}
