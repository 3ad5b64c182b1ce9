import { setImmediate as nextTask } from "node:timers/promises";
import { expect, it } from "vitest";
import { timeOutBegun } from "#domain/features/responsible-play/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { CoinflipSettlementWorker } from "./settlement-worker.ts";

const NOW = Date.parse("2026-01-01T12:00:00.000Z");
const done: Outcome = { kind: "committed", position: 1, answer: {}, duplicate: false };
const away: Outcome = { kind: "unavailable", reason: "database_away", retryAfterMs: 1_000 };

/** A player's break, at a position. */
const breakAt = (position: number) =>
  ({
    type: timeOutBegun.type,
    version: 1,
    stream: "play:alice",
    position,
    payload: {},
  }) as unknown as RecordedEvent;

/** A worker driven by the test, a player's open game, and the worker's commands. */
function bench(outcomeOf: (sent: readonly string[]) => Outcome) {
  const sent: string[] = [];
  const looked: number[] = [];
  let look: () => void = () => undefined;
  const none = async () => [];
  const worker = new CoinflipSettlementWorker({
    beacon: createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => NOW),
    reads: {
      ask: none,
      reaching: (position: number) => ({
        ask: async () => {
          looked.push(position);
          return [{ game_id: `game-${position}` }];
        },
      }),
    } as never,
    submit: async ({ commandId }: Submission) => {
      sent.push(commandId);
      return outcomeOf(sent);
    },
    now: () => NOW,
    scheduler: {
      after: (_ms, work) => {
        look = work;
        return () => undefined;
      },
    },
    onTrouble: () => undefined,
  });
  worker.start();
  const looks = async () => {
    look();
    for (let step = 0; step < 10; step += 1) await nextTask();
  };
  return { worker, sent, looked, looks };
}

it("retries to cancel a barred player's open game until that is committed", async () => {
  const { worker, sent, looks } = bench((tries) => (tries.length < 3 ? away : done));
  worker.appended([breakAt(7)]);
  for (let look = 0; look < 5; look += 1) await looks();
  expect(sent).toHaveLength(3);
});

it("looks again if the player was barred anew meanwhile", async () => {
  const { worker, looked, looks } = bench((tries) => {
    if (tries.length === 1) worker.appended([breakAt(9)]);
    return done;
  });
  worker.appended([breakAt(7)]);
  for (let look = 0; look < 3; look += 1) await looks();
  expect(looked).toEqual([7, 9]);
});
