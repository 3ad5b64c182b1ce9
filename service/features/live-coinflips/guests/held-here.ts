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
 * Why copies could not arrive in this log, nor anything staked with them, as of now; null if they could. A copy held
 * here is refused while it is held. One that is free on sight makes way for an arrival, and one in transit to another
 * log leaves soon.
 * @param log this log in words, from the caller's point of view
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
