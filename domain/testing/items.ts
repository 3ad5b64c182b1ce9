import { type Account, platform, playerAccount } from "../accounts/account.ts";
import { type Copy, copyOf } from "../accounts/item.ts";
import type { SyncAnswer } from "../features/inventory/contract.ts";
import { inventoryStream } from "../features/inventory/events.ts";
import { inventoryStreamKind } from "../features/inventory/inventory.ts";
import { type SyncInventory, syncInventory } from "../features/inventory/sync.ts";
import { catalogueStreamKind } from "../features/limiteds/catalogue.ts";
import { catalogueStream, limitedsListed } from "../features/limiteds/events.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { move } from "../ledger/posting.ts";
import { type Decide, type GivenLog, NOON } from "./given.ts";

/** Three copies of the hat of the examples, and one of the crown. */
export const HAT = copyOf(101, "1");
export const HAT_2 = copyOf(101, "2");
export const HAT_3 = copyOf(101, "3");
export const CROWN = copyOf(102, "9");

/** A catalogue of the hat, worth 50.00, and the crown, worth 1,000.00. */
export const catalogued: NewEvent = limitedsListed(
  [
    { assetId: 101, name: "Hat", value: "5000" },
    { assetId: 102, name: "Crown", value: "100000" },
  ].map((item, index) => ({
    ...item,
    id: index + 1,
    description: "",
    assetType: 8,
    source: "recent_average_price" as const,
    valueAt: NOON,
  })),
);

/** Copies change accounts in a kind of fact that the log does not have: only for what a test begins with. */
export const handedOver = (from: Account, to: Account, ...copies: readonly Copy[]): NewEvent => ({
  type: "WriterRecovered",
  schemaVersion: 1,
  stream: "log:recoveries",
  payload: { unknown: 0 },
  postings: copies.flatMap((asset) => move({ from, to, asset, amount: 1n })),
});

/** Who holds a copy in a log; null while it is at the platform. */
export function holderIn(log: GivenLog, copy: Copy): Account | null {
  const accounts = log.events.flatMap(({ postings }) => postings.map(({ account }) => account));
  const holds = (account: Account) => account !== platform && log.holding(account, copy) === 1n;
  return [...new Set(accounts)].find(holds) ?? null;
}

/** The player who has a copy on sight in a log. */
export function sightedIn(log: GivenLog, copy: Copy): string | null {
  const streams = [...new Set(log.events.map(({ stream }) => stream))].filter((s) =>
    s.startsWith("inventory:"),
  );
  const found = streams.find((name) => copy in log.stream(inventoryStreamKind, name).sighted);
  return found?.slice("inventory:".length) ?? null;
}

/** A listing of a player, looked up as the service does; `differently` stands for what a look-up may have missed. */
export const synced =
  (playerId: string, copies: readonly Copy[], differently: Partial<SyncInventory> = {}): Decide<SyncAnswer> =>
  (log) => {
    const held = log.events
      .flatMap(({ postings }) => postings.map(({ asset }) => asset))
      .filter((asset): asset is Copy => asset.startsWith("item:"))
      .filter((copy) => log.holding(playerAccount(playerId), copy) === 1n);
    const command: SyncInventory = {
      playerId,
      sync: "sync_1",
      listedAt: log.at,
      count: copies.length,
      listed: copies.map((copy) => ({
        copy,
        serial: null,
        holder: holderIn(log, copy),
        sightedAt: sightedIn(log, copy),
      })),
      absent: [...new Set(held)].filter((copy) => !copies.includes(copy)),
      complete: true,
      ...differently,
    };
    const inventoryOf = (id: string) => log.stream(inventoryStreamKind, inventoryStream(id));
    return syncInventory(command, {
      inventory: inventoryOf(playerId),
      inventoryOf,
      catalogue: log.stream(catalogueStreamKind, catalogueStream),
      holding: (account, asset) => log.holding(account, asset),
    });
  };
