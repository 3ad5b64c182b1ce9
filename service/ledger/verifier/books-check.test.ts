import { describe, expect, it } from "vitest";
import {
  forged,
  leg,
  pays,
  problemOf,
  put,
  type Rows,
  tampered,
} from "#service/lab/testing/logs/written-rows.ts";
import { ENTRY_SEPARATOR, entryText } from "./slices.ts";

/** A fault, where it is, and what is said of it. */
type Fault = readonly [name: string, rows: Rows, position: number, sentence: string];

/** The log with another text of the entries of its second event. */
const entry = (change: (texts: string[]) => string[], legs = 2) =>
  tampered(({ entries }) => {
    const text = change((entries[1]?.text ?? "").split(ENTRY_SEPARATOR)).join(ENTRY_SEPARATOR);
    put(entries, 1, { text, legs });
  });

const FAULTS: readonly Fault[] = [
  [
    "money from nowhere",
    forged(2, { postings: [leg("house", "RBX", -30n), leg("player:p", "RBX", 31n)] }),
    2,
    "The event's postings do not sum to zero for every asset.",
  ],
  [
    "one asset for another",
    forged(2, { postings: [leg("house", "RBX", -30n), leg("player:p", "TIX", 30n)] }),
    2,
    "The event's postings do not sum to zero for every asset.",
  ],
  [
    "more than an account holds",
    forged(4, { postings: pays("player:p", "house", 31n) }),
    4,
    "Told leaves player:p with -1 of RBX, less than 0.",
  ],
  [
    "fewer assets than accounts",
    tampered(({ events }) => put(events, 1, { assets: ["RBX"] })),
    2,
    "The event's accounts, assets and amounts are not of one length.",
  ],
  [
    "fewer amounts than accounts",
    tampered(({ events }) => put(events, 1, { deltas: [-30n] })),
    2,
    "The event's accounts, assets and amounts are not of one length.",
  ],
  [
    "an entry of another amount",
    entry(([one = "", two = ""]) => [one, two.replace("30", "31")]),
    2,
    "The entry says leg 1: player:p 31 RBX, 30 after, where the event gives leg 1: player:p 30 RBX, 30 after.",
  ],
  [
    "an entry with another balance",
    entry(([one = "", two = ""]) => [one.replace("70", "71"), two]),
    2,
    "The entry says leg 0: house -30 RBX, 71 after, where the event gives leg 0: house -30 RBX, 70 after.",
  ],
  [
    "an entry of another holding",
    entry(([one = "", two = ""]) => [one, two.replace(`${2 * 65_536 + 1}`, "7")]),
    2,
    "The entry says leg 1: nobody 30 of holding 7, 30 after, where the event gives leg 1: player:p 30 RBX, 30 after.",
  ],
  [
    "an entry missing",
    entry(([one = ""]) => [one], 1),
    2,
    "The entry of leg 1: player:p 30 RBX, 30 after is missing.",
  ],
  [
    "an entry too many",
    entry((texts) => [...texts, texts[0] as string], 3),
    2,
    "There are more entries than the event has legs.",
  ],
  [
    "all entries of an event missing",
    tampered(({ entries }) => void entries.splice(1, 1)),
    2,
    "The entry of leg 0: house -30 RBX, 70 after is missing.",
  ],
  [
    "other legs than their texts",
    tampered(({ entries }) => put(entries, 1, { legs: 3 })),
    2,
    "There are more entries than the event has legs.",
  ],
  [
    "entries of an event that has none",
    tampered(
      ({ entries }) =>
        void entries.splice(2, 0, {
          position: 3,
          legs: 1,
          text: entryText(0, "1", { delta: 1n, balance: 1n }),
        }),
    ),
    3,
    "There are more entries than the event has legs.",
  ],
  [
    "entries beyond the log",
    tampered(({ entries }) => void entries.push({ position: 5, legs: 1, text: "0" })),
    5,
    "There is no event, but an entry.",
  ],
];

describe("the check of the books", () => {
  it("accepts an account that gives all it holds", async () => {
    expect(await problemOf(forged(4, { postings: pays("player:p", "house", 30n) }))).toBeNull();
  });

  it.each(FAULTS)("rejects %s", async (_what, rows, position, sentence) => {
    expect(await problemOf(rows)).toEqual({ position, sentence });
  });
});
