import { house, playerAccount, USD } from "../accounts/account.ts";
import { type AskedCashout, type Cashout, cashoutStreamKind } from "../features/cashouts/cashout.ts";
import { cashoutStream } from "../features/cashouts/events.ts";
import { beginPayout, type ObservePayout, observePayout } from "../features/cashouts/payout.ts";
import { cancelCashout, requestCashout } from "../features/cashouts/request.ts";
import { approveCashout, claimCashout, type Review, rejectCashout } from "../features/cashouts/review.ts";
import { addressMsOf, arePayoutsOpen, cashoutThresholdOf } from "../features/cashouts/settings.ts";
import { receivableAccount } from "../features/deposits/events.ts";
import { roleMsOf } from "../features/roles/settings.ts";
import type { NewEvent } from "../kernel/events/event.ts";
import { invariant } from "../kernel/invariant.ts";
import { minor } from "../kernel/money.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { move } from "../ledger/posting.ts";
import { actorIn } from "./deposits.ts";
import type { GivenLog } from "./given.ts";
import { ALICE, playerIn } from "./players.ts";
import { settingsIn } from "./settings.ts";

export const CASHOUT = "co_1";
/** How long an address is new, unless admins set that otherwise. */
export const NEW_TARGET_MS = 72 * HOUR_MS;

/** Somebody has earned dollars, by whatever. @param amount as text */
export const earned = (amount: string, playerId = ALICE): NewEvent => ({
  type: "Earned",
  schemaVersion: 1,
  stream: "test:1",
  payload: {},
  postings: move({ from: house, to: playerAccount(playerId), asset: USD, amount: minor(amount) }),
});

/** A payment was taken back from a player who has nothing left: cents are owed. */
export const owing = (amount: string, playerId = ALICE): NewEvent => ({
  ...earned(amount),
  postings: move({ from: receivableAccount(playerId), to: house, asset: USD, amount: minor(amount) }),
});

export const usdOf = (log: GivenLog, playerId = ALICE) => log.holding(playerAccount(playerId), USD);
const owesIn = (log: GivenLog, playerId: string) => -log.holding(receivableAccount(playerId), USD);

export const cashoutIn = (log: GivenLog, cashoutId = CASHOUT): Cashout =>
  log.stream(cashoutStreamKind, cashoutStream(cashoutId));
export function askedIn(log: GivenLog, cashoutId = CASHOUT): AskedCashout {
  const cashout = cashoutIn(log, cashoutId);
  invariant(cashout.status !== "absent", "it was asked for");
  return cashout;
}

const groundIn = (log: GivenLog, cashoutId: string) => {
  const cashout = cashoutIn(log, cashoutId);
  const owes = cashout.status === "absent" ? 0n : owesIn(log, cashout.playerId);
  return { cashout, owes, at: log.at, isOpen: arePayoutsOpen(settingsIn(log)) };
};

interface Asked {
  readonly playerId?: string;
  readonly cashoutId?: string;
  readonly targetId?: string;
}

/** A player asks for a cash-out. @param amount as text */
export const asks =
  (amount: string, { playerId = ALICE, cashoutId = CASHOUT, targetId = "ct_1" }: Asked = {}) =>
  (log: GivenLog) =>
    requestCashout(
      { cashoutId, playerId, targetId, amount: minor(amount) },
      {
        player: playerIn(log, playerId),
        has: usdOf(log, playerId),
        owes: owesIn(log, playerId),
        at: log.at,
        isOpen: arePayoutsOpen(settingsIn(log)),
        addressMs: addressMsOf(settingsIn(log)),
      },
    );

export const cancels =
  ({ playerId = ALICE, cashoutId = CASHOUT }: Asked = {}) =>
  (log: GivenLog) =>
    cancelCashout({ cashoutId, playerId }, groundIn(log, cashoutId));

const reviewIn = (log: GivenLog, actorId: string, cashoutId: string) => ({
  ...groundIn(log, cashoutId),
  actor: actorIn(log, actorId),
  actorOf: (id: string) => actorIn(log, id),
  roleMs: roleMsOf(settingsIn(log)),
  secondApprovalAbove: cashoutThresholdOf(settingsIn(log)),
});
const reviews =
  <A>(decide: (review: Review, context: ReturnType<typeof reviewIn>) => A) =>
  (actorId: string, cashoutId = CASHOUT) =>
  (log: GivenLog) =>
    decide({ actorId, cashoutId }, reviewIn(log, actorId, cashoutId));
export const claims = reviews(claimCashout);
export const approves = reviews(approveCashout);
export const rejects = reviews((review, context) =>
  rejectCashout({ ...review, note: "Not yours." }, context),
);

export const begins =
  (cashoutId = CASHOUT) =>
  (log: GivenLog) =>
    beginPayout(
      { cashoutId, provider: "paypal" },
      { ...groundIn(log, cashoutId), actorOf: (id) => actorIn(log, id) },
    );

export const observes =
  (
    outcome: ObservePayout["outcome"],
    { fee = 25n, cashoutId = CASHOUT, amount = null as bigint | null } = {},
  ) =>
  (log: GivenLog) =>
    observePayout(
      { cashoutId, provider: "paypal", reference: "B1", outcome, amount, fee },
      groundIn(log, cashoutId),
    );

/** The address of a cash-out has become old enough. */
export const waited = (log: GivenLog): GivenLog => Object.assign(log, { at: log.at + NEW_TARGET_MS });
