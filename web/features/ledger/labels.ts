import { isMoney } from "#domain/accounts/account.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { readMoney, signedMoney } from "#web/lib/format.ts";

const EVENTS: Readonly<Record<string, string>> = {
  BankFellBelowFloor: "Bank below its floor",
  BankFunded: "Bank funded",
  CoinFlipped: "Coin flip",
  PlayerRegistered: "First sign-in",
  SeedPairRotated: "Seeds rotated",
};

/** A type of event in words. @example eventLabel("CoinFlipped") // "Coin flip" */
export function eventLabel(type: string): string {
  const known = EVENTS[type];
  if (known) return known;
  const words = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An entry in words: of a flip, whether it is the stake or the pay-out. */
export function entryLabel(type: string, delta: string | number): string {
  const label = eventLabel(type);
  if (type !== "CoinFlipped") return label;
  return `${label}, ${String(delta).startsWith("-") ? "stake" : "pay-out"}`;
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  house: "House",
  issuance: "Issuance",
  payments: "Payments",
  platform: "Platform",
  escrow: "Escrow",
  "creator-share": "Creator share",
  receivable: "Receivable",
  player: "Player",
};

/** An account in words; "You" for the player's own. @example accountLabel("player:7", "7") // "You" */
export function accountLabel(account: string, playerId: string | null): string {
  const [kind = "", ...id] = account.split(":");
  if (kind === "player" && id.join(":") === playerId) return "You";
  return ACCOUNTS[kind] ?? account;
}

/** A change as the ledger answers it: money as text, copies of items as whole numbers. */
export function changeText(delta: string | number): string {
  if (typeof delta === "string") return signedMoney(readMoney(delta));
  return delta > 0 ? `+${delta}` : String(delta);
}

/** A change as an event's posting carries it. */
export const postingText = (asset: string, delta: Minor): string =>
  isMoney(asset) ? signedMoney(delta) : delta > 0n ? `+${delta}` : String(delta);

/** The names of items, by the platform's numbers. */
export type ItemNames = ReadonlyMap<string, string>;

/** A copy's item and the platform's name of the copy; null for a currency. */
const COPY = /^item:(\d+):(.+)$/;
/** Some copies have UUIDs: this many letters distinguish two of one player. */
const COPY_CHARS = 8;

/**
 * A copy of an item by the item's name, a currency as it is.
 * @example assetLabel("item:1029025:7", names) // "Valkyrie Helm #7"
 */
export function assetLabel(asset: string, names: ItemNames): string {
  const [, assetId, copy] = COPY.exec(asset) ?? [];
  if (assetId === undefined || copy === undefined) return asset;
  const short = copy.length > COPY_CHARS ? `${copy.slice(0, COPY_CHARS)}…` : copy;
  return `${names.get(assetId) ?? `Item ${assetId}`} #${short}`;
}

/** Whether an entry is of a copy of an item. */
export const isOfItem = (asset: string): boolean => COPY.test(asset);
