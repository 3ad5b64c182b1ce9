import type { TrialBalance } from "#domain/features/ledger/contract.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { readMoney } from "#web/lib/format.ts";

type AssetRow = TrialBalance["assets"][number];

/** The holders of issued money, in the order of the equation. */
export const HOLDERS = ["players", "escrow", "house", "creators", "logs"] as const;
export type Holder = (typeof HOLDERS)[number];

/** An asset's line of the trial balance, added up here instead of trusted. */
export interface AssetBalance {
  readonly asset: string;
  readonly issued: Minor;
  readonly held: Readonly<Record<Holder, Minor>>;
  /** What is held less what was issued; anything but zero means that value was made or lost. */
  readonly difference: Minor;
  /** Whether the difference is zero and the server's own sum says so too. */
  readonly holds: boolean;
}

/** What has a line even before any of it moved, so that the page keeps its place for it. */
export const CURRENCIES = ["RBX", "TIX", "USD"] as const;

const ZERO = "0.00";
const NOTHING = {
  issued: ZERO,
  players: ZERO,
  escrow: ZERO,
  house: ZERO,
  creators: ZERO,
  transit: ZERO,
  peers: ZERO,
  sum: ZERO,
};

/** The lines of the trial balance, with zeros for a currency that has not moved yet. */
export function withAllCurrencies(rows: readonly AssetRow[]): readonly AssetRow[] {
  const missing = CURRENCIES.filter((asset) => rows.every((row) => row.asset !== asset));
  return [...rows, ...missing.map((asset) => ({ asset, ...NOTHING }))];
}

/** Adds up one line. @example balanceOf(row).difference // 0n */
export function balanceOf(row: AssetRow): AssetBalance {
  const issued = readMoney(row.issued);
  const held = {
    players: readMoney(row.players),
    escrow: readMoney(row.escrow),
    house: readMoney(row.house),
    creators: readMoney(row.creators),
    // Departures to other logs of the site, and the balances with them.
    logs: readMoney(row.transit) + readMoney(row.peers),
  };
  const difference = HOLDERS.reduce((sum, holder) => sum + held[holder], 0n) - issued;
  return {
    asset: row.asset,
    issued,
    held,
    difference,
    holds: difference === 0n && readMoney(row.sum) === 0n,
  };
}
