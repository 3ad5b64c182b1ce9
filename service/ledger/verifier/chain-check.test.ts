import { describe, expect, it } from "vitest";
import { GENESIS_HASH } from "#domain/ledger/block.ts";
import { entryNumber } from "#domain/ledger/entry-number.ts";
import {
  AT,
  forged,
  LOG,
  model,
  pays,
  problemOf,
  put,
  type Rows,
  rowsOf,
  stored,
  tampered,
  verify,
  WRITTEN,
  type Written,
} from "#service/lab/testing/logs/written-rows.ts";
import type { LogSlice, StoredEvent } from "./slices.ts";
import { verifyEvents } from "./verify-events.ts";

/** A fault, where it is, and what is said of it. */
type Fault = readonly [name: string, rows: Rows, position: number, sentence: string];

const FAULTS: readonly Fault[] = [
  [
    "a position twice",
    tampered(({ events }) => put(events, 2, { position: 2 })),
    3,
    "Position 2 stands in the log twice.",
  ],
  [
    "a gap",
    tampered(({ events, commands }) => {
      put(events, 2, { position: 4 });
      commands.splice(1);
    }),
    3,
    "There is no event; the next one is at position 4.",
  ],
  [
    "a time that falls",
    forged(3, { recordedAt: AT - 1 }),
    3,
    `The event was recorded at ${AT - 1}, before the one ahead of it at ${AT}.`,
  ],
  [
    "a command that goes on in the next block",
    forged(4, { commandId: "c2", eventId: "c2.2" }),
    4,
    'The event is of the command "c2", whose events end with the block before.',
  ],
  [
    "an id out of its command's order",
    forged(3, { eventId: "c2.2" }),
    3,
    `The event's id is "c2.2", where "c2.1" is due.`,
  ],
  [
    "an id of another command",
    forged(2, { eventId: "c9.0" }),
    2,
    `The event's id is "c9.0", where "c2.0" is due.`,
  ],
  [
    "a payload that is not canonical",
    tampered(({ events }) => put(events, 1, { payload: '{"said": "2"}' })),
    2,
    "The event's payload is not canonical JSON.",
  ],
  [
    "a payload that is no JSON",
    tampered(({ events }) => put(events, 1, { payload: '{"said"' })),
    2,
    "The event's payload is not canonical JSON.",
  ],
  [
    "a payload with a fraction",
    tampered(({ events }) => put(events, 1, { payload: '{"said":1.5}' })),
    2,
    "The event's payload is not canonical JSON.",
  ],
  [
    "a block with another number",
    tampered(({ blocks }) => put(blocks, 1, { number: 3 })),
    2,
    "The block that ends at position 3 has the number 3, where 2 is due.",
  ],
  [
    "a block that begins elsewhere",
    tampered(({ blocks }) => put(blocks, 1, { from: 3 })),
    2,
    "Block 2 (positions 2 to 3) says that it begins at position 3.",
  ],
  [
    "a block that ends elsewhere",
    tampered(({ blocks }) => put(blocks, 1, { to: 0 })),
    2,
    "Block 2 (positions 2 to 0) ends where there is no event.",
  ],
  [
    "a block without an event",
    rowsOf(WRITTEN, [
      [1, 1],
      [2, 3],
      [4, 3],
      [4, 4],
    ]),
    4,
    "Block 3 (positions 4 to 3) holds no event.",
  ],
  [
    "a block after another one",
    tampered(({ blocks }) => put(blocks, 1, { previous: GENESIS_HASH })),
    2,
    "Block 2 (positions 2 to 3) does not name the hash of the block before it.",
  ],
  [
    "a block of other events",
    tampered(({ blocks }) => put(blocks, 1, { root: GENESIS_HASH })),
    2,
    "Block 2 (positions 2 to 3) has a root that its events do not give: the events, or the block, are not those written.",
  ],
  [
    "a block with another hash",
    tampered(({ blocks }) => put(blocks, 1, { hash: GENESIS_HASH })),
    2,
    "Block 2 (positions 2 to 3) has not the hash of its columns.",
  ],
  [
    "a block beyond the log",
    rowsOf(WRITTEN, [
      [1, 1],
      [2, 3],
      [4, 4],
      [5, 5],
    ]),
    5,
    "Block 4 goes on to position 5, where there is no event.",
  ],
  ["events without a block", tampered(({ blocks }) => void blocks.pop()), 4, "The event is in no block."],
];

const COLUMNS: Partial<Record<keyof Written, unknown>> = {
  stream: "till:z",
  type: "Other",
  schemaVersion: 2,
  actor: "somebody",
  recordedAt: AT + 1,
  payload: { said: "other" },
  alsoIn: ["till:z"],
  postings: pays("house", "player:q", 30n),
};

describe("the check of the chain", () => {
  it("accepts a log as it was written, to its end", async () => {
    const log = await verify(rowsOf(WRITTEN));
    expect(log.end).toMatchObject({ position: 4, block: 3, recordedAt: AT + 1, commandId: "c4" });
    expect(log.recomputed).toBe(2);
    expect([...log.books.holdings()]).toEqual([
      { account: "issuance", asset: "RBX", amount: -100n, number: entryNumber(1, 0) },
      { account: "house", asset: "RBX", amount: 80n, number: entryNumber(1, 1) },
      { account: "player:p", asset: "RBX", amount: 20n, number: entryNumber(2, 1) },
    ]);
    expect(log.books.amountOf("player:p", "TIX")).toBeNull();
    expect(log.books.accounts).toBe(3);
  });

  it("accepts a log without entries, as an export is", async () => {
    const slices = async function* (): AsyncGenerator<LogSlice> {
      yield { ...rowsOf(WRITTEN), entries: null };
    };
    const log = await verifyEvents(slices(), { logId: LOG, snapshots: [], model });
    expect(log.books.amountOf("house", "RBX")).toBe(80n);
  });

  it.each(FAULTS)("rejects %s", async (_what, rows, position, sentence) => {
    expect(await problemOf(rows)).toEqual({ position, sentence });
  });

  it.each(Object.keys(COLUMNS))("rejects another %s than was hashed", async (name) => {
    const rows = tampered(({ events }) => {
      const { leaf } = events[1] as StoredEvent;
      const changed = { ...WRITTEN[1], [name]: COLUMNS[name as keyof Written] } as Written;
      put(events, 1, { ...stored(changed), leaf });
    });
    const found = await problemOf(rows);
    expect(found?.position).toBe(2);
    expect(found?.sentence).toMatch(/do not give its leaf|is version 2 of the stream/);
  });

  it("rejects a log under another number", async () => {
    expect((await problemOf(rowsOf(WRITTEN), LOG + 1))?.sentence).toContain("do not give its leaf");
  });
});
