import { describe, expect, it } from "vitest";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import type { Asset } from "../account.ts";
import { move } from "../posting.ts";
import { goneBy, hearOfGone, toldOfGone } from "./gone.ts";
import { type PeerEvent, provePeerEvent } from "./peer-receipt.ts";
import { transitStreamKind } from "./transit.ts";
import {
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  transitArrived,
  transitClosed,
  transitLeft,
  transitStream,
} from "./transit-events.ts";

const ID = "1-x";
const THING = "item:101:7";
const { receipt } = transitArrived.example().payload;
const logs = [1, 2, 3].map((number) => new PaperLog(number));

/** The thing left log 1 for log 2, out of some custody. */
const left = (custody = "d_1", asset = THING) =>
  transitLeft({
    ...{ id: ID, to: 2, sender: "escrow:a", receiver: "escrow:b", purpose: "" },
    things: [{ asset, origin: { custody, serial: null } }],
  });
const brought: NewEvent = {
  type: "Earned",
  schemaVersion: 1,
  stream: "log:earned",
  payload: {},
  postings: move({ from: "platform", to: "escrow:a", asset: THING as Asset, amount: 1n }),
};
const closed = transitClosed({ id: ID, receipt, things: [{ asset: THING }], to: 2 });
const back = transitArrived({
  ...{ id: "2-y", receipt, receiver: "escrow:a" },
  things: [{ asset: THING, back: ID }],
});

async function said(number: number, event: NewEvent): Promise<PeerEvent> {
  const log = new PaperLog(number);
  log.append([event]);
  const check = await provePeerEvent(log.receipt(1), portsKnowing(...logs));
  if (!check.ok) throw new Error(check.problem);
  return check.proved;
}
const gone = () => said(2, thingGone({ id: ID, asset: THING }));

function logWith(...events: readonly NewEvent[]): PaperLog {
  const log = new PaperLog(1);
  log.append([brought, ...events]);
  return log;
}
const transitIn = (log: PaperLog) => log.stream(transitStreamKind, transitStream(ID));
const hears = async (log: PaperLog, of: PeerEvent | null = null) =>
  hearOfGone(of ?? (await gone()), { here: 1, transit: transitIn(log) });
const codeOf = (decision: Decision<never> | Awaited<ReturnType<typeof hears>>) =>
  "refused" in decision ? decision.refused.code : "accepted";
const held = (log: PaperLog) => [log.holding("elsewhere", THING), log.holding("platform", THING)];

describe("a thing that left this log, and the site from the other one", () => {
  it("is no longer elsewhere, once, and can come in again", async () => {
    const log = logWith(left(), closed);
    expect(held(log)).toEqual([1n, -1n]);
    const decision = await hears(log);
    if ("events" in decision) log.append(decision.events);
    expect(held(log)).toEqual([0n, 0n]);
    expect(codeOf(await hears(log))).toBe("gone_known");
  });

  it("moves nothing if it had come back in between: a later departure is elsewhere", async () => {
    const log = logWith(left(), closed, back);
    const decision = await hears(log);
    expect("events" in decision && decision.events).toMatchObject([
      { payload: { isBack: true }, postings: [] },
    ]);
  });

  it("is reported to the log that this one had it from, step by step", async () => {
    const decision = await hears(logWith(left("3-z"), closed));
    expect("events" in decision && decision.events.slice(1)).toEqual([
      thingGone({ id: "3-z", asset: THING }),
    ]);
    const own = await hears(logWith(left(), closed));
    expect("events" in own && own.events).toHaveLength(1);
    expect(goneBy("d_1", THING)).toEqual([]);
  });

  it("waits while its arrival is not known here", async () => {
    expect(codeOf(await hears(logWith(left())))).toBe("still_under_way");
  });

  it("is reported only by the log that it left for, and only of departed things", async () => {
    const log = logWith(left(), closed);
    expect(codeOf(await hears(log, await said(3, thingGone({ id: ID, asset: THING }))))).toBe(
      "gone_not_proved",
    );
    expect(codeOf(await hears(log, await said(2, thingGone({ id: ID, asset: "item:101:8" }))))).toBe(
      "gone_not_proved",
    );
    expect(codeOf(await hears(log, await said(2, thingGoneTold({ id: ID, asset: THING, receipt }))))).toBe(
      "gone_not_proved",
    );
    expect(codeOf(await hears(new PaperLog(1)))).toBe("gone_contradicted");
  });
});

describe("reporting it", () => {
  const known = thingGoneKnown({ id: ID, asset: THING, receipt, isBack: true });
  const arrived = transitArrived({
    ...{ id: ID, receipt, receiver: "escrow:b" },
    things: [{ asset: THING, back: null }],
  });
  const told = (proved: PeerEvent, log: PaperLog) =>
    toldOfGone(proved, { id: ID, asset: THING, transit: transitIn(log) });

  it("ends once the other log is proved to know it", async () => {
    const log = new PaperLog(2);
    log.append([arrived]);
    const proved = await said(1, known);
    const decision = told(proved, log);
    const due = thingGoneTold({ id: ID, asset: THING, receipt: proved.receipt });
    expect("events" in decision && decision.events).toEqual([due]);
    if ("events" in decision) log.append(decision.events);
    expect(codeOf(told(await said(1, known), log))).toBe("gone_told");
  });

  it("does not end by another log's report, or by that of another thing", async () => {
    const log = new PaperLog(2);
    log.append([arrived]);
    expect(codeOf(told(await said(3, known), log))).toBe("gone_not_proved");
    const other = thingGoneKnown({ ...known.payload, asset: "item:101:8" });
    expect(codeOf(told(await said(1, other), log))).toBe("gone_not_proved");
  });
});
