import { describe, expect, it } from "vitest";
import type { NewEvent, RecordedEvent } from "../../kernel/events/event.ts";
import { readEvent } from "../../kernel/events/stream-kind.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { NOON } from "../../testing/given.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { provePeerEvent } from "./peer-receipt.ts";
import { type LogTransits, reconcileLogs } from "./reconcile.ts";
import { arriveInLog, closeTransit, departureIn, transitStreamKind } from "./transit.ts";
import {
  transitArrived,
  transitClosed,
  transitEvents,
  transitLeft,
  transitStream,
} from "./transit-events.ts";

const THING = "item:101:7";
const id = "1-x";
const { receipt } = transitArrived.example().payload;
const origin = { custody: "d_1", serial: 12 };
const way = { id, purpose: "", receiver: "house", sender: "house", to: 2 };

const present = ({ type, schemaVersion, payload }: NewEvent) =>
  readEvent({ type, schemaVersion, payload, position: 1 }, transitEvents);
/** The present form of an event of the first version. */
const read = (definition: { readonly type: string }, payload: JsonObject) =>
  present({ type: definition.type, schemaVersion: 1, stream: transitStream(id), payload, postings: [] })
    .payload;

describe("events of transits of the first version", () => {
  it("are read unchanged if they concern an amount or several things", () => {
    const counted = [
      transitLeft.example(),
      transitArrived.example(),
      transitClosed.example(),
      transitLeft({ ...way, things: [{ asset: THING, origin }] }),
      transitArrived({ id, receipt, receiver: "house", things: [{ asset: THING, back: "1-y" }] }),
      transitClosed({ id, receipt, to: 2, things: [{ asset: THING }] }),
    ];
    for (const event of counted)
      expect(present({ ...event, schemaVersion: 1 })).toMatchObject({
        payload: event.payload,
        schemaVersion: 2,
      });
  });

  it("are read as of several things if they concern a single one", () => {
    const one = { amount: "1", asset: THING };
    expect(read(transitLeft, { ...way, ...one, origin })).toEqual({
      ...way,
      things: [{ asset: THING, origin }],
    });
    const arrival = { id, receipt, receiver: "house" };
    expect(read(transitArrived, { ...arrival, ...one, isBack: false })).toEqual({
      ...arrival,
      things: [{ asset: THING, back: null }],
    });
    expect(read(transitClosed, { id, receipt, to: 2, ...one })).toEqual({
      ...{ id, receipt, to: 2 },
      things: [{ asset: THING }],
    });
  });

  it("keep their postings and streams, though they do not name a thing's custody", () => {
    const payload = read(transitArrived, {
      ...{ id: "2-y", receipt, receiver: "house" },
      ...{ amount: "1", asset: THING, isBack: true },
    });
    const due = transitArrived(transitArrived.parse(payload));
    expect(due.alsoIn).toBeUndefined();
    expect(due.postings).toEqual([
      { account: "elsewhere", asset: THING, delta: -1n },
      { account: "house", asset: THING, delta: 1n },
    ]);
  });
});

/** A departure of a single thing, as the first version wrote it. */
const leftAlone: NewEvent = {
  ...transitLeft({ ...way, things: [{ asset: THING, origin }] }),
  schemaVersion: 1,
  payload: { ...way, amount: "1", asset: THING, origin },
};

describe("a receipt of an event of the first version", () => {
  const source = new PaperLog(1);
  const brought = { ...leftAlone, type: "Brought", stream: "log:brought", payload: {} } as const;
  const toHouse = [
    { account: "platform", asset: THING, delta: -1n },
    { account: "house", asset: THING, delta: 1n },
  ] as const;
  source.append([{ ...brought, postings: toHouse }, leftAlone]);
  const proved = async (log: PaperLog, position: number) => {
    const check = await provePeerEvent(log.receipt(position), portsKnowing(source, destination));
    if (!check.ok) throw new Error(check.problem);
    return check.proved;
  };
  const destination = new PaperLog(2);

  it("is accepted, and its arrival closes it", async () => {
    const departure = await proved(source, 2);
    const nowhere = () => ({ place: "unknown", last: null }) as const;
    const arrived = arriveInLog(departure, { here: 2, transit: { is: "unknown" }, whereIs: nowhere });
    if ("refused" in arrived) throw new Error(arrived.refused.detail);
    destination.append(arrived.events);
    const state = transitStreamKind.evolve(
      { is: "unknown" },
      { ...(source.events[1] as RecordedEvent), ...present(leftAlone) },
      transitStream(id),
    );
    const closed = closeTransit(await proved(destination, 1), { here: 1, transit: state });
    expect("events" in closed && closed.events).toMatchObject([{ payload: { things: [{ asset: THING }] } }]);
  });

  it("proves nothing if its payload has no known form or version", async () => {
    for (const wrong of [
      { ...leftAlone, payload: { ...leftAlone.payload, amount: "1", asset: "item" } },
      { ...leftAlone, schemaVersion: 3 },
      { ...leftAlone, schemaVersion: 2 },
    ]) {
      const log = new PaperLog(1);
      log.append([{ ...brought, postings: toHouse }, wrong]);
      expect(departureIn(await proved(log, 2))).toBeNull();
    }
  });
});

it("a thing that came back by an arrival of the first version is away by no departure", () => {
  const recorded = (position: number, event: NewEvent) => ({
    event: {
      ...{ ...event, position, version: 1, eventId: `c${position}.0`, commandId: `c${position}` },
      ...{ actor: "test", recordedAt: NOON },
    },
    leaf: String(position).padStart(64, "0"),
  });
  const things = [{ asset: THING, origin }];
  const receiptAt = (position: number) => ({
    ...receipt,
    ...{ leaf: String(position).padStart(64, "0"), index: 0, block: { ...receipt.block, from: position } },
  });
  const house = { receiver: "house", sender: "house", purpose: "" };
  const back = { asset: THING, back: "unnamed" };
  const logs = (backIn: boolean): readonly LogTransits[] => [
    {
      ...{ log: 1, position: 9, between: new Map() },
      kept: new Set(backIn ? [THING] : []),
      events: [
        recorded(1, transitLeft({ ...house, id, to: 2, things })),
        recorded(2, transitClosed({ id, receipt: receiptAt(1), to: 2, things: [{ asset: THING }] })),
        ...(backIn
          ? [
              recorded(
                3,
                transitArrived({ id: "2-y", receipt: receiptAt(2), receiver: "house", things: [back] }),
              ),
            ]
          : []),
      ],
    },
    {
      ...{ log: 2, position: 9, between: new Map(), kept: new Set() },
      events: [
        recorded(
          1,
          transitArrived({
            ...{ id, receipt: receiptAt(1), receiver: "house" },
            things: [{ asset: THING, back: null }],
          }),
        ),
        ...(backIn
          ? [
              recorded(
                2,
                transitLeft({
                  ...{ ...house, id: "2-y", to: 1 },
                  things: [{ asset: THING, origin: { custody: "d_9", serial: null } }],
                }),
              ),
              recorded(
                3,
                transitClosed({ id: "2-y", receipt: receiptAt(3), to: 1, things: [{ asset: THING }] }),
              ),
            ]
          : []),
      ],
    },
  ];
  // The departure out of another custody in log 2 would not explain that it is there no more.
  expect(reconcileLogs(logs(true)).problems).toEqual([]);
  expect(reconcileLogs(logs(false)).problems).toEqual([
    `${THING} left log 1 by transit ${id}, and log 2 has it no more.`,
  ]);
});
