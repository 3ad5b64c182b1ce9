import { describe, expect, it } from "vitest";
import type { Asset } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent, RecordedEvent } from "../../kernel/events/event.ts";
import { given } from "../../testing/given.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { move } from "../posting.ts";
import type { Receipt } from "../proof.ts";
import { type PeerEvent, provePeerEvent } from "./peer-receipt.ts";
import { type PlaceOfSingle, placeOfSingle, sourceOf, THINGS_MAX, transitIdOf } from "./single.ts";
import {
  arriveInLog,
  closeTransit,
  type LeaveLog,
  leaveLog,
  leaveTogether,
  transitStreamKind,
} from "./transit.ts";
import {
  CARRIED_EVENT_MAX,
  carriedReceiptSchema,
  peerAccount,
  TRANSIT_ACCOUNT_MAX,
  TRANSIT_PURPOSE_MAX,
  transitAccount,
  transitArrived,
  transitClosed,
  transitEvents,
  transitLeft,
  transitStream,
} from "./transit-events.ts";

const A = "escrow:a";
const B = "escrow:b";
const id = transitIdOf(1, "x1");
const sent = {
  id,
  to: 2,
  sender: A,
  receiver: B,
  asset: "RBX",
  amount: 100n,
  purpose: "",
} satisfies LeaveLog;
const { amount: _, ...named } = sent;
const left = transitLeft({ ...named, amount: "100" });

const funded = (asset: Asset, amount: bigint): NewEvent => ({
  type: "Earned",
  schemaVersion: 1,
  stream: "log:earned",
  payload: {},
  postings: move({ from: "issuance", to: A, asset, amount }),
});

/** Including its own log: nothing is sent there, though it is known. */
const peers = new Set([1, 2, 3]);
const leave =
  (change: Partial<LeaveLog> = {}, here = 1) =>
  (log: {
    stream: PaperLog["stream"];
    holding(account: typeof A, asset: Asset): bigint;
  }): Decision<{ readonly id: string }> => {
    const command = { ...sent, ...change };
    const held = log.holding(A, command.asset as Asset);
    return leaveLog(command, {
      here,
      peers,
      held,
      transit: log.stream(transitStreamKind, transitStream(command.id)),
    });
  };

/** A log with these events, each in a block with others, so that paths have hashes. */
function logWith(number: number, ...events: readonly NewEvent[]): PaperLog {
  const log = new PaperLog(number);
  log.append([funded("RBX", 1_000n), funded("TIX", 1n), ...events]);
  return log;
}

const logs = [1, 2, 3].map((number) => new PaperLog(number));
const ports = portsKnowing(...logs);
async function proved(receipt: Receipt): Promise<PeerEvent> {
  const check = await provePeerEvent(receipt, ports);
  if (!check.ok) throw new Error(check.problem);
  return check.proved;
}
/** Proves the last event of a log with these events. */
const provedIn = (number: number, ...events: readonly NewEvent[]): Promise<PeerEvent> => {
  const log = logWith(number, ...events);
  return proved(log.receipt(log.events.length));
};

const arrive =
  (peer: PeerEvent, here = 2, of = id) =>
  (log: Pick<PaperLog, "stream">) =>
    arriveInLog(peer, { here, transit: log.stream(transitStreamKind, transitStream(of)) });
const close =
  (peer: PeerEvent, of = id) =>
  (log: Pick<PaperLog, "stream">) =>
    closeTransit(peer, { here: 1, transit: log.stream(transitStreamKind, transitStream(of)) });

const arrivedBy = ({ receipt }: PeerEvent) =>
  transitArrived({ amount: "100", asset: "RBX", id, receipt, receiver: B });
const closedBy = ({ receipt }: PeerEvent) =>
  transitClosed({ amount: "100", asset: "RBX", id, receipt, to: 2 });

it("a transit stays as it is at an event that is not its next", async () => {
  const arrival = await provedIn(2, arrivedBy(await provedIn(1, left)));
  const after = (...events: readonly NewEvent[]) =>
    events.reduce(
      (state, event) =>
        transitStreamKind.evolve(state, { ...event, position: 1 } as RecordedEvent, transitStream(id)),
      transitStreamKind.initial,
    );
  expect(after(closedBy(arrival))).toEqual(transitStreamKind.initial);
  expect(after(left, closedBy(arrival), closedBy(arrival))).toEqual(after(left, closedBy(arrival)));
  expect(after(left, arrivedBy(arrival))).toEqual(after(left));
  expect(after(left, funded("RBX", 1n))).toEqual(after(left));
});

