import { expect, test } from "vitest";
import { DatabaseClock } from "./database-clock.ts";

test("the rounds' clock shows whole milliseconds and never goes back, whatever its clocks do", async () => {
  let passed = 10.7;
  let database = 1_795_392_361_299.6519;
  const clock = new DatabaseClock({
    sql: { query: (async () => [{ now: database }]) as never },
    scheduler: { after: () => () => undefined },
    onTrouble: () => undefined,
    monotonic: () => passed,
  });
  const told: number[] = [];
  for (const [step, ahead] of [
    [0.3, 0],
    [250.9, 4_000.25],
    [0.6, -9_000.5],
    [700.1, 12.75],
  ] as const) {
    passed += step;
    database += step + ahead;
    await clock.probe();
    told.push(clock.now());
  }
  expect(told.every(Number.isInteger)).toBe(true);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});

/** A clock between a monotonic and a database's, both set by the test. */
class Bench {
  monotonic = 1_000;
  /** How far the database's clock is ahead of the monotonic one. */
  ahead = 500_000;
  /** Durations of the next answers. */
  delays: number[] = [];
  isAway = false;
  readonly troubles: string[] = [];
  readonly waits: { readonly ms: number; readonly work: () => void }[] = [];
  readonly clock = new DatabaseClock({
    sql: { query: (() => this.#asked()) as never },
    scheduler: {
      after: (ms, work) => {
        this.waits.push({ ms, work });
        return () => void this.waits.splice(0);
      },
    },
    onTrouble: (what) => void this.troubles.push(what),
    monotonic: () => this.monotonic,
  });

  async #asked() {
    if (this.isAway) throw new Error("connection refused");
    const delay = this.delays.shift() ?? 0;
    this.monotonic += delay / 2;
    const now = this.monotonic + this.ahead;
    this.monotonic += delay / 2;
    return [{ now }];
  }
}

test("the rounds' clock has an infinite error before the database's first answer, and a growing one while it is away", async () => {
  const bench = new Bench();
  expect(bench.clock.errorMs).toBe(Number.POSITIVE_INFINITY);
  bench.delays = [2, 2, 2, 2, 2];
  await bench.clock.probe();
  expect(bench.clock.errorMs).toBeGreaterThanOrEqual(1);
  expect(bench.clock.errorMs).toBeLessThan(3);
  bench.isAway = true;
  bench.monotonic += 600_000;
  await bench.clock.probe();
  expect(bench.troubles).toEqual(["the database's clock could not be read"]);
  expect(bench.clock.now()).toBe(bench.monotonic + 500_000);
  // Two quartz clocks diverge by up to 60 ms in ten minutes: too much for bets.
  expect(bench.clock.errorMs).toBeGreaterThan(60);
});

test("the rounds' clock uses the quickest of five answers", async () => {
  const bench = new Bench();
  bench.delays = [400, 90, 4, 250, 800];
  await bench.clock.probe();
  expect(bench.clock.errorMs).toBeGreaterThanOrEqual(2);
  expect(bench.clock.errorMs).toBeLessThan(4);
  expect(bench.delays).toEqual([]);
});

test("the rounds' clock moves slowly towards a database's that is a little off, either way", async () => {
  for (const off of [400, -400]) {
    const bench = new Bench();
    await bench.clock.probe();
    const before = bench.clock.now();
    bench.ahead += off;
    await bench.clock.probe();
    expect(bench.clock.now()).toBe(before);
    expect(bench.clock.errorMs).toBeGreaterThanOrEqual(399);
    bench.monotonic += 10_000;
    expect(bench.clock.now() - before).toBe(10_000 + Math.sign(off) * 100);
    bench.monotonic += 90_000;
    expect(bench.clock.now()).toBe(bench.monotonic + bench.ahead);
    expect(bench.clock.errorMs).toBeLessThan(25);
  }
});

test("a database's clock that jumps ten seconds takes the rounds' clock forward, and never back", async () => {
  const bench = new Bench();
  await bench.clock.probe();
  bench.ahead += 10_000;
  await bench.clock.probe();
  expect(bench.clock.now()).toBe(bench.monotonic + bench.ahead);
  expect(bench.clock.errorMs).toBeLessThan(25);
  const before = bench.clock.now();
  bench.ahead -= 10_000;
  await bench.clock.probe();
  expect(bench.clock.now()).toBeGreaterThanOrEqual(before);
  bench.monotonic += 1_000;
  expect(bench.clock.now() - before).toBe(990);
  // Too uncertain for bets until the database's clock is right again.
  expect(bench.clock.errorMs).toBeGreaterThan(9_900);
});

test("the rounds' clock asks again every half minute until it is stopped", async () => {
  const bench = new Bench();
  await bench.clock.start();
  expect(bench.waits.map(({ ms }) => ms)).toEqual([30_000]);
  bench.ahead += 100;
  bench.waits.shift()?.work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(bench.waits).toHaveLength(1);
  expect(bench.clock.errorMs).toBeGreaterThan(90);
  await bench.clock.stop();
  expect(bench.waits).toHaveLength(0);
});
