import { randomUUID } from "node:crypto";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { ProjectionRuntime } from "#projections/kernel/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify } from "#service/db/errors.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { Bettors } from "#service/lab/bench/play/players.ts";
import { withDb, withWriter } from "#service/lab/bench/play/with-writer.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import { Latencies } from "#service/lab/bench/report/latencies.ts";
import { later } from "#service/later.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { closedLoop, openLoop } from "../load.ts";
import { SATURATING_CALLERS } from "./engine.ts";

/** Every read model. */
export const NAMES = allProjections.map(({ name }) => name);
/** One in this many bets is followed into the read models. */
const FOLLOWED_ONE_IN = 50;
const REACHED_MAX_MS = 60_000;

/** Read models that follow a log, as in a service. */
export function runtimeOn(db: OpenDatabase, bench: Bench): ProjectionRuntime {
  return new ProjectionRuntime({
    db,
    projections: allProjections,
    types: eventTypes,
    scheduler: { after: later },
    now: () => performance.now(),
    owner: randomUUID(),
    logId: LOG_ID,
    isTransient: (error) => classify(error) === "retry",
    onTrouble: bench.onTrouble,
  });
}

/** Bets at a rate while the projections follow. @returns p99 of the commits, and of read models after their commit */
async function lagAt(
  rate: number,
  { bettors, runtime, bench }: { bettors: Bettors; runtime: ProjectionRuntime; bench: Bench },
): Promise<{ readonly commit: number; readonly lag: number }> {
  const lags = new Latencies();
  const followed: Promise<void>[] = [];
  const follow = async (position: number): Promise<void> => {
    const committed = performance.now();
    const reached = await runtime.whenReached(NAMES, position, REACHED_MAX_MS);
    if (!reached) throw new AuditError(`The read models did not reach position ${position}`);
    lags.add(performance.now() - committed);
  };
  let bets = 0;
  const work = async (): Promise<void> => {
    const position = await bettors.bet();
    bets += 1;
    if (bets % FOLLOWED_ONE_IN === 0) followed.push(follow(position));
  };
  const { p99, turnedAway, rate: kept } = await openLoop(work, { rate, ...bench.spans });
  await Promise.all(followed);
  if (turnedAway > 0 || kept < 0.99 * rate)
    bench.note(`lag: ${Math.round(kept)} of ${Math.round(rate)} bets/s in time, ${turnedAway} turned away`);
  return { commit: p99, lag: lags.at(0.99)[0] ?? 0 };
}

/** Rebuilds every projection beside the ones in use. @returns events a second */
export async function rebuildRate(runtime: ProjectionRuntime, events: number): Promise<number> {
  const began = performance.now();
  const comparisons = await runtime.rebuild(NAMES);
  const seconds = (performance.now() - began) / 1_000;
  const wrong = comparisons.filter(({ live, rebuilt }) => live !== rebuilt).map(({ name }) => name);
  if (wrong.length > 0) throw new AuditError(`Rebuilt otherwise than followed: ${wrong.join(", ")}`);
  return events / seconds;
}

/** Saturates a log, rebuilds every read model from it, then lets them follow at half the rate. */
async function measure(bench: Bench, db: OpenDatabase, url: string): Promise<Measures> {
  const runtime = runtimeOn(db, bench);
  return withWriter({ db, onAppended: () => runtime.wake() }, async (writer) => {
    const bettors = new Bettors(writer);
    await bettors.everyFirstBet();
    const { rate: append } = await closedLoop(bettors.bet, { callers: SATURATING_CALLERS, ...bench.spans });
    await runtime.start();
    const events = writer.head.position;
    if (!(await runtime.whenReached(NAMES, events, REACHED_MAX_MS)))
      throw new AuditError("The read models did not reach the head");
    const rebuild = await rebuildRate(runtime, events);
    const lag = await lagAt(append / 2, { bettors, runtime, bench });
    await bench.audit(url, "log", bettors.acknowledged.tally);
    return { append, rebuild, ...lag };
  }).finally(() => runtime.stop());
}

/** Followers of the log. */
export const readModelSubject: Subject = {
  id: "read-models",
  run: (bench) =>
    bench.onDatabase({ filled: true }, (url) =>
      withDb(bench.databases.asService(url), (db) => measure(bench, db, url)),
    ),
};
