import { describe, expect, it } from "vitest";
import { house } from "#domain/accounts/account.ts";
import { debtWrittenOff, depositOpened } from "#domain/features/deposits/events.ts";
import { dollarDebtWrittenOff } from "#domain/features/dollar-debts/events.ts";
import { friendRequested } from "#domain/features/friendships/events.ts";
import { stakesHalted, stakesResumed } from "#domain/features/halts/events.ts";
import {
  limitedsListed,
  limitedValueOverridden,
  limitedValueOverrideLifted,
} from "#domain/features/limiteds/events.ts";
import type { KeptAct } from "#domain/features/proposals/events.ts";
import { PROPOSAL_MS } from "#domain/features/proposals/rules.ts";
import { purchaseUndone, releaseOrdered } from "#domain/features/purchases/events.ts";
import { refundEnded } from "#domain/features/purchases/payment/events.ts";
import { playerSuspended, roleGranted, suspensionLifted } from "#domain/features/roles/events.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import { userGameCreated, userGameHaltLifted } from "#domain/features/user-games/events.ts";
import { withdrawalReturned } from "#domain/features/withdrawals/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { DORA, EMIL, people, ROOT } from "#domain/testing/deposits.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { catalogued } from "#domain/testing/items.ts";
import { ALICE } from "#domain/testing/players.ts";
import { agreed, confirms, wants, withdraws } from "#domain/testing/proposals.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** The hat of the examples, with a value that the market gives. */
const valued = limitedsListed(
  (limitedsListed.is(catalogued) ? catalogued.payload.items : []).map((item) => ({
    ...item,
    source: "median_of_daily_prices",
  })),
);
/** An item with a value, and a player-made game. */
const BEGINNING = [valued, userGameCreated.example()];
const { gameId, creatorId, title } = userGameCreated.example().payload;

const two = { by: ROOT, reason: "r", confirmedBy: DORA };
const GRANT = { kind: "grant_role", playerId: ALICE, role: "admin" } as const;
const granted = (over: object = {}, playerId = ALICE) =>
  roleGranted(playerId, { ...two, role: "admin", ...over });
const grantedByTwo = [...agreed(GRANT, two), granted()];

const NOT_OPEN = "A proposal was confirmed that was not open.";
const NOT_DONE = "A proposal was confirmed, but not carried out.";
const needsTwo = ({ type }: NewEvent) => `${type} needs a second admin, who has not confirmed it.`;
const notAgreed = ({ type }: NewEvent) => `${type} is not what was proposed and confirmed.`;

/** The problem with a log that goes on with the events of some commands. */
function problemOf(...commands: readonly (readonly NewEvent[])[]): string | null {
  const log = new GivenLog();
  log.append(people);
  for (const events of commands) log.append(events);
  return problemOfEvents(log.events);
}

