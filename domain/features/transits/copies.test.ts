import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../accounts/account.ts";
import type { Copy } from "../../accounts/item.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { provePeerEvent } from "../../ledger/transit/peer-receipt.ts";
import { placeOfSingle, UNNAMED_DEPARTURE } from "../../ledger/transit/single.ts";
import { type Transit, transitStreamKind } from "../../ledger/transit/transit.ts";
import { transitArrived, transitLeft, transitStream } from "../../ledger/transit/transit-events.ts";
import { approves, DORA, hats, people, ROOT, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, GivenLog, NOON } from "../../testing/given.ts";
import { catalogued, HAT, HAT_2, handedOver, sightedIn, synced } from "../../testing/items.ts";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { ALICE, playerIn } from "../../testing/players.ts";
import { copiesInCustody, keepsInCustody } from "../deposits/custody.ts";
import { type ArrivedDeposit, type Deposit, depositStreamKind } from "../deposits/deposit.ts";
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

describe("a copy sent to another log", () => {
  it("leaves custody and the house, with its serial number and the source of its custody", () => {
    const decision = sent(won());
    const departure = { id: TRANSIT, to: 2, sender: house, receiver: house, purpose: "" };
    const things = [{ asset: HAT, origin: { custody: DEPOSIT, serial: 7 } }];
    const due: NewEvent[] = [
      custodyEnded({ depositId: DEPOSIT, copy: HAT }),
      transitLeft({ ...departure, things }),
    ];
    expect("events" in decision && decision.events).toEqual(due);
    expect(keepsInCustody(depositIn(gone()), HAT)).toBe(false);
  });

  it("is the house's, in custody by the named deposit, and sent by an admin to a known log", () => {
    const log = won();
    expect(codeOf(sent(log, { actor: { player: playerIn(log, ALICE), isListed: false } }))).toBe("forbidden");
    expect(codeOf(sent(log, { held: 0n }))).toBe("copies_not_free");
    expect(codeOf(sent(log, {}, "d_2"))).toBe("not_in_custody");
    expect(codeOf(sent(log, { peers: new Set([1, 3]) }))).toBe("log_unknown");
    expect(codeOf(sent(gone()))).toBe("copies_not_free");
    expect(codeOf(sent(gone(), { held: 1n }))).toBe("not_in_custody");
  });

  it.each([false, true])(
    "cannot come in by a sync or deposit here, before or after its arrival: %s",
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

it("copies that arrive together are in custody by their transit, each until that is ended for it", () => {
  const log = new GivenLog();
  const departure = transitLeft({
    ...{ id: "2-x", to: 1, sender: house, receiver: house, purpose: "" },
    things: [
      { asset: HAT, origin: { custody: "d_9", serial: null } },
      { asset: HAT_2, origin: { custody: "3-z", serial: 12 } },
    ],
  }).payload;
  const arrival = transitArrived({
    ...{ id: "2-x", receipt, receiver: house },
    things: [HAT, HAT_2].map((asset) => ({ asset, back: null })),
  });
  const decision = withCustody({
    departure,
    log: 2,
    decision: { events: [arrival], answer: { id: "2-x" } },
    ground: { transitOf: () => ({ is: "unknown" }), depositOf: () => ({ status: "absent" }) },
  });
  const taken = [
    custodyArrived({ copy: HAT, depositId: "2-x", log: 2, custodyId: "d_9", serial: null, homeId: null }),
    custodyArrived({ copy: HAT_2, depositId: "2-x", log: 2, custodyId: "3-z", serial: 12, homeId: null }),
  ];
  expect("events" in decision && decision.events).toEqual([arrival, ...taken]);
  log.append([arrival, ...taken]);
  const kept = () => [HAT, HAT_2].map((copy) => keepsInCustody(depositIn(log, "2-x"), copy));
  expect([kept(), copiesInCustody(log.events)]).toEqual([[true, true], new Set([HAT, HAT_2])]);
  log.append([custodyEnded({ depositId: "2-x", copy: HAT })]);
  expect([kept(), copiesInCustody(log.events)]).toEqual([[false, true], new Set([HAT_2])]);
});

describe("the deposit that answers for a copy from another log", () => {
  const BACK = "1-s";
  const origin = { custody: "2-x", serial: null };
  const arriving = transitLeft({
    ...{ id: "2-y", to: 1, sender: house, receiver: house, purpose: "" },
    things: [{ asset: HAT, origin }],
  }).payload;
  /** Copies that had left this log, each out of the custody of a deposit or an earlier arrival. */
  const left = (...kept: readonly (readonly [Copy, string])[]): Transit => ({
    is: "closed",
    departure: transitLeft({
      ...{ id: BACK, to: 2, sender: house, receiver: house, purpose: "" },
      things: kept.map(([asset, custody]) => ({ asset, origin: { custody, serial: null } })),
    }).payload,
    ...{ back: [], gone: [] },
  });
  const arrived = (homes: ArrivedDeposit["homes"]): Deposit => ({
    ...{ status: "arrived", playerId: "", copies: [], homes },
  });
  const homeBy = (
    transit: Transit,
    { back = BACK as string | null, keeper = arrived([]) as Deposit } = {},
  ): string | null | undefined => {
    const things = [{ asset: HAT, back }];
    const decision = withCustody({
      departure: arriving,
      log: 2,
      decision: {
        events: [transitArrived({ id: "2-y", receipt, receiver: house, things })],
        answer: { id: "2-y" },
      },
      ground: { transitOf: () => transit, depositOf: (id) => (id === "2-b" ? keeper : arrived([])) },
    });
    const taken = "events" in decision ? decision.events.find(custodyArrived.is) : undefined;
    return taken?.payload.homeId;
  };

  it("is the deposit that kept it when it last left", () => {
    expect(homeBy(left([HAT_2, "d_2"], [HAT, DEPOSIT]))).toBe(DEPOSIT);
  });

  it("is still its first deposit when it left out of an earlier homecoming", () => {
    const keeper = arrived([
      { copy: HAT_2, depositId: "d_2" },
      { copy: HAT, depositId: DEPOSIT },
    ]);
    expect(homeBy(left([HAT, "2-b"]), { keeper })).toBe(DEPOSIT);
  });

  it("is none for a copy deposited elsewhere, though another of its arrival had come home", () => {
    expect(homeBy(left([HAT, "2-b"]), { keeper: arrived([{ copy: HAT_2, depositId: "d_2" }]) })).toBeNull();
    expect(homeBy(left([HAT, "2-b"]), { keeper: { status: "absent" } })).toBeNull();
  });

  it("is none for a copy that never left here, or by no known departure", () => {
    const known = left([HAT, DEPOSIT]);
    expect(homeBy(known, { back: null })).toBeNull();
    expect(homeBy(known, { back: UNNAMED_DEPARTURE })).toBeNull();
    expect(homeBy({ is: "unknown" })).toBeNull();
    if (known.is === "closed") expect(homeBy({ is: "left", departure: known.departure })).toBeNull();
    expect(homeBy(left([HAT_2, "d_2"]))).toBeNull();
  });
});

describe("a copy that arrives while a player here has it on sight", () => {
  const ARRIVING = "2-x";
  const origin = { custody: "d_9", serial: 7 };
  const sending = (...copies: readonly string[]) =>
    transitLeft({
      ...{ id: ARRIVING, to: 1, sender: house, receiver: house, purpose: "" },
      things: copies.map((asset) => ({ asset, origin })),
    });
  /** Log 2 has sent it, at noon. */
  async function departure(...copies: readonly Copy[]) {
    const there = new PaperLog(2);
    there.append([handedOver(platform, house, ...copies), sending(...copies)]);
    const check = await provePeerEvent(there.receipt(2), portsKnowing(there));
    if (!check.ok) throw new Error(check.problem);
    return check.proved;
  }
  /** Alice's sync showed it in her inventory. */
  function seen({ listedAt = NOON, copies = [HAT] as readonly Copy[] } = {}): GivenLog {
    const log = new GivenLog();
    log.append([...people, catalogued]);
    return carriedOut(log, synced(ALICE, [...copies], { listedAt }));
  }
  const arrives = async (log: GivenLog, ...copies: readonly Copy[]) =>
    arriveOutOfSight(await departure(HAT, ...copies), {
      here: 1,
      transit: log.stream(transitStreamKind, transitStream(ARRIVING)),
      whereIs: (asset) => ({
        place: placeOfSingle((account) => log.holding(account, asset as Copy)),
        last: null,
      }),
      sightOf: (copy) => ({
        playerId: ALICE,
        inventory: log.stream(inventoryStreamKind, inventoryStream(ALICE)),
        held: log.holding(playerAccount(ALICE), copy),
      }),
    });
  const answerOf = async (log: GivenLog) => {
    const decision = await arrives(log);
    return "refused" in decision ? decision.refused.code : "accepted";
  };

  it("leaves them for the arrival, even without another sync, and is there once", async () => {
    const log = seen();
    const decision = await arrives(log);
    // It says nothing of what else the player has: it looked at nothing.
    expect(decision).toMatchObject({
      events: [{ payload: { complete: false, listed: 0, returned: [HAT] } }, {}],
    });
    if ("events" in decision) log.append(decision.events);
    const holders = [platform, playerAccount(ALICE), house].map((account) => log.holding(account, HAT));
    expect([holders, sightedIn(log, HAT)]).toEqual([[-1n, 0n, 1n], null]);
    expect(await answerOf(log)).toBe("transit_arrived");
  });

  it("ends the sight of no copy whose companion has to wait", async () => {
    const log = seen();
    log.append([handedOver(platform, "escrow:g", HAT_2)]);
    const decision = await arrives(log, HAT_2);
    expect("refused" in decision && decision.refused.code).toBe("still_here");
    const both = seen({ copies: [HAT, HAT_2] });
    const arrived = await arrives(both, HAT_2);
    if ("events" in arrived) both.append(arrived.events);
    expect(
      [HAT, HAT_2].map((copy) => [both.holding(playerAccount(ALICE), copy), both.holding(house, copy)]),
    ).toEqual([
      [0n, 1n],
      [0n, 1n],
    ]);
  });

  it("must have a name in the platform's form", async () => {
    for (const wrong of ["thing:1:2", "item:x:1", "item:1"] as Copy[]) {
      const decision = await arrives(seen(), wrong);
      expect("refused" in decision && decision.refused.code).toBe("unknown_asset");
    }
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
