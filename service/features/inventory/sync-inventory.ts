import { type Copy, copyOf } from "#domain/accounts/item.ts";
import type { SeenCopy } from "#domain/features/inventory/events.ts";
import { COPIES_PER_COMMAND_MAX } from "#domain/features/inventory/rules.ts";
import type { SyncInventory } from "#domain/features/inventory/sync.ts";
import type { ToldLimited } from "#domain/features/limiteds/list-limiteds.ts";
import { LIMITEDS_PER_COMMAND_MAX, marketValueOf } from "#domain/features/limiteds/rules.ts";
import { freeCopiesOf, holdersOf, sightedAt } from "#projections/features/inventory/holders.ts";
import { listedAmong } from "#projections/features/limiteds/limiteds.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { listCommand } from "#service/features/limiteds/list-command.ts";
import type { PlatformTokenStore } from "#service/features/players/sign-in/platform-tokens.ts";
import type { Deps } from "#service/http/deps.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { PlatformCopy, PlatformGateway } from "#service/integrations/platform/gateway.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";

/** Maximum look-ups of a part whose copies change hands meanwhile. */
export const LOOK_UPS_MAX = 4;

/** A player's whole inventory at the platform, and when it was requested. */
export interface InventoryLook {
  readonly platformId: string;
  readonly listedAt: number;
  /** Copies that are not on hold. */
  readonly copies: readonly SeenCopy[];
  /** Copies on hold at the platform: a sync neither adds nor removes them. */
  readonly onHold: ReadonlySet<Copy>;
  /** The kind of each item. */
  readonly types: ReadonlyMap<number, number>;
}

/** Called with each complete and consistent look before a sync applies it. */
export type LookHearer = (playerId: string, look: InventoryLook) => Promise<void>;

/** The services that a sync uses. */
export interface InventoryServices {
  /** Listeners, in the order of the features. */
  readonly hearers: LookHearer[];
  readonly gateway: PlatformGateway;
  readonly platformTokens: PlatformTokenStore;
}

type Needs = Pick<Deps, "db" | "writer" | "reads" | "now"> & InventoryServices;

/**
 * Requests a player's whole inventory from the platform. A rejected access token is refreshed once.
 * @throws PlatformTrouble when there is no complete and consistent answer
 */
export async function lookAtInventory(playerId: string, deps: Needs): Promise<InventoryLook> {
  const listedAt = deps.now();
  const { platformId, accessToken } = await deps.platformTokens.of(playerId);
  const found = await deps.gateway.inventory(platformId, accessToken).catch(async (error: unknown) => {
    if (!(error instanceof PlatformTrouble && error.kind === "unauthorized")) throw error;
    const renewed = await deps.platformTokens.of(playerId, accessToken);
    return deps.gateway.inventory(platformId, renewed.accessToken);
  });
  const named = (one: PlatformCopy): Copy => copyOf(one.assetId, one.instance);
  const onHold = new Set(found.filter(({ isOnHold }) => isOnHold).map(named));
  const seen = new Map<Copy, SeenCopy>();
  for (const one of found) {
    const copy = named(one);
    // Pages may shift while they are read, and show a copy twice.
    if (!onHold.has(copy)) seen.set(copy, { copy, serial: one.serial });
  }
  const types = new Map(found.map(({ assetId, assetType }) => [assetId, assetType]));
  return { platformId, listedAt, copies: [...seen.values()], onHold, types };
}

/**
 * Adds items of an inventory to the catalogue, with the platform's names and prices. Items without a price stay out, so
 * their copies are not credited.
 * @throws PlatformTrouble when the platform does not provide them
 */
export async function listNewItems({ platformId, types }: InventoryLook, deps: Needs): Promise<void> {
  const assetIds = [...types.keys()];
  const listed = await listedAmong(deps.reads, assetIds);
  const unknown = assetIds.filter((assetId) => !listed.has(assetId));
  if (unknown.length === 0) return;
  const valueAt = deps.now();
  const names = await deps.gateway.named(platformId);
  const told = unknown.flatMap((assetId): ToldLimited[] => {
    const item = names.get(assetId);
    const worth = item === undefined ? null : marketValueOf({ daily: [], ...item });
    if (item === undefined || worth === null) return [];
    const { source, value } = worth;
    const assetType = types.get(assetId) ?? 0;
    return [{ assetId, name: item.name, description: "", assetType, value: String(value), source, valueAt }];
  });
  for (let from = 0; from < told.length; from += LIMITEDS_PER_COMMAND_MAX) {
    const part = told.slice(from, from + LIMITEDS_PER_COMMAND_MAX);
    const outcome = await deps.writer.submit(listCommand(serviceOrigin(deps.now()), part));
    // A refusal does not matter: the sync finds what is listed by then.
    if (outcome.kind === "unavailable" || outcome.kind === "failed")
      throw new PlatformTrouble("away", "the catalogue");
  }
}

/** A part of a sync, before the holders of its copies are looked up. */
interface Part {
  readonly listed: readonly SeenCopy[];
  readonly absent: readonly Copy[];
}

/** Splits a look and the copies absent from it into parts small enough for one command. */
function partsOf(copies: readonly SeenCopy[], absent: readonly Copy[]): readonly Part[] {
  const all: readonly (SeenCopy | Copy)[] = [...copies, ...absent];
  const parts: Part[] = [];
  for (let from = 0; from === 0 || from < all.length; from += COPIES_PER_COMMAND_MAX) {
    const some = all.slice(from, from + COPIES_PER_COMMAND_MAX);
    parts.push({
      listed: some.filter((one): one is SeenCopy => typeof one !== "string"),
      absent: some.filter((one): one is Copy => typeof one === "string"),
    });
  }
  return parts;
}

/**
 * Applies a look, part by part. A part whose copies change hands between look-up and decision is looked up again.
 * @param send submits a part; false if its look-up was overtaken
 */
export async function takeOver(
  { playerId, look }: { readonly playerId: string; readonly look: InventoryLook },
  deps: Pick<Deps, "db" | "writer" | "reads"> & Pick<InventoryServices, "hearers">,
  send: (command: SyncInventory, number: number) => Promise<boolean>,
): Promise<void> {
  const log = { sql: deps.db, logId: deps.writer.logId };
  for (const hear of deps.hearers) await hear(playerId, look);
  const names = new Set<Copy>(look.copies.map(({ copy }) => copy));
  const held = await freeCopiesOf(log, playerId);
  const absent = held.filter((copy) => !names.has(copy) && !look.onHold.has(copy));
  const sync = timeOrderedId("sync", look.listedAt);
  const parts = partsOf(look.copies, absent);
  for (const [number, part] of parts.entries()) {
    const complete = number === parts.length - 1;
    for (let lookUp = 1; ; lookUp += 1) {
      const wanted = part.listed.map(({ copy }) => copy);
      const [holders, sights] = [await holdersOf(log, wanted), await sightedAt(deps.reads, wanted)];
      const listed = part.listed.map((seen) => ({
        ...seen,
        holder: holders.get(seen.copy) ?? null,
        sightedAt: sights.get(seen.copy) ?? null,
      }));
      const { listedAt, copies } = look;
      const count = copies.length;
      const command = { playerId, sync, listedAt, count, listed, absent: part.absent, complete };
      if (await send(command, number)) break;
      if (lookUp >= LOOK_UPS_MAX) throw new PlatformTrouble("busy", "the copies of a sync", 1);
    }
  }
}
