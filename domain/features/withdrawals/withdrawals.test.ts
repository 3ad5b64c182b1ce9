import { describe, expect, it } from "vitest";
import { platform, playerAccount } from "../../accounts/account.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { rollingSumOf } from "../../kernel/rolling-sum.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { owing } from "../../testing/cashouts.ts";
import { approves, DEPOSIT, DORA, EMIL, hats, ROOT, requests, reverses } from "../../testing/deposits.ts";
import { carriedOut, codeOf, type Decide, GivenLog } from "../../testing/given.ts";
import { CROWN, HAT, holderIn, sightedIn, synced } from "../../testing/items.ts";
import { ALICE, playerIn, unfinishedIn } from "../../testing/players.ts";
import { shownOf, shownPerson } from "../../testing/proposals.ts";
import { aDelivered } from "../../testing/purchases.ts";
import { set } from "../../testing/settings.ts";
import {
  approvesIt,
  asks,
  BOB,
  cancels,
  claims,
  completes,
  inCustody,
  receives,
  rejectsIt,
  returns,
  seen,
  sends,
  WITHDRAWAL,
  withdrawalIn,
} from "../../testing/withdrawals.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import { depositStreamKind } from "../deposits/deposit.ts";
import { depositStream } from "../deposits/events.ts";
import { limitedsListed } from "../limiteds/events.ts";
import { selfExclusionBegun } from "../responsible-play/events.ts";
import { playerSuspended, roleGranted, roleRevoked } from "../roles/events.ts";
import { CLAIM_MS } from "../roles/review.ts";
import { withdrawalEscrow } from "./events.ts";
import { OPEN_WITHDRAWALS_MAX, TRADE_MS } from "./rules.ts";
import { withdrawer } from "./withdrawer.ts";

const outcomeOf = (decide: Decide<JsonObject>, log: GivenLog): string => codeOf(decide(log));
const asked = (...steps: readonly Decide<JsonObject>[]): GivenLog =>
  carriedOut(inCustody(), asks(), ...steps);
const sent = (...steps: readonly Decide<JsonObject>[]): GivenLog =>
  asked(approvesIt(DORA), sends(DORA), ...steps);
const statusOf = (log: GivenLog) => withdrawalIn(log).status;
const isKept = (log: GivenLog, depositId = DEPOSIT): boolean =>
  keepsInCustody(log.stream(depositStreamKind, depositStream(depositId)), HAT);
/** Alice is an admin as well. */
const asAdmin = (log: GivenLog): GivenLog => {
  log.append([roleGranted(ALICE, { by: ROOT, reason: "r", role: "admin", confirmedBy: null })]);
  return log;
};
const openOf = (log: GivenLog): number => {
  const player = playerIn(log, ALICE);
  return player.status === "registered" ? withdrawer.of(player).open : -1;
};

it("a deposit cannot be reversed when all its copies were withdrawn: nothing of it is here", () => {
  const log = sent(seen(ALICE));
  expect([statusOf(log), isKept(log)]).toEqual(["done", false]);
  expect(outcomeOf(reverses(ROOT), log)).toBe("copies_not_free");
});

