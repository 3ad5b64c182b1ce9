import { isMoney } from "#domain/accounts/account.ts";
import type { AssetBalance, HeldAmount } from "#service/ledger/verifier/log-model.ts";

/** Kinds of holders. `issued` is the negative of the sources' holdings. */
type Part = "issued" | "players" | "escrow" | "house" | "creators" | "transit" | "peers";

/**
 * Adds holdings up by asset, copies of items all together, and by who holds them.
 * @example trialBalanceOf([{ account: "house", asset: "RBX", amount: 5n }])
 */
export function trialBalanceOf(holdings: Iterable<HeldAmount>): readonly AssetBalance[] {
  const balances = new Map<string, { asset: string; parts: Record<Part, bigint>; sum: bigint }>();
  for (const { account, asset: held, amount } of holdings) {
    const asset = isMoney(held) ? held : "items";
    const balance = balances.get(asset) ?? { asset, parts: { ...NOTHING }, sum: 0n };
    balances.set(asset, balance);
    const part = partOf(account);
    balance.parts[part] += part === "issued" ? -amount : amount;
    balance.sum += amount;
  }
  return [...balances.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

const NOTHING: Readonly<Record<Part, bigint>> = {
  issued: 0n,
  players: 0n,
  escrow: 0n,
  house: 0n,
  creators: 0n,
  transit: 0n,
  peers: 0n,
};

/** Sources count as issued; receivables count with the house, as on the ledger page. */
function partOf(account: string): Part {
  if (account === "house" || account.startsWith("receivable:")) return "house";
  if (account === "issuance" || account === "platform" || account.startsWith("payments:")) return "issued";
  if (account.startsWith("escrow:")) return "escrow";
  if (account.startsWith("transit:")) return "transit";
  if (account === "elsewhere" || account.startsWith("peer:")) return "peers";
  return account.startsWith("creator-share:") ? "creators" : "players";
}
