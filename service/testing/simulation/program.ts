import fc from "fast-check";
import type { Side } from "#domain/fairness/st1.ts";
import { FAULT_KINDS, type Fault } from "./faults.ts";

/** Players who are there from the beginning, and those who may come later. */
export const FIRST_PLAYERS = 4;
export const PLAYERS = 7;
export const PROCESSES_MAX = 3;
const FAULTS_MAX = 16;

/** What somebody does. */
export type Action =
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
  /** Where it clashes, the database refuses the identity beside the event. */
  | { readonly do: "register"; readonly player: number; readonly clashes: boolean }
  /** Sends an earlier command again. */
  | { readonly do: "again"; readonly which: number }
  /** Sends something else under an earlier command's id. */
  | { readonly do: "conflict"; readonly which: number }
  | { readonly do: "crash" }
  | { readonly do: "stop" };

/** Those of them that make a command of somebody's. */
export type CommandAction = Extract<Action, { readonly player: number }>;

export interface Step {
  /** Milliseconds since the step before. */
  readonly wait: number;
  /** Which process is asked. */
  readonly process: number;
  readonly action: Action;
}

/** A whole run: everything that happens follows from it. */
export interface Program {
  /** Of latencies, seeds and whatever else is left to chance. */
  readonly seed: number;
  readonly processes: number;
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  /** How long a command is held while the database is away. */
  readonly heldMaxMs: number;
}

/** Mostly the same few, so that commands meet. */
const player = fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 3, arbitrary: fc.nat(PLAYERS - 1) });
/** True so many times out of ten. */
const mostly = (times: number): fc.Arbitrary<boolean> => fc.nat(9).map((n) => n >= 10 - times);
const keyed = mostly(6);
const twice = mostly(2);
const stake = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 100n, max: 2_000n }) },
  // More than half of what players begin with, and more than that: whether it is there depends on games before.
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

/** Most come in bursts, so that batches are large and in flight together. */
const waits = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.nat(400) },
);

/** What may befall a process in its first so many exchanges with the database. */
export const faults = ({ exchanges }: { readonly exchanges: number }): fc.Arbitrary<Fault> =>
  fc.record({
    process: fc.nat(PROCESSES_MAX - 1),
    at: fc.nat(exchanges),
    kind: fc.constantFrom(...FAULT_KINDS),
    ms: fc.oneof(fc.nat(60), fc.integer({ min: 100, max: 1_500 }), fc.integer({ min: 1_500, max: 7_000 })),
  });

/** How long programs are. */
export interface Length {
  readonly least?: number;
  readonly most: number;
}

/** Programs of so many steps, with more faults the longer they are at least. */
export const programs = ({ least = 0, most }: Length): fc.Arbitrary<Program> =>
  fc.record({
    seed: fc.integer(),
    processes: fc.integer({ min: 1, max: PROCESSES_MAX }),
    steps: fc.array(fc.record({ wait: waits, process: fc.nat(PROCESSES_MAX - 1), action: actions }), {
      minLength: least,
      maxLength: most,
      size: "max",
    }),
    faults: fc.array(faults({ exchanges: Math.trunc(most / 2) }), {
      minLength: Math.trunc(least / 12),
      maxLength: FAULTS_MAX,
      size: "max",
    }),
    heldMaxMs: fc.constantFrom(5_000, 300),
  });
