import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { provePeerEvent } from "../../ledger/transit/peer-receipt.ts";
import {
  leaveLog,
  placeOfSingle,
  transitArrived,
  transitLeft,
  transitStream,
  transitStreamKind,
} from "../../ledger/transit/transit.ts";
import { approves, DORA, hats, people, ROOT, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, GivenLog, NOON } from "../../testing/given.ts";
import { catalogued, HAT, handedOver, sightedIn, synced } from "../../testing/items.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { ALICE, playerIn } from "../../testing/players.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import { depositStreamKind } from "../deposits/deposit.ts";
import { custodyArrived, custodyEnded, depositStream } from "../deposits/events.ts";
import { inventoryStream } from "../inventory/events.ts";
import { inventoryStreamKind } from "../inventory/inventory.ts";
import { arriveOutOfSight, type SendCopyContext, sendCopy, withCustody } from "./copies.ts";

const TRANSIT = "1-c1";
const DEPOSIT = "d_1";
const { receipt } = transitArrived.example().payload;

/** The house has won a hat that alice had in custody. */
function won(): GivenLog {
  const log = new GivenLog();
  log.append([...people, catalogued]);
  const instances = ["1"];
  carriedOut(log, requests(hats(1)), approves(ROOT, { instances }), approves(DORA, { instances }));
  log.append([handedOver(playerAccount(ALICE), house, HAT)]);
  return log;
}

const depositIn = (log: GivenLog, id = DEPOSIT) => log.stream(depositStreamKind, depositStream(id));
const sent = (log: GivenLog, context: Partial<SendCopyContext> = {}, depositId = DEPOSIT) =>
  sendCopy(
    { id: TRANSIT, to: 2, copy: HAT, depositId, serial: 7 },
    {
      actor: { player: playerIn(log, ROOT), isListed: true },
      here: 1,
      peers: new Set([1, 2]),
      transit: { is: "unknown" },
      deposit: depositIn(log, depositId),
      held: log.holding(house, HAT),
      ...context,
    },
  );
const codeOf = (decision: ReturnType<typeof sent>) =>
  "refused" in decision ? decision.refused.code : "accepted";
/** The hat is on its way to log 2, and known to be there once `isThere`. */
function gone({ isThere = false } = {}): GivenLog {
  const log = won();
  const decision = sent(log);
  if ("events" in decision) log.append(decision.events);
  if (isThere) log.append([handedOver(`transit:${TRANSIT}`, "elsewhere", HAT)]);
  return log;
}

describe("a copy that is sent to another log", () => {
  it("leaves custody and the house, with its serial number and what kept it in custody", () => {
    const decision = sent(won());
    const departure = { id: TRANSIT, to: 2, sender: house, receiver: house, asset: HAT, purpose: "" };
    const origin = { custody: DEPOSIT, serial: 7 };
    const due: NewEvent[] = [
      custodyEnded({ depositId: DEPOSIT, copy: HAT }),
      transitLeft({ ...departure, amount: "1", origin }),
    ];
    expect("events" in decision && decision.events).toEqual(due);
    expect(keepsInCustody(depositIn(gone()), HAT)).toBe(false);
  });

  it("is the house's, in custody by the deposit that is named, and sent by an admin to a log that is there", () => {
    const log = won();
    expect(codeOf(sent(log, { actor: { player: playerIn(log, ALICE), isListed: false } }))).toBe("forbidden");
    expect(codeOf(sent(log, { held: 0n }))).toBe("copies_not_free");
    expect(codeOf(sent(log, {}, "d_2"))).toBe("not_in_custody");
    expect(codeOf(sent(log, { peers: new Set([1, 3]) }))).toBe("log_unknown");
    expect(codeOf(sent(gone()))).toBe("copies_not_free");
    expect(codeOf(sent(gone(), { held: 1n }))).toBe("not_in_custody");
  });

  it.each([false, true])(
    "comes in by no sync and no deposit here, whether or not it has arrived: %s",
    (isThere) => {
      const log = gone({ isThere });
      const held = () => log.holding(playerAccount(ALICE), HAT);
      const decision = synced(ALICE, [HAT])(log);
      if ("events" in decision) log.append(decision.events);
      expect(held()).toBe(0n);
      const second = { depositId: "d_2", instances: ["1"] };
      carriedOut(log, requests(hats(1), { depositId: "d_2" }));
      for (const admin of [ROOT, DORA]) {
        const approved = approves(admin, second)(log);
        expect("refused" in approved && approved.refused.code).toBe("copies_not_free");
      }
      const reversed = reverses(ROOT)(log);
      expect("refused" in reversed && reversed.refused.code).toBe("copies_not_free");
      expect(log.holding(house, HAT) + held()).toBe(0n);
    },
  );
});

