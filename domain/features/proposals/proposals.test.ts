import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../kernel/json.ts";
import { type Minor, minor } from "../../kernel/money.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import {
  approves,
  DEPOSIT,
  DORA,
  EMIL,
  granted,
  people,
  ROOT,
  requests,
  reverses,
} from "../../testing/deposits.ts";
import {
  carriedOut,
  type Decide,
  type GivenEvent,
  type GivenLog,
  logAfter,
  NOON,
  refusalOf,
} from "../../testing/given.ts";
import { catalogued } from "../../testing/items.ts";
import { ALICE, flip, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { confirms, wants, withdraws } from "../../testing/proposals.ts";
import { flatSettings, set, settingsIn } from "../../testing/settings.ts";
import { stakesHalted, stakesResumed } from "../halts/events.ts";
import { catalogueStreamKind, limitedOf } from "../limiteds/catalogue.ts";
import { catalogueStream, limitedsValued } from "../limiteds/events.ts";
import { PAST_VALUES_MAX, PAST_VALUES_MS, VALUE_STALE_MS, type ValueSource } from "../limiteds/rules.ts";
import { playerSuspended, roleRevoked } from "../roles/events.ts";
import { proposalStreamName } from "./events.ts";
import { proposalStreamKind } from "./proposals.ts";
import type { Wanted } from "./propose.ts";
import { CLOSED_PROPOSALS_KEPT_MAX, OPEN_PROPOSALS_MAX, PROPOSAL_MS } from "./rules.ts";

const ago = (ms: number, event: GivenEvent): GivenEvent => ({ ...event, recordedAt: NOON - ms });
/** An admin for an hour, granted by Root and Emil. */
const FRIDA = "p_frida";
/** Another market value of the hat, by many prices or by few. */
const marketed = (value: string, source: ValueSource = "median_of_daily_prices") =>
  limitedsValued([{ assetId: 101, value, source, valueAt: NOON }]);
const fresh = {
  ...granted(FRIDA),
  payload: { by: ROOT, reason: "r", role: "admin", confirmedBy: EMIL },
} as GivenEvent;
const all: readonly GivenEvent[] = [
  ...people,
  ago(2 * DAY_MS, registered(FRIDA)),
  ago(HOUR_MS, fresh),
  ago(HOUR_MS, catalogued),
  ago(HOUR_MS, marketed("5000")),
];
const suspended = (playerId: string) => playerSuspended(playerId, { by: ROOT, reason: "r" });
const revoked = (playerId: string) => roleRevoked(playerId, { by: ROOT, reason: "r", role: "admin" });
const halted = stakesHalted({ reason: "Position 7 was changed." });

const GRANT: Wanted = { kind: "grant_role", playerId: ALICE, role: "admin" };
const raise = (secondApprovalAbove: string | null, version = 0): Wanted => ({
  kind: "change_settings",
  version,
  values: { secondApprovalAbove },
});

const logOf = (...steps: readonly Decide<JsonObject>[]): GivenLog => logAfter(all, ...steps);

describe("a change that weakens a control", () => {
  it("is proposed, and changes nothing", () => {
    const log = logOf();
    const decision = wants(ROOT, GRANT)(log);
    if ("refused" in decision) throw new Error(decision.refused.detail);
    const proposal = { kind: "grant_role", by: ROOT, reason: "Because", expiresAt: NOON + PROPOSAL_MS };
    expect(decision.answer).toEqual({ proposal: { id: "prop_1", ...proposal } });
    expect(decision.events.map(({ type }) => type)).toEqual(["ProposalMade"]);
    expect(decision.events[0]?.postings).toEqual([]);
  });

  it("happens with another admin's confirmation, in one command, and names both", () => {
    const log = logOf(wants(ROOT, GRANT));
    const decision = confirms(DORA)(log);
    if ("refused" in decision) throw new Error(decision.refused.detail);
    expect(decision.events.map(({ type, stream, payload }) => ({ type, stream, payload }))).toEqual([
      {
        type: "ProposalConfirmed",
        stream: proposalStreamName,
        payload: { proposalId: "prop_1", kind: "grant_role", by: DORA },
      },
      {
        type: "RoleGranted",
        stream: "player:p_alice",
        payload: { by: ROOT, reason: "Because", role: "admin", confirmedBy: DORA },
      },
    ]);
  });

  it("is not confirmed by its proposer, by a player, or twice", () => {
    const log = logOf(wants(ROOT, GRANT));
    expect(refusalOf(log, confirms(ROOT))).toBe("second_admin_needed");
    expect(refusalOf(log, confirms(ALICE))).toBe("forbidden");
    expect(refusalOf(log, confirms(DORA, "prop_2"))).toBe("unknown_proposal");
    expect(refusalOf(log, confirms(DORA, "toString"))).toBe("unknown_proposal");
    carriedOut(log, confirms(DORA));
    expect(refusalOf(log, confirms(EMIL))).toBe("proposal_closed");
  });

  it("is not confirmed by a new role, or one that the proposer granted or confirmed", () => {
    const byDora = logOf(wants(DORA, GRANT));
    expect(refusalOf(byDora, confirms(FRIDA))).toBe("role_too_new");
    byDora.at = NOON + 23 * HOUR_MS - 1;
    expect(refusalOf(byDora, confirms(FRIDA))).toBe("role_too_new");
    byDora.at += 1;
    expect(refusalOf(byDora, confirms(FRIDA))).toBe("accepted");
    for (const granter of [ROOT, EMIL]) {
      const log = logOf(wants(granter, GRANT));
      log.at = NOON + 23.5 * HOUR_MS;
      expect(refusalOf(log, confirms(FRIDA))).toBe("granted_by_first");
    }
    const shorter = logOf(wants(DORA, GRANT));
    shorter.append([set({ roleHours: "1" })]);
    expect(refusalOf(shorter, confirms(FRIDA))).toBe("accepted");
  });

  it("is not proposed by a new role, or one that the confirmer granted or confirmed", () => {
    const log = logOf(wants(FRIDA, raise("2000000")));
    expect(refusalOf(log, confirms(DORA))).toBe("first_role_too_new");
    // An admin who cannot confirm it can propose the same, for others to confirm.
    for (const granter of [ROOT, EMIL]) {
      expect(refusalOf(log, confirms(granter))).toBe("granted_by_second");
      expect(refusalOf(log, wants(granter, raise("2000000"), "prop_2"))).toBe("accepted");
    }
    log.at = NOON + 23 * HOUR_MS;
    expect(refusalOf(log, confirms(DORA))).toBe("accepted");
    expect(refusalOf(log, confirms(ROOT))).toBe("granted_by_second");
    expect(refusalOf(log, wants(DORA, raise("2000000"), "prop_2"))).toBe("already_proposed");
    carriedOut(log, wants(ROOT, raise("2000000"), "prop_2"), confirms(DORA, "prop_2"));
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_stale");
  });

  it("is not confirmed by the admin whom it affects", () => {
    const log = logOf(wants(DORA, { ...GRANT, playerId: ROOT } as Wanted));
    expect(refusalOf(log, confirms(ROOT))).toBe("own_role");
    expect(refusalOf(log, confirms(EMIL))).toBe("accepted");
  });

  it("expires after 24 hours by itself", () => {
    const log = logOf(wants(ROOT, GRANT));
    log.at = NOON + PROPOSAL_MS - 1;
    expect(refusalOf(log, confirms(DORA))).toBe("accepted");
    log.at += 1;
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_closed");
    expect(refusalOf(log, withdraws(ROOT))).toBe("proposal_closed");
    expect(refusalOf(log, wants(ROOT, GRANT, "prop_2"))).toBe("accepted");
    carriedOut(log, wants(ROOT, GRANT, "prop_2"));
    expect(log.stream(proposalStreamKind, proposalStreamName)).toMatchObject({
      open: { prop_2: { by: ROOT } },
      closed: [{ id: "prop_1", as: "lapsed" }],
    });
  });

  it("does not count while its proposer is no admin, and counts again afterwards", () => {
    for (const end of [revoked(DORA), suspended(DORA)]) {
      const log = logOf(wants(DORA, GRANT));
      log.append([end]);
      expect(refusalOf(log, confirms(EMIL))).toBe("proposer_no_admin");
      expect(refusalOf(log, withdraws(DORA))).toBe("forbidden");
      // A proposal that does not count does not block the same one by another admin.
      expect(refusalOf(log, wants(EMIL, GRANT, "prop_2"))).toBe("accepted");
    }
    for (const end of [revoked(EMIL), suspended(EMIL)]) {
      const log = logOf(wants(DORA, GRANT));
      log.append([end]);
      expect(refusalOf(log, confirms(EMIL))).toBe("forbidden");
    }
  });

  it("is withdrawn by its proposer alone", () => {
    const log = logOf(wants(ROOT, GRANT));
    expect(refusalOf(log, withdraws(DORA))).toBe("not_proposer");
    carriedOut(log, withdraws(ROOT));
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_closed");
    expect(refusalOf(log, withdraws(ROOT))).toBe("proposal_closed");
  });

  it("is not proposed twice, by the same admin or another", () => {
    const log = logOf(wants(ROOT, raise("2000000")));
    for (const actor of [ROOT, DORA])
      expect(refusalOf(log, wants(actor, raise("2000000"), "prop_2"))).toBe("already_proposed");
    expect(refusalOf(log, wants(DORA, raise("2000001"), "prop_2"))).toBe("accepted");
  });

  it(`waits ${OPEN_PROPOSALS_MAX} times per admin at most, and a limited number of closed ones is remembered`, () => {
    const log = logOf();
    for (let n = 0; n < OPEN_PROPOSALS_MAX; n += 1)
      carriedOut(log, wants(ROOT, raise(String(2_000_000 + n)), `prop_${n}`));
    expect(refusalOf(log, wants(ROOT, GRANT, "prop_x"))).toBe("too_many_proposals");
    expect(refusalOf(log, wants(DORA, GRANT, "prop_x"))).toBe("accepted");
    carriedOut(log, withdraws(ROOT, "prop_0"), wants(ROOT, GRANT, "prop_x"));
    for (let n = 0; n < CLOSED_PROPOSALS_KEPT_MAX + 5; n += 1)
      carriedOut(log, wants(DORA, raise("3000000"), `more_${n}`), withdraws(DORA, `more_${n}`));
    const { open, closed } = log.stream(proposalStreamKind, proposalStreamName);
    expect([Object.keys(open).length, closed.length]).toEqual([
      OPEN_PROPOSALS_MAX,
      CLOSED_PROPOSALS_KEPT_MAX,
    ]);
  });

  it("is refused at once if it could not be done directly either", () => {
    const log = logOf();
    expect(refusalOf(log, wants(ROOT, { ...GRANT, playerId: ROOT } as Wanted))).toBe("own_role");
    expect(refusalOf(log, wants(ROOT, { ...GRANT, playerId: DORA } as Wanted))).toBe("role_held");
    expect(refusalOf(log, wants(ROOT, { kind: "resume_stakes" }))).toBe("not_halted");
    expect(refusalOf(log, wants(ROOT, { kind: "write_off_debt", depositId: "d_9" }))).toBe("unknown_deposit");
    expect(refusalOf(log, wants(ALICE, GRANT))).toBe("forbidden");
  });

  it("is decided again when it is confirmed", () => {
    const log = logOf(wants(ROOT, GRANT));
    log.append([granted(ALICE)]);
    expect(refusalOf(log, confirms(DORA))).toBe("role_held");
  });
});

describe("a grant", () => {
  it("of a moderator needs one admin, and so does lifting a suspension of a player", () => {
    const log = logOf();
    log.append([suspended(ALICE)]);
    carriedOut(log, wants(ROOT, { kind: "grant_role", playerId: ALICE, role: "moderator" }));
    carriedOut(log, wants(ROOT, { kind: "lift_suspension", playerId: ALICE }));
    expect(log.events.slice(-2).map(({ type }) => type)).toEqual(["RoleGranted", "SuspensionLifted"]);
  });

  it("is equivalent to lifting an admin's suspension", () => {
    const log = logOf();
    log.append([suspended(EMIL)]);
    carriedOut(log, wants(ROOT, { kind: "lift_suspension", playerId: EMIL }));
    expect(log.events.at(-1)?.type).toBe("ProposalMade");
    carriedOut(log, confirms(DORA));
    expect(log.events.at(-1)).toMatchObject({
      type: "SuspensionLifted",
      payload: { by: ROOT, confirmedBy: DORA },
    });
    // The settings of the service name Root.
    const named = logOf();
    named.append([suspended(ROOT)]);
    carriedOut(named, wants(DORA, { kind: "lift_suspension", playerId: ROOT }));
    expect(named.events.at(-1)?.type).toBe("ProposalMade");
  });
});

describe("a setting", () => {
  const isProposed = (wanted: Wanted, ...before: readonly GivenEvent[]): boolean => {
    const log = logOf();
    log.append(before);
    carriedOut(log, wants(ROOT, wanted));
    return log.events.at(-1)?.type === "ProposalMade";
  };

  it("needs two if a control is weakened, by a value or by resetting it", () => {
    expect(isProposed(raise("1000001"))).toBe(true);
    expect(isProposed(raise("999999"))).toBe(false);
    expect(isProposed(raise(null, 1), set({ secondApprovalAbove: "5" }))).toBe(true);
    expect(isProposed(raise(null, 1), set({ secondApprovalAbove: "99999999" }))).toBe(false);
    const hours = (roleHours: string | null, version = 0): Wanted => ({
      kind: "change_settings",
      version,
      values: { roleHours },
    });
    expect(isProposed(hours("23"))).toBe(true);
    expect(isProposed(hours("25"))).toBe(false);
    expect(isProposed(hours(null, 1), set({ roleHours: "168" }))).toBe(true);
    expect(isProposed({ kind: "change_settings", version: 0, values: { stakeMax: "100" } })).toBe(false);
  });

  it("that is harmless waits with one that is not, in the same change", () => {
    const mixed: Wanted = {
      kind: "change_settings",
      version: 0,
      values: { stakeMax: "5000", secondApprovalAbove: "2000000" },
    };
    const log = logOf(wants(ROOT, mixed));
    expect(flatSettings(settingsIn(log))).toMatchObject({ stakeMax: null, secondApprovalAbove: null });
    carriedOut(log, confirms(DORA));
    expect(flatSettings(settingsIn(log))).toMatchObject({ stakeMax: "5000", secondApprovalAbove: "2000000" });
    expect(log.events.at(-1)?.payload).toMatchObject({ by: ROOT, confirmedBy: DORA });
  });

  it("that raises the floor above the bank reports it, once for each stopped currency", () => {
    const bank = minor("10000000.00");
    const floored = (bankFloor: Minor | null, version: number): Wanted => ({
      kind: "change_settings",
      version,
      values: { bankFloor: bankFloor === null ? null : String(bankFloor) },
    });
    const typesAfter = (log: GivenLog, wanted: Wanted): readonly string[] => {
      const before = log.events.length;
      carriedOut(log, wants(ROOT, wanted));
      return log.events.slice(before).map(({ type }) => type);
    };
    const log = logOf();
    expect(typesAfter(log, floored(bank, 0))).toEqual(["SettingsChanged"]);
    expect(typesAfter(log, floored(bank + 1n, 1))).toEqual([
      "SettingsChanged",
      "BankFellBelowFloor",
      "BankFellBelowFloor",
    ]);
    expect(log.events.slice(-2).map(({ payload }) => payload)).toEqual(
      ["RBX", "TIX"].map((currency) => ({ currency, bank: String(bank), floor: String(bank + 1n) })),
    );
    expect(typesAfter(log, floored(bank + 2n, 2))).toEqual(["SettingsChanged"]);
    carriedOut(log, wants(ROOT, floored(null, 3)), confirms(DORA));
    expect(log.events.at(-1)?.type).toBe("SettingsChanged");
  });

  it("does not overwrite another admin's change, before or after it was proposed", () => {
    const log = logOf();
    log.append([set({ stakeMax: "5000" })]);
    expect(refusalOf(log, wants(ROOT, raise("2000000")))).toBe("settings_changed");
    carriedOut(log, wants(ROOT, raise("2000000", 1)));
    log.append([set({ stakeMax: "6000" })]);
    expect(refusalOf(log, confirms(DORA))).toBe("accepted");
    log.append([set({ secondApprovalAbove: "700" })]);
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_stale");
  });
});

describe("the value of an item", () => {
  const override = (value: string): Wanted => ({ kind: "override_value", assetId: 101, value });
  const isProposed = (wanted: Wanted, log: GivenLog): boolean => {
    const decision = wants(ROOT, wanted)(log);
    if ("refused" in decision) throw new Error(decision.refused.detail);
    return decision.events[0]?.type === "ProposalMade";
  };
  const itemIn = (log: GivenLog) => limitedOf(log.stream(catalogueStreamKind, catalogueStream), 101);

  it("is set by one admin within half of the present one, and by two beyond, up and down", () => {
    // It is worth 50.00 by the market.
    for (const [value, isBeyond] of [
      ["2500", false],
      ["2499", true],
      ["7500", false],
      ["7501", true],
    ] as const)
      expect([value, isProposed(override(value), logOf())]).toEqual([value, isBeyond]);
  });

  it("cannot drift in small steps: values in force within a day count, and so does the market", () => {
    const log = logOf(wants(ROOT, override("7500")));
    expect(isProposed(override("7501"), log)).toBe(true);
    // The market follows, by chance or not; the value of a day ago still counts.
    log.append([marketed("7500")]);
    expect(isProposed(override("11000"), log)).toBe(true);
    log.at = NOON + PAST_VALUES_MS - 1;
    expect(isProposed(override("11000"), log)).toBe(true);
    log.at += 1;
    expect(isProposed(override("11000"), log)).toBe(false);
  });

  it("cannot drift with the market either: market values of the last day count as well", () => {
    const log = logOf();
    log.append([marketed("15000")]);
    expect(isProposed(override("15000"), log)).toBe(true);
    expect(isProposed(override("7500"), log)).toBe(false);
    log.at = NOON + PAST_VALUES_MS;
    expect(isProposed(override("15000"), log)).toBe(false);
  });

  it("needs two if the market has too few prices, or no recent ones, and one near that from then on", () => {
    for (const source of ["few_daily_prices", "recent_average_price", "original_price"] as const) {
      const log = logOf();
      log.append([marketed("5000", source)]);
      expect([source, isProposed(override("5000"), log)]).toEqual([source, true]);
      carriedOut(log, wants(ROOT, override("5000")), confirms(DORA));
      expect(isProposed(override("6000"), log)).toBe(false);
      expect(isProposed({ kind: "lift_override", assetId: 101 }, log)).toBe(false);
      carriedOut(log, wants(ROOT, { kind: "lift_override", assetId: 101 }));
      expect(isProposed(override("5000"), log)).toBe(true);
    }
    const stale = logOf();
    stale.at = NOON + VALUE_STALE_MS;
    expect(isProposed(override("5000"), stale)).toBe(true);
  });

  it("is not confirmed if it, or the market value behind it, has moved by over a tenth since", () => {
    const log = logOf(wants(ROOT, override("20000")));
    log.append([marketed("5500")]);
    expect(refusalOf(log, confirms(DORA))).toBe("accepted");
    log.append([marketed("5501")]);
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_stale");
    expect(refusalOf(log, wants(ROOT, override("20000"), "prop_2"))).toBe("accepted");
    expect(refusalOf(log, withdraws(ROOT))).toBe("accepted");
    const lifting = logOf(wants(ROOT, override("20000")), confirms(DORA));
    carriedOut(lifting, wants(ROOT, { kind: "lift_override", assetId: 101 }, "prop_2"));
    lifting.append([marketed("4499")]);
    expect(refusalOf(lifting, confirms(DORA, "prop_2"))).toBe("proposal_stale");
  });

  it("is not restored by one admin, even by lifting, if two set it", () => {
    const log = logOf(wants(ROOT, override("100")), confirms(DORA));
    expect(itemIn(log)?.override).toBe("100");
    expect(isProposed({ kind: "lift_override", assetId: 101 }, log)).toBe(true);
    log.at = NOON + 2 * PAST_VALUES_MS;
    expect(isProposed({ kind: "lift_override", assetId: 101 }, log)).toBe(true);
    const near = logOf(wants(ROOT, override("5100")));
    expect(isProposed({ kind: "lift_override", assetId: 101 }, near)).toBe(false);
  });

  it(`needs two once it was changed ${PAST_VALUES_MAX} times in a day, which is all that is remembered`, () => {
    const log = logOf();
    for (let n = 0; n < PAST_VALUES_MAX; n += 1) carriedOut(log, wants(ROOT, override(String(5_001 + n))));
    expect(itemIn(log)?.past).toHaveLength(PAST_VALUES_MAX);
    expect(isProposed(override("5000"), log)).toBe(true);
  });

  it("set by one admin stays within half of each value of the day before, in any steps", () => {
    const step = fc.record({
      value: fc.bigInt({ min: 1_000n, max: 20_000n }).map(String),
      by: fc.constantFrom("admin", "admin", "market"),
      after: fc.nat(8 * HOUR_MS),
    });
    let set = 0;
    forAll(fc.array(step, { maxLength: 12 }), (steps) => {
      const log = logOf();
      const had: { value: bigint; until: number }[] = [];
      let [inForce, market, isSet] = [5_000n, 5_000n, false];
      for (const { value, by, after } of steps) {
        log.at += after;
        const decision = by === "market" ? null : wants(ROOT, override(value))(log);
        if (decision === null) market = BigInt(value);
        else if ("refused" in decision || decision.events[0]?.type === "ProposalMade") continue;
        if (decision === null && isSet) {
          log.append([marketed(value)]);
          continue;
        }
        const lately = had.filter(({ until }) => log.at - until < DAY_MS).map((one) => one.value);
        if (decision !== null) {
          set += 1;
          isSet = true;
          for (const one of [...lately, inForce, market])
            expect(2n * BigInt(value) <= 3n * one && 2n * BigInt(value) >= one).toBe(true);
        }
        log.append(decision === null ? [marketed(value)] : decision.events);
        had.push({ value: inForce, until: log.at });
        inForce = BigInt(value);
      }
    });
    expect(set).toBeGreaterThan(0);
  });
});

describe("a halt", () => {
  it("is lifted by two, and a proposal lifts only the halt that it was made for", () => {
    const log = logOf();
    log.append([halted]);
    carriedOut(log, wants(ROOT, { kind: "resume_stakes" }));
    expect(log.events.at(-1)?.type).toBe("ProposalMade");
    const resumed = carriedOut(logOf(), (one) => ({ events: [halted], answer: { at: one.at } }));
    carriedOut(resumed, wants(ROOT, { kind: "resume_stakes" }), confirms(DORA));
    expect(resumed.events.at(-1)).toMatchObject({
      type: "StakesResumed",
      payload: { by: ROOT, confirmedBy: DORA },
    });
    log.append([stakesResumed({ by: ROOT, reason: "r", confirmedBy: DORA })]);
    log.at += 1;
    log.append([stakesHalted({ reason: "Another" })]);
    expect(refusalOf(log, confirms(DORA))).toBe("proposal_stale");
  });
});

describe("a debt", () => {
  it("is written off by two, the first of whom did not reverse the deposit", () => {
    const tix = { type: "tix", amount: minor("500.00") } as const;
    const log = logOf(requests(tix), approves(DORA), flip("tix", "900.00"), reverses(DORA));
    const writeOff: Wanted = { kind: "write_off_debt", depositId: DEPOSIT };
    expect(refusalOf(log, wants(DORA, writeOff))).toBe("second_admin_needed");
    carriedOut(log, wants(ROOT, writeOff), confirms(DORA));
    expect(log.events.at(-1)).toMatchObject({
      type: "DebtWrittenOff",
      payload: { by: ROOT, confirmedBy: DORA },
    });
  });
});