describe("an asset that leaves a log", () => {
  it("goes from its sender into the transit", () => {
    given(funded("RBX", 100n)).when(leave()).then(left).answers({ id });
    expect(left.postings).toEqual([
      { account: A, asset: "RBX", delta: -100n },
      { account: transitAccount(id), asset: "RBX", delta: 100n },
    ]);
  });

  it("is no more than its sender's holding, and no less than one unit", () => {
    given(funded("RBX", 99n)).when(leave()).refused("insufficient_balance");
    given(funded("RBX", 99n)).refuses(leave({ amount: 0n }), "amount_too_small");
    given(funded("RBX", 99n)).refuses(leave({ amount: -5n }), "amount_too_small");
  });

  it("goes to a known log, and not to its own", () => {
    for (const to of [1, 4]) given(funded("RBX", 100n)).when(leave({ to })).refused("log_unknown");
  });

  it("leaves once by an id, also after it has arrived", async () => {
    const arrival = await provedIn(2, arrivedBy(await provedIn(1, left)));
    given(funded("RBX", 500n), left).when(leave()).refused("transit_exists");
    given(funded("RBX", 500n), left, closedBy(arrival)).when(leave()).refused("transit_exists");
  });

  it("is named by its log, and moves between accounts of people, not of transits", () => {
    const wrong: Partial<LeaveLog>[] = [
      { id: "2-x1" },
      { id: "x1" },
      { sender: "transit:1-a" },
      { receiver: "peer:1" },
      { receiver: "" },
      { receiver: "p".repeat(TRANSIT_ACCOUNT_MAX + 1) },
    ];
    for (const change of wrong) expect(() => given(funded("RBX", 500n)).when(leave(change))).toThrow();
    expect(() => transitIdOf(0, "x")).toThrow();
    expect(() => transitIdOf(1, "")).toThrow();
    expect(sourceOf(transitIdOf(12, "3-4"))).toBe(12);
  });
});

