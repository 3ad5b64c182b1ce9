import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "#service/db/errors.ts";
import { NotTakenError } from "./play/players.ts";
import { Latencies } from "./report/latencies.ts";
import type { ProcessorTime } from "./report/processor-time.ts";

/** Does one thing and resolves when it is done. */
export type Work = () => Promise<unknown>;

/** The result of a period of load: a rate per second, and how long each request took, in milliseconds. */
export interface Loaded {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

/** Summarises a measurement of some seconds. @throws when nothing was done, which is a fault, not a rate */
export function loadedOf(latencies: Latencies, seconds: number): Loaded {
  if (latencies.count === 0) throw new Error(`In ${seconds.toFixed(1)} s nothing was done`);
  const [p50 = 0, p99 = 0] = latencies.at(0.5, 0.99);
  return { rate: latencies.count / seconds, p50, p99 };
}

/** Durations of warm-up and measurement, in milliseconds, and the meter of processor time. */
export interface Span {
  readonly warmMs: number;
  readonly measureMs: number;
  readonly processor?: ProcessorTime;
}

/** Callers, each of whom does one thing after another without a pause. */
export class ClosedLoop {
  readonly #callers: Promise<void>[] = [];
  #latencies = new Latencies();
  #running = true;
  #failure: Error | null = null;

  /** Starts a caller for each piece of work. */
  constructor(works: readonly Work[]) {
    for (const work of works) this.#callers.push(this.#call(work));
  }

  /** Warms up, then measures. @throws a caller's error */
  async measure({ warmMs, measureMs, processor }: Span): Promise<Loaded> {
    await sleep(warmMs);
    await processor?.begin();
    const latencies = new Latencies();
    this.#latencies = latencies;
    const began = performance.now();
    await sleep(measureMs);
    const seconds = (performance.now() - began) / 1_000;
    this.#latencies = new Latencies();
    await processor?.end();
    if (this.#failure !== null) throw this.#failure;
    return { ...loadedOf(latencies, seconds), ...processor?.each(latencies.count) };
  }

  /** Ends after the work under way. @throws a caller's error */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#callers);
    if (this.#failure !== null) throw this.#failure;
  }

  async #call(work: Work): Promise<void> {
    try {
      while (this.#running) {
        const began = performance.now();
        await work();
        this.#latencies.add(performance.now() - began);
      }
    } catch (error) {
      this.#failure ??= asError(error);
      this.#running = false;
    }
  }
}

/** Runs a closed loop from start to end, with a caller for each piece of work. */
export async function closedLoopOf(works: readonly Work[], span: Span): Promise<Loaded> {
  const loop = new ClosedLoop(works);
  try {
    return await loop.measure(span);
  } finally {
    await loop.stop();
  }
}

/** The same with callers who all do one thing. */
export const closedLoop = (
  work: Work,
  { callers, ...span }: Span & { readonly callers: number },
): Promise<Loaded> =>
  closedLoopOf(
    Array.from({ length: callers }, () => work),
    span,
  );

/** The median latency of one caller in a closed loop, in milliseconds. */
export const p50Of = async (ask: Work, { warmMs, measureMs }: Span): Promise<number> =>
  (await closedLoopOf([ask], { warmMs, measureMs })).p50;

/** Interval at which an open loop starts due work, in milliseconds. */
const TICK_MS = 1;

export interface OpenLoaded extends Loaded {
  /** How many were refused because too many were waiting. */
  readonly turnedAway: number;
}

/**
 * Starts work at a fixed rate, whether or not earlier work has ended. Latencies count from the scheduled start, so a
 * late start counts too; refused work counts with the longest possible wait.
 */
export async function openLoop(
  work: Work,
  { rate, warmMs, measureMs }: { readonly rate: number; readonly warmMs: number; readonly measureMs: number },
): Promise<OpenLoaded> {
  const latencies = new Latencies();
  let open = 0;
  const began = performance.now();
  const endsMs = warmMs + measureMs;
  let turnedAway = 0;
  let doneInTime = 0;
  let failure: Error | null = null;
  const one = async (dueMs: number): Promise<void> => {
    let wasTaken = true;
    open += 1;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NotTakenError)) failure ??= asError(error);
      wasTaken = false;
      turnedAway += 1;
    }
    open -= 1;
    if (dueMs < warmMs) return;
    const nowMs = performance.now() - began;
    latencies.add(wasTaken ? nowMs - dueMs : endsMs);
    if (wasTaken && nowMs <= endsMs) doneInTime += 1;
  };
  for (let sent = 0; performance.now() - began < endsMs && failure === null; ) {
    const due = Math.floor(((performance.now() - began) * rate) / 1_000);
    for (; sent < due; sent += 1) void one((sent * 1_000) / rate);
    await sleep(TICK_MS);
  }
  while (open > 0) await sleep(TICK_MS);
  if (failure !== null) throw failure;
  const [p50 = 0, p99 = 0] = latencies.at(0.5, 0.99);
  return { rate: (doneInTime * 1_000) / measureMs, p50, p99, turnedAway };
}