describe("a forged act of two admins", () => {
  it("is rejected if nobody confirmed it, or the same admin did", () => {
    for (const confirmedBy of [null, ROOT, DORA]) {
      const forged = granted({ confirmedBy });
      expect(problemOf([forged])).toBe(needsTwo(forged));
    }
    const alone = { ...two, confirmedBy: ROOT };
    expect(problemOf([...agreed(GRANT, alone), granted(alone)])).toBe(
      "A proposal was confirmed by the admin who had made it.",
    );
    expect(problemOf(grantedByTwo)).toBeNull();
  });

  it("is rejected if it names others, or another reason, than the proposal and its confirmation", () => {
    for (const over of [{ confirmedBy: EMIL }, { confirmedBy: null }, { by: EMIL }, { reason: "another" }])
      expect(problemOf([...agreed(GRANT, two), granted(over)])).toBe(notAgreed(granted()));
  });

  it("is rejected if another proposal was confirmed, or this one only before, or in another command", () => {
    const [made, confirmed] = agreed(GRANT, two) as [NewEvent, NewEvent];
    const lift = agreed({ kind: "lift_suspension", playerId: ALICE }, two);
    expect(problemOf([...lift, granted()])).toBe(needsTwo(granted()));
    expect(problemOf([made, confirmed], [granted()])).toBe(NOT_DONE);
    expect(problemOf([made], [confirmed, granted()])).toBeNull();
    expect(problemOf([granted(), made, confirmed])).toBe(needsTwo(granted()));
    expect(problemOf([made, confirmed])).toBe(NOT_DONE);
    expect(problemOf([...agreed(GRANT, two), ...agreed(GRANT, two, "prop_2"), granted()])).toBe(NOT_DONE);
  });

  it("is rejected if its confirmation is used a second time", () => {
    const bob = granted({}, EMIL);
    expect(problemOf([...grantedByTwo, bob])).toBe(needsTwo(bob));
    expect(problemOf(grantedByTwo, [bob])).toBe(needsTwo(bob));
    const [made, confirmed] = agreed(GRANT, two) as [NewEvent, NewEvent];
    expect(problemOf([made, confirmed, granted()], [confirmed, granted()])).toBe(NOT_OPEN);
  });

  it("is rejected if its proposal was withdrawn, had lapsed, or was of another kind", () => {
    const at = (ms: number) => {
      const log = new GivenLog();
      log.append(people);
      log.accept(wants(ROOT, GRANT)(log));
      log.at = NOON + ms;
      log.append([agreed(GRANT, two)[1] as NewEvent, granted({ reason: "Because" })]);
      return problemOfEvents(log.events);
    };
    expect(at(PROPOSAL_MS - 1)).toBeNull();
    expect(at(PROPOSAL_MS)).toBe(NOT_OPEN);
    const log = new GivenLog();
    log.append(people);
    log.accept(wants(ROOT, GRANT)(log));
    log.accept(withdraws(ROOT)(log));
    log.append([agreed(GRANT, two)[1] as NewEvent, granted({ reason: "Because" })]);
    expect(problemOfEvents(log.events)).toBe(NOT_OPEN);
    const [made] = agreed(GRANT, two) as [NewEvent];
    const [, another] = agreed({ kind: "lift_suspension" }, two) as [NewEvent, NewEvent];
    expect(problemOf([made, another, granted()])).toBe(NOT_OPEN);
  });

  it("is rejected if a proposal takes the id of an earlier one", () => {
    const again = agreed(GRANT, two).slice(0, 1);
    expect(problemOf(again, again)).toBe("A proposal has the id of an earlier one.");
    expect(problemOf(grantedByTwo, again)).toBe("A proposal has the id of an earlier one.");
  });

  it("is rejected while one of the two is suspended", () => {
    const by = { by: EMIL, reason: "r" };
    for (const id of [ROOT, DORA]) {
      expect(problemOf([playerSuspended(id, by)], grantedByTwo)).toBe(
        "A proposal was confirmed although one of the two was suspended.",
      );
    }
    const ended = [
      ...agreed({ kind: "lift_suspension", playerId: DORA }, { ...two, confirmedBy: EMIL }, "prop_0"),
      suspensionLifted(DORA, { ...two, confirmedBy: EMIL }),
    ];
    expect(problemOf([playerSuspended(DORA, by)], ended, grantedByTwo)).toBeNull();
  });
});

