import { type Account, type Asset, platform, playerAccount } from "../../accounts/account.ts";
import { assetIdOf, type Copy } from "../../accounts/item.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Catalogue } from "../limiteds/catalogue.ts";
import type { SyncAnswer } from "./contract.ts";
import { inventorySynced, type SeenCopy, sightingsEnded } from "./events.ts";
import { type Inventory, isSighted } from "./inventory.ts";
import { COPIES_PER_COMMAND_MAX, OTHER_PLAYERS_MAX } from "./rules.ts";

/**
 * A copy that the platform lists at a player, with its last known holder. The holder is only a hint: the decision goes
 * by the holdings, and is refused if they differ.
 */
export interface ListedCopy extends SeenCopy {
  readonly holder: Account | null;
  /** At whom it is on sight, as far as known. */
  readonly sightedAt: string | null;
}

/** A part of a complete listing. Copies on hold are in none of its lists. */
export interface SyncInventory {
  readonly playerId: string;
  /** Names the sync. */
  readonly sync: string;
  readonly listedAt: number;
  /** How many copies the whole listing has. */
  readonly count: number;
  readonly listed: readonly ListedCopy[];
  /** Copies that the player was last known to hold and that are missing from the whole listing. */
  readonly absent: readonly Copy[];
  /** Whether this is the last part. */
  readonly complete: boolean;
}

/** What decides a sync: the holdings of every account concerned, and each player's sightings. */
export interface SyncContext {
  readonly inventory: Inventory;
  readonly inventoryOf: (playerId: string) => Inventory;
  readonly catalogue: Pick<Catalogue, "items">;
  readonly holding: (account: Account, asset: Asset) => bigint;
}

/** What happens to one listed copy. */
type Verdict =
  | { readonly kind: "credited" | "kept" | "inPlay" | "unlisted" | "stale" }
  | { readonly kind: "moved" | "confirmed"; readonly from: string };

/**
 * Brings the ledger in line with what the platform lists at a player. A copy that nobody has is credited; one that
 * another player holds on sight, by an older listing, moves; one that is staked, won or in custody stays where it is.
 * Copies that the player holds on sight and that are gone from the platform go back to it.
 */
export function syncInventory(command: SyncInventory, context: SyncContext): Decision<SyncAnswer> {
  const { playerId, listed, absent, sync, listedAt, complete } = command;
  invariant(
    listed.length + absent.length <= COPIES_PER_COMMAND_MAX,
    `a command looks at no more than ${COPIES_PER_COMMAND_MAX} copies`,
  );
  if (listedAt < context.inventory.listedAt)
    return refuse("listing_outdated", "A newer sync of your inventory has already been applied.");
  const credited: SeenCopy[] = [];
  const movedFrom = new Map<string, (SeenCopy & { from: string })[]>();
  const confirmed: SeenCopy[] = [];
  const inPlay: SeenCopy[] = [];
  const ended = new Map<string, Copy[]>();
  for (const seen of withoutRepeats(listed)) {
    const { copy, serial } = seen;
    const verdict = verdictOn(seen, command, context);
    if (verdict.kind === "stale")
      return refuse("copies_moved", "Some of these items have changed hands in the meantime.");
    if (verdict.kind === "credited") credited.push({ copy, serial });
    else if (verdict.kind === "inPlay") inPlay.push({ copy, serial });
    else if ("from" in verdict) {
      const { from } = verdict;
      if (!ended.has(from) && ended.size >= OTHER_PLAYERS_MAX) {
        inPlay.push({ copy, serial });
        continue;
      }
      ended.set(from, [...(ended.get(from) ?? []), copy]);
      if (verdict.kind === "moved")
        movedFrom.set(from, [...(movedFrom.get(from) ?? []), { copy, serial, from }]);
      else confirmed.push({ copy, serial });
    }
  }
  const mine = playerAccount(playerId);
  const returned = [...new Set(absent)].filter(
    (copy) => isSighted(context.inventory, copy) && context.holding(mine, copy) === 1n,
  );
  const found = {
    sync,
    listedAt,
    complete,
    listed: command.count,
    credited,
    moved: [],
    confirmed,
    returned,
    inPlay,
  };
  // The old holder loses sight first: at no position is a copy on sight at two players.
  const events: NewEvent[] = [...ended].map(([from, copies]) => sightingsEnded(from, copies));
  // The loser gets a receipt that shows the whole event, so it must hold nothing else.
  const shared = { ...found, complete: false, credited: [], confirmed: [], returned: [], inPlay: [] };
  for (const moved of movedFrom.values())
    events.push(inventorySynced(playerId, { ...shared, listed: moved.length, moved }));
  events.push(inventorySynced(playerId, found));
  return accept(events, { count: command.count });
}

function verdictOn(
  { copy, holder, sightedAt }: ListedCopy,
  { playerId, listedAt }: SyncInventory,
  context: SyncContext,
): Verdict {
  if (!Object.hasOwn(context.catalogue.items, assetIdOf(copy))) return { kind: "unlisted" };
  if (context.holding(platform, copy) === 0n) return { kind: "credited" };
  const mine = playerAccount(playerId);
  const mayTake = (from: string): boolean => {
    const theirs = context.inventoryOf(from);
    return isSighted(theirs, copy) && theirs.listedAt <= listedAt;
  };
  if (context.holding(mine, copy) === 1n) {
    if (isSighted(context.inventory, copy) || sightedAt === null) return { kind: "kept" };
    return mayTake(sightedAt) ? { kind: "confirmed", from: sightedAt } : { kind: "kept" };
  }
  if (holder === null || context.holding(holder, copy) !== 1n) return { kind: "stale" };
  const other = holder.startsWith("player:") ? holder.slice("player:".length) : null;
  if (other === null) return { kind: "inPlay" };
  return mayTake(other) ? { kind: "moved", from: other } : { kind: "inPlay" };
}

/** A page that shifted while it was read may show a copy twice. */
function withoutRepeats(listed: readonly ListedCopy[]): readonly ListedCopy[] {
  return [...new Map(listed.map((seen) => [seen.copy, seen])).values()];
}
