import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../kernel/json.ts";
import { type Minor, minor } from "../../../kernel/money.ts";
import { DAY_MS, HOUR_MS } from "../../../kernel/time.ts";
import {
  approves,
  DORA,
  EMIL,
  granted,
  hats,
  people,
  ROOT,
  rbx,
  requests,
  reverses,
} from "../../../testing/deposits.ts";
import {
  carriedOut,
  type Decide,
  type GivenEvent,
  type GivenLog,
  logAfter,
  NOON,
} from "../../../testing/given.ts";
import { catalogued, HAT, HAT_2, synced } from "../../../testing/items.ts";
import { ALICE, registered } from "../../../testing/players.ts";
import { forAll } from "../../../testing/properties/for-all.ts";
import { set } from "../../../testing/settings.ts";
import { limitedsValued, limitedValueOverridden } from "../../limiteds/events.ts";
import { playerSuspended, roleGranted, roleRevoked } from "../../roles/events.ts";

const QUARTER_MS = 900_000;
const BOB = "p_bob";
const FRIDA = "p_frida";

const logOf = (...steps: readonly Decide<JsonObject>[]): GivenLog =>
  logAfter([...people, registered(BOB), registered(FRIDA), catalogued], ...steps);
/** The outcome of an approval: the number of approvals, or the refusal. */
const outcomeOf = (decide: ReturnType<typeof approves>, log: GivenLog): string => {
  const decision = decide(log);
  if ("refused" in decision) return decision.refused.code;
  log.append(decision.events);
  return decision.answer.status;
};
let asked = 0;
/** A player requests a deposit of RBX, and an admin approves it. */
const deposited = (log: GivenLog, amount: string, { by = DORA, playerId = ALICE } = {}): string => {
  asked += 1;
  const depositId = `d_${asked}`;
  carriedOut(log, requests(rbx(amount), { playerId, depositId }));
  return outcomeOf(approves(by, { depositId }), log);
};

describe("the threshold of second approvals", () => {
  it("counts a player's approved deposits of 24 hours, by any admin", () => {
    const log = logOf();
    expect(deposited(log, "6000.00")).toBe("completed");
    expect(deposited(log, "4000.00", { by: EMIL })).toBe("completed");
    expect(deposited(log, "1.00", { by: ROOT })).toBe("pending");
    expect(deposited(log, "1.00", { by: ROOT, playerId: BOB })).toBe("completed");
    log.at = NOON + DAY_MS - 1;
    expect(deposited(log, "1.00", { by: ROOT })).toBe("pending");
    log.at = NOON + DAY_MS + QUARTER_MS;
    expect(deposited(log, "10000.00", { by: ROOT })).toBe("completed");
  });

  it("counts a reviewer's approvals of 24 hours, for any player, including first approvals of two", () => {
    const log = logOf();
    expect(deposited(log, "9999.00")).toBe("completed");
    expect(deposited(log, "1.01", { playerId: BOB })).toBe("pending");
    expect(deposited(log, "1.00", { playerId: BOB })).toBe("completed");
    const both = logOf(requests(rbx("10000.01")), approves(DORA), approves(EMIL));
    for (const by of [DORA, EMIL]) expect(deposited(both, "1.00", { by, playerId: BOB })).toBe("pending");
    expect(deposited(both, "1.00", { by: ROOT, playerId: BOB })).toBe("completed");
  });

  it("counts deposits that were reversed since", () => {
    const log = logOf(requests(rbx("9000.00")), approves(DORA), reverses(DORA));
    expect(deposited(log, "1000.01", { by: ROOT })).toBe("pending");
  });

  it("cannot be exceeded in a day with one admin alone, by any splitting", () => {
    const step = fc.record({
      amount: fc.bigInt({ min: 100n, max: 700_000n }),
      by: fc.constantFrom(DORA, EMIL),
      playerId: fc.constantFrom(ALICE, BOB),
      after: fc.nat(10 * HOUR_MS),
    });
    forAll(fc.array(step, { maxLength: 25 }), (steps) => {
      const log = logOf();
      const alone: { amount: Minor; by: string; playerId: string; at: number }[] = [];
      for (const { amount, by, playerId, after } of steps) {
        log.at += after;
        asked += 1;
        const depositId = `d_${asked}`;
        const request = requests({ type: "rbx", amount }, { playerId, depositId })(log);
        if ("refused" in request) continue;
        log.append(request.events);
        if (outcomeOf(approves(by, { depositId }), log) === "completed")
          alone.push({ amount, by, playerId, at: log.at });
      }
      for (const last of alone) {
        const within = alone.filter(({ at }) => at <= last.at && last.at - at < DAY_MS);
        const sum = (which: typeof alone) => which.reduce((total, one) => total + one.amount, 0n);
        expect(sum(within.filter(({ by }) => by === last.by)) <= minor("10000.00")).toBe(true);
        expect(sum(within.filter(({ playerId }) => playerId === last.playerId)) <= minor("10000.00")).toBe(
          true,
        );
      }
    });
  });
});

