import { edgeOf, payoutOf } from "#domain/features/house-flips/rules.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import { compareMinor, type Minor } from "#domain/kernel/money.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { money, readMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** What is at stake in a coinflip: one of the currencies, or items. */
export type Kind = "rbx" | "tix" | "items";

/** The kind of a coinflip; a currency is that of its creator's side. */
export const kindOf = (flip: LiveCoinflip): Kind => (flip.betAmount === null ? "items" : flip.betSide);

/** What values of a kind are counted in. */
export const currencyOf = (kind: Kind): string => (kind === "tix" ? "TIX" : "RBX");

/** How many copies are at stake. */
export const copiesOf = (flip: LiveCoinflip): number =>
  flip.betItems.reduce((sum, { quantity }) => sum + quantity, 0);

/** The creator of a coinflip, by display name. */
export function creatorName({ creator }: LiveCoinflip): string {
  const { firstName, email } = creator as { readonly firstName: string; readonly email: string | null };
  return firstName || email?.split("@")[0] || "Anonymous";
}

/** What a coinflip is about, in a few words. @example subtitleOf(flip) // "10.00 RBX on RBX" */
export function subtitleOf(flip: LiveCoinflip): string {
  if (flip.betAmount === null) return `${copiesOf(flip)} Limited(s)`;
  const side = flip.betSide.toUpperCase();
  return `${money(readMoney(flip.betAmount))} ${side} on ${side}`;
}

/** A currency stake's possible results: the winner's payout, and the house's part. */
export const termsOf = (stake: Minor): { readonly payout: Minor; readonly edge: Minor } => ({
  payout: payoutOf(stake),
  edge: edgeOf(stake),
});

/** The face left to the joiner. */
export const joinersSide = (flip: LiveCoinflip): Side => otherSide(flip.betSide);

export const KIND_NAMES = { all: "All", rbx: "RBX", tix: "TIX", items: "Limiteds" } as const;
export const ORDER_NAMES = {
  newest: "Newest first",
  highest: "Highest value",
  lowest: "Lowest value",
  ending: "Ending soon",
} as const;

/** Which of the open coinflips are wanted, and in which order. Bounds are texts as they were entered. */
export interface Choice {
  readonly kind: keyof typeof KIND_NAMES;
  readonly order: keyof typeof ORDER_NAMES;
  readonly least: string;
  readonly most: string;
}

export const ALL: Choice = { kind: "all", order: "newest", least: "", most: "" };

const FOLDED = ["order", "least", "most"] as const;

/** How many parts of a choice that a phone folds away differ from the first choice. */
export const foldedCount = (choice: Choice): number =>
  FOLDED.filter((part) => choice[part] !== ALL[part]).length;

const bound = (text: string): Minor | null => (/^\d{1,12}(\.\d{1,2})?$/.test(text) ? readMoney(text) : null);

const worthOf = (flip: LiveCoinflip): Minor => readMoney(flip.totalValue);

const ORDERS: Readonly<Record<Choice["order"], (a: LiveCoinflip, b: LiveCoinflip) => number>> = {
  newest: (a, b) => b.position - a.position,
  highest: (a, b) => compareMinor(worthOf(b), worthOf(a)) || b.position - a.position,
  lowest: (a, b) => compareMinor(worthOf(a), worthOf(b)) || b.position - a.position,
  ending: (a, b) => a.expiresAt.localeCompare(b.expiresAt),
};

/** The open coinflips that are wanted at an instant, those whose time is over left out. @param now milliseconds */
export function chosenFlips(
  flips: readonly LiveCoinflip[],
  choice: Choice,
  now: number,
): readonly LiveCoinflip[] {
  const [least, most] = [bound(choice.least), bound(choice.most)];
  return flips
    .filter((flip) => Date.parse(flip.expiresAt) > now)
    .filter((flip) => choice.kind === "all" || kindOf(flip) === choice.kind)
    .filter((flip) => (least === null || worthOf(flip) >= least) && (most === null || worthOf(flip) <= most))
    .sort(ORDERS[choice.order]);
}

/** How long there is left, in the two largest units. @example timeLeft(90_000) // "1m 30s" */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)];
  if (ms >= HOUR_MS) return `${hours}h ${minutes}m`;
  return ms >= MINUTE_MS ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}
