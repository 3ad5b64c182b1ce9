import type { ToldLimited } from "#domain/features/limiteds/list-limiteds.ts";
import { marketValueOf, PRICE_DAYS } from "#domain/features/limiteds/rules.ts";
import { oldestValues } from "#projections/features/limiteds/limiteds.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { listCommand } from "./list-command.ts";
import type { LimitedServices } from "./services.ts";

/** Maximum items of one seeding, and of one request. */
export const SEED_ITEMS_MAX = 200;
const AT_A_TIME = 4;
/** Attempts of the demo's start while the platform is unavailable. */
const SEED_ATTEMPTS_MAX = 5;

type Needs = Pick<Deps & LimitedServices, "config" | "reads" | "gateway" | "now">;
type SeedNeeds = Needs & Pick<Deps, "writer" | "sleep" | "log">;

/**
 * Requests the items named in the settings, and the catalogue's items with the oldest values, from the platform. Leaves
 * out items without an answer or a price.
 * @throws PlatformTrouble when it reports none, because it is unavailable
 */
export async function toldByPlatform({
  config,
  reads,
  gateway,
  now,
}: Needs): Promise<readonly ToldLimited[]> {
  const named = config.limitedAssetIds.slice(0, SEED_ITEMS_MAX);
  const assetIds = [...new Set([...named, ...(await oldestValues(reads, SEED_ITEMS_MAX))])].slice(
    0,
    SEED_ITEMS_MAX,
  );
  const told: ToldLimited[] = [];
  let trouble: PlatformTrouble | null = null;
  const ask = async (assetId: number): Promise<void> => {
    const valueAt = now();
    const [item, prices] = [await gateway.item(assetId), await gateway.prices(assetId, PRICE_DAYS)];
    const worth = prices === null ? null : marketValueOf(prices);
    if (item === null || worth === null) return;
    told.push({ assetId, ...item, value: String(worth.value), source: worth.source, valueAt });
  };
  const rest = assetIds.values();
  const work = async (): Promise<void> => {
    for (const assetId of rest) {
      try {
        await ask(assetId);
      } catch (error) {
        if (!(error instanceof PlatformTrouble)) throw error;
        trouble = error;
        // A source that limits requests or is down is not asked for the rest.
        if (error.kind !== "strange") return;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (told.length === 0 && trouble !== null) throw trouble;
  // In the requested order, not that of the answers.
  return told.sort((a, b) => assetIds.indexOf(a.assetId) - assetIds.indexOf(b.assetId));
}

/**
 * Fills the catalogue at the demo's start. On a busy machine the sandbox may answer too late: it is asked again a few
 * times, then the catalogue is left to an admin.
 */
export async function seedCatalogue(deps: SeedNeeds): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const told = await toldByPlatform(deps);
      if (told.length > 0) await deps.writer.submit(listCommand(serviceOrigin(deps.now()), told));
      return;
    } catch (error) {
      if (!(error instanceof PlatformTrouble)) throw error;
      if (attempt >= SEED_ATTEMPTS_MAX) {
        deps.log.warn({ error: error.message }, "the catalogue was not filled; an admin can do it");
        return;
      }
      await deps.sleep(error.retryAfterSeconds * 1_000);
    }
  }
}
