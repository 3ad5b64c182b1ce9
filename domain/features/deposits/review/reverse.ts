import { type Account, type Asset, type Currency, house, playerAccount } from "../../../accounts/account.ts";
import { accept, type Decision, type Refusal, refuse } from "../../../kernel/decision.ts";
import { groupedMinor } from "../../../kernel/money.ts";
import { goneBy } from "../../../ledger/transit/gone.ts";
import type { Player } from "../../../player/player.ts";
import { fallOfBank } from "../../bank/events.ts";
import type { BankLimits } from "../../bank/rules.ts";
import { type Actor, type Confirmable, refusalOfActor } from "../../roles/admin.ts";
import { keepsInCustody } from "../custody.ts";
import type { CompletedDeposit, Deposit, HomeCopy, ReversedDeposit } from "../deposit.ts";
import { type Debt, depositor } from "../depositor.ts";
import { custodyEnded, debtWrittenOff, depositReversed } from "../events.ts";
import { DEBTS_MAX } from "../rules.ts";
import { OWN, type Review, UNKNOWN } from "./review.ts";

/** What a reversal depends on: who acts, the deposit, its player, and the player's holdings. */
export interface ReverseContext {
  readonly actor: Actor;
  readonly deposit: Deposit;
  readonly playerOf: (playerId: string) => Player;
  readonly holding: (account: Account, asset: Asset) => bigint;
  readonly limits: BankLimits;
  /** Other deposits, as of the head. */
  readonly depositOf: (depositId: string) => Deposit;
}

/** What was taken, and what the player owes from now on: minor units as text. */
export type ReverseAnswer = { readonly id: string; readonly taken: string; readonly owed: string };

/**
 * Copies of a deposit that came home from other logs, and that its player has free: in custody by the transits that
 * they came by. Copies that somebody else has by now stay with them.
 */
function homeOf(deposit: CompletedDeposit | ReversedDeposit, context: ReverseContext): readonly HomeCopy[] {
  const mine = playerAccount(deposit.playerId);
  return deposit.home.filter(
    ({ copy, keptBy }) =>
      keepsInCustody(context.depositOf(keptBy), copy) && context.holding(mine, copy) === 1n,
  );
}

/**
 * Reverses a credited deposit. Of a currency it takes what is free, and the rest is owed; of items it takes all copies,
 * which have to be free, and later also those that come home from other logs, which are then told.
 */
export function reverseDeposit(
  command: Review & { readonly reason: string },
  context: ReverseContext,
): Decision<ReverseAnswer> {
  const { actorId: by, depositId, reason } = command;
  const { actor, deposit } = context;
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (deposit.status === "absent") return { refused: UNKNOWN };
  if (deposit.playerId === by) return { refused: OWN };
  const isReversible = deposit.status === "completed" || deposit.status === "reversed";
  const home = isReversible ? homeOf(deposit, context) : [];
  if (!isReversible || (deposit.status === "reversed" && home.length === 0)) {
    return refuse(
      "not_completed",
      `Only a completed deposit can be taken back: this one is ${deposit.status}.`,
    );
  }
  const { playerId } = deposit;
  const player = context.playerOf(playerId);
  if (player.status === "registered" && depositor.of(player).debts.length >= DEBTS_MAX)
    return refuse("too_many_debts", `This player has ${DEBTS_MAX} debts: write some off first.`);
  const found = deposit.status === "reversed" ? COPIES : available({ ...deposit, home }, context);
  if ("refused" in found) return found;
  const { asset, taken, owed } = found;
  const fall = setAside(found, context);
  if ("refused" in fall) return fall;
  const copies = [...(deposit.status === "reversed" ? [] : deposit.copies), ...home.map(({ copy }) => copy)];
  const payload = { depositId, playerId, by, reason, asset, taken, owed, copies };
  const ended = home.map(({ copy, keptBy }) => custodyEnded({ depositId: keptBy, copy }));
  const told = home.flatMap(({ copy, keptBy }) => goneBy(keptBy, copy));
  return accept([...fall, ...ended, depositReversed(payload), ...told], { id: depositId, taken, owed });
}

/** The bank after setting aside what is owed; never negative. */
function setAside({ asset, owed }: Available, { holding, limits: { floor } }: ReverseContext) {
  if (asset === null) return [];
  const before = holding(house, asset);
  const after = before - BigInt(owed);
  if (after < 0n && owed !== "0") {
    const detail = `The bank holds ${groupedMinor(before)} ${asset}: too little to set aside the ${groupedMinor(BigInt(owed))} that would be owed.`;
    return refuse("bank_too_low", detail);
  }
  return fallOfBank(asset, { before, after, floor });
}

const NONE_LEFT = "None of its copies is still here: they were withdrawn, or sent to another log.";

interface Available {
  readonly asset: Currency | null;
  readonly taken: string;
  readonly owed: string;
}

/** Items leave no debt: they are taken whole. */
const COPIES: Available = { asset: null, taken: "0", owed: "0" };

function available(
  { playerId, wanted, copies, home }: CompletedDeposit,
  { holding }: ReverseContext,
): Available | { readonly refused: Refusal } {
  const mine = playerAccount(playerId);
  if (wanted.type === "roblox_limited") {
    if (copies.length + home.length === 0) return refuse("copies_not_free", NONE_LEFT);
    const gone = copies.filter((copy) => holding(mine, copy) !== 1n);
    if (gone.length === 0) return COPIES;
    const detail = `Some copies are not free: ${gone.join(", ")}.`;
    return refuse("copies_not_free", detail, { copies: gone });
  }
  const amount = BigInt(wanted.amount);
  const free = holding(mine, wanted.asset);
  const taken = free < amount ? free : amount;
  return { asset: wanted.asset, taken: String(taken), owed: String(amount - taken) };
}

/** What a player still owes for a deposit that was taken back. */
export const debtOf = (player: Player, depositId: string): Debt | undefined =>
  player.status === "registered"
    ? depositor.of(player).debts.find((one) => one.depositId === depositId)
    : undefined;

/** Gives up what is still owed for a deposit that was taken back, by another admin than the one who did that. */
export function writeDebtOff(
  command: Review & Confirmable & { readonly reason: string },
  context: Omit<ReverseContext, "holding" | "limits" | "depositOf">,
): Decision<{ readonly id: string; readonly amount: string }> {
  const { actorId: by, depositId, reason, confirmedBy = null } = command;
  const { actor, deposit, playerOf } = context;
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  if (deposit.status === "absent") return { refused: UNKNOWN };
  if (deposit.playerId === by || deposit.playerId === confirmedBy) return { refused: OWN };
  const player = playerOf(deposit.playerId);
  const debt = debtOf(player, depositId);
  if (debt === undefined) return refuse("nothing_owed", "Nothing is owed for this deposit.");
  if (debt.by === by) {
    return refuse(
      "second_admin_needed",
      "You took this deposit back, so another admin has to write off the rest.",
    );
  }
  const { asset, amount } = debt;
  return accept([debtWrittenOff(deposit.playerId, { depositId, asset, amount, by, reason, confirmedBy })], {
    id: depositId,
    amount,
  });
}
