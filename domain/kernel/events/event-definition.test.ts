import { describe, expect, it } from "vitest";
import { z } from "zod";
import { house, playerAccount } from "../../accounts/account.ts";
import { move } from "../../ledger/posting.ts";
import { anyOf, defineEvent, type EventOf } from "./event-definition.ts";
import { moneyMinorText, whole } from "./payload.ts";

const prizePaid = defineEvent({
  type: "PrizePaid",
  version: 2,
  payload: z.strictObject({ amount: moneyMinorText, ranks: z.array(whole) }),
  upcasters: [(payload) => ({ ...payload, ranks: [] })],
  record: (to: string, amount: bigint) => ({
    streams: [`player:${to}`, "prizes:all"],
    payload: { amount: String(amount), ranks: [1] },
    postings: move({ from: house, to: playerAccount(to), asset: "RBX", amount }),
  }),
  live: { player: ["balance"] },
  notify: {
    to: "player",
    type: "prize",
    link: null,
    words: ({ amount }) => ({ title: "A prize", message: `${amount} for you` }),
  },
  example: ["p_1", 5n],
});

const prizeAnnounced = defineEvent({
  type: "PrizeAnnounced",
  payload: z.strictObject({ name: z.string() }),
  record: (payload) => ({ streams: ["prizes:all"], payload }),
  example: [{ name: "spring" }],
});

const { payload, postings } = prizePaid("p_1", 5n);

describe("the definition of an event", () => {
  it("makes events of its present version, in the home stream and the others that it names", () => {
    expect(prizePaid("p_1", 5n)).toEqual({
      type: "PrizePaid",
      schemaVersion: 2,
      stream: "player:p_1",
      alsoIn: ["prizes:all"],
      payload: { amount: "5", ranks: [1] },
      postings: move({ from: house, to: playerAccount("p_1"), asset: "RBX", amount: 5n }),
    });
  });

  it("makes events of one stream without postings by default", () => {
    expect(prizeAnnounced({ name: "spring" })).toStrictEqual({
      type: "PrizeAnnounced",
      schemaVersion: 1,
      stream: "prizes:all",
      payload: { name: "spring" },
      postings: [],
    });
  });

  it("recognises its own events, and any of several definitions recognises theirs", () => {
    expect(prizePaid.is(prizePaid("p_1", 5n))).toBe(true);
    expect(prizePaid.is(prizeAnnounced({ name: "spring" }))).toBe(false);
    const isPrize = anyOf(prizePaid, prizeAnnounced);
    const told = (event: EventOf<typeof prizePaid> | EventOf<typeof prizeAnnounced>) =>
      event.type === "PrizePaid" ? event.payload.amount : event.payload.name;
    const events = [prizePaid("p_1", 5n), prizeAnnounced({ name: "spring" })];
    expect(events.map((event) => (isPrize(event) ? told(event) : null))).toEqual(["5", "spring"]);
    expect(isPrize({ ...prizePaid("p_1", 5n), type: "toString" })).toBe(false);
  });

  it.each([
    ["a field of another type", { ...payload, amount: 5 }],
    ["a field that nobody declared", { ...payload, more: true }],
    ["a field missing", { amount: "5" }],
  ])("refuses a payload with %s", (_what, other) => {
    expect(prizePaid.parse(payload)).toEqual(payload);
    expect(() => prizePaid.parse(other)).toThrow(z.ZodError);
  });

  it("keeps its topics, its notice and an example", () => {
    expect(prizePaid.live).toEqual({ player: ["balance"] });
    expect(prizePaid.notify?.words(payload, null).message).toBe("5 for you");
    expect([prizeAnnounced.live, prizeAnnounced.notify]).toEqual([{}, null]);
    expect(prizePaid.example().postings).toEqual(postings);
  });

  it("cannot be without an upcaster for a version", () => {
    const declared = { type: "Lost", payload: z.strictObject({}), example: [{}] } as const;
    const record = () => ({ streams: ["lost:all"], payload: {} }) as const;
    expect(() => defineEvent({ ...declared, record, version: 2, example: [] })).toThrow("upcaster");
    const one = [() => ({})];
    for (const version of [1, 3])
      expect(() => defineEvent({ ...declared, record, version, upcasters: one, example: [] })).toThrow(
        "upcaster",
      );
  });
});
