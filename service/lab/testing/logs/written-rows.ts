import { z } from "zod";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { GENESIS_HASH } from "#domain/ledger/block.ts";
import { entryNumber } from "#domain/ledger/entry-number.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import { blockHashOf, leafOf, rootOf } from "#service/event-store/append/hashing.ts";
import { SeenIds } from "#service/ledger/exported/seen-ids.ts";
import type { LogModel } from "#service/ledger/verifier/log-model.ts";
import { BadLog, type Problem } from "#service/ledger/verifier/problem.ts";
import {
  ENTRY_SEPARATOR,
  entryText,
  type LogSlice,
  type StoredBlock,
  type StoredCommand,
  type StoredEntries,
  type StoredEvent,
  type StoredSnapshot,
} from "#service/ledger/verifier/slices.ts";
import { verifyEvents } from "#service/ledger/verifier/verify-events.ts";

/** The number of the log. */
export const LOG = 1;
/** What an event says that no fold can follow. */
export const UNFOLLOWABLE = "nothing";
/** When it was written, in milliseconds. */
export const AT = 1_800_000_000_000;

/** Counts the events that are folded into a stream, and cannot follow one. */
const tills: StreamKind<number> = {
  ...{ kind: "till", foldVersion: 2, initial: 0 },
  evolve: (count, { payload }) => {
    if (payload.said === UNFOLLOWABLE) throw new Error("it says too little");
    return count + 1;
  },
};
const told = z.strictObject({ said: z.string() });
/** Knows one event, which tells something, and one kind of streams. */
export const model: LogModel = {
  eventTypes: { Told: { version: 1, upcasters: [], parse: (payload) => told.parse(payload) } },
  leastHolding: (account) => (account === "issuance" ? null : 0n),
  streamKinds: [tills as StreamKind<unknown>],
  trialBalanceOf: () => [],
  checks: [
    { name: "none", begin: () => ({}) },
    {
      name: "telling",
      begin: () => ({ recomputed: 2 }),
      answer: ({ payload }) => ({ ...payload, list: [1], none: null }),
    },
  ],
};

/** One leg. */
export const leg = (account: string, asset: string, delta: bigint) => ({ account, asset, delta }) as Posting;
/** Moves RBX from one account to another. */
export const pays = (from: string, to: string, amount: bigint) => [
  leg(from, "RBX", -amount),
  leg(to, "RBX", amount),
];

/** An event before it is hashed. */
export type Written = Omit<RecordedEvent, "payload"> & { payload: JsonObject };
const event = (position: number, change: Partial<Written>): Written => ({
  ...{
    type: "Told",
    schemaVersion: 1,
    stream: "till:a",
    version: position,
    payload: { said: `${position}` },
  },
  ...{ eventId: `c${position}.0`, commandId: `c${position}`, actor: "test", recordedAt: AT, postings: [] },
  position,
  ...change,
});

/** Four events of three commands, in three blocks. */
export const WRITTEN: readonly Written[] = [
  event(1, { postings: pays("issuance", "house", 100n) }),
  event(2, { alsoIn: ["till:b"], postings: pays("house", "player:p", 30n) }),
  event(3, { commandId: "c2", eventId: "c2.1", recordedAt: AT + 1 }),
  event(4, { postings: pays("player:p", "house", 10n), recordedAt: AT + 1 }),
];
const BLOCKS: readonly (readonly [from: number, to: number])[] = [
  [1, 1],
  [2, 3],
  [4, 4],
];

/** The rows of a log. */
export interface Rows {
  events: StoredEvent[];
  blocks: StoredBlock[];
  entries: StoredEntries[];
  commands: StoredCommand[];
  snapshots: StoredSnapshot[];
}

/** The row of an event, with its leaf. */
export const stored = ({ postings, alsoIn, payload, ...columns }: Written): StoredEvent => {
  const text = canonicalJson(payload);
  return {
    ...columns,
    payload: text,
    alsoIn: alsoIn ?? null,
    accounts: postings.map(({ account }) => account),
    assets: postings.map(({ asset }) => asset),
    deltas: postings.map(({ delta }) => delta),
    leaf: leafOf({ ...columns, log: LOG, alsoIn, payload: text, postings }),
  };
};

function chained(events: readonly StoredEvent[], blocks = BLOCKS): StoredBlock[] {
  let previous: Uint8Array = GENESIS_HASH;
  return blocks.map(([from, to], at) => {
    const leaves = events
      .filter(({ position }) => position >= from && position <= to)
      .map(({ leaf }) => leaf);
    const columns = {
      number: at + 1,
      from,
      to,
      previous,
      root: leaves.length > 0 ? rootOf(leaves) : GENESIS_HASH,
    };
    previous = blockHashOf(columns);
    return { ...columns, hash: previous };
  });
}

function entriesOf(events: readonly Written[]): StoredEntries[] {
  const held = new Map<string, { number: string; amount: bigint }>();
  return events.flatMap(({ position, postings }) => {
    const texts = postings.map(({ account, asset, delta }, at) => {
      const { number, amount } = held.get(`${account} ${asset}`) ?? {
        number: entryNumber(position, at),
        amount: 0n,
      };
      held.set(`${account} ${asset}`, { number, amount: amount + delta });
      return entryText(at, number, { delta, balance: amount + delta });
    });
    return texts.length === 0 ? [] : { position, legs: texts.length, text: texts.join(ENTRY_SEPARATOR) };
  });
}

/** The rows of a log that was written so, with every hash, entry and answer that follows. */
export function rowsOf(written: readonly Written[], blocks = BLOCKS): Rows {
  const events = written.map(stored);
  const isLast = ({ commandId }: Written, at: number) => written[at + 1]?.commandId !== commandId;
  const commands = written.filter(isLast).map(({ position, commandId, payload }) => ({
    ...{ position, commandId, requestHash: new Uint8Array(32) },
    answer: JSON.stringify({ ...payload, list: [1], none: null }),
  }));
  return { events, blocks: chained(events, blocks), entries: entriesOf(written), commands, snapshots: [] };
}

/** A log with a change made before it was hashed: every hash is right. */
export const forged = (position: number, change: Partial<Written>): Rows =>
  rowsOf(WRITTEN.map((one) => (one.position === position ? { ...one, ...change } : one)));
/** The log with rows changed afterwards. */
export function tampered(change: (rows: Rows) => void): Rows {
  const rows = rowsOf(WRITTEN);
  change(rows);
  return rows;
}
/** A change of one row, by its place in the list. */
export const put = <R>(rows: R[], at: number, change: Partial<R>): void => {
  rows[at] = { ...(rows[at] as R), ...change };
};

async function* whole({ events, blocks, entries, commands }: Rows): AsyncGenerator<LogSlice> {
  yield { events, blocks, entries, commands };
}

/** Verifies a log of rows. @throws BadLog */
export const verify = (rows: Rows, logId = LOG) =>
  verifyEvents(whole(rows), { logId, snapshots: rows.snapshots, model, seen: new SeenIds() });

/** What is wrong with a log of rows; null when nothing is. */
export async function problemOf(rows: Rows, logId?: number): Promise<Problem | null> {
  try {
    await verify(rows, logId);
    return null;
  } catch (error) {
    if (error instanceof BadLog) return error.problem;
    throw error;
  }
}
