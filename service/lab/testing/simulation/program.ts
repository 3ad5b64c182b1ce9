import fc from "fast-check";
import type { Side } from "#domain/fairness/st1.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { COPIES, FIRST_COPIES } from "./copies.ts";
import { FAULT_KINDS, type Fault } from "./database/faults.ts";
import {
  type DepositReviewAction,
  type DuelAction,
  depositReviewActions,
} from "./deposit-review/deposit-review-actions.ts";
import { FIRST_PLAYERS, mostly, PLAYERS } from "./people.ts";
import { type PlayRuleAction, playRuleActions } from "./play-rules.ts";
import { type UserGameAction, userGameActions } from "./user-games.ts";

export const PROCESSES_MAX = 3;
const FAULTS_MAX = 16;

/** An action with items, or in a coinflip with others. */
export type GameAction =
  | {
      readonly do: "open";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      readonly side: Side;
      /** By their places among all copies; none for an amount of a currency. */
      readonly copies: readonly number[];
      readonly stake: bigint;
      /** How long others may join, in milliseconds. */
      readonly openMs: number;
    }
  | {
      readonly do: "join";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      /** How many games were requested after the one meant. */
      readonly game: number;
      readonly copies: readonly number[];
    }
  | {
      readonly do: "cancel";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      readonly game: number;
    }
  | {
      readonly do: "bot";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      readonly side: Side;
      readonly copies: readonly number[];
    }
  /** The platform lists these copies in a player's inventory, and in no other, or in another one. */
  | {
      readonly do: "sync";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      readonly copies: readonly number[];
      readonly holder: number | null;
    }
  /** The platform changes every item's value. */
  | {
      readonly do: "value";
      readonly player: number;
      readonly keyed: boolean;
      readonly twice: boolean;
      readonly value: bigint;
    };

/** An action. */
export type Action =
  | GameAction
  | DepositReviewAction
  | UserGameAction
  | PlayRuleAction
  | DuelAction
  | {
      readonly do: "flip";
      readonly player: number;
      readonly side: Side;
      readonly stake: bigint;
      readonly keyed: boolean;
      /** Sent twice at once, the second time to another process. */
      readonly twice: boolean;
    }
  | { readonly do: "rotate"; readonly player: number; readonly keyed: boolean; readonly twice: boolean }
  /** If it clashes, the database refuses the identity beside the event. */
  | { readonly do: "register"; readonly player: number; readonly clashes: boolean }
  /** Sends an earlier command again. */
  | { readonly do: "again"; readonly which: number }
  /** Sends another request under an earlier command's id. */
  | { readonly do: "conflict"; readonly which: number }
  /** Rounds are published and deadlines pass: waiting games end, at two processes at once. */
  | { readonly do: "settle" }
  /** A day is over for games that wait for their rounds: one process gives them up while another has the round. */
  | { readonly do: "give_up" }
  | { readonly do: "crash" }
  | { readonly do: "stop" };

/** The actions that make a command. */
export type CommandAction = Extract<Action, { readonly player: number }>;

export interface Step {
  /** Milliseconds since the step before. */
  readonly wait: number;
  /** The process asked. */
  readonly process: number;
  readonly action: Action;
}

/** A whole run, fully determined. */
export interface Program {
  /** The seed of latencies, server seeds and everything else left to chance. */
  readonly seed: number;
  readonly processes: number;
  /** Whether there are items, and games between players to end. */
  readonly withGames?: boolean;
  /** Whether there are deposits, and admins who handle them. */
  readonly withDepositReview?: boolean;
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  /** How long a command is held while the database is away. */
  readonly heldMaxMs: number;
}

/** Mostly the same few, so that commands meet. */
const player = fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 3, arbitrary: fc.nat(PLAYERS - 1) });
const keyed = mostly(6);
const twice = mostly(2);
const stake = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 100n, max: 2_000n }) },
  // More than half of the starting balance, and more than all of it: earlier games decide whether it is covered.
  { weight: 5, arbitrary: fc.bigInt({ min: 20_000n, max: 160_000n }) },
);

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constant("flip" as const),
      player,
      side: fc.constantFrom<Side>("rbx", "tix"),
      stake,
      keyed,
      twice,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("rotate" as const), player, keyed, twice }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("register" as const),
      player: fc.integer({ min: FIRST_PLAYERS, max: PLAYERS - 1 }),
      clashes: twice,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("again" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("conflict" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: "crash" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "stop" as const }) },
);

/** Recently opened games are joined. */
const GAMES = 3;
const game = fc.nat(GAMES - 1);
const sides = fc.constantFrom<Side>("rbx", "tix");
/** Two who have all items at the start, and now and then another. */
const collector = fc.oneof(
  { weight: 5, arbitrary: fc.nat(1) },
  { weight: 1, arbitrary: fc.nat(FIRST_PLAYERS - 1) },
);
const by = { player: collector, keyed, twice };

