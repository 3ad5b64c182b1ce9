import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { PAIR_NONCES_MAX } from "#domain/fairness/st1.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import type { History } from "#service/lab/testing/simulation/history.ts";
import { checkHistory } from "#service/lab/testing/simulation/oracles.ts";
import {
  type Action,
  faults,
  type Program,
  programs,
  type Step,
} from "#service/lab/testing/simulation/program.ts";
import { simulate } from "#service/lab/testing/simulation/simulation.ts";
import { FOLLOW_EVENTS_MAX } from "./follow.ts";
import { TURNS_AFTER_RIVAL } from "./writer-options.ts";

/** Runs within `npm test`, and the duration of one on a busy machine. */
const use = { runs: 40, msPerRun: 1_000 };
const STEPS_MAX = 60;
/** Long enough for a deposit to be asked for, approved by two, spent and taken back. */
const DEPOSIT_REVIEW = { least: 60, most: 160 };
const deskUse = { runs: 20, msPerRun: 3_000, shrinks: false };
/** Long enough for fractions of a share to reach a minor unit. */
const MADE_GAMES = { least: 60, most: 120 };
const limitedUse = { runs: 15, msPerRun: 3_000, shrinks: false };
const madeUse = { runs: 12, msPerRun: 3_000, shrinks: false };
/** Each seed draws differently; among this many, the coin shows both faces. */
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed);

// Simulations have a clock of their own; this timeout allows for a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const flip = (player: number, stake: bigint, keyed = false): Action => ({
  do: "flip",
  player,
  side: "rbx",
  stake,
  keyed,
  twice: false,
});
const step = (action: Action, { wait = 0, process = 0 } = {}): Step => ({ wait, process, action });

const played = async (program: Partial<Program>): Promise<History> => {
  const usual: Program = { seed: 0, processes: 1, steps: [], faults: [], heldMaxMs: 5_000 };
  const history = await simulate({ ...usual, ...program });
  checkHistory(history);
  return history;
};

describe("a log of several writers, under any fault of writers and connections,", () => {
  it(
    "holds every command once, gives only true answers, and answers everything in the end",
    () =>
      forAllAsyncIn(propertySettings(use))(programs({ most: STEPS_MAX }), async (program) => {
        checkHistory(await simulate(program));
      }),
    propertyTimeoutMs(use),
  );

  it(
    "credits each deposit once or never, under concurrent reviews, reversals, role changes and suspensions",
    () =>
      forAllAsyncIn(propertySettings(deskUse))(
        programs({ ...DEPOSIT_REVIEW, withDepositReview: true }),
        async (program) => {
          checkHistory(await simulate(program));
        },
      ),
    propertyTimeoutMs(deskUse),
  );

  it(
    "pays creators the edge of every stake to the minor unit, by the terms of its place in the log, and each claim once",
    () =>
      forAllAsyncIn(propertySettings(madeUse))(
        programs({ ...MADE_GAMES, withMadeGames: true }),
        async (program) => {
          checkHistory(await simulate(program));
        },
      ),
    propertyTimeoutMs(madeUse),
  );

  it(
    "takes no stake beyond a limit or within a break, in any order of commands at three processes",
    () =>
      forAllAsyncIn(propertySettings(limitedUse))(
        programs({ ...MADE_GAMES, withLimits: true }),
        async (program) => {
          checkHistory(await simulate({ ...program, processes: 3 }));
        },
      ),
    propertyTimeoutMs(limitedUse),
  );

  it("comes out the same each time, so that a seed reproduces a failure", () =>
    forAllAsyncIn(propertySettings({ runs: 3 }))(programs({ most: STEPS_MAX }), async (program) => {
      const [one, two] = [await simulate(program), await simulate(program)];
      assert.deepEqual(traceOf(one), traceOf(two));
    }));
});

describe("a player who plays for long, under any fault of the writers,", () => {
  const flips = PAIR_NONCES_MAX + 60;
  const longRuns = fc.record({
    seed: fc.integer(),
    processes: fc.integer({ min: 1, max: 2 }),
    faults: fc.array(faults({ exchanges: 60 }), { maxLength: 12, size: "max" }),
  });

  it("has correct snapshots, and a seed pair that ends by itself after its thousand games", () =>
    forAllAsyncIn(propertySettings({ runs: 2 }))(longRuns, async (program) => {
      const steps = Array.from({ length: flips }, (_, i) =>
        step(flip(0, 100n, true), { process: i % 7 === 0 ? 1 : 0, wait: i % 20 === 0 ? 15 : 0 }),
      );
      const { log } = await played({ ...program, steps });
      const rotations = log.events.filter(({ type }) => type === "SeedPairRotated");
      expect(rotations).toHaveLength(1);
      expect(log.snapshots.size).toBeGreaterThan(0);
    }));
});

/** The part of a run that does not depend on redrawn ids. */
const traceOf = ({ log, commands, troubles }: History) => ({
  events: log.events.map(({ stream, type, recorded_at, deltas }) => ({ stream, type, recorded_at, deltas })),
  blocks: log.blocks.map(({ from, to }) => ({ from, to })),
  outcomes: commands.map(({ id, asks }) => [id, asks.map(({ outcome }) => outcome?.kind)]),
  troubles,
});

describe("a command whose reply is lost", () => {
  const stakeOnce = 60_000n;

  it("is found, even when the connection is cut again while it is looked up", async () => {
    for (const seed of SEEDS) {
      const { commands } = await played({
        seed,
        steps: [step(flip(0, stakeOnce))],
        faults: [
          { process: 0, at: 0, kind: "lost after", ms: 0 },
          { process: 0, at: 2, kind: "lost before", ms: 0 },
        ],
      });
      expect(commands[0]?.asks[0]?.outcome).toMatchObject({ kind: "committed", duplicate: false });
    }
  });

  it("is found among more foreign events than are followed at a time", async () => {
    const rivals = Array.from({ length: FOLLOW_EVENTS_MAX + 100 }, (_, i) =>
      step(flip(1 + (i % 3), 100n), { process: 1, wait: i % 60 === 0 ? 30 : 0 }),
    );
    const { commands, log } = await played({
      processes: 2,
      steps: [step(flip(0, stakeOnce)), ...rivals],
      faults: [
        { process: 0, at: 0, kind: "lost after", ms: 0 },
        { process: 0, at: 1, kind: "slow", ms: 6_000 },
      ],
    });
    expect(log.events.length).toBeGreaterThan(FOLLOW_EVENTS_MAX + 6);
    expect(commands[0]?.asks[0]?.outcome).toMatchObject({ kind: "committed", duplicate: false });
  });
});

it("a process that has not heard of its rival's games refuses nothing that they have made possible", async () => {
  const kinds = new Set<string | undefined>();
  for (const seed of SEEDS) {
    const { commands } = await played({
      seed,
      processes: 2,
      steps: [
        // Enough games to end its turns.
        ...Array.from({ length: TURNS_AFTER_RIVAL + 4 }, () => step(flip(0, 100n), { process: 1, wait: 20 })),
        step(flip(0, 90_000n), { process: 0, wait: 40 }),
        step(flip(0, 120_000n), { process: 1, wait: 14 }),
      ],
    });
    kinds.add(commands.at(-1)?.asks[0]?.outcome?.kind);
  }
  expect(kinds).toEqual(new Set(["committed", "refused"]));
});

it("a writer that is stopped during a recovery closes its new connection", async () => {
  await played({
    steps: [step(flip(0, 100n)), step({ do: "stop" })],
    faults: [{ process: 0, at: 0, kind: "lost before", ms: 0 }],
  });
});
