import { expect, it } from "vitest";
import { CHAIN_ANNOUNCE_LEFT, CHAIN_LENGTH } from "#domain/features/game-tables/rules.ts";
import type { OpenRound } from "#projections/features/game-rounds/stored-rounds.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { type RoundKind, RoundKinds } from "./round-kind.ts";
import { GRACE_MS, LOOK_EVERY_MS, RoundWorker } from "./round-worker.ts";

const NOW = Date.parse("2026-01-01T12:00:00.000Z");
const done: Outcome = { kind: "committed", position: 1, answer: {}, duplicate: false };
const away: Outcome = { kind: "unavailable", reason: "database_away", retryAfterMs: 1_000 };
const never = (): never => {
  throw new Error("Nobody asks for this");
};

/** A worker whose time the test sets, and its commands. */
class Bench {
  now = NOW;
  readonly sent: string[] = [];
  readonly troubles: string[] = [];
  readonly due: OpenRound[] = [];
  outcomeOf = (_id: string): Outcome => done;
  readonly beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => this.now);
  readonly #waiting = new Set<{ at: number; work: () => void }>();
  #drawn = 0;
  readonly worker: RoundWorker;

  constructor() {
    const kinds = new RoundKinds();
    kinds.add(this.#kind());
    this.worker = new RoundWorker({
      kinds,
      beacon: this.beacon,
      chains: {
        draw: async () => {
          this.#drawn += 1;
          return { terminal: String(this.#drawn), rows: [] };
        },
      },
      clock: { now: () => this.now, errorMs: 0 },
      reads: { ask: never, reaching: never } as never,
      submit: async ({ commandId }: Submission) => {
        this.sent.push(commandId);
        return this.outcomeOf(commandId);
      },
      scheduler: {
        after: (ms, work) => {
          const one = { at: this.now + ms, work };
          this.#waiting.add(one);
          return () => void this.#waiting.delete(one);
        },
      },
      onTrouble: (_what, error) => void this.troubles.push(error.message),
    });
  }

  #kind(): RoundKind {
    const command = (id: string): Submission => ({
      ...serviceOrigin(this.now),
      commandId: id,
      reads: never,
      decide: never,
    });
    return {
      gameType: "jackpot",
      tables: null as never,
      model: "jackpot-rounds",
      bet: never,
      round: never,
      current: never,
      ended: never,
      due: async (_models, { by, limit, except }) =>
        this.due.filter(({ dueAt, roundId }) => dueAt <= by && !except.includes(roundId)).slice(0, limit),
      drawn: ({ roundId }) => command(`draw_${roundId}`),
      voided: ({ roundId }) => command(`void_${roundId}`),
      proof: never,
    };
  }

  /** Advances the clock, and lets due timers run. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#waiting.delete(next);
      this.now = Math.max(this.now, next.at);
      next.work();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.now = end;
  }

  round(n: number, given: Partial<OpenRound> = {}): OpenRound {
    return {
      gameType: "jackpot",
      gameId: "g",
      currency: "RBX",
      roundId: `r_${n}`,
      dueAt: this.now + 100,
      link: 1,
      chain: 1,
      beacon: { chainHash: this.beacon.chain.chainHash, round: this.beacon.newestRound() },
      voidAt: this.now + 60_000,
      isRunning: false,
      ...given,
    };
  }
}

const announcements = ({ sent }: Bench) => sent.filter((id) => id.startsWith("chain_"));

it("announces a table's next chain once, when the present one is nearly used up", async () => {
  const bench = new Bench();
  const link = CHAIN_LENGTH - CHAIN_ANNOUNCE_LEFT;
  bench.worker.drive(bench.round(1, { link: link - 1 }));
  await bench.pass(1_000);
  expect(bench.sent).toEqual(["draw_r_1"]);
  bench.worker.drive(bench.round(2, { link }));
  await bench.pass(1_000);
  expect(announcements(bench)).toEqual(["chain_jackpot-table:g:RBX_2_1"]);
  bench.worker.drive(bench.round(3, { link: link + 1 }));
  bench.worker.drive(bench.round(4, { link: link + 1, currency: "TIX" }));
  await bench.pass(1_000);
  expect(announcements(bench)).toEqual(["chain_jackpot-table:g:RBX_2_1", "chain_jackpot-table:g:TIX_2_2"]);
});

it("repeats a failed announcement with the next round", async () => {
  const bench = new Bench();
  const link = CHAIN_LENGTH - 1;
  bench.outcomeOf = (id) => (id.startsWith("chain_") ? away : done);
  bench.worker.drive(bench.round(1, { link }));
  await bench.pass(1_000);
  bench.outcomeOf = () => done;
  bench.worker.drive(bench.round(2, { link }));
  await bench.pass(1_000);
  bench.worker.drive(bench.round(3, { link }));
  await bench.pass(1_000);
  expect(announcements(bench)).toHaveLength(2);
});

it("retries a step, and leaves it to the next look-out after a while", async () => {
  const bench = new Bench();
  bench.outcomeOf = () => away;
  bench.worker.drive(bench.round(1));
  await bench.pass(60_000);
  expect(bench.sent.length).toBe(21);
  bench.outcomeOf = () => done;
  bench.due.push(bench.round(1, { dueAt: bench.now }));
  bench.worker.start();
  await bench.pass(LOOK_EVERY_MS + GRACE_MS);
  expect(bench.sent.length).toBe(22);
  await bench.worker.stop();
});

it("waits for a round's beacon, and voids the round when its time is over", async () => {
  const bench = new Bench();
  const later = bench.beacon.newestRound() + 5;
  const beacon = { chainHash: bench.beacon.chain.chainHash, round: later };
  bench.worker.drive(bench.round(1, { beacon }));
  bench.worker.drive(bench.round(2, { beacon: { ...beacon, chainHash: "gone" }, voidAt: bench.now + 3_000 }));
  bench.worker.drive(bench.round(3, { beacon: null, voidAt: bench.now + 2_000 }));
  await bench.pass(2_500);
  expect(bench.sent).toEqual(["void_r_3"]);
  await bench.pass(4_000);
  expect(bench.sent.toSorted()).toEqual(["draw_r_1", "void_r_2", "void_r_3"]);
});

it("finds a neglected round behind a hundred that wait for their beacons or failed", async () => {
  const bench = new Bench();
  const beacon = { chainHash: "gone", round: 1 };
  for (let n = 0; n < 60; n += 1) bench.due.push(bench.round(n, { beacon, voidAt: bench.now + 3_600_000 }));
  for (let n = 60; n < 120; n += 1) bench.due.push(bench.round(n));
  bench.due.push(bench.round(120, { dueAt: bench.now + 101 }));
  const failed: Outcome = { kind: "failed", error: new Error("not drawn") };
  bench.outcomeOf = (id) => (id === "draw_r_120" ? done : failed);
  bench.worker.start();
  await bench.pass(GRACE_MS + 4 * LOOK_EVERY_MS);
  expect(bench.sent).toContain("draw_r_120");
  await bench.worker.stop();
});
