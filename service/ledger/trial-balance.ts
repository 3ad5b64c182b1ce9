import { isCurrency } from "#domain/ledger/account.ts";

/** Every account's part in one asset, in minor units; for copies of items, all of them together, in copies. */
export interface AssetBalance {
  /** A currency, or `items`. */
  readonly asset: string;
  /** What came in from outside: the opposite of what the sources hold. */
  readonly issued: bigint;
  readonly players: bigint;
  readonly escrow: bigint;
  readonly house: bigint;
  readonly creators: bigint;
  /** Always zero in a log that is right. */
  readonly sum: bigint;
}

/** One holding, as the trial balance adds it up. */
export interface HeldAmount {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

type Part = Exclude<keyof AssetBalance, "asset" | "sum">;

/**
 * Adds holdings up by asset and by who holds them.
 * @example trialBalanceOf([{ account: "house", asset: "RBX", amount: 5n }])
 */
export function trialBalanceOf(holdings: Iterable<HeldAmount>): readonly AssetBalance[] {
  const balances = new Map<string, { -readonly [K in keyof AssetBalance]: AssetBalance[K] }>();
  for (const { account, asset: held, amount } of holdings) {
    const asset = isCurrency(held) ? held : "items";
    const balance = balances.get(asset) ?? {
      asset,
      issued: 0n,
      players: 0n,
      escrow: 0n,
      house: 0n,
      creators: 0n,
      sum: 0n,
    };
    balances.set(asset, balance);
    const part = partOf(account);
    balance[part] += part === "issued" ? -amount : amount;
    balance.sum += amount;
  }
  return [...balances.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

/** Sources count as what they issued; what a player owes counts against the players. */
function partOf(account: string): Part {
  if (account === "house") return "house";
  if (account === "issuance" || account === "platform") return "issued";
  if (account.startsWith("escrow:")) return "escrow";
  return account.startsWith("creator-share:") ? "creators" : "players";
}