describe("single things that go together", () => {
  const [thing, other] = ["item:101:7", "item:102:1"] as [Asset, Asset];
  const origin = { custody: "d_1", serial: null };
  const things = [
    { asset: thing, origin },
    { asset: other, origin: { custody: "3-c", serial: 12 } },
  ];
  const brought = [thing, other].flatMap((asset) => move({ from: "platform", to: A, asset, amount: 1n }));
  const { asset: _asset, ...way } = named;
  const gone = transitLeft({ ...way, things });
  const departed = () => provedIn(1, { ...funded("RBX", 1n), postings: brought }, gone);
  /** By this departure the other one had left log 2, and is elsewhere. */
  const before = transitLeft({
    ...{ id: "2-b", to: 1, sender: B, receiver: A, purpose: "" },
    things: [{ asset: other, origin }],
  });
  const beforeClosed = (receipt: Receipt) =>
    transitClosed({ id: "2-b", receipt, things: [{ asset: other }], to: 1 });
  const arriveIn =
    (peer: PeerEvent, places: readonly [PlaceOfSingle, PlaceOfSingle], last = "2-b") =>
    (log: Pick<PaperLog, "stream">) =>
      arriveInLog(peer, {
        here: 2,
        transit: log.stream(transitStreamKind, transitStream(id)),
        whereIs: (asset) => ({
          place: places[asset === thing ? 0 : 1],
          last: { id: last, transit: log.stream(transitStreamKind, transitStream(last)) },
        }),
      });
  const came = ({ receipt }: PeerEvent, back: string | null) =>
    transitArrived({
      ...{ id, receipt, receiver: B },
      things: [
        { asset: thing, back: null },
        { asset: other, back },
      ],
    });
  const movesOf = ({ postings }: NewEvent) =>
    postings.map(({ account, asset, delta }) => [account, asset === thing ? "thing" : "other", delta]);
  const leaveWith =
    (sent: typeof things, change: Partial<typeof way> = {}) =>
    (log: { holding(account: typeof A, asset: Asset): bigint }) =>
      leaveTogether(
        { ...way, ...change, things: sent },
        {
          ...{ here: 1, peers, transit: { is: "unknown" } },
          holding: (asset) => log.holding(A, asset as Asset),
        },
      );

  it("leave by one event, each of their sender's, and never none", () => {
    const both: NewEvent = { ...funded("RBX", 1n), postings: brought };
    given(both).when(leaveWith(things)).then(gone);
    given({ ...both, postings: brought.slice(0, 2) })
      .when(leaveWith(things))
      .refused("insufficient_balance");
    given(both).when(leaveWith([])).refused("amount_too_small");
    given()
      .when(leaveWith([], { purpose: "told:g_1" }))
      .answers({ id });
    expect(() => given(both).when(leaveWith([...things, ...things]))).toThrow("once");
    expect(() => transitLeft.parse({ ...way, things: [...things, ...things] })).toThrow("distinct");
    expect(() => given(funded("RBX", 1n)).when(leave({ asset: thing }))).toThrow("with its origin");
  });

  it("come from the platform, or from elsewhere if they had been here before, and go elsewhere", async () => {
    const departure = await departed();
    const { receipt } = departure;
    given()
      .when(arriveIn(departure, ["unknown", "unknown"]))
      .then(came(departure, null));
    given(before, beforeClosed(receipt))
      .when(arriveIn(departure, ["unknown", "elsewhere"]))
      .then(came(departure, "2-b"));
    expect(movesOf(came(departure, "2-b"))).toEqual([
      ["platform", "thing", -1n],
      [B, "thing", 1n],
      ["elsewhere", "other", -1n],
      [B, "other", 1n],
    ]);
    const closed = transitClosed({ id, receipt, things: [{ asset: thing }, { asset: other }], to: 2 });
    expect(movesOf(closed)).toEqual([
      [transitAccount(id), "thing", -1n],
      ["elsewhere", "thing", 1n],
      [transitAccount(id), "other", -1n],
      ["elsewhere", "other", 1n],
    ]);
  });

  it("do not come in while any of them is there", async () => {
    const departure = await departed();
    given()
      .when(arriveIn(departure, ["here", "unknown"]))
      .refused("still_here");
    given()
      .when(arriveIn(departure, ["unknown", "here"]))
      .refused("still_here");
    given(came(departure, null))
      .when(arriveIn(departure, ["here", "here"]))
      .refused("transit_arrived");
    expect(() => given().when(arrive(departure))).toThrow("whether it is there");
    const holds = { platform: -1n, elsewhere: 0n } as Record<string, bigint>;
    expect(placeOfSingle((account) => holds[account] ?? 0n)).toBe("here");
    expect(placeOfSingle((account) => (account === "elsewhere" ? 1n : -1n))).toBe("elsewhere");
    expect(placeOfSingle(() => 0n)).toBe("unknown");
  });

  it("come back from elsewhere by the departure that counts, and once by each", async () => {
    const departure = await departed();
    const { receipt } = departure;
    const back = arriveIn(departure, ["unknown", "elsewhere"]);
    const another = arriveIn(departure, ["unknown", "elsewhere"], "2-other");
    // Its closing is not known yet, or the look-up found another one.
    given(before).when(back).refused("not_looked_up");
    given(before, beforeClosed(receipt)).when(another).refused("not_looked_up");
    // A departure of another thing says nothing of this one.
    given(before, beforeClosed(receipt))
      .when(arriveIn(departure, ["elsewhere", "unknown"]))
      .refused("not_looked_up");
    const earlier = transitArrived({
      ...{ id: "1-y", receipt, receiver: B },
      things: [{ asset: other, back: "2-b" }],
    });
    given(before, beforeClosed(receipt), earlier).when(back).refused("not_looked_up");
  });

  it("are closed by the arrival of exactly these", async () => {
    const departure = await departed();
    const closes = (peer: PeerEvent) => given(gone).when(close(peer));
    closes(await provedIn(2, came(departure, null))).answers({ id });
    const few = transitArrived({
      ...{ id, receipt: departure.receipt, receiver: B },
      things: [{ asset: thing, back: null }],
    });
    closes(await provedIn(2, few)).refused("transit_not_proved");
  });

  it("fit into a receipt in the largest number, with the longest names", async () => {
    const nines = "9".repeat(9);
    const name = `escrow:${"e".repeat(TRANSIT_ACCOUNT_MAX - 7)}` as typeof A;
    const longest = Array.from({ length: THINGS_MAX }, (_, n) => ({
      asset: `item:${"9".repeat(15)}${n % 10}:${"x".repeat(62)}${String(n).padStart(2, "0")}` as Asset,
      origin: { custody: `${nines}-${"c".repeat(64)}`, serial: Number.MAX_SAFE_INTEGER },
    }));
    const all = (to: typeof A | "elsewhere"): NewEvent => ({
      ...funded("RBX", 1n),
      postings: longest.flatMap(({ asset }) => move({ from: "platform", to, asset, amount: 1n })),
    });
    const of = { id: `1-${"i".repeat(64)}`, receiver: name };
    const first = logWith(1, all(name), transitLeft({ ...way, ...of, sender: name, things: longest }));
    const receipt = carriedReceiptSchema.parse(first.receipt(first.events.length));
    const back = `${nines}-${"b".repeat(64)}`;
    const arrived = transitArrived({ ...of, receipt, things: longest.map(({ asset }) => ({ asset, back })) });
    const second = logWith(2, all("elsewhere"), arrived);
    expect(carriedReceiptSchema.safeParse(second.receipt(second.events.length)).success).toBe(true);
    expect(() => transitLeft.parse({ ...way, things: [...longest, ...things] })).toThrow();
  });
});