describe("requesting a withdrawal", () => {
  it("holds the copy at once: it cannot be requested or staked again", () => {
    const log = asked();
    expect([holderIn(log, HAT), statusOf(log), openOf(log)]).toEqual([
      withdrawalEscrow(WITHDRAWAL),
      "pending",
      1,
    ]);
    expect(outcomeOf(asks({ withdrawalId: "w_2" }), log)).toBe("copies_not_free");
    expect(outcomeOf(reverses(ROOT), log)).toBe("copies_not_free");
  });

  it("is refused for another player's copy, and for one outside of custody", () => {
    const log = inCustody();
    expect(outcomeOf(asks({ playerId: BOB }), log)).toBe("copies_not_free");
    expect(outcomeOf(asks({ playerId: "p_nobody" }), log)).toBe("unknown_player");
    carriedOut(log, synced(BOB, [CROWN]));
    expect(outcomeOf(asks({ playerId: BOB, copy: CROWN }), log)).toBe("not_in_custody");
    expect(outcomeOf(asks({ depositId: "d_none" }), log)).toBe("not_in_custody");
  });

  it("is open to players who are suspended or excluded, and closed to debtors and while withdrawals are closed", () => {
    const barred = inCustody();
    barred.append([
      playerSuspended(ALICE, { by: ROOT, reason: "r" }),
      selfExclusionBegun({ playerId: ALICE, until: null }),
    ]);
    carriedOut(barred, asks(), approvesIt(DORA), sends(DORA), seen(ALICE));
    expect(statusOf(barred)).toBe("done");
    const debtor = inCustody();
    debtor.append([owing("0.01")]);
    expect(outcomeOf(asks(), debtor)).toBe("debt_open");
    const closed = inCustody();
    closed.append([set({ withdrawalsOpen: "0" })]);
    expect(outcomeOf(asks(), closed)).toBe("withdrawals_closed");
  });

  it("is limited by the number under way", () => {
    const log = inCustody();
    for (let n = 0; n < OPEN_WITHDRAWALS_MAX; n += 1) {
      const withdrawalId = `w_x${n}`;
      carriedOut(log, asks({ withdrawalId }));
      // Each one stays open, and the next requests the same copy.
      const back = cancels({ withdrawalId })(log);
      if ("events" in back)
        log.append(back.events.map((event) => ({ ...event, alsoIn: [], stream: "test:1" })));
    }
    expect(outcomeOf(asks(), log)).toBe("too_many_open");
  });

  it("waits for a bought copy until its seller is paid, at the request and at the approval", () => {
    const bought = aDelivered().events.map((event) => ({ ...event, postings: [] }));
    const log = inCustody();
    log.append(bought);
    expect(outcomeOf(asks(), log)).toBe("purchase_unsettled");
    const late = asked();
    late.append(bought);
    expect(outcomeOf(approvesIt(DORA), late)).toBe("purchase_unsettled");
  });
});

describe("cancelling a withdrawal", () => {
  it("returns the copy, in custody as before, claimed and approved once or not", () => {
    for (const steps of [[], [claims(DORA)]]) {
      const log = asked(...steps, cancels());
      expect([holderIn(log, HAT), statusOf(log), isKept(log), openOf(log)]).toEqual([
        playerAccount(ALICE),
        "cancelled",
        true,
        0,
      ]);
      expect(outcomeOf(cancels(), log)).toBe("not_pending");
      expect(outcomeOf(asks({ withdrawalId: "w_2" }), log)).toBe("accepted");
    }
  });

  it("is for its player alone, and for nobody once it is approved: the copy may be on its way", () => {
    const log = asked();
    expect(outcomeOf(cancels({ playerId: BOB }), log)).toBe("unknown_withdrawal");
    carriedOut(log, approvesIt(DORA));
    expect(outcomeOf(cancels(), log)).toBe("not_pending");
    expect(outcomeOf(rejectsIt(DORA), log)).toBe("already_reviewed");
  });
});

