import fc from "fast-check";
import type { Role } from "#domain/features/roles/rules.ts";
import { COPIES } from "#service/lab/testing/simulation/copies.ts";
import {
  FIRST_PLAYERS,
  GRANTED_ADMIN,
  LISTED_ADMIN,
  mostly,
  type Sent,
} from "#service/lab/testing/simulation/people.ts";

interface OnDeposit extends Sent {
  /** How many were reported after the deposit meant. */
  readonly deposit: number;
}

/** An admin handles a deposit, or its player cancels it. */
export type ReviewAction =
  | (OnDeposit & { readonly do: "claim" | "reject" | "cancel" | "reverse" | "write off" })
  | (OnDeposit & {
      readonly do: "approve";
      /** By their places among all copies, or their number; null for an amount. */
      readonly copies: readonly number[] | "as wanted" | null;
    });

/** Someone requests a deposit, handles one, or changes a player's rights. */
export type DepositReviewAction =
  | ReviewAction
  | (Sent & { readonly do: "request"; readonly asset: "rbx" | "tix"; readonly amount: bigint })
  | (Sent & { readonly do: "request items"; readonly quantity: number })
  | (Sent & { readonly do: "grant" | "revoke"; readonly whom: number; readonly role: Role })
  | (Sent & { readonly do: "suspend" | "lift"; readonly whom: number })
  /** Of the newest open proposal. */
  | (Sent & { readonly do: "confirm" });

type Do = { readonly do: string };
const REQUESTS: ReadonlySet<string> = new Set<DepositReviewAction["do"]>(["request", "request items"]);
const REVIEWS: ReadonlySet<string> = new Set<DepositReviewAction["do"]>([
  "claim",
  "approve",
  "reject",
  "cancel",
  "reverse",
  "write off",
]);
const ROLES: ReadonlySet<string> = new Set<DepositReviewAction["do"]>([
  "grant",
  "revoke",
  "suspend",
  "lift",
  "confirm",
]);
export const isRequest = (
  action: Do,
): action is Extract<DepositReviewAction, { do: "request" | "request items" }> => REQUESTS.has(action.do);
export const isReview = (action: Do): action is ReviewAction => REVIEWS.has(action.do);
export const isDepositReview = (action: Do): action is DepositReviewAction =>
  isRequest(action) || isReview(action) || ROLES.has(action.do);

/** Two people handle deposits at once, at two processes. */
export interface DuelAction {
  readonly do: "duel";
  readonly one: ReviewAction;
  readonly other: ReviewAction;
}

/** A daily sum above this needs two admins, in minor units. */
export const SECOND_ABOVE = 450_000n;
/** Actions concern recently reported deposits. */
const DEPOSITS = 4;

const sent = { keyed: mostly(7), twice: mostly(2) };
const admins = fc.constantFrom(GRANTED_ADMIN, LISTED_ADMIN);
/** Mostly those who may. */
const admin = fc.oneof({ weight: 7, arbitrary: admins }, { weight: 1, arbitrary: fc.nat(FIRST_PLAYERS - 1) });
/** Mostly the same, who also play: so a player has several deposits, and now and then several debts. */
const requester = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.nat(FIRST_PLAYERS - 1) },
);

const by = { player: admin, ...sent, deposit: fc.nat(DEPOSITS - 1) };
const approval = fc.record({
  do: fc.constant("approve" as const),
  ...by,
  copies: fc.oneof(
    { weight: 6, arbitrary: fc.constant("as wanted" as const) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat(COPIES - 1), { minLength: 1, maxLength: 3 }) },
  ),
});
const rest = fc.record({ do: fc.constantFrom("claim", "reject", "write off", "write off"), ...by });
const reversal = fc.record({ do: fc.constant("reverse" as const), ...by });
const cancellation = fc.record({
  do: fc.constant("cancel" as const),
  ...sent,
  player: requester,
  deposit: fc.nat(DEPOSITS - 1),
});
const review: fc.Arbitrary<ReviewAction> = fc.oneof(
  { weight: 8, arbitrary: approval },
  { weight: 4, arbitrary: rest },
  { weight: 2, arbitrary: reversal },
);

const duel = fc.tuple(review, review, fc.boolean()).map(
  ([one, other, isRace]): DuelAction => ({
    do: "duel",
    one: { ...one, player: isRace ? GRANTED_ADMIN : one.player },
    other: { ...other, player: isRace ? LISTED_ADMIN : other.player, deposit: one.deposit },
  }),
);

/** A player cancels a deposit while an admin handles it. */
const overtaken = fc.tuple(cancellation, fc.oneof(approval, rest)).map(
  ([one, other]): DuelAction => ({
    do: "duel",
    one: { ...one, player: 0 },
    other: { ...other, player: LISTED_ADMIN, deposit: one.deposit },
  }),
);

/** Two deposits are reversed at once: if one player has spent them, there are two debts. */
const reversals = fc.tuple(reversal, reversal).map(
  ([one, other]): DuelAction => ({
    do: "duel",
    one: { ...one, player: LISTED_ADMIN, deposit: 0 },
    other: { ...other, player: LISTED_ADMIN, deposit: 1 },
  }),
);

const amount = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 80_000n, max: 150_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 150_000n, max: 300_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(SECOND_ABOVE, SECOND_ABOVE + 1n) },
);
const whom = fc.oneof(
  { weight: 2, arbitrary: fc.nat(1) },
  { weight: 1, arbitrary: fc.nat(FIRST_PLAYERS - 1) },
);
const upon = { player: admin, ...sent, whom };

/** Actions in deposit review: mostly requests for deposits, and their handling. */
export const depositReviewActions: fc.Arbitrary<DepositReviewAction | DuelAction> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("request" as const),
      player: requester,
      ...sent,
      asset: fc.constantFrom("rbx" as const, "rbx" as const, "rbx" as const, "tix" as const),
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("request items" as const),
      player: requester,
      ...sent,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 18, arbitrary: review },
  { weight: 6, arbitrary: duel },
  { weight: 3, arbitrary: reversals },
  { weight: 1, arbitrary: cancellation },
  { weight: 1, arbitrary: overtaken },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("grant", "grant", "revoke"),
      ...upon,
      role: fc.constantFrom<Role>("admin", "admin", "moderator"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("confirm" as const), player: admin, ...sent }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("suspend", "lift", "lift", "lift", "lift"), ...upon }),
  },
);