describe("a proved departure", () => {
  it("arrives with its receipt, from the other log's debt", async () => {
    const departure = await provedIn(1, left);
    given().when(arrive(departure)).then(arrivedBy(departure)).answers({ id });
    expect(departure.receipt.path.length).toBeGreaterThan(0);
    expect(arrivedBy(departure).postings).toEqual([
      { account: peerAccount(1), asset: "RBX", delta: -100n },
      { account: B, asset: "RBX", delta: 100n },
    ]);
  });

  it("arrives once: a repetition tells its carrier that it is done", async () => {
    const departure = await provedIn(1, left);
    given(arrivedBy(departure)).when(arrive(departure)).refused("transit_arrived");
  });

  it("contradicts another departure of the same id, which its log must have lost", async () => {
    const first = await provedIn(1, left);
    const other = await provedIn(1, transitLeft({ ...named, amount: "99" }));
    given(arrivedBy(first)).when(arrive(other)).refused("transit_contradicted");
  });

  it("arrives only in the log that it left for", async () => {
    const departure = await provedIn(1, left);
    given().when(arrive(departure, 3)).refused("transit_not_proved", "It leaves for another log.");
    given().when(arrive(departure, 1)).refused("transit_not_proved", "It leaves for another log.");
  });

  it("belongs to the log named in its id", async () => {
    const foreign = await provedIn(3, left);
    const detail = "It is named after another log than the one that it left.";
    given().when(arrive(foreign)).refused("transit_not_proved", detail);
    const own = await provedIn(2, transitLeft({ ...named, amount: "100", id: "2-x1" }));
    given().when(arrive(own)).refused("transit_not_proved", "It leaves for the log that it is in.");
  });

  it("must be a departure whose stream and postings are those of its payload", async () => {
    const [taken, put] = left.postings;
    const wrong: NewEvent[] = [
      funded("RBX", 1n),
      { ...left, type: "TransitClosed" },
      { ...left, schemaVersion: 3 },
      { ...left, stream: transitStream("1-x2") },
      { ...left, postings: [] },
      { ...left, postings: move({ from: A, to: transitAccount(id), asset: "RBX", amount: 99n }) },
      { ...left, postings: move({ from: A, to: transitAccount(id), asset: "TIX", amount: 1n }) },
      { ...left, postings: move({ from: A, to: transitAccount("1-x2"), asset: "RBX", amount: 100n }) },
      {
        ...left,
        postings: [taken!, put!, ...move({ from: transitAccount(id), to: A, asset: "RBX", amount: 100n })],
      },
      { ...left, payload: { ...left.payload, amount: "-100" } },
      { ...left, payload: { ...left.payload, amount: "0" } },
      { ...left, payload: { ...left.payload, receiver: "peer:1" } },
      { ...left, payload: { ...left.payload, more: 1 } },
    ];
    for (const event of wrong) {
      const peer = await provedIn(1, event);
      given().when(arrive(peer)).refused("transit_not_proved", "It proves no departure.");
    }
  });

  it("arrives whatever the state of its receiver: there is nobody else to ask", async () => {
    const copy = transitLeft({ ...named, amount: "1", asset: "TIX", receiver: "nobody" });
    const departure = await provedIn(1, copy);
    given().when(arrive(departure)).answers({ id });
  });
});

