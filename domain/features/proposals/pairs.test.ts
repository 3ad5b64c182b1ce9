import { describe, expect, it } from "vitest";
import { minor } from "../../kernel/money.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { DORA, EMIL, people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, codeOf, type GivenEvent, type GivenLog, logAfter, NOON } from "../../testing/given.ts";
import { ALICE, registered } from "../../testing/players.ts";
import { confirms, wants } from "../../testing/proposals.ts";
import { approvesIt, asks, inCustody } from "../../testing/withdrawals.ts";
import { roleGranted, roleRevoked } from "../roles/events.ts";
import type { Wanted } from "./propose.ts";

const GRANT: Wanted = { kind: "grant_role", playerId: ALICE, role: "admin" };
/** An admin for an hour, by Root and Emil. */
const FRIDA = "p_frida";
const by = { by: ROOT, reason: "r" };
const asModerator = (playerId: string) =>
  roleGranted(playerId, { ...by, role: "moderator", confirmedBy: null });
const all: readonly GivenEvent[] = [
  ...people,
  registered(FRIDA),
  { ...roleGranted(FRIDA, { ...by, role: "admin", confirmedBy: EMIL }), recordedAt: NOON - HOUR_MS },
];
const refusalOf = (log: GivenLog, actorId: string) => {
  const decision = confirms(actorId)(log);
  return "refused" in decision ? decision.refused : null;
};

describe("the role of an admin as one of two", () => {
  it("is as new as it is, whatever becomes of another role", () => {
    const log = logAfter(all, wants(DORA, GRANT));
    expect(refusalOf(log, FRIDA)?.code).toBe("role_too_new");
    log.append([asModerator(FRIDA)]);
    expect(refusalOf(log, FRIDA)?.code).toBe("role_too_new");
    log.append([roleRevoked(FRIDA, { ...by, role: "moderator" })]);
    expect(refusalOf(log, FRIDA)?.code).toBe("role_too_new");
    // An old one stays old.
    log.append([asModerator(EMIL)]);
    expect(refusalOf(log, EMIL)).toBeNull();
  });

  it("is of those who granted and confirmed it, whatever becomes of another role", () => {
    const log = logAfter(all, wants(ROOT, GRANT));
    log.at = NOON + 23 * HOUR_MS;
    log.append([asModerator(FRIDA), roleRevoked(FRIDA, { ...by, role: "moderator" })]);
    expect(refusalOf(log, FRIDA)?.code).toBe("granted_by_first");
  });

  it("says for how many hours more it is too new", () => {
    const log = logAfter(all, wants(DORA, GRANT));
    for (const [ms, wait] of [
      [0, "23 more hours"],
      [21 * HOUR_MS, "2 more hours"],
      [22 * HOUR_MS, "1 more hour"],
    ] as const) {
      log.at = NOON + ms;
      expect(refusalOf(log, FRIDA)?.detail).toBe(
        `Your role is too new to be the second of two: wait ${wait}.`,
      );
    }
  });
});

describe("a proposal", () => {
  it("of somebody whom nobody knows is refused", () => {
    const log = logAfter(all);
    for (const wanted of [
      { ...GRANT, playerId: "p_nobody" },
      { kind: "lift_suspension", playerId: "p_nobody" },
    ] as Wanted[])
      expect(codeOf(wants(ROOT, wanted)(log))).toBe("unknown_player");
  });

  it("is another one if it does something else with the same thing", () => {
    const log = carriedOut(inCustody(), asks(), approvesIt(DORA));
    const on = (kind: string): Wanted => ({ kind, withdrawalId: "w_1" });
    carriedOut(log, wants(DORA, on("complete_withdrawal")));
    expect(codeOf(wants(EMIL, on("complete_withdrawal"), "prop_2")(log))).toBe("already_proposed");
    expect(codeOf(wants(EMIL, on("return_withdrawal"), "prop_2")(log))).toBe("accepted");
  });

  it("is another one if it sends another amount", () => {
    const sends = (amount: string): Wanted => ({
      ...{ kind: "send_bank", to: 2, currency: "RBX" },
      amount: String(minor(amount)),
    });
    const log = logAfter(all, wants(ROOT, sends("10.00")));
    expect(codeOf(wants(DORA, sends("10.00"), "prop_2")(log))).toBe("already_proposed");
    expect(codeOf(wants(DORA, sends("20.00"), "prop_2")(log))).toBe("accepted");
  });
});
