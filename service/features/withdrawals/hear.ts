import { withdrawalsOnTheWay } from "#projections/features/withdrawals/withdrawal-list.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import type { InventoryLook } from "#service/features/inventory/sync-inventory.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { seenCommand } from "./commands.ts";

/** The platform id of the account that receives deposits, from its page; null for none. */
const custodianOf = ({ depositAccount }: Core["config"]): string | null =>
  /\/users\/(\d+)(?:\/|$)/.exec(depositAccount?.url ?? "")?.[1] ?? null;

/** Whether a look is at the account that keeps items in custody, where they belong. */
export const isCustodian = ({ platformId }: InventoryLook, config: Core["config"]): boolean =>
  platformId === custodianOf(config);

/**
 * Advances withdrawals whose copies the platform shows with a player, before a sync applies the look: the player's
 * own are done, and others have left the house. Ignores the account that keeps the items: those have not left.
 */
export async function hearOfWithdrawals(
  playerId: string,
  look: InventoryLook,
  { reads, writer, now, config }: Pick<Core, "reads" | "writer" | "now" | "config">,
): Promise<void> {
  if (isCustodian(look, config)) return;
  const models = modelsNow({ reads, writer });
  const here = [...look.copies.map(({ copy }) => copy), ...look.onHold];
  for (const { withdrawal_id: withdrawalId } of await withdrawalsOnTheWay(models, here)) {
    const sighting = { withdrawalId, at: playerId, seenAt: look.listedAt };
    await submitted(writer, seenCommand(serviceOrigin(now()), sighting));
  }
}
