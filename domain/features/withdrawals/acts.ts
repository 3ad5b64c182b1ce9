import { z } from "zod";
import { assetIdOf } from "../../accounts/item.ts";
import { isTransitId } from "../../ledger/transit/single.ts";
import { readOfTransit } from "../../ledger/transit/transit.ts";
import { readOfDeposit } from "../deposits/deposit.ts";
import { type ActContext, type ActNames, type By, defineAct } from "../roles/act.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { withdrawalActEndpoints } from "./contract.ts";
import { withdrawalDone, withdrawalReturned } from "./events.ts";
import { completeWithdrawal, returnWithdrawal } from "./trade.ts";
import { readOfWithdrawal, type Withdrawal } from "./withdrawal.ts";

const act = z.strictObject({
  withdrawalId: z.string(),
  /** Whose it is, and of which item. */
  playerId: z.string(),
  assetId: z.number().int(),
  /** Until when somebody had it alone to send, null before the first trade. Absent in older proposals. */
  sentUntil: z.number().int().nullable().exactOptional(),
});
type WithdrawalAct = z.infer<typeof act>;

const withdrawalIn = ({ stream }: ActContext, withdrawalId: string) => stream(readOfWithdrawal(withdrawalId));

const sentUntilOf = (withdrawal: Withdrawal): number | null =>
  withdrawal.status === "absent" ? null : (withdrawal.trade?.until ?? null);

/** What an act is decided on. */
function decidedOn({ actorId }: By, context: ActContext, withdrawalId: string) {
  const withdrawal = withdrawalIn(context, withdrawalId);
  if (withdrawal.status !== "absent") {
    // The streams of its player, its deposit and its transit will be written to, and have to be in memory for that.
    context.actorOf(withdrawal.playerId);
    const { depositId } = withdrawal;
    context.stream(readOfDeposit(depositId));
    if (isTransitId(depositId)) context.stream(readOfTransit(depositId));
  }
  return { actor: context.actorOf(actorId), withdrawal };
}

/** What both acts share: one admin alone cannot know that a copy has arrived, or that it never left. */
const common = {
  act,
  wanted: ({ params }: { readonly params: { readonly id: string } }) => ({ withdrawalId: params.id }),
  streams: ({ withdrawalId }: { readonly withdrawalId: string }) => [readOfWithdrawal(withdrawalId)],
  actOf: ({ withdrawalId }: { readonly withdrawalId: string }, context: ActContext): WithdrawalAct => {
    const withdrawal = withdrawalIn(context, withdrawalId);
    if (withdrawal.status === "absent") return { withdrawalId, playerId: "", assetId: 0, sentUntil: null };
    const { playerId, copy } = withdrawal;
    return { withdrawalId, playerId, assetId: assetIdOf(copy), sentUntil: sentUntilOf(withdrawal) };
  },
  // Sending it in the meantime opens a trade that no confirming admin has seen.
  isStale: ({ withdrawalId, sentUntil = null }: WithdrawalAct, context: ActContext) =>
    sentUntilOf(withdrawalIn(context, withdrawalId)) !== sentUntil,
  needsTwo: () => true,
  essence: ({ withdrawalId }: WithdrawalAct) => ({ withdrawalId }),
  shown: { withdrawalId: z.string(), player: adminPlayerSchema, item: z.string() },
  show: ({ withdrawalId, playerId, assetId }: WithdrawalAct, { person, item }: ActNames) => ({
    withdrawalId,
    player: person(playerId),
    item: item(assetId) ?? String(assetId),
  }),
};

export const withdrawalActs = {
  completeWithdrawal: defineAct({
    ...common,
    kind: "complete_withdrawal",
    endpoint: withdrawalActEndpoints.completeWithdrawal,
    perform: (one, context) => completeWithdrawal(one, decidedOn(one, context, one.withdrawalId)),
    outcome: {
      event: withdrawalDone,
      isOf: ({ withdrawalId }, { payload }) => payload.withdrawalId === withdrawalId,
      needsTwo: ({ payload }) => payload.by !== null,
    },
  }),
  returnWithdrawal: defineAct({
    ...common,
    kind: "return_withdrawal",
    endpoint: withdrawalActEndpoints.returnWithdrawal,
    perform: (one, context) => returnWithdrawal(one, decidedOn(one, context, one.withdrawalId)),
    outcome: {
      event: withdrawalReturned,
      isOf: ({ withdrawalId }, { payload }) => payload.withdrawalId === withdrawalId,
      needsTwo: () => true,
    },
  }),
} as const;
