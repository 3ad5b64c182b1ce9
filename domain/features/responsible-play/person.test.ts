import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../kernel/decision.ts";
import { canonicalJson, type JsonObject } from "../../kernel/json.ts";
import { GivenLog, NOON } from "../../testing/given.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { AGE_TEXT, AGE_TEXT_HASH } from "./age-text.ts";
import { ageAsked, ageConfirmed } from "./events.ts";
import {
  type ConfirmAge,
  confirmAge,
  declareRegion,
  type HouseTerms,
  meetTerms,
  strictestOf,
  yearsSince,
} from "./person.ts";
import { refusalOfDepositor } from "./play.ts";
import { AGE_GATES, type AgeGate } from "./rules.ts";

const OPEN: HouseTerms = { ageGate: "consent", blockedRegions: new Set() };
const termsOf = (ageGate: AgeGate, ...blocked: readonly string[]): HouseTerms => ({
  ageGate,
  blockedRegions: new Set(blocked),
});

/** Alice's requests, one after another; each is refused or in the log. */
class Person {
  readonly log = new GivenLog();

  constructor() {
    this.log.append([registered()]);
  }

  signIn(terms: HouseTerms, region?: string | null): string {
    return this.#done(meetTerms(ALICE, playerIn(this.log), { terms, region }));
  }

  confirm(gate: AgeGate, asked: Partial<ConfirmAge> = {}): string {
    const context = { player: playerIn(this.log), at: this.log.at, gate };
    return this.#done(confirmAge({ playerId: ALICE, birthDate: null, verdict: null, ...asked }, context));
  }

  declare(region: string, terms: HouseTerms): string {
    return this.#done(declareRegion({ playerId: ALICE, region }, { player: playerIn(this.log), terms }));
  }

  /** Why Alice could not deposit now; null if she could. Stakes have the same rules. */
  get bar(): string | null {
    return refusalOfDepositor(playerIn(this.log), { at: this.log.at, value: 1n })?.code ?? null;
  }

  #done(decision: Decision<JsonObject>): string {
    if ("refused" in decision) return decision.refused.code;
    this.log.append(decision.events);
    return decision.events.map(({ type }) => type).join(" ");
  }
}

