import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { forAllIn } from "../../testing/properties/for-all.ts";
import { COUNTED_KINDS, type CountedKind, WINDOW_NAMES, WINDOWS, type Window } from "./rules.ts";
import {
  NO_PLAY,
  nextFreed,
  type PlayTotals,
  usedOf,
  withDeposit,
  withPayout,
  withStake,
} from "./windows.ts";

/** A counted amount, with its time. */
interface Told {
  readonly kind: CountedKind;
  readonly at: number;
  readonly amount: bigint;
}

/** The sum by definition: every amount until its slot is as old as the window. */
function bySlots(told: readonly Told[], kind: CountedKind, window: Window, at: number): bigint {
  const { slotMs, spanMs } = WINDOWS[window];
  return told
    .filter((one) => one.kind === kind && at < (Math.floor(one.at / slotMs) + 1) * slotMs + spanMs)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

const STEPS = [0, 1, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 7 * HOUR_MS, 26 * HOUR_MS, 8 * 24 * HOUR_MS] as const;
const step = fc.record({
  after: fc.oneof(fc.constantFrom(...STEPS), fc.nat(3 * HOUR_MS)),
  what: fc.constantFrom("flip" as const, "open" as const, "end" as const, "deposit" as const),
  stake: fc.bigInt(1n, 1_000n),
  payout: fc.bigInt(0n, 2_000n),
});
const histories = fc.array(step, { maxLength: 60, size: "max" });
/** Each time. A run of 100,000: `npm run test:properties -- --runs 100000 responsible-play/windows`. */
const numRuns = Math.max(500, fc.readConfigureGlobal().numRuns ?? 0);
const timeoutMs = Math.max(60_000, 5 * numRuns);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Played {
  readonly play: PlayTotals;
  readonly told: readonly Told[];
  readonly open: readonly { readonly id: string; readonly at: number }[];
  readonly at: number;
}

function next(
  { play, told, open, at: before }: Played,
  { after, what, stake, payout }: Step,
  n: number,
): Played {
  const at = before + after;
  const id = `b_${n}`;
  const wager = { kind: "wager", at, amount: stake } as const;
  switch (what) {
    case "flip": {
      const facts = [...told, wager, { kind: "loss", at, amount: stake - payout } as const];
      return { play: withStake(play, at, { stake, payout }), told: facts, open, at };
    }
    case "open": {
      const facts = [...told, wager, { kind: "loss", at, amount: stake } as const];
      return { play: withStake(play, at, { stake, id }), told: facts, open: [...open, { id, at }], at };
    }
    case "end": {
      const [first, ...rest] = open;
      if (first === undefined) return { play, told, open, at };
      const facts = [...told, { kind: "loss", at: first.at, amount: -payout } as const];
      return { play: withPayout(play, at, { id: first.id, payout }), told: facts, open: rest, at };
    }
    case "deposit": {
      const facts = [...told, { kind: "deposit", at, amount: stake } as const];
      return { play: withDeposit(play, at, { id, amount: stake }), told: facts, open, at };
    }
  }
}

const BEGINNING: Played = { play: NO_PLAY, told: [], open: [], at: 1_767_225_600_000 };
/** @param done number of steps before */
const played = (steps: readonly Step[], from = BEGINNING, done = 0): Played =>
  steps.reduce<Played>((before, step, n) => next(before, step, done + n), from);

function expectRecounted({ play, told, at }: Played, later: number): void {
  for (const kind of COUNTED_KINDS)
    for (const window of WINDOW_NAMES)
      expect(usedOf(play, { kind, window, at: at + later })).toBe(bySlots(told, kind, window, at + later));
}

describe("the windows of limits", () => {
  it("equal a recount by their definition, at any instant", { timeout: timeoutMs }, () => {
    forAllIn({ numRuns })(histories, fc.nat(40 * 24 * HOUR_MS), fc.nat(60), (steps, later, cut) => {
      // Half-way too, so that a cached sum of then would be noticed at the end.
      const half = played(steps.slice(0, cut));
      expectRecounted(half, later);
      expectRecounted(played(steps.slice(cut), half, cut), later);
    });
  });

  it("never count less than was wagered within the true window, and free it to the millisecond", {
    timeout: timeoutMs,
  }, () => {
    forAllIn({ numRuns })(histories, fc.constantFrom(...WINDOW_NAMES), (steps, window) => {
      const { play, told, at } = played(steps);
      const truly = told
        .filter((one) => one.kind === "wager" && at - one.at < WINDOWS[window].spanMs)
        .reduce((sum, { amount }) => sum + amount, 0n);
      const used = usedOf(play, { kind: "wager", window, at });
      expect(used).toBeGreaterThanOrEqual(truly);
      const freed = nextFreed(play, { kind: "wager", window, at });
      if (freed === null) {
        expect(used).toBe(0n);
        return;
      }
      expect(usedOf(play, { kind: "wager", window, at: freed.at - 1 })).toBe(used);
      expect(usedOf(play, { kind: "wager", window, at: freed.at })).toBe(used - freed.amount);
    });
  });
});
