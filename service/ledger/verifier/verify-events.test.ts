import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logModel } from "#service/features/log-model.ts";
import type { LogCheck } from "./log-check.ts";
import type { LogModel } from "./log-model.ts";
import type { BadLog } from "./problem.ts";
import { ENTRY_SEPARATOR, entryText, type LogSlice, type StoredEvent } from "./slices.ts";
import { type VerifiedLog, verifyEvents } from "./verify-events.ts";

interface Vectors {
  readonly log: number;
  readonly events: readonly (Omit<StoredEvent, "leaf" | "accounts" | "assets" | "deltas"> & {
    readonly leaf: string;
    readonly postings: readonly {
      readonly account: string;
      readonly asset: string;
      readonly delta: string;
    }[];
  })[];
  readonly blocks: readonly {
    readonly number: number;
    readonly from: number;
    readonly to: number;
    readonly previous: string;
    readonly root: string;
    readonly hash: string;
  }[];
}

const file = new URL("../../../docs/vectors/log.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;
const bytes = (hex: string): Uint8Array => Buffer.from(hex, "hex");

const events: readonly StoredEvent[] = vectors.events.map(({ postings, leaf, ...event }) => ({
  ...event,
  alsoIn: null,
  leaf: bytes(leaf),
  accounts: postings.map((leg) => leg.account),
  assets: postings.map((leg) => leg.asset),
  deltas: postings.map((leg) => BigInt(leg.delta)),
}));
const blocks = vectors.blocks.map((block) => ({
  ...block,
  previous: bytes(block.previous),
  root: bytes(block.root),
  hash: bytes(block.hash),
}));
const held = new Map<string, { readonly number: string; readonly amount: bigint }>();
const entries = events
  .filter((event) => event.deltas.length > 0)
  .map(({ position, accounts, assets, deltas }) => {
    const legs = deltas.map((delta, leg) => {
      const name = `${accounts[leg]} ${assets[leg]}`;
      const { number, amount } = held.get(name) ?? { number: `${position * 65_536 + leg}`, amount: 0n };
      held.set(name, { number, amount: amount + delta });
      return entryText(leg, number, { delta, balance: amount + delta });
    });
    return { position, legs: legs.length, text: legs.join(ENTRY_SEPARATOR) };
  });
const answers: { readonly [type: string]: object } = {
  BankFunded: { funded: true },
  PlayerRegistered: { playerId: "p_alice" },
};
const commands = events
  .filter(({ type }) => type in answers)
  .map(({ position, commandId, type }) => ({
    position,
    commandId,
    requestHash: new Uint8Array(32),
    answer: JSON.stringify(answers[type]),
  }));

/** The first two events of the published log, in slices of a given size. */
async function* slices(count: number, size: number): AsyncGenerator<LogSlice> {
  for (let from = 0; from <= count; from += size) {
    const part = events.slice(from, Math.min(from + size, count));
    const isIn = ({ position }: { readonly position: number }) =>
      position > from && position <= from + part.length;
    yield {
      events: part,
      blocks: blocks.filter(({ to }) => isIn({ position: to })),
      entries: entries.filter(isIn),
      commands: commands.filter(isIn),
    };
  }
}

const verify = (
  log: AsyncIterable<LogSlice>,
  logId = vectors.log,
  model: LogModel = logModel,
): Promise<VerifiedLog> => verifyEvents(log, { logId, snapshots: [], model });
const problemOf = async (log: AsyncIterable<LogSlice>, logId?: number) => {
  try {
    await verify(log, logId);
  } catch (error) {
    return (error as BadLog).problem;
  }
  throw new Error("Nothing was found to be wrong");
};

describe("verifying stored rows alone", () => {
  it.each([1, 2, 5])("accepts the published log, in slices of %i", async (size) => {
    const log = await verify(slices(2, size));
    expect(log.end).toEqual({
      position: 2,
      recordedAt: events[1]?.recordedAt,
      commandId: events[1]?.commandId,
      block: 2,
      hash: vectors.blocks[1]?.hash,
    });
    expect(log.books.accounts).toBe(3);
    expect(log.books.amountOf("player:p_alice", "RBX")).toBe(100_000n);
  });

  it("asks each check whether anything is missing at the end of the log", async () => {
    const asked: number[] = [];
    const check: LogCheck = { name: "end", begin: () => ({ end: (position) => void asked.push(position) }) };
    await verify(slices(2, 1), vectors.log, { ...logModel, checks: [...logModel.checks, check] });
    expect(asked).toEqual([2]);
  });

  it("accepts an empty log", async () => {
    const log = await verify(slices(0, 1));
    expect(log.end).toEqual({ position: 0, recordedAt: 0, commandId: "", block: 0, hash: "00".repeat(32) });
  });

  it("does not take one log for another", async () => {
    expect(await problemOf(slices(2, 1), 2)).toMatchObject({ position: 1 });
  });

  it("names a command without an answer, at the end of the log and before", async () => {
    const sentence = 'The command "cmd_b", which wrote its last event here, has no answer.';
    expect(await problemOf(slices(3, 1))).toEqual({
      position: 3,
      sentence: "The event is in no block.",
    });
    expect(await problemOf(slices(5, 2))).toEqual({ position: 3, sentence });
    expect(await problemOf(slices(6, 6))).toEqual({ position: 3, sentence });
  });

  it("needs neither a database nor its drivers", () => {
    const seen = new Set<string>();
    const outside = new Set<string>();
    follow(join(import.meta.dirname, "verify-events.ts"), { seen, outside });
    follow(join(import.meta.dirname, "..", "..", "features", "log-model.ts"), { seen, outside });
    // Packages of pure functions, bundled with the verifier: they parse payloads and check a beacon.
    expect([...outside].sort()).toEqual([
      "@noble/curves/abstract/curve.js",
      "@noble/curves/bls12-381.js",
      "@noble/hashes/hmac.js",
      "@noble/hashes/sha2.js",
      "node:crypto",
      "zod",
    ]);
    for (const path of seen) expect(path).not.toMatch(/service\/(db|http|platform)\//);
  });
});

/** Follows a file's run-time imports through the project and to packages outside of it. */
function follow(path: string, into: { readonly seen: Set<string>; readonly outside: Set<string> }): void {
  if (into.seen.has(path)) return;
  into.seen.add(path);
  const root = join(import.meta.dirname, "..", "..", "..");
  for (const [, clause = "", from = ""] of readFileSync(path, "utf8").matchAll(
    /^import (.*?)from "([^"]+)";$/gms,
  )) {
    if (/^type /.test(clause)) continue;
    if (from.startsWith("#")) follow(join(root, from.slice(1)), into);
    else if (from.startsWith(".")) follow(join(path, "..", from), into);
    else into.outside.add(from);
  }
}
