import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { move } from "../../ledger/posting.ts";
import { transitLeft } from "../../ledger/transit/transit-events.ts";
import { approves, DORA, EMIL, hats, people, ROOT, requests } from "../../testing/deposits.ts";
import { carriedOut, type Decide, type GivenLog, logAfter, refusalOf } from "../../testing/given.ts";
import { catalogued, HAT, handedOver } from "../../testing/items.ts";
import { ALICE, bankIn } from "../../testing/players.ts";
import { confirms, proposedBy, wants } from "../../testing/proposals.ts";
import { custodyEnded } from "../deposits/events.ts";
import { proposalConfirmed } from "../proposals/events.ts";
import type { Wanted } from "../proposals/propose.ts";
import { transitActs } from "./acts.ts";

const DEPOSIT = "d_1";
const SEND: Wanted = { kind: "send_item", to: 2, copy: HAT, assetId: 101, depositId: DEPOSIT, serial: 7 };

/** The house has won a hat that alice had in custody; further events may follow. */
function won(...steps: readonly Decide<JsonObject>[]): GivenLog {
  const instances = ["1"];
  const approved = [approves(ROOT, { instances }), approves(DORA, { instances })];
  const log = logAfter([...people, catalogued], requests(hats(1)), ...approved);
  log.append([handedOver(playerAccount(ALICE), house, HAT)]);
  return carriedOut(log, ...steps);
}
const funded = (...steps: readonly Decide<JsonObject>[]): GivenLog => logAfter(people, ...steps);

describe("sending part of the bank to another log", () => {
  const part: Wanted = { kind: "send_bank", to: 2, currency: "TIX", amount: "1000" };

  it("waits for a second admin, and leaves under the name of the proposal", () => {
    const log = funded(wants(ROOT, part));
    expect(refusalOf(log, confirms(ROOT))).toBe("second_admin_needed");
    const decision = confirms(EMIL)(log);
    const way = { id: "1-prop_1", to: 2, sender: house, receiver: house, purpose: "" };
    expect("events" in decision && decision.events).toEqual([
      proposalConfirmed({ proposalId: "prop_1", kind: "send_bank", by: EMIL }),
      transitLeft({ ...way, asset: "TIX", amount: "1000" }),
    ]);
  });

  it("can be proposed if the bank need not keep it, and is decided again when it is confirmed", () => {
    const all = String(bankIn(funded(), "TIX"));
    expect(refusalOf(funded(), wants(ROOT, { ...part, amount: all }))).toBe("bank_limit");
    expect(refusalOf(funded(), wants(ROOT, { ...part, to: 3 }))).toBe("log_unknown");
    const log = funded(wants(ROOT, part));
    const away = { from: house, to: playerAccount(ALICE), asset: "TIX", amount: BigInt(all) } as const;
    log.append([{ ...handedOver(house, playerAccount(ALICE)), postings: move(away) }]);
    expect(refusalOf(log, confirms(EMIL))).toBe("bank_limit");
  });
});

describe("sending an item of the house to another log", () => {
  it("waits for a second admin, and leaves under the name of the proposal", () => {
    const log = won(wants(ROOT, SEND));
    expect(log.holding(house, HAT)).toBe(1n);
    expect(refusalOf(log, confirms(ROOT))).toBe("second_admin_needed");
    const decision = confirms(EMIL)(log);
    const origin = { custody: DEPOSIT, serial: 7 };
    const way = { id: "1-prop_1", to: 2, sender: house, receiver: house, purpose: "" };
    expect("events" in decision && decision.events).toEqual([
      proposalConfirmed({ proposalId: "prop_1", kind: "send_item", by: EMIL }),
      custodyEnded({ depositId: DEPOSIT, copy: HAT }),
      transitLeft({ ...way, things: [{ asset: HAT, origin }] }),
    ]);
  });

  it("can be proposed for items that can be sent, and once per log", () => {
    expect(refusalOf(won(), wants(ROOT, { ...SEND, to: 3 }))).toBe("log_unknown");
    expect(refusalOf(won(), wants(ROOT, { ...SEND, depositId: "none" }))).toBe("not_in_custody");
    expect(refusalOf(won(), wants(ALICE, SEND))).toBe("forbidden");
    const log = won(wants(ROOT, SEND));
    expect(refusalOf(log, wants(EMIL, { ...SEND, serial: null }, "prop_2"))).toBe("already_proposed");
  });

  it("fails if the item is no longer the house's when the second admin confirms", () => {
    const log = won(wants(ROOT, SEND));
    log.append([handedOver(house, playerAccount(ALICE), HAT)]);
    expect(refusalOf(log, confirms(EMIL))).toBe("copies_not_free");
  });
});

describe("the second admin who sends to another log", () => {
  it("sees the amount that leaves, in units of its currency", () => {
    const body = { log: 2, currency: "TIX" as const, amount: 10.5, reason: "r" };
    const wanted = transitActs.sendBank.wanted({ params: {}, body });
    expect(wanted).toEqual({ to: 2, currency: "TIX", amount: "1050" });
    const part: Wanted = { kind: "send_bank", ...wanted };
    const shown = { kind: "send_bank", log: 2, currency: "TIX", amount: "10.50" };
    expect(proposedBy(ROOT, part, funded())).toEqual(shown);
    const decision = confirms(EMIL)(funded(wants(ROOT, part)));
    const left = "events" in decision ? decision.events.find(transitLeft.is) : undefined;
    expect(left?.payload).toMatchObject({ to: 2, asset: "TIX", amount: "1050" });
  });

  it("sees which copy leaves, and its item by name where the catalogue has it", () => {
    const shown = { kind: "send_item", log: 2, copy: HAT, item: "Hat", serial: 7 };
    expect(proposedBy(ROOT, SEND, won())).toEqual(shown);
    const unnamed = { ...shown, item: "102", serial: null };
    expect(proposedBy(ROOT, { ...SEND, assetId: 102, serial: null }, won())).toEqual(unnamed);
  });
});