it("a copy that arrives is in custody by its transit, until that is ended", () => {
  const log = new GivenLog();
  const departure = transitLeft({
    ...{ id: "2-x", to: 1, sender: house, receiver: house, asset: HAT, purpose: "", amount: "1" as const },
    origin: { custody: "d_9", serial: null },
  }).payload;
  const arrival = transitArrived({
    amount: "1",
    asset: HAT,
    id: "2-x",
    isBack: false,
    receipt,
    receiver: house,
  });
  const decision = withCustody({
    departure: { ...departure },
    log: 2,
    decision: { events: [arrival], answer: { id: "2-x" } },
  });
  const taken = custodyArrived({ copy: HAT, depositId: "2-x", log: 2, custodyId: "d_9", serial: null });
  expect("events" in decision && decision.events).toEqual([arrival, taken]);
  log.append([arrival, taken]);
  expect(keepsInCustody(depositIn(log, "2-x"), HAT)).toBe(true);
  log.append([custodyEnded({ depositId: "2-x", copy: HAT })]);
  expect(keepsInCustody(depositIn(log, "2-x"), HAT)).toBe(false);
});

it("nothing but a single thing leaves with an origin, and no single thing without", () => {
  const at = { here: 1, peers: new Set([2]), transit: { is: "unknown" }, held: 1n } as const;
  const leave = { id: TRANSIT, to: 2, sender: house, receiver: house, amount: 1n };
  const origin = { custody: DEPOSIT, serial: null };
  expect(() => leaveLog({ ...leave, asset: HAT }, at)).toThrow("with its origin");
  expect(() => leaveLog({ ...leave, asset: "RBX", origin }, at)).toThrow("with its origin");
});

describe("a copy that arrives while somebody here has it on sight", () => {
  const ARRIVING = "2-x";
  const sentHere = transitLeft({
    ...{ id: ARRIVING, to: 1, sender: house, receiver: house, asset: HAT, purpose: "", amount: "1" as const },
    origin: { custody: "d_9", serial: 7 },
  });
  /** Log 2 has sent it, at noon. */
  async function departure() {
    const there = new PaperLog(2);
    there.append([handedOver(platform, house, HAT), sentHere]);
    const check = await provePeerEvent(there.receipt(2), portsKnowing(there));
    if (!check.ok) throw new Error(check.problem);
    return check.proved;
  }
  /** Alice's look at the platform showed it at her. */
  function seen({ listedAt = NOON } = {}): GivenLog {
    const log = new GivenLog();
    log.append([...people, catalogued]);
    return carriedOut(log, synced(ALICE, [HAT], { listedAt }));
  }
  const arrives = async (log: GivenLog) =>
    arriveOutOfSight(await departure(), {
      here: 1,
      transit: log.stream(transitStreamKind, transitStream(ARRIVING)),
      place: placeOfSingle((account) => log.holding(account, HAT)),
      sight: {
        playerId: ALICE,
        inventory: log.stream(inventoryStreamKind, inventoryStream(ALICE)),
        held: log.holding(playerAccount(ALICE), HAT),
      },
    });
  const answerOf = async (log: GivenLog) => {
    const decision = await arrives(log);
    return "refused" in decision ? decision.refused.code : "accepted";
  };

  it("leaves them for it, whether or not they ever look again, and is there once", async () => {
    const log = seen();
    const decision = await arrives(log);
    if ("events" in decision) log.append(decision.events);
    const holders = [platform, playerAccount(ALICE), house].map((account) => log.holding(account, HAT));
    expect([holders, sightedIn(log, HAT)]).toEqual([[-1n, 0n, 1n], null]);
    expect(await answerOf(log)).toBe("transit_arrived");
  });

  it("waits while it is staked, in custody, or was seen after it had left the other log", async () => {
    const staked = seen();
    staked.append([handedOver(playerAccount(ALICE), "escrow:g", HAT)]);
    expect(await answerOf(staked)).toBe("still_here");
    const instances = ["1"];
    const kept = carriedOut(seen(), requests(hats(1)), approves(ROOT, { instances }));
    expect(keepsInCustody(depositIn(kept), HAT)).toBe(true);
    expect(await answerOf(kept)).toBe("still_here");
    expect(await answerOf(seen({ listedAt: NOON + 1 }))).toBe("still_here");
  });
});
