import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import { type Copy, copyOf } from "../../accounts/item.ts";
import { transitArrived, transitClosed, transitLeft } from "../../ledger/transit/transit-events.ts";
import { approves, DORA, EMIL, hats, people, ROOT, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, codeOf, GivenLog } from "../../testing/given.ts";
import { catalogued, handedOver, synced } from "../../testing/items.ts";
import { ALICE } from "../../testing/players.ts";
import { copiesInCustody } from "./custody.ts";
import { custodyArrived, custodyEnded } from "./events.ts";

const [ONE, TWO] = [copyOf(101, "1"), copyOf(101, "2")];
const alice = playerAccount(ALICE);
const AWAY = "escrow:1-s";
const { receipt } = transitArrived.example().payload;
const origin = (custody: string) => ({ custody, serial: null });

/** Alice has two hats in custody by one deposit. */
function ready(): GivenLog {
  const log = new GivenLog();
  log.append([...people, catalogued]);
  const instances = ["1", "2"];
  carriedOut(log, requests(hats(2)), approves(ROOT, { instances }), approves(DORA, { instances }));
  return log;
}

/** One of her copies leaves for a game of another log, out of some custody. */
function leaves(log: GivenLog, copy: Copy, { id = "1-s", custody = "d_1" } = {}): void {
  const things = [{ asset: copy, origin: origin(custody) }];
  const way = { id, to: 2, sender: AWAY, receiver: "player:guest.1-s", purpose: "coinflip:g" };
  log.append([
    handedOver(alice, AWAY, copy),
    custodyEnded({ depositId: custody, copy }),
    transitLeft({ ...way, things }),
    transitClosed({ id, to: 2, receipt, things: [{ asset: copy }] }),
  ]);
}

/** It comes home to a player. */
function comesHome(log: GivenLog, copy: Copy, { id = "2-b", back = "1-s", to = alice } = {}): void {
  const things = [{ asset: copy, back }];
  log.append([
    transitArrived({ id, receipt, receiver: AWAY, things }),
    custodyArrived({ copy, depositId: id, log: 2, custodyId: back, serial: null, homeId: "d_1" }),
    handedOver(AWAY, to, copy),
  ]);
}

const typesOf = (log: GivenLog) => {
  const decision = reverses(EMIL)(log);
  return "events" in decision ? decision.events.map(({ type }) => type) : [codeOf(decision as never)];
};

describe("a copy that came home from another log", () => {
  it("is reversed with the rest of its deposit, and the log that it came from is told", () => {
    const log = ready();
    leaves(log, ONE);
    comesHome(log, ONE);
    expect(typesOf(log)).toEqual(["CustodyEnded", "DepositReversed", "ThingGone"]);
    carriedOut(log, reverses(EMIL));
    expect([ONE, TWO].map((copy) => log.holding(alice, copy))).toEqual([0n, 0n]);
    expect([...copiesInCustody(log.events)]).toEqual([]);
    expect(log.events.at(-1)?.payload).toEqual({ id: "2-b", asset: ONE });
  });

  it("is reversed after the rest was, and once", () => {
    const log = ready();
    leaves(log, ONE);
    expect(typesOf(log)).toEqual(["DepositReversed"]);
    carriedOut(log, reverses(EMIL));
    expect(typesOf(log)).toEqual(["not_completed"]);
    comesHome(log, ONE);
    carriedOut(log, reverses(EMIL));
    expect(log.holding(alice, ONE)).toBe(0n);
    expect(typesOf(log)).toEqual(["not_completed"]);
  });

  it("is reversed if all copies had left, however often they did", () => {
    const log = ready();
    for (const copy of [ONE, TWO]) {
      const name = copy.slice(-1);
      leaves(log, copy, { id: `1-s${name}` });
      comesHome(log, copy, { id: `2-b${name}`, back: `1-s${name}` });
    }
    leaves(log, ONE, { id: "1-t", custody: "2-b1" });
    expect(typesOf(log)).toEqual(["CustodyEnded", "DepositReversed", "ThingGone"]);
    comesHome(log, ONE, { id: "2-c", back: "1-t" });
    expect(typesOf(log)).toEqual([
      ...["CustodyEnded", "CustodyEnded", "DepositReversed", "ThingGone", "ThingGone"],
    ]);
  });

  it("stays if another player has it by now, or it is staked: the rest is taken", () => {
    for (const to of [playerAccount(DORA), "house", "escrow:g_1"] as const) {
      const log = ready();
      leaves(log, ONE);
      comesHome(log, ONE, { to: to as never });
      carriedOut(log, reverses(EMIL));
      expect([log.holding(to, ONE), log.holding(alice, TWO)]).toEqual([1n, 0n]);
    }
  });

  it("stays if its custody has ended, though its player has it on sight again", () => {
    const log = ready();
    leaves(log, ONE);
    comesHome(log, ONE);
    log.append([handedOver(alice, platform, ONE), custodyEnded({ depositId: "2-b", copy: ONE })]);
    carriedOut(log, synced(ALICE, [ONE]), reverses(EMIL));
    expect([ONE, TWO].map((copy) => log.holding(alice, copy))).toEqual([1n, 0n]);
  });

  it("is reversed once it is free, if it was staked while the rest was reversed", () => {
    // The first reversal takes copies that never left, or have come home as well.
    for (const isHome of [false, true]) {
      const log = ready();
      leaves(log, ONE);
      comesHome(log, ONE, { to: "escrow:g_1" as never });
      if (isHome) {
        leaves(log, TWO, { id: "1-t" });
        comesHome(log, TWO, { id: "2-c", back: "1-t" });
      }
      carriedOut(log, reverses(EMIL));
      expect(typesOf(log)).toEqual(["not_completed"]);
      log.append([handedOver("escrow:g_1", alice, ONE)]);
      expect(typesOf(log)).toEqual(["CustodyEnded", "DepositReversed", "ThingGone"]);
    }
  });
});
