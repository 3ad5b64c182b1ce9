import { CUSTODY_SIGHTINGS_MAX } from "#domain/features/deposits/rules.ts";
import { custodySightings, inCustody } from "#projections/features/deposits/custody.ts";
import { withdrawalsOnTheWay } from "#projections/features/withdrawals/withdrawal-list.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import type { InventoryLook } from "#service/features/inventory/sync-inventory.ts";
import type { Core } from "#service/http/deps.ts";
import { gauge, type Metric } from "#service/http/metrics/metrics-text.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { isCustodian } from "./hear.ts";

/**
 * Records which copies in custody the platform shows with a player, and deletes those that it no longer shows there. A
 * copy on its way to its owner belongs to its withdrawal.
 */
export async function keepCustodySightings(
  playerId: string,
  look: InventoryLook,
  { db, reads, writer, config }: Pick<Core, "db" | "reads" | "writer" | "config">,
): Promise<void> {
  if (isCustodian(look, config)) return;
  const models = modelsNow({ reads, writer });
  const here = [...look.copies.map(({ copy }) => copy), ...look.onHold];
  const [kept, leaving] = await Promise.all([inCustody(models, here), withdrawalsOnTheWay(models, here)]);
  const onTheWay = new Set(leaving.map(({ copy }) => copy));
  const seen = here.filter((copy) => kept.has(copy) && !onTheWay.has(copy)).slice(0, CUSTODY_SIGHTINGS_MAX);
  const copies = arrayLiteral([...new Set(seen)].toSorted());
  // A look older than the newest changes nothing.
  await db.query(
    `delete from custody_sightings where player_id = $1 and last_seen_at <= $3 and copy <> all ($2::text[])`,
    [playerId, copies, look.listedAt],
  );
  await db.query(
    `insert into custody_sightings (copy, player_id, first_seen_at, last_seen_at)
      select copy, $1, $3::bigint, $3::bigint from unnest($2::text[]) as copy
      on conflict (copy) do update set player_id = excluded.player_id, last_seen_at = excluded.last_seen_at
        where custody_sightings.last_seen_at <= excluded.last_seen_at`,
    [playerId, copies, look.listedAt],
  );
}

/** The number of copies in custody seen elsewhere, for metrics. */
export async function custodyMetrics({ reads }: Pick<Core, "reads">): Promise<readonly Metric[]> {
  const seen = await custodySightings(reads, CUSTODY_SIGHTINGS_MAX);
  const help = `Copies in custody that the platform shows in a player's inventory, at most ${CUSTODY_SIGHTINGS_MAX}.`;
  return [gauge("florin_custody_seen_elsewhere", help, seen.length)];
}

/** How many copies in custody the platform shows with players, as a text; null for none. Only admins see which. */
export async function custodyAlarm({ reads }: Pick<Core, "reads">): Promise<string | null> {
  const { length } = await custodySightings(reads, CUSTODY_SIGHTINGS_MAX);
  return length === 0 ? null : `Items in custody that the platform shows in a player's inventory: ${length}`;
}
