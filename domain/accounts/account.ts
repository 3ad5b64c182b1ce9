/** The currencies that are staked. */
export const CURRENCIES = ["RBX", "TIX"] as const;
export type Currency = (typeof CURRENCIES)[number];
/** Dollars: the shop's currency, never staked. */
export const USD = "USD";
/** Assets counted in minor units. Every other asset is one copy of a limited item, `item:<assetId>:<instance>`. */
export const MONEY = [...CURRENCIES, USD] as const;
export type Money = (typeof MONEY)[number];
type AssetName = Money | `item:${string}:${string}`;

type AccountName =
  | "house"
  | "issuance"
  | "platform"
  | "elsewhere"
  | `player:${string}`
  | `escrow:${string}`
  | `creator-share:${string}`
  | `receivable:${string}`
  | `payments:${string}`
  | `transit:${string}`
  | `peer:${number}`;

export type Account = AccountName;
export type Asset = AssetName;

declare module "../ledger/account.ts" {
  interface LedgerNames {
    readonly account: AccountName;
    readonly asset: AssetName;
  }
}

export const house: Account = "house";
export const issuance: Account = "issuance";
export const platform: Account = "platform";
/** The account of a player's free holdings. */
export const playerAccount = (playerId: string): Account => `player:${playerId}`;

/** The source and sink of dollars: the opposite of what a payment provider holds for the house. */
export const paymentsAccount = (provider: string): Account => `payments:${provider}`;

/** Whether an asset is a currency that can be staked. */
export const isCurrency = (asset: string): asset is Currency => asset === "RBX" || asset === "TIX";

/** Whether an asset is counted in minor units, and is not a copy of an item, counted 0 or 1. */
export const isMoney = (asset: string): asset is Money => asset === USD || isCurrency(asset);

/**
 * The least an account may hold of an asset: zero for all but those that bring value in, and the house's side of
 * dollars, since a provider may take back more than is there. A peer account is below zero if this log owes. `null`
 * means without limit.
 */
export function leastHolding(account: string, asset: string): bigint | null {
  if (asset === USD) return isOwnSide(account) ? null : 0n;
  if (account === "issuance" || account === "house" || isPeer(account)) return isCurrency(asset) ? null : 0n;
  if (account === "platform") return isCurrency(asset) ? 0n : -1n;
  return 0n;
}

const isPeer = (account: string): boolean => account.startsWith("peer:");
const OWN_SIDE = /^(?:house|payments:.+|receivable:.+)$/;
const isOwnSide = (account: string): boolean => OWN_SIDE.test(account);