describe("the age gate", () => {
  it("stores the hash of the exact text that is shown", () => {
    expect(AGE_TEXT_HASH).toBe(createHash("sha256").update(AGE_TEXT.text).digest("hex"));
  });

  it("consent: is met by signing in, once", () => {
    const alice = new Person();
    expect([alice.signIn(OPEN), alice.signIn(OPEN), alice.bar]).toEqual(["AgeConfirmed", "terms_met", null]);
  });

  it.each(["birthdate", "provider"] as const)("%s: lets nobody play before it is passed", (gate) => {
    const alice = new Person();
    expect([alice.signIn(termsOf(gate)), alice.bar]).toEqual(["AgeAsked", "age_unconfirmed"]);
    expect(alice.signIn(termsOf(gate))).toBe("terms_met");
  });

  it.each([
    ["2008-01-01", "AgeConfirmed", null],
    ["2008-01-02", "AgeRefused", "age_unconfirmed"],
    ["2025-12-31", "AgeRefused", "age_unconfirmed"],
    ["1896-01-01", "AgeConfirmed", null],
    ["1870-01-01", "wrong_birth_date", "age_unconfirmed"],
    ["2026-01-02", "wrong_birth_date", "age_unconfirmed"],
    ["2000-02-30", "wrong_birth_date", "age_unconfirmed"],
    [null, "birth_date_needed", "age_unconfirmed"],
  ])("birthdate: reads %s as %s", (birthDate, outcome, bar) => {
    const alice = new Person();
    alice.signIn(termsOf("birthdate"));
    expect([alice.confirm("birthdate", { birthDate }), alice.bar]).toEqual([outcome, bar]);
  });

  it("birthdate: allows no second try with another date, even with a weaker gate", () => {
    const alice = new Person();
    alice.signIn(termsOf("birthdate"));
    alice.confirm("birthdate", { birthDate: "2010-05-05" });
    expect(alice.confirm("birthdate", { birthDate: "1990-05-05" })).toBe("age_unconfirmed");
    alice.signIn(OPEN);
    expect(alice.bar).toBe("age_unconfirmed");
    alice.signIn(termsOf("provider"));
    expect([alice.confirm("provider", { verdict: "of_age" }), alice.bar]).toEqual(["AgeConfirmed", null]);
  });

  it("consent: is confirmed without a date of birth", () => {
    expect(new Person().confirm("consent")).toBe("AgeConfirmed");
  });

  it("consent: lets in whom a stronger gate had stopped, once the house asks for no more", () => {
    const alice = new Person();
    alice.signIn(termsOf("birthdate"));
    expect([alice.signIn(OPEN), alice.bar]).toEqual(["AgeAsked AgeConfirmed", null]);
  });

  it.each(AGE_GATES)("%s: asks again for a newer text than the player was asked by", (gate) => {
    const alice = new Person();
    const older = { playerId: ALICE, textVersion: AGE_TEXT.version - 1 };
    alice.log.append([
      ageAsked({ ...older, gate }),
      ageConfirmed({ ...older, by: gate, textHash: AGE_TEXT_HASH }),
    ]);
    expect(alice.bar).toBeNull();
    expect(alice.signIn(termsOf(gate))).toMatch(/^AgeAsked/);
    alice.confirm(gate, { birthDate: "1990-12-31", verdict: "of_age" });
    expect([alice.signIn(termsOf(gate)), alice.bar]).toEqual(["terms_met", null]);
  });

  it("asks who confirmed an older text for as much as the gate asks, not for another click", () => {
    const alice = new Person();
    const older = { playerId: ALICE, textVersion: AGE_TEXT.version - 1 };
    alice.log.append([ageConfirmed({ ...older, by: "consent", textHash: AGE_TEXT_HASH })]);
    expect(alice.confirm("birthdate")).toBe("birth_date_needed");
  });

  it("answers whether the age is confirmed", () => {
    const answerOf = (asked: Partial<ConfirmAge>) => {
      const { log } = new Person();
      const context = { player: playerIn(log), at: log.at, gate: "birthdate" } as const;
      return confirmAge({ playerId: ALICE, birthDate: null, verdict: null, ...asked }, context);
    };
    const textVersion = AGE_TEXT.version;
    const yes = { answer: { isConfirmed: true, textVersion } };
    const no = { answer: { isConfirmed: false, textVersion } };
    expect(answerOf({ birthDate: "1990-12-31" })).toMatchObject(yes);
    expect(answerOf({ birthDate: "2010-05-05" })).toMatchObject(no);
    expect(answerOf({ verdict: "under_age" })).toMatchObject(no);
    const nobody = { player: playerIn(new GivenLog()), at: NOON, gate: "consent" } as const;
    const refused = confirmAge({ playerId: ALICE, birthDate: null, verdict: null }, nobody);
    expect(refused).toMatchObject({ refused: { code: "unknown_player" } });
  });

  it("provider: is trusted with of age, whatever date the player gives besides", () => {
    const alice = new Person();
    alice.signIn(termsOf("provider"));
    const said = { birthDate: "2010-05-05", verdict: "of_age" } as const;
    expect([alice.confirm("provider", said), alice.bar]).toEqual(["AgeConfirmed", null]);
  });

  it("provider: is trusted with under age, even after a weaker gate was passed", () => {
    const alice = new Person();
    alice.signIn(OPEN);
    expect(alice.bar).toBeNull();
    expect([alice.confirm("provider", { verdict: "under_age" }), alice.bar]).toEqual([
      "AgeRefused",
      "age_unconfirmed",
    ]);
  });

  it("stores no date of birth", () => {
    const alice = new Person();
    alice.signIn(termsOf("birthdate"));
    alice.confirm("birthdate", { birthDate: "1990-12-31" });
    expect(alice.log.events.map(({ payload }) => canonicalJson(payload)).join()).not.toContain("1990");
  });

  it("is not passed by a weaker one's answer, and stays passed by a stronger one's", () => {
    for (const [shown, asked] of AGE_GATES.flatMap((one) =>
      AGE_GATES.map((other) => [one, other] as const),
    )) {
      const alice = new Person();
      alice.signIn(termsOf(shown));
      alice.confirm(shown, { birthDate: "1990-12-31", verdict: "of_age" });
      alice.signIn(termsOf(asked));
      const isMet = AGE_GATES.indexOf(shown) >= AGE_GATES.indexOf(asked);
      expect([shown, asked, alice.bar]).toEqual([shown, asked, isMet ? null : "age_unconfirmed"]);
    }
  });

  it("is confirmed again as it was: a weaker proof replaces no verifier's word", () => {
    const alice = new Person();
    alice.signIn(termsOf("provider"));
    alice.confirm("provider", { verdict: "of_age" });
    alice.signIn(termsOf("birthdate"));
    expect(alice.confirm("birthdate")).toBe("AgeConfirmed");
    expect(alice.log.events.at(-1)?.payload).toMatchObject({ by: "provider" });
    alice.signIn(termsOf("provider"));
    expect(alice.bar).toBeNull();
  });

  it("counts as it was asked, even if a process with a weaker gate takes the confirmation", () => {
    const alice = new Person();
    alice.signIn(termsOf("birthdate"));
    expect([alice.confirm("consent"), alice.bar]).toEqual(["birth_date_needed", "age_unconfirmed"]);
    alice.signIn(termsOf("provider"));
    const birthDate = "1990-12-31";
    expect([alice.confirm("consent", { birthDate }), alice.bar]).toEqual([
      "age_not_verified",
      "age_unconfirmed",
    ]);
    expect([alice.confirm("consent", { birthDate, verdict: "of_age" }), alice.bar]).toEqual([
      "AgeConfirmed",
      null,
    ]);
  });

  it("is the strongest of all processes, with every region that one of them bars", () => {
    const all = [termsOf("consent", "FR"), termsOf("provider"), termsOf("birthdate", "US", "FR")] as const;
    for (const [at, one] of all.entries()) {
      expect(strictestOf(one, all.toSpliced(at, 1))).toMatchObject({ ageGate: "provider" });
      expect([...strictestOf(one, all.toSpliced(at, 1)).blockedRegions].sort()).toEqual(["FR", "US"]);
    }
    expect(strictestOf(OPEN, [])).toEqual(OPEN);
  });

  it("counts whole years up to the birthday itself, in UTC", () => {
    const at = Date.parse("2026-03-01T00:00:00.000Z");
    expect(["2008-03-01", "2008-03-02", "2008-02-29"].map((date) => yearsSince(date, at))).toEqual([
      18, 17, 18,
    ]);
    // A birthday later in the year has not been, on whatever day of its month.
    expect(["2008-12-01", "2008-01-31"].map((date) => yearsSince(date, at))).toEqual([17, 18]);
    expect(["2008-13-01", "yesterday", "2008-3-1"].map((date) => yearsSince(date, at))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("a barred region", () => {
  const barred = termsOf("consent", "FR");

  it.each([
    ["FR", "region_blocked"],
    ["AT", null],
    [null, "region_blocked"],
  ])("applies by the proxy's header: %s", (region, bar) => {
    const alice = new Person();
    alice.signIn(barred, region);
    expect(alice.bar).toBe(bar);
  });

  it("is recorded when a player travels, and applies only while they are there", () => {
    const alice = new Person();
    const seen = ["AT", "AT", "FR", "FR", "AT"].map((region) => [alice.signIn(barred, region), alice.bar]);
    // The country is recorded even where nobody is barred.
    expect(alice.signIn(barred, "DE")).toBe("RegionNoted");
    expect(seen).toEqual([
      ["AgeConfirmed RegionNoted", null],
      ["terms_met", null],
      ["RegionNoted", "region_blocked"],
      ["terms_met", "region_blocked"],
      ["RegionNoted", null],
    ]);
  });

  it("is declared by the player if no proxy names it", () => {
    const alice = new Person();
    alice.signIn(barred);
    expect(alice.bar).toBe("region_blocked");
    expect([alice.declare("FR", barred), alice.bar]).toEqual(["RegionNoted", "region_blocked"]);
    expect([alice.declare("AT", barred), alice.bar]).toEqual(["RegionNoted", null]);
    expect([alice.signIn(barred), alice.bar]).toEqual(["terms_met", null]);
  });

  it("applies to a player who declared it before it was barred, from the next sign-in on", () => {
    const alice = new Person();
    alice.signIn(barred);
    alice.declare("AT", barred);
    alice.signIn(termsOf("consent", "AT"));
    expect(alice.bar).toBe("region_blocked");
    alice.signIn(OPEN);
    expect(alice.bar).toBeNull();
  });

  it("is noted with who said where the player is", () => {
    const alice = new Person();
    const said = () => alice.log.events.at(-1)?.payload;
    alice.signIn(termsOf("consent", "FR"), "AT");
    expect(said()).toMatchObject({ region: "AT", by: "proxy" });
    alice.signIn(termsOf("consent", "AT"));
    expect(said()).toMatchObject({ region: "AT", by: "player", isBlocked: true });
    const nobody = { player: playerIn(new GivenLog()), terms: OPEN };
    expect(meetTerms(ALICE, nobody.player, { terms: OPEN, region: "AT" })).toMatchObject({
      refused: { code: "unknown_player" },
    });
    expect(declareRegion({ playerId: ALICE, region: "AT" }, nobody)).toMatchObject({
      refused: { code: "unknown_player" },
    });
  });

  it("is not recorded if no region is barred and no proxy is trusted", () => {
    const alice = new Person();
    alice.signIn(OPEN);
    expect(alice.log.events.map(({ type }) => type)).toEqual(["PlayerRegistered", "AgeConfirmed"]);
    expect(alice.log.at).toBe(NOON);
  });
});
