import { describe, expect, it } from "vitest";
import type { Asset } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { given } from "../../testing/given.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { move } from "../posting.ts";
import type { Receipt } from "../proof.ts";
import { type PeerEvent, provePeerEvent } from "./peer-receipt.ts";
import {
  arriveInLog,
  CARRIED_EVENT_MAX,
  carriedReceiptSchema,
  closeTransit,
  type LeaveLog,
  leaveLog,
  peerAccount,
  placeOfSingle,
  sourceOf,
  TRANSIT_ACCOUNT_MAX,
  TRANSIT_PURPOSE_MAX,
  transitAccount,
  transitArrived,
  transitClosed,
  transitEvents,
  transitIdOf,
  transitLeft,
  transitStream,
  transitStreamKind,
} from "./transit.ts";

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

/** Its own log among them: nothing is sent to where it is, whatever is known. */
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
/** Proves the last event of a log that holds these. */
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

describe("an asset that leaves a log", () => {
  it("goes from its sender into the transit", () => {
    given(funded("RBX", 100n)).when(leave()).then(left).answers({ id });
    expect(left.postings).toEqual([
      { account: A, asset: "RBX", delta: -100n },
      { account: transitAccount(id), asset: "RBX", delta: 100n },
    ]);
  });

  it("is no more than its sender holds, and no less than one unit", () => {
    given(funded("RBX", 99n)).when(leave()).refused("insufficient_balance");
    given(funded("RBX", 99n)).refuses(leave({ amount: 0n }), "amount_too_small");
    given(funded("RBX", 99n)).refuses(leave({ amount: -5n }), "amount_too_small");
  });

  it("goes to a log that is known, and not to its own", () => {
    for (const to of [1, 4]) given(funded("RBX", 100n)).when(leave({ to })).refused("log_unknown");
  });

  it("leaves by an id once, also after it has arrived", async () => {
    const arrival = await provedIn(2, arrivedBy(await provedIn(1, left)));
    given(funded("RBX", 500n), left).when(leave()).refused("transit_exists");
    given(funded("RBX", 500n), left, closedBy(arrival)).when(leave()).refused("transit_exists");
  });

  it("is named by its log, and moves between accounts of people and not of transits", () => {
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

describe("a single thing", () => {
  const thing = "item:101:7" as Asset;
  const origin = { custody: "d_1", serial: null };
  const brought = move({ from: "platform", to: A, asset: thing, amount: 1n });
  const gone = transitLeft({ ...named, asset: thing, amount: "1", origin });
  const place = (of: "here" | "elsewhere" | "unknown", peer: PeerEvent) => (log: Pick<PaperLog, "stream">) =>
    arriveInLog(peer, { here: 2, transit: log.stream(transitStreamKind, transitStream(id)), place: of });
  const came = (isBack: boolean, { receipt }: PeerEvent) =>
    transitArrived({ amount: "1", asset: thing, id, isBack, receipt, receiver: B });
  const movesOf = ({ postings }: NewEvent) => postings.map(({ account, delta }) => [account, delta]);

  it("comes out of the platform, or from elsewhere where it had been before, and goes elsewhere", async () => {
    const departure = await provedIn(1, { ...funded("RBX", 1n), postings: brought }, gone);
    given().when(place("unknown", departure)).then(came(false, departure));
    given().when(place("elsewhere", departure)).then(came(true, departure));
    expect(movesOf(came(false, departure))).toEqual([
      ["platform", -1n],
      [B, 1n],
    ]);
    expect(movesOf(came(true, departure))).toEqual([
      ["elsewhere", -1n],
      [B, 1n],
    ]);
    const closed = transitClosed({ amount: "1", asset: thing, id, receipt: departure.receipt, to: 2 });
    expect(movesOf(closed)).toEqual([
      [transitAccount(id), -1n],
      ["elsewhere", 1n],
    ]);
  });

  it("does not come in where it is, and is asked about where it arrives", async () => {
    const departure = await provedIn(1, { ...funded("RBX", 1n), postings: brought }, gone);
    given().when(place("here", departure)).refused("still_here");
    given(came(false, departure)).when(place("here", departure)).refused("transit_arrived");
    expect(() => given().when(arrive(departure))).toThrow("whether it is there");
    const holds = { platform: -1n, elsewhere: 0n } as Record<string, bigint>;
    expect(placeOfSingle((account) => holds[account] ?? 0n)).toBe("here");
    expect(placeOfSingle((account) => (account === "elsewhere" ? 1n : -1n))).toBe("elsewhere");
    expect(placeOfSingle(() => 0n)).toBe("unknown");
  });
});

describe("a departure that is proved", () => {
  it("arrives with its receipt, from what the other log owes", async () => {
    const departure = await provedIn(1, left);
    given().when(arrive(departure)).then(arrivedBy(departure)).answers({ id });
    expect(departure.receipt.path.length).toBeGreaterThan(0);
    expect(arrivedBy(departure).postings).toEqual([
      { account: peerAccount(1), asset: "RBX", delta: -100n },
      { account: B, asset: "RBX", delta: 100n },
    ]);
  });

  it("arrives once: each further time tells its carrier that it is done", async () => {
    const departure = await provedIn(1, left);
    given(arrivedBy(departure)).when(arrive(departure)).refused("transit_arrived");
  });

  it("contradicts another departure of the same id, which its log must have lost", async () => {
    const first = await provedIn(1, left);
    const other = await provedIn(1, transitLeft({ ...named, amount: "99" }));
    given(arrivedBy(first)).when(arrive(other)).refused("transit_contradicted");
  });

  it("arrives in the one log that it left for", async () => {
    const departure = await provedIn(1, left);
    given().when(arrive(departure, 3)).refused("transit_not_proved", "It leaves for another log.");
    given().when(arrive(departure, 1)).refused("transit_not_proved", "It leaves for another log.");
  });

  it("is of the log that its id names", async () => {
    const foreign = await provedIn(3, left);
    const detail = "It is named after another log than the one that it left.";
    given().when(arrive(foreign)).refused("transit_not_proved", detail);
    const own = await provedIn(2, transitLeft({ ...named, amount: "100", id: "2-x1" }));
    given().when(arrive(own)).refused("transit_not_proved", "It leaves for the log that it is in.");
  });

  it("is nothing but a departure whose stream and postings are those of its payload", async () => {
    const [taken, put] = left.postings;
    const wrong: NewEvent[] = [
      funded("RBX", 1n),
      { ...left, type: "TransitClosed" },
      { ...left, schemaVersion: 2 },
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

  it("arrives as it is whatever may be said against its receiver: there is nothing else to ask", async () => {
    const copy = transitLeft({ ...named, amount: "1", asset: "TIX", receiver: "nobody" });
    const departure = await provedIn(1, copy);
    given().when(arrive(departure)).answers({ id });
  });
});

describe("an arrival that is proved", () => {
  const closing = async (): Promise<PeerEvent> => provedIn(2, arrivedBy(await provedIn(1, left)));

  it("closes its transit: the asset is now owed by the other log", async () => {
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

  it("contradicts a log that knows of no such departure", async () => {
    given().refuses(close(await closing()), "transit_contradicted");
  });

  it("is of the log that the asset left for", async () => {
    const elsewhere = await provedIn(3, arrivedBy(await provedIn(1, left)));
    given(left)
      .when(close(elsewhere))
      .refused("transit_not_proved", "It arrived in another log than it left for.");
  });

  it("is of what had left, and of nothing else", async () => {
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
  it("is bounded, and a departure with the longest names still fits twice over", async () => {
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
    // Of an event only the hashes of others grow with its block.
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
