import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { Phase } from "#web/features/crash/use-crash-round.ts";
import { money, readMoney, times } from "#web/lib/format.ts";

const RECONNECTING = "Reconnecting.";
/** What is said while the connection is lost. @param you the player's own bet */
export const reconnecting = (you: OwnBet | null): string =>
  you !== null && you.autoCashOut !== null && you.multiplier === null
    ? `${RECONNECTING} Your auto cash-out still applies.`
    : RECONNECTING;
export const NO_ROUND = "No round is open. The first bet opens one.";
export const CASH_OUT_FAILED = "Failed to cash out";

/** Where a round stands, in a word. */
export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  none: "No round",
  betting: "Betting",
  locked: "Bets closed",
  running: "Running",
  busted: "Busted",
  void: "Void",
};

/** A player's own bet of a round. */
export type OwnBet = NonNullable<GameRound["you"]>;

const BY: Readonly<Record<NonNullable<OwnBet["cause"]>, string>> = {
  manual: "",
  auto: " by your auto cash-out",
  forced: " at the forced cash-out",
  interrupted: ", because the server was briefly unavailable",
};

interface OwnState {
  readonly phase: Phase;
  readonly point: string | null;
  readonly currency: string;
}

const brokeAt = (point: string | null): string =>
  point === null ? "The curve broke." : `The curve broke at ${times(point)}.`;

/** The state or result of the player's own bet, in a sentence. */
export function ownBetInWords(you: OwnBet, { phase, point, currency }: OwnState): string {
  const { betAmount, multiplier, winAmount, cause, autoCashOut } = you;
  const stake = `${money(readMoney(betAmount))} ${currency}`;
  if (multiplier !== null && cause !== null)
    return `You left at ${times(multiplier)}${BY[cause]}: ${money(readMoney(winAmount ?? "0"))} ${currency} for ${stake}.`;
  if (phase === "void") return `The round is void. Your ${stake} was returned.`;
  if (phase === "busted") return `${brokeAt(point)} You lost ${stake}.`;
  return autoCashOut === null
    ? `Your bet: ${stake}. Cash out by hand.`
    : `Your bet: ${stake}, auto cash-out at ${times(autoCashOut)}.`;
}

/** The round for those who do not see the curve: its start, the player's own cash-out, and its end. */
export function roundInWords(you: OwnBet | null, state: OwnState): string {
  const { phase, point } = state;
  const isOut = you !== null && you.multiplier !== null;
  if (isOut || (you !== null && phase === "busted")) return ownBetInWords(you, state);
  if (phase === "running") return "The curve has started.";
  if (phase === "busted") return brokeAt(point);
  return phase === "void" ? "The round is void. Every stake was returned." : "";
}
