import { type Account, type Asset, playerAccount, USD } from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { type Minor, smaller } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { receivableAccount } from "../deposits/events.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";
import { dollarDebtPaid, dollarDebtWrittenOff, writeOffReturned } from "./events.ts";

/** Written-off debt of a player that the house did not get back, in cents as text. */
type DollarDebtor = { readonly givenUp: string };

export const dollarDebtor = playerSlice<DollarDebtor>({
  name: "dollar-debtor",
  version: 1,
  initial: { givenUp: "0" },
  on: [
    on(dollarDebtWrittenOff, ({ givenUp }, { amount }) => ({
      givenUp: String(BigInt(givenUp) + BigInt(amount)),
    })),
    on(writeOffReturned, ({ givenUp }, { amount }) => ({
      givenUp: String(BigInt(givenUp) - BigInt(amount)),
    })),
  ],
});

/** Written-off debt of a player that the house did not get back, in cents. */
export const givenUpFor = (player: Player): Minor =>
  player.status === "absent" ? 0n : BigInt(dollarDebtor.of(player).givenUp);

/** What an account holds as of the head. */
export type HoldingOf = (account: Account, asset: Asset) => bigint;

/** What a player owes in dollars, in cents; zero or less for nothing. */
export const owedInDollars = (holding: HoldingOf, playerId: string): Minor =>
  -holding(receivableAccount(playerId), USD);

const OF_DEBTOR = /^(?:player|receivable):(.+)$/;

/**
 * Makes debtors pay at once from free dollars. For every decision that can create a debt, or bring dollars to a
 * possible debtor.
 * @param holding what accounts hold before the decision
 */
export function withDollarDebtsPaid<A extends JsonObject>(
  decision: Decision<A>,
  holding: HoldingOf,
): Decision<A> {
  if ("refused" in decision) return decision;
  const changes = new Map<Account, bigint>();
  for (const { account, asset, delta } of decision.events.flatMap(({ postings }) => postings))
    if (asset === USD) changes.set(account, (changes.get(account) ?? 0n) + delta);
  const after = (account: Account): bigint => holding(account, USD) + (changes.get(account) ?? 0n);
  const people = new Set([...changes.keys()].flatMap((account) => OF_DEBTOR.exec(account)?.[1] ?? []));
  const paid = [...people].flatMap((playerId): NewEvent[] => {
    const amount = smaller(after(playerAccount(playerId)), -after(receivableAccount(playerId)));
    return amount > 0n ? [dollarDebtPaid({ playerId, amount: String(amount) })] : [];
  });
  return paid.length === 0 ? decision : { ...decision, events: [...decision.events, ...paid] };
}

/** Pays what can be paid now: for balances from before debts were paid at once. */
export function payDollarDebt(playerId: string, holding: HoldingOf): Decision<{ readonly playerId: string }> {
  const amount = smaller(holding(playerAccount(playerId), USD), owedInDollars(holding, playerId));
  if (amount <= 0n) return refuse("nothing_owed", "None of this player's dollar debt can be paid.");
  return accept([dollarDebtPaid({ playerId, amount: String(amount) })], { playerId });
}

/** Who writes a debt off, and whose. */
export interface WriteDollarDebtOff {
  readonly actorId: string;
  readonly confirmedBy: string | null;
  readonly playerId: string;
  readonly reason: string;
}

/** Writes off all of a player's dollar debt, by two admins who are not the debtor. */
export function writeDollarDebtOff(
  { actorId: by, confirmedBy, playerId, reason }: WriteDollarDebtOff,
  { actor, player, owes }: { readonly actor: Actor; readonly player: Player; readonly owes: Minor },
): Decision<{ readonly playerId: string; readonly amount: string }> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  if (playerId === by || playerId === confirmedBy)
    return refuse("own_debt", "You cannot write off your own debt: ask another admin.");
  if (owes <= 0n) return refuse("nothing_owed", "This player owes no dollars.");
  const amount = String(owes);
  // A proposal is decided, too, before anybody has confirmed it; it is recorded only once somebody has.
  const writtenOff = dollarDebtWrittenOff({ playerId, amount, by, reason, confirmedBy: confirmedBy ?? "" });
  return accept([writtenOff], { playerId, amount });
}
