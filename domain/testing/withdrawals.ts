import { playerAccount, USD } from "../accounts/account.ts";
import { assetIdOf, type Copy } from "../accounts/item.ts";
import { depositStreamKind } from "../features/deposits/deposit.ts";
import { depositStream, receivableAccount } from "../features/deposits/events.ts";
import { catalogueStreamKind, reviewValueOf } from "../features/limiteds/catalogue.ts";
import { catalogueStream } from "../features/limiteds/events.ts";
import { purchaseStream } from "../features/purchases/parties.ts";
import { purchaseStreamKind } from "../features/purchases/purchase.ts";
import type { Actor } from "../features/roles/admin.ts";
import { roleMsOf } from "../features/roles/settings.ts";
import { withdrawalStream } from "../features/withdrawals/events.ts";
import { cancelWithdrawal, requestWithdrawal } from "../features/withdrawals/request.ts";
import {
  approveWithdrawal,
  claimWithdrawal,
  type Review,
  rejectWithdrawal,
} from "../features/withdrawals/review.ts";
import { areWithdrawalsOpen, withdrawalThresholdOf } from "../features/withdrawals/settings.ts";
import {
  completeWithdrawal,
  receiveWithdrawn,
  returnWithdrawal,
  seeWithdrawn,
  sendWithdrawal,
} from "../features/withdrawals/trade.ts";
import { type Withdrawal, withdrawalStreamKind } from "../features/withdrawals/withdrawal.ts";
import { actorIn, approves, DEPOSIT, DORA, hats, people, ROOT, requests } from "./deposits.ts";
import { carriedOut, GivenLog } from "./given.ts";
import { catalogued, HAT } from "./items.ts";
import { ALICE, playerIn, registered } from "./players.ts";
import { settingsIn } from "./settings.ts";

export const WITHDRAWAL = "w_1";
export const BOB = "p_bob";
/** A purchase of the hat, where there is one. */
export const PURCHASE = "u_1";

/** Alice has a hat in custody; bob has nothing. */
export function inCustody(): GivenLog {
  const log = new GivenLog();
  log.append([...people, registered(BOB), catalogued]);
  const instances = ["1"];
  return carriedOut(log, requests(hats(1)), approves(ROOT, { instances }), approves(DORA, { instances }));
}

export const withdrawalIn = (log: GivenLog, withdrawalId = WITHDRAWAL): Withdrawal =>
  log.stream(withdrawalStreamKind, withdrawalStream(withdrawalId));

const wayIn = (log: GivenLog, playerId: string) => ({
  player: playerIn(log, playerId),
  owes: -log.holding(receivableAccount(playerId), USD),
  isOpen: areWithdrawalsOpen(settingsIn(log)),
  purchase: log.stream(purchaseStreamKind, purchaseStream(PURCHASE)),
});
const groundIn = (log: GivenLog, withdrawalId: string) => {
  const withdrawal = withdrawalIn(log, withdrawalId);
  const playerId = withdrawal.status === "absent" ? "" : withdrawal.playerId;
  return { withdrawal, at: log.at, ...wayIn(log, playerId) };
};

interface Asked {
  readonly playerId?: string;
  readonly withdrawalId?: string;
  readonly copy?: Copy;
  readonly depositId?: string;
}

/** A player asks for a copy. */
export const asks =
  ({ playerId = ALICE, withdrawalId = WITHDRAWAL, copy = HAT, depositId = DEPOSIT }: Asked = {}) =>
  (log: GivenLog) =>
    requestWithdrawal(
      { playerId, withdrawalId, copy, depositId },
      {
        ...wayIn(log, playerId),
        deposit: log.stream(depositStreamKind, depositStream(depositId)),
        isFree: log.holding(playerAccount(playerId), copy) === 1n,
      },
    );

export const cancels =
  ({ playerId = ALICE, withdrawalId = WITHDRAWAL }: Asked = {}) =>
  (log: GivenLog) =>
    cancelWithdrawal({ withdrawalId, playerId }, withdrawalIn(log, withdrawalId));

const reviews =
  <A>(decide: (review: Review, context: ReturnType<typeof groundIn> & { readonly actor: Actor }) => A) =>
  (actorId: string, withdrawalId = WITHDRAWAL) =>
  (log: GivenLog) =>
    decide({ actorId, withdrawalId }, { ...groundIn(log, withdrawalId), actor: actorIn(log, actorId) });
export const claims = reviews(claimWithdrawal);
export const sends = reviews(sendWithdrawal);
export const rejectsIt = reviews((review, context) =>
  rejectWithdrawal({ ...review, note: "Not you." }, context),
);

export const approvesIt =
  (actorId: string, withdrawalId = WITHDRAWAL) =>
  (log: GivenLog) => {
    const ground = groundIn(log, withdrawalId);
    const { withdrawal } = ground;
    const catalogue = log.stream(catalogueStreamKind, catalogueStream);
    return approveWithdrawal(
      { actorId, withdrawalId },
      {
        ...ground,
        actor: actorIn(log, actorId),
        actorOf: (id) => actorIn(log, id),
        roleMs: roleMsOf(settingsIn(log)),
        value: withdrawal.status === "absent" ? null : reviewValueOf(catalogue, assetIdOf(withdrawal.copy)),
        secondApprovalAbove: withdrawalThresholdOf(settingsIn(log)),
      },
    );
  };

/** The platform shows the copy at somebody. */
export const seen =
  (at: string, { seenAt, withdrawalId = WITHDRAWAL }: { seenAt?: number; withdrawalId?: string } = {}) =>
  (log: GivenLog) =>
    seeWithdrawn({ withdrawalId, at, seenAt: seenAt ?? log.at }, withdrawalIn(log, withdrawalId));

export const receives =
  ({ playerId = ALICE, withdrawalId = WITHDRAWAL }: Asked = {}) =>
  (log: GivenLog) =>
    receiveWithdrawn({ withdrawalId, playerId }, withdrawalIn(log, withdrawalId));

const settles =
  (decide: typeof completeWithdrawal) =>
  (actorId: string, confirmedBy: string | null = null, withdrawalId = WITHDRAWAL) =>
  (log: GivenLog) =>
    decide(
      { withdrawalId, actorId, confirmedBy, reason: "We looked." },
      { actor: actorIn(log, actorId), withdrawal: withdrawalIn(log, withdrawalId) },
    );
export const completes = settles(completeWithdrawal);
export const returns = settles(returnWithdrawal);
