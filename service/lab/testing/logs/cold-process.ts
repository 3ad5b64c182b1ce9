import { leastHolding } from "#domain/accounts/account.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { GivenLog } from "#domain/testing/given.ts";
import { Batch } from "#service/event-store/append/batch.ts";
import { chainHashing } from "#service/event-store/append/hashing.ts";
import type { Decided, Pending } from "#service/event-store/commands/pending.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { Need } from "#service/event-store/states/not-loaded.ts";
import { States } from "#service/event-store/states/states.ts";

/** More loads than a command needs that reports its needs together. */
const LOADS_MAX = 1_000;
const ROOM = { streams: 10_000, holdings: 10_000 };

/** The outcome of a command, and the number of loads for it. */
export interface DecidedColdly {
  readonly loads: number;
  readonly result: Decided;
}

/**
 * Decides a command like a process with nothing in memory, as after its start: missing states are loaded from the log,
 * all known ones at once, until it can be decided and written.
 * @example expect(decidedColdly(log, command).loads).toBeLessThanOrEqual(2)
 */
export function decidedColdly(log: GivenLog, submission: Submission): DecidedColdly {
  const states = new States(ROOM, []);
  const load = (needs: readonly Need[]): void => {
    for (const need of needs) keep(need, states, log);
  };
  const { streams, holdings = [] } = submission.reads();
  load([...streams.map((stream) => ({ stream })), ...holdings.map((holding) => ({ holding }))]);
  for (let loads = 1; loads <= LOADS_MAX; loads += 1) {
    const batch = batchOn(states, log);
    const needs = batch.decide(pendingOf(submission));
    const result = batch.decided[0]?.result;
    if (needs === null && result !== undefined) return { loads, result };
    load(needs ?? []);
  }
  throw new Error(`the command is decided after ${LOADS_MAX} loads`);
}

const batchOn = (states: States, log: GivenLog): Batch =>
  new Batch({
    start: { position: log.events.length, block: 1, hash: new Uint8Array(32), recordedAt: log.at },
    ...{ states, eventTypes, leastHolding, logId: 1, hashing: chainHashing, sideTables: [] },
  });

const pendingOf = (submission: Submission): Pending => ({
  ...{ submission, order: 1, resolve: () => undefined, followers: [], held: [], settled: false },
  ...{ secrets: { begin: () => undefined, used: [] }, heldUntil: 0, takenAt: 0, late: 0 },
});

function keep(need: Need, states: States, log: GivenLog): void {
  const asOf = log.events.length;
  const loaded = { asOf, pins: 0, used: true };
  if ("stream" in need) {
    const { kind, name } = need.stream;
    const version = log.events.filter(({ stream }) => stream === name).length;
    const state: unknown = log.stream(kind as typeof kind & { initial: unknown }, name);
    states.streams.set(name, { ...loaded, kind: kind as never, name, state, version, unsaved: 0 });
  } else if ("holding" in need) {
    const { account, asset } = need.holding;
    const amount = log.holding(account, asset);
    const number = log.events.some(({ postings }) =>
      postings.some((leg) => leg.account === account && leg.asset === asset),
    )
      ? "1"
      : "";
    states.keepHolding({ ...loaded, account, asset, amount, number, openedBy: 0, batch: 0, run: null });
  }
}
