/** The currencies. Every other asset is one copy of a limited item, `item:<assetId>:<instance>`. */
export const CURRENCIES = ["RBX", "TIX"] as const;
export type Currency = (typeof CURRENCIES)[number];
type AssetName = Currency | `item:${string}:${string}`;

type AccountName =
  | "house"
  | "issuance"
  | "platform"
  | `player:${string}`
  | `escrow:${string}`
  | `creator-share:${string}`
  | `receivable:${string}`;

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

/** Whether an asset is a currency, counted in minor units, and not a copy of an item, counted 0 or 1. */
export const isCurrency = (asset: string): asset is Currency => asset === "RBX" || asset === "TIX";

/**
 * The least an account may hold of an asset: zero for all but the three that bring value in.
 * `null` means without limit.
 */
export function leastHolding(account: string, asset: string): bigint | null {
  if (account === "issuance" || account === "house") return isCurrency(asset) ? null : 0n;
  if (account === "platform") return isCurrency(asset) ? 0n : -1n;
  return 0n;
}