describe("a proved arrival", () => {
  const closing = async (): Promise<PeerEvent> => provedIn(2, arrivedBy(await provedIn(1, left)));

  it("closes its transit: the other log now owes the asset", async () => {
    const arrival = await closing();
    given(left).when(close(arrival)).then(closedBy(arrival)).answers({ id });
    expect(closedBy(arrival).postings).toEqual([
      { account: transitAccount(id), asset: "RBX", delta: -100n },
      { account: peerAccount(2), asset: "RBX", delta: 100n },
    ]);
  });

  it("closes it once", async () => {
    const arrival = await closing();
    given(left, closedBy(arrival)).when(close(arrival)).refused("transit_closed");
  });

  it("contradicts a log without such a departure", async () => {
    given().refuses(close(await closing()), "transit_contradicted");
  });

  it("belongs to the log that the asset left for", async () => {
    const elsewhere = await provedIn(3, arrivedBy(await provedIn(1, left)));
    given(left)
      .when(close(elsewhere))
      .refused("transit_not_proved", "It arrived in another log than it left for.");
  });

  it("is of exactly what departed", async () => {
    const { receipt } = await provedIn(1, left);
    const arrived = { amount: "100", asset: "RBX", id, receipt, receiver: B };
    for (const change of [{ amount: "99" }, { asset: "TIX" }, { receiver: A }]) {
      const other = await provedIn(2, transitArrived({ ...arrived, ...change }));
      given(left).when(close(other)).refused("transit_not_proved", "Something else arrived than had left.");
    }
    const another = await provedIn(2, transitArrived({ ...arrived, id: "1-x2" }));
    given(left).when(close(another)).refused("transit_not_proved");
    given(left).refuses(close(await provedIn(1, left)), "transit_not_proved", "It proves no arrival.");
  });
});

describe("a carried receipt", () => {
  it("is limited, and a departure with the longest names fits twice over", async () => {
    const name = "a".repeat(TRANSIT_ACCOUNT_MAX);
    const longest = { amount: "9".repeat(19), asset: name, id: transitIdOf(999_999_999, "x".repeat(64)) };
    const departure = transitLeft({
      ...longest,
      purpose: `a:${"x".repeat(TRANSIT_PURPOSE_MAX - 2)}`,
      receiver: name,
      sender: name,
      to: 999_999_999,
    });
    const log = new PaperLog(1);
    // Only the hashes of the path grow with an event's block.
    log.append([{ ...departure, postings: [] }]);
    const path = Array.from({ length: 16 }, () => "00".repeat(32));
    const receipt = { ...log.receipt(1), path };
    expect(carriedReceiptSchema.safeParse(receipt).success).toBe(true);
    log.append([{ ...transitArrived({ ...longest, receipt, receiver: name }), postings: [] }]);
    const arrival = { ...log.receipt(2), path };
    expect(carriedReceiptSchema.safeParse(arrival).success).toBe(true);
    const long = "A".repeat(CARRIED_EVENT_MAX + 4);
    expect(carriedReceiptSchema.safeParse({ ...arrival, event: long }).success).toBe(false);
    expect(carriedReceiptSchema.safeParse({ ...arrival, path: [...path, ...path] }).success).toBe(false);
  });
});

describe("the events of transits", () => {
  it.each(Object.values(transitEvents))("$type has an example that it can read", (definition) => {
    const { payload, stream: name } = definition.example();
    expect(definition.parse(payload)).toEqual(payload);
    expect(name).toBe("transit:1-x_1");
  });
});