/** Actions with a number of copies, weighted against those with a currency. */
function gamesWith(count: number, times: number): fc.Arbitrary<Action> {
  const copies = fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: 2 });
  const bet = fc.oneof({ weight: 1, arbitrary: copies }, { weight: times, arbitrary: fc.constant([]) });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({ do: "settle" as const }) },
    { weight: 2, arbitrary: fc.constant({ do: "give_up" as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("sync" as const),
        ...by,
        copies: fc.subarray(Array.from({ length: FIRST_COPIES }, (_, place) => place)),
        holder: fc.option(fc.nat(FIRST_PLAYERS - 1), { freq: 2 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("open" as const),
        ...by,
        side: sides,
        copies: bet,
        stake: fc.bigInt({ min: 50n, max: 30_000n }),
        openMs: fc.constantFrom(DAY_MS, DAY_MS, 200, 30),
      }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant("join" as const), ...by, game, copies: bet }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), ...by, game }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("bot" as const), ...by, side: sides, copies }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("value" as const),
        ...by,
        value: fc.bigInt({ min: 1_000n, max: 6_000_000n }),
      }),
    },
  );
}

/** Most come in bursts, so that batches are large and in flight together. */
const waits = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.nat(400) },
);

/** Possible faults of a process in its first exchanges with the database. */
export const faults = ({ exchanges }: { readonly exchanges: number }): fc.Arbitrary<Fault> =>
  fc.record({
    process: fc.nat(PROCESSES_MAX - 1),
    at: fc.nat(exchanges),
    kind: fc.constantFrom(...FAULT_KINDS),
    ms: fc.oneof(fc.nat(60), fc.integer({ min: 100, max: 1_500 }), fc.integer({ min: 1_500, max: 7_000 })),
  });

const games = fc.oneof(
  { weight: 1, arbitrary: actions },
  { weight: 2, arbitrary: gamesWith(FIRST_COPIES, 1) },
  { weight: 2, arbitrary: userGameActions },
);
/** Depositors stake much of what they have: some of it is gone when a deposit is reversed. */
const spending = fc.record({
  do: fc.constant("flip" as const),
  player: fc.constantFrom(0, 0, 1),
  side: fc.constantFrom<Side>("rbx", "rbx", "rbx", "tix"),
  stake: fc.bigInt({ min: 20_000n, max: 150_000n }),
  keyed,
  twice,
});
const depositReview = fc.oneof(
  { weight: 3, arbitrary: actions },
  { weight: 5, arbitrary: gamesWith(COPIES, 3) },
  { weight: 4, arbitrary: userGameActions },
  { weight: 8, arbitrary: spending },
  { weight: 14, arbitrary: depositReviewActions },
);
const madeGames = fc.oneof({ weight: 1, arbitrary: actions }, { weight: 5, arbitrary: userGameActions });
/** Many stakes of few players, each now and then above a limit. */
const limited = fc.oneof(
  { weight: 6, arbitrary: actions },
  { weight: 4, arbitrary: gamesWith(FIRST_COPIES, 3) },
  { weight: 2, arbitrary: userGameActions },
  { weight: 5, arbitrary: playRuleActions },
);
function everything({
  withGames,
  withDepositReview,
  withMadeGames,
  withLimits,
}: Length): fc.Arbitrary<Action> {
  if (withLimits) return limited;
  return withMadeGames ? madeGames : withDepositReview ? depositReview : withGames ? games : actions;
}

/** Length and ingredients of programs. */
export interface Length {
  readonly least?: number;
  readonly most: number;
  /** Whether people also play for items and with each other. */
  readonly withGames?: boolean;
  /** Whether they also deposit, and admins handle that. */
  readonly withDepositReview?: boolean;
  /** Whether they mostly play player-made games. */
  readonly withMadeGames?: boolean;
  /** Whether they also limit their own play and take breaks. */
  readonly withLimits?: boolean;
}

/** Programs of a number of steps, with more faults the longer they are. */
export const programs = (length: Length): fc.Arbitrary<Program> => {
  const { least = 0, most, withGames = false, withDepositReview = false, withLimits = false } = length;
  return fc.record({
    seed: fc.integer(),
    processes: fc.integer({ min: 1, max: PROCESSES_MAX }),
    withGames: fc.constant(withGames || withDepositReview || withLimits),
    withDepositReview: fc.constant(withDepositReview),
    steps: fc.array(
      fc.record({ wait: waits, process: fc.nat(PROCESSES_MAX - 1), action: everything(length) }),
      { minLength: least, maxLength: most, size: "max" },
    ),
    faults: fc.array(faults({ exchanges: Math.trunc(most / 2) }), {
      minLength: Math.trunc(least / 12),
      maxLength: FAULTS_MAX,
      size: "max",
    }),
    heldMaxMs: fc.constantFrom(5_000, 300),
  });
};