describe("an act of two admins", () => {
  it("is accepted as the service carries it out, beside acts that need one", () => {
    const log = new GivenLog();
    log.append([...people, catalogued]);
    const done = (...wanted: Parameters<typeof wants>) => log.accept(wants(...wanted)(log));
    done(ROOT, { kind: "override_value", assetId: 101, value: "99900" });
    log.accept(confirms(DORA)(log));
    const values = { secondApprovalAbove: "2000000", roleHours: "30" };
    done(DORA, { kind: "change_settings", version: 0, values }, "prop_2");
    log.accept(confirms(EMIL, "prop_2")(log));
    done(DORA, { kind: "change_settings", version: 1, values: { secondApprovalAbove: "9" } }, "prop_3");
    done(ROOT, { kind: "grant_role", playerId: ALICE, role: "moderator" }, "prop_4");
    expect(log.events.filter(({ type }) => type === "ProposalConfirmed")).toHaveLength(2);
    expect(problemOfEvents(log.events)).toBeNull();
  });

  const between = { purchaseId: "u_1", sellerId: "p_s", buyerId: "p_b" };
  const departure = { id: "1-prop_1", to: 2, sender: house, receiver: house, purpose: "" };
  const kinds: readonly (readonly [act: KeptAct, events: readonly NewEvent[]])[] = [
    [
      { kind: "write_off_debt", depositId: "d_1", playerId: ALICE, asset: "RBX", owed: "100" },
      [
        debtWrittenOff(ALICE, { depositId: "d_1", asset: "RBX", amount: "100", ...two }),
        debtWrittenOff(ALICE, { depositId: "d_2", asset: "RBX", amount: "100", ...two }),
        debtWrittenOff(ALICE, { depositId: "d_1", asset: "TIX", amount: "100", ...two }),
        debtWrittenOff(ALICE, { depositId: "d_1", asset: "RBX", amount: "101", ...two }),
        debtWrittenOff(EMIL, { depositId: "d_1", asset: "RBX", amount: "100", ...two }),
      ],
    ],
    [GRANT, [granted(), granted({}, "p_mallory"), granted({ role: "moderator" })]],
    [
      { kind: "override_value", assetId: 101, value: "100", before: "5000" },
      [
        limitedValueOverridden({ ...two, assetId: 101, value: "100" }),
        limitedValueOverridden({ ...two, assetId: 101, value: "101" }),
        limitedValueOverridden({ ...two, assetId: 102, value: "100" }),
      ],
    ],
    [
      { kind: "lift_override", assetId: 101, value: "100", before: "5000" },
      [
        limitedValueOverrideLifted({ ...two, assetId: 101 }),
        limitedValueOverrideLifted({ ...two, assetId: 102 }),
      ],
    ],
    [
      {
        kind: "change_settings",
        values: { stakeMax: "5", roleHours: null, bankFloor: "7" },
        before: { stakeMax: "5", roleHours: "48", bankFloor: null },
      },
      [
        settingsChanged({ ...two, values: { roleHours: null, bankFloor: "7" } }),
        settingsChanged({ ...two, values: { roleHours: null, bankFloor: "8" } }),
        settingsChanged({ ...two, values: { roleHours: null } }),
        settingsChanged({ ...two, values: { roleHours: null, bankFloor: "7", stakeMax: "5" } }),
      ],
    ],
    [
      { kind: "lift_game_halt", gameId, playerId: creatorId, title, halt: "h" },
      [userGameHaltLifted({ ...two, gameId, creatorId, title })],
    ],
    [
      { kind: "release_purchase", ...actOn("u_1") },
      [releaseOrdered({ ...between, ...two }), releaseOrdered({ ...between, ...two, purchaseId: "u_2" })],
    ],
    [
      { kind: "refund_purchase", ...actOn("u_1") },
      [
        purchaseUndone({ ...between, ...two, title: "t", paymentStatus: "refunding" }),
        purchaseUndone({ ...between, ...two, title: "t", paymentStatus: "refunding", purchaseId: "u_2" }),
      ],
    ],
    [
      { kind: "end_refund", purchaseId: "u_1", playerId: ALICE, title: "t", amount: "100" },
      [
        refundEnded({ ...between, ...two, title: "t", amount: "100", kept: "1", paymentStatus: "refunded" }),
        refundEnded({ ...between, ...two, title: "t", amount: "101", kept: "1", paymentStatus: "refunded" }),
        refundEnded({
          ...{ ...between, ...two, title: "t", amount: "100", kept: "1", paymentStatus: "refunded" },
          purchaseId: "u_2",
        }),
      ],
    ],
    [
      { kind: "send_bank", to: 2, currency: "RBX", amount: "1000" },
      [
        transitLeft({ ...departure, asset: "RBX", amount: "1000" }),
        transitLeft({ ...departure, asset: "RBX", amount: "1001" }),
        transitLeft({ ...departure, asset: "TIX", amount: "1000" }),
        transitLeft({ ...departure, asset: "RBX", amount: "1000", to: 3 }),
        transitLeft({ ...departure, asset: "RBX", amount: "1000", id: "1-prop_2" }),
      ],
    ],
  ];

  it.each(kinds)("is rejected if it does something else than was agreed: %j", (act, [done, ...others]) => {
    if (done === undefined) throw new Error("an act is done by an event");
    expect(problemOf(BEGINNING, [...agreed(act, two), done])).toBeNull();
    for (const other of others)
      expect(problemOf(BEGINNING, [...agreed(act, two), other])).toBe(notAgreed(other));
    expect(problemOf(BEGINNING, [done])).toBe(needsTwo(done));
  });

  it("reopens the game that was proposed, and no other", () => {
    const act = { kind: "lift_game_halt", gameId: "g_2", playerId: creatorId, title, halt: "h" };
    const lifted = userGameHaltLifted({ ...two, gameId, creatorId, title });
    expect(problemOf(BEGINNING, [...agreed(act, two), lifted])).toBe(notAgreed(lifted));
  });

  it("resumes the halt that was proposed to end, and no other", () => {
    const act = (since: number) => agreed({ kind: "resume_stakes", since, halt: "h" }, two);
    const halted = [stakesHalted({ reason: "h" })];
    const resumed = stakesResumed(two);
    expect(problemOf(halted, [...act(NOON), resumed])).toBeNull();
    expect(problemOf(halted, [...act(NOON - 1), resumed])).toBe(notAgreed(resumed));
    expect(problemOf(halted, [stakesResumed({ ...two, confirmedBy: null })])).toBe(needsTwo(resumed));
  });
});