describe("the review of a withdrawal", () => {
  it("is by one admin at a time, never of one's own, and once", () => {
    const log = asked(claims(DORA));
    for (const act of [claims, approvesIt, rejectsIt])
      expect(outcomeOf(act(EMIL), log)).toBe("claimed_by_other");
    log.at += CLAIM_MS;
    expect(outcomeOf(approvesIt(ALICE), log)).toBe("forbidden");
    carriedOut(log, approvesIt(EMIL));
    expect(outcomeOf(approvesIt(DORA), log)).toBe("already_reviewed");
    expect(outcomeOf(claims(DORA, "w_none"), log)).toBe("unknown_withdrawal");
  });

  it("needs two admins above the threshold, summed up over a day, and for items of unknown value", () => {
    const log = asked();
    log.append([set({ withdrawalSecondApprovalAbove: "4999" })]);
    carriedOut(log, approvesIt(DORA));
    expect(statusOf(log)).toBe("pending");
    expect(outcomeOf(approvesIt(DORA), log)).toBe("second_admin_needed");
    carriedOut(log, approvesIt(EMIL));
    expect(statusOf(log)).toBe("approved");
    const twice = asked();
    twice.append([set({ withdrawalSecondApprovalAbove: "5000" })]);
    carriedOut(
      twice,
      approvesIt(DORA),
      returns(DORA, EMIL),
      asks({ withdrawalId: "w_2" }),
      approvesIt(DORA, "w_2"),
    );
    expect(withdrawalIn(twice, "w_2").status).toBe("pending");
  });

  it("sums up what came to a player apart from what they approved for others, and each counts", () => {
    const log = asAdmin(inCustody());
    log.append([set({ withdrawalSecondApprovalAbove: "5000" })]);
    carriedOut(log, asks(), approvesIt(DORA));
    const sums = (playerId: string): readonly bigint[] => {
      const player = playerIn(log, playerId);
      if (player.status !== "registered") return [];
      const { credited, approved } = withdrawer.of(player);
      return [rollingSumOf(credited, log.at), rollingSumOf(approved, log.at)];
    };
    expect([sums(ALICE), sums(DORA), sums(EMIL)]).toEqual([
      [5000n, 0n],
      [0n, 5000n],
      [0n, 0n],
    ]);
    // Another admin's approval is the second within a day for the player, so it takes two.
    carriedOut(log, returns(DORA, EMIL), asks({ withdrawalId: "w_2" }), approvesIt(EMIL, "w_2"));
    expect(withdrawalIn(log, "w_2").status).toBe("pending");
  });

  it("counts a first approval only while its giver is an admin", () => {
    const log = asked();
    log.append([set({ withdrawalSecondApprovalAbove: "0" })]);
    carriedOut(log, approvesIt(DORA));
    log.append([roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" })]);
    carriedOut(log, approvesIt(EMIL));
    expect(statusOf(log)).toBe("pending");
    carriedOut(log, approvesIt(ROOT));
    expect(statusOf(log)).toBe("approved");
  });

  it("returns the copy with the note of a rejection", () => {
    const log = asked(rejectsIt(DORA));
    expect([holderIn(log, HAT), statusOf(log), isKept(log)]).toEqual([
      playerAccount(ALICE),
      "rejected",
      true,
    ]);
    expect(log.events.at(-1)).toMatchObject({
      type: "WithdrawalRejected",
      payload: { by: DORA, note: expect.stringMatching(/./) },
    });
  });

  it("is free of the first approver's claim for the second", () => {
    const log = asked(claims(DORA));
    log.append([set({ withdrawalSecondApprovalAbove: "1" })]);
    const first = approvesIt(DORA)(log);
    expect(first).toMatchObject({ answer: { status: "pending", approvals: 1 } });
    log.accept(first);
    const second = approvesIt(EMIL)(log);
    expect(second).toMatchObject({ answer: { status: "approved", approvals: 2 } });
  });
});

describe("the trade of a withdrawal", () => {
  it("is announced before it is made, by one admin at a time and after the approval", () => {
    expect(outcomeOf(sends(DORA), asked())).toBe("not_approved");
    const log = sent();
    expect(outcomeOf(sends(EMIL), log)).toBe("claimed_by_other");
    expect(outcomeOf(sends(DORA), log)).toBe("accepted");
    log.at += TRADE_MS;
    expect(outcomeOf(sends(EMIL), log)).toBe("accepted");
  });

  it("is made by admins, and never by its own player", () => {
    expect(outcomeOf(sends(BOB), asked(approvesIt(DORA)))).toBe("forbidden");
    expect(outcomeOf(sends(ALICE), asAdmin(asked(approvesIt(DORA))))).toBe("own_withdrawal");
  });

  it("is not made with a player who has a debt by then", () => {
    const log = asked(approvesIt(DORA));
    log.append([owing("1.00")]);
    expect(outcomeOf(sends(DORA), log)).toBe("payee_barred");
  });

  it("is over once the platform shows the copy at its owner: it leaves the books and is on sight again", () => {
    const log = sent(seen(ALICE));
    expect([holderIn(log, HAT), log.holding(platform, HAT), statusOf(log), isKept(log), openOf(log)]).toEqual(
      [null, 0n, "done", false, 0],
    );
    carriedOut(log, synced(ALICE, [HAT]));
    expect([holderIn(log, HAT), sightedIn(log, HAT), isKept(log)]).toEqual([
      playerAccount(ALICE),
      ALICE,
      false,
    ]);
    expect(outcomeOf(asks({ withdrawalId: "w_2" }), log)).toBe("not_in_custody");
    // A deposit begins custody anew, and the old one keeps nothing.
    carriedOut(
      log,
      requests(hats(1), { depositId: "d_2" }),
      approves(ROOT, { depositId: "d_2", instances: ["1"] }),
    );
    expect([isKept(log), isKept(log, "d_2")]).toEqual([false, true]);
  });

  it("is not over by a sighting that began before the approval", () => {
    const log = asked();
    const seenAt = log.at;
    log.at += HOUR_MS;
    carriedOut(log, approvesIt(DORA), sends(DORA));
    expect(outcomeOf(seen(ALICE, { seenAt }), log)).toBe("not_awaited");
    expect(outcomeOf(seen(ALICE), asked())).toBe("not_awaited");
  });

  it("is over when the owner confirms the copy's arrival, and nobody else's word counts", () => {
    const log = sent();
    expect(outcomeOf(receives({ playerId: BOB }), log)).toBe("unknown_withdrawal");
    expect(outcomeOf(receives(), asked(approvesIt(DORA)))).toBe("not_awaited");
    carriedOut(log, receives());
    expect(statusOf(log)).toBe("done");
    expect(outcomeOf(receives(), log)).toBe("not_awaited");
  });

  it("never comes back by itself, however much time passes", () => {
    const log = sent();
    log.at += 100 * TRADE_MS;
    expect(statusOf(log)).toBe("sending");
    expect(holderIn(log, HAT)).toBe(withdrawalEscrow(WITHDRAWAL));
  });

  it("does not come back once the copy was seen elsewhere, and is then for its owner or two admins to end", () => {
    const log = sent(seen(BOB));
    expect(outcomeOf(seen(BOB), log)).toBe("not_awaited");
    expect(outcomeOf(returns(DORA, EMIL), log)).toBe("copy_left");
    carriedOut(log, completes(DORA, EMIL), synced(BOB, [HAT]));
    expect([statusOf(log), holderIn(log, HAT)]).toEqual(["done", playerAccount(BOB)]);
  });

  it("comes back when two admins decide so, and is then neither done nor sent", () => {
    const log = sent(returns(DORA, EMIL));
    expect([statusOf(log), holderIn(log, HAT), isKept(log)]).toEqual([
      "returned",
      playerAccount(ALICE),
      true,
    ]);
    for (const late of [seen(ALICE), receives()]) expect(outcomeOf(late, log)).toBe("not_awaited");
    for (const late of [returns(DORA, EMIL), completes(DORA, EMIL), sends(DORA)])
      expect(outcomeOf(late, log)).toBe("not_approved");
  });

  it("is settled by admins, and never by its own player as one of the two", () => {
    const log = inCustody();
    for (const act of [returns, completes]) {
      expect(outcomeOf(act(BOB), carriedOut(inCustody(), asks(), approvesIt(DORA)))).toBe("forbidden");
      expect(outcomeOf(act(DORA, ALICE), sent())).toBe("own_withdrawal");
      for (const second of [null, DORA])
        expect(outcomeOf(act(ALICE, second), asAdmin(sent()))).toBe("own_withdrawal");
      expect(outcomeOf(act(DORA), log)).toBe("unknown_withdrawal");
    }
  });
});

describe("an item of unknown value", () => {
  it("is withdrawn with two approvals", () => {
    const log = inCustody();
    const approve = (actorId: string) => (given: GivenLog) => {
      const bare = new GivenLog();
      bare.append(given.events.filter((event) => !limitedsListed.is(event)));
      bare.at = given.at;
      return approvesIt(actorId)(bare);
    };
    carriedOut(log, asks(), approve(DORA));
    expect(statusOf(log)).toBe("pending");
    carriedOut(log, approve(EMIL));
    expect(statusOf(log)).toBe("approved");
    expect(log.events.at(-1)).toMatchObject({
      type: "WithdrawalApproved",
      payload: { firstBy: DORA, value: "0" },
    });
  });
});

it("the second admin of a withdrawal sees whose it is, and the item by name where the catalogue has it", () => {
  for (const kind of ["complete_withdrawal", "return_withdrawal"] as const) {
    const act = { kind, withdrawalId: WITHDRAWAL, playerId: ALICE, assetId: 101 };
    const shown = { kind, withdrawalId: WITHDRAWAL, player: shownPerson(ALICE) };
    expect(shownOf(act)).toEqual({ ...shown, item: "Hat" });
    expect(shownOf({ ...act, assetId: 102 })).toEqual({ ...shown, item: "102" });
  }
});

it("a player is not forgotten before a withdrawal has arrived, was cancelled or rejected, or came back", () => {
  const binds = (log: GivenLog): boolean =>
    unfinishedIn(log).includes("Your withdrawals have to arrive or be cancelled.");
  expect(binds(inCustody())).toBe(false);
  for (const underWay of [asked(), asked(approvesIt(DORA)), sent()]) expect(binds(underWay)).toBe(true);
  for (const over of [asked(cancels()), asked(rejectsIt(DORA)), sent(seen(ALICE)), sent(returns(DORA, EMIL))])
    expect(binds(over)).toBe(false);
});