describe("a deposit of items", () => {
  const override = (value: string): GivenEvent =>
    limitedValueOverridden({ by: ROOT, reason: "r", assetId: 101, value, confirmedBy: DORA });

  it("is worth the larger of market value and override", () => {
    const approved = (...events: readonly GivenEvent[]) => {
      const log = logOf(synced(ALICE, [HAT]), requests(hats(1)));
      log.append(events);
      return outcomeOf(approves(DORA, { instances: ["1"] }), log);
    };
    expect(approved()).toBe("completed");
    const market = limitedsValued([
      { assetId: 101, value: "1000001", source: "original_price", valueAt: NOON + 1 },
    ]);
    expect(approved(market, override("100"))).toBe("pending");
    expect(approved(override("1000001"))).toBe("pending");
    expect(approved(override("1000000"))).toBe("completed");
  });

  it("that the platform did not show at the player needs two, whatever its value", () => {
    const approve = approves(DORA, { instances: ["1"] });
    expect(outcomeOf(approve, logOf(requests(hats(1))))).toBe("pending");
    expect(outcomeOf(approve, logOf(synced(BOB, [HAT]), synced(BOB, []), requests(hats(1))))).toBe("pending");
    expect(outcomeOf(approve, logOf(synced(ALICE, [HAT]), requests(hats(1))))).toBe("completed");
    const one = logOf(synced(ALICE, [HAT]), requests(hats(2)));
    expect(outcomeOf(approves(DORA, { instances: ["1", "2"] }), one)).toBe("pending");
    const both = logOf(synced(ALICE, [HAT, HAT_2]), requests(hats(2)));
    expect(outcomeOf(approves(DORA, { instances: ["1", "2"] }), both)).toBe("completed");
  });
});

describe("the second approval", () => {
  const first = [requests(rbx("10000.01"), { depositId: "d_1" }), approves(DORA)] as const;
  const grant = (by: string, at: number): GivenEvent => ({
    ...roleGranted(FRIDA, { by, reason: "r", role: "admin", confirmedBy: EMIL }),
    recordedAt: at,
  });

  it("is refused to a new role, or one that the first admin granted or confirmed", () => {
    const log = logOf(...first);
    log.append([grant(ROOT, NOON)]);
    expect(outcomeOf(approves(FRIDA), log)).toBe("role_too_new");
    log.append([set({ roleHours: "0" })]);
    expect(outcomeOf(approves(FRIDA), log)).toBe("completed");
    for (const [by, then] of [
      [DORA, "granted_by_first"],
      [ROOT, "completed"],
    ] as const) {
      const old = logOf(...first);
      old.append([grant(by, NOON)]);
      old.at = NOON + DAY_MS;
      expect(outcomeOf(approves(FRIDA), old)).toBe(then);
    }
  });

  it("may be the first of a new role, which approves small deposits alone", () => {
    const log = logOf();
    log.append([grant(ROOT, NOON)]);
    expect(deposited(log, "5.00", { by: FRIDA })).toBe("completed");
    expect(deposited(log, "10000.00", { by: FRIDA })).toBe("pending");
  });

  it("becomes the first if the first admin's role is too new, or was granted or confirmed by this one", () => {
    const byFrida = (at: number): GivenLog => {
      const log = logOf();
      log.append([grant(ROOT, NOON)]);
      carriedOut(log, requests(rbx("10000.01"), { depositId: "d_1" }), approves(FRIDA));
      log.at = at;
      return log;
    };
    const early = byFrida(NOON + DAY_MS - 1);
    expect(outcomeOf(approves(DORA), early)).toBe("pending");
    expect(outcomeOf(approves(FRIDA), early)).toBe("role_too_new");
    expect(outcomeOf(approves(ROOT), early)).toBe("completed");
    expect(outcomeOf(approves(DORA), byFrida(NOON + DAY_MS))).toBe("completed");
    for (const granter of [ROOT, EMIL]) {
      const late = byFrida(NOON + DAY_MS);
      expect(outcomeOf(approves(granter), late)).toBe("pending");
      expect(outcomeOf(approves(FRIDA), late)).toBe("granted_by_first");
      expect(outcomeOf(approves(DORA), late)).toBe("completed");
    }
  });

  it("becomes the first while the first admin's role is revoked, and the second again once it is back", () => {
    const suspended = playerSuspended(DORA, { by: ROOT, reason: "r" });
    const revoked = roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" });
    for (const end of [suspended, revoked]) {
      const log = logOf(...first);
      log.append([end]);
      expect(outcomeOf(approves(DORA), log)).toBe("forbidden");
      expect(outcomeOf(approves(EMIL), log)).toBe("pending");
      expect(outcomeOf(approves(EMIL), log)).toBe("second_admin_needed");
      expect(outcomeOf(approves(ROOT), log)).toBe("completed");
    }
    const back = logOf(...first);
    back.append([revoked, granted(DORA)]);
    back.at = NOON + DAY_MS;
    expect(outcomeOf(approves(EMIL), back)).toBe("completed");
  });
});