function actOn(purchaseId: string) {
  return { purchaseId, playerId: ALICE, title: "t", price: "100", isContested: false };
}

describe("an event that names no second admin", () => {
  const one = { by: ROOT, reason: "r", confirmedBy: null };
  const override = (value: string) => limitedValueOverridden({ ...one, assetId: 101, value });
  const set = (values: { readonly [name: string]: string | null }) => settingsChanged({ ...one, values });
  const byTwo = (values: { readonly [name: string]: string | null }) => [
    ...agreed({ kind: "change_settings", values, before: {} }, two),
    settingsChanged({ ...two, values }),
  ];

  it("is accepted where one is enough", () => {
    const lifted = suspensionLifted(ALICE, one);
    const suspended = playerSuspended(ALICE, { by: EMIL, reason: "r" });
    expect(problemOf([granted({ ...one, role: "moderator" })], [suspended], [lifted])).toBeNull();
    expect(problemOf([valued], [override("7400")])).toBeNull();
    expect(
      problemOf([valued], [override("5100")], [limitedValueOverrideLifted({ ...one, assetId: 101 })]),
    ).toBeNull();
    expect(
      problemOf([set({ roleHours: "48", stakeMax: "5" })], [set({ roleHours: "49", stakeMax: "9" })]),
    ).toBeNull();
    expect(problemOf(byTwo({ roleHours: "2" }), [set({ roleHours: null })])).toBeNull();
    // A service's own default may have been higher or lower.
    const ofService = [set({ secondApprovalAbove: "100000000" })];
    expect(problemOf(ofService, [set({ secondApprovalAbove: null })])).toBeNull();
  });

  it("is rejected where the log shows that it takes two", () => {
    const lifted = suspensionLifted(DORA, one);
    expect(problemOf([playerSuspended(DORA, { by: EMIL, reason: "r" })], [lifted])).toBe(needsTwo(lifted));
    expect(problemOf([valued], [override("100")])).toBe(needsTwo(override("100")));
    const up = agreed({ kind: "override_value", assetId: 101, value: "100", before: "5000" }, two);
    const set100 = limitedValueOverridden({ ...two, assetId: 101, value: "100" });
    const back = limitedValueOverrideLifted({ ...one, assetId: 101 });
    expect(problemOf([valued], [...up, set100], [back])).toBe(needsTwo(back));
    expect(problemOf(byTwo({ roleHours: "3" }), [set({ roleHours: "2" })])).toBe(needsTwo(set({})));
    expect(problemOf([set({ cashoutSecondApprovalAbove: "50001" })])).toBe(needsTwo(set({})));
    expect(problemOf([set({ payoutsOpen: "0" })], [set({ payoutsOpen: null })])).toBe(needsTwo(set({})));
    const off = dollarDebtWrittenOff({ playerId: ALICE, amount: "1", ...two });
    expect(problemOf([off])).not.toBeNull();
    const returned = withdrawalReturned(withdrawalReturned.example().payload);
    expect(problemOf([returned])).not.toBeNull();
  });
});

describe("a log of format 1", () => {
  const old = depositOpened(ALICE, "d_1");
  const later = friendRequested.example();

  it("holds acts of one admin from before proposals, until its first event of several streams", () => {
    expect(problemOf([granted({ confirmedBy: null })], [old])).toBeNull();
    expect(problemOf([old], [granted()])).toBeNull();
    expect(problemOf([old], [later], [granted()])).toBe(needsTwo(granted()));
    expect(problemOf([later], [old], [granted()])).toBe(needsTwo(granted()));
    expect(problemOf([granted()], [later], [old])).toBe(needsTwo(granted()));
    expect(problemOf([granted()])).toBe(needsTwo(granted()));
  });
});
