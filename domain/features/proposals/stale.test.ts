import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../kernel/json.ts";
import { DORA, EMIL, granted, people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, codeOf, type Decide, type GivenLog, logAfter, NOON } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { confirms, wants, withdraws } from "../../testing/proposals.ts";
import { set } from "../../testing/settings.ts";
import { playerSuspended, roleRevoked, suspensionLifted } from "../roles/events.ts";
import { proposalMade } from "./events.ts";
import type { Wanted } from "./propose.ts";
import { PROPOSAL_MS } from "./rules.ts";

const GRANT: Wanted = { kind: "grant_role", playerId: ALICE, role: "admin" };
const changes = (values: { readonly [name: string]: string }): Wanted => ({
  kind: "change_settings",
  version: 0,
  values,
});
const logOf = (...steps: readonly Decide<JsonObject>[]): GivenLog => logAfter(people, ...steps);
describe("a proposal", () => {
  it("is confirmed by an admin whom the settings name, however new a granted role of theirs is", () => {
    const log = logOf(wants(DORA, GRANT));
    const payload = { by: DORA, reason: "r", role: "admin", confirmedBy: null };
    log.append([{ ...granted(ROOT), payload }]);
    expect(codeOf(confirms(ROOT)(log))).toBe("accepted");
  });

  it("is not proposed twice, and says who has to do what", () => {
    const log = logOf(wants(DORA, GRANT));
    const detailTo = (actorId: string) => {
      const decision = wants(actorId, GRANT, "prop_2")(log);
      return "refused" in decision ? decision.refused.detail : "accepted";
    };
    expect([detailTo(DORA), detailTo(EMIL)]).toEqual([
      "You have already proposed this: another admin has to confirm it.",
      "Another admin has already proposed this: confirm that proposal instead.",
    ]);
  });

  it("can be proposed again by another admin once its proposer is no admin any more", () => {
    const log = logOf(wants(DORA, GRANT));
    expect(codeOf(wants(EMIL, GRANT, "prop_2")(log))).toBe("already_proposed");
    log.append([roleRevoked(DORA, { by: ROOT, reason: "r", role: "admin" })]);
    expect(codeOf(wants(EMIL, GRANT, "prop_2")(log))).toBe("accepted");
  });

  it("takes one admin where a guarded setting keeps its value", () => {
    const values = { secondApprovalAbove: "1000000", roleHours: "24", experienceDayMax: "5" };
    const decision = wants(ROOT, changes(values))(logOf());
    expect(decision).toMatchObject({ events: [{ type: "SettingsChanged", payload: { confirmedBy: null } }] });
  });

  it("of several settings is stale once any of them has changed", () => {
    const values = { secondApprovalAbove: "1500000", experienceDayMax: "5" };
    for (const other of [{ secondApprovalAbove: "900000" }, { experienceDayMax: "6" }]) {
      const log = logOf(wants(ROOT, changes(values)));
      log.append([set(other)]);
      expect(codeOf(confirms(DORA)(log))).toBe("proposal_stale");
    }
    const log = logOf(wants(ROOT, changes(values)));
    log.append([set({ stakeMax: "5000" })]);
    expect(codeOf(confirms(DORA)(log))).toBe("accepted");
  });

  it("to lift a suspension is stale once the player was suspended again", () => {
    const act = { by: ROOT, reason: "r" };
    const log = logOf();
    log.append([playerSuspended(EMIL, act)]);
    carriedOut(log, wants(ROOT, { kind: "lift_suspension", playerId: EMIL }));
    expect(codeOf(confirms(DORA)(log))).toBe("accepted");
    log.append([suspensionLifted(EMIL, { ...act, confirmedBy: DORA })]);
    expect(codeOf(confirms(DORA)(log))).toBe("not_suspended");
    log.append([playerSuspended(EMIL, act)]);
    expect(codeOf(confirms(DORA)(log))).toBe("proposal_stale");
    expect(codeOf(wants(ROOT, { kind: "lift_suspension", playerId: EMIL }, "prop_2")(log))).toBe("accepted");
  });

  it("to make an admin is stale once the player was suspended, or had the role and lost it", () => {
    const act = { by: ROOT, reason: "r" };
    const lost = [granted(ALICE), roleRevoked(ALICE, { ...act, role: "admin" })];
    for (const since of [[playerSuspended(ALICE, act)], lost]) {
      const log = logOf(wants(ROOT, GRANT));
      log.append(since);
      expect(codeOf(confirms(DORA)(log))).toBe("proposal_stale");
    }
  });

  it("is not stale by what it did not say yet: an older one to make an admin, or to lift a suspension", () => {
    const log = logOf();
    log.append([playerSuspended(ALICE, { by: ROOT, reason: "r" })]);
    for (const act of [
      { kind: "grant_role", playerId: ALICE, role: "admin" },
      { kind: "lift_suspension", playerId: ALICE },
    ]) {
      const made = { proposalId: `old_${act.kind}`, by: ROOT, reason: "r", expiresAt: NOON + PROPOSAL_MS };
      log.append([proposalMade({ ...made, act })]);
      expect(codeOf(confirms(DORA, made.proposalId)(log))).toBe("accepted");
    }
  });

  it("that is over says how it ended, each its own", () => {
    const log = logOf(wants(ROOT, GRANT), wants(ROOT, changes({ secondApprovalAbove: "1500000" }), "prop_2"));
    carriedOut(log, withdraws(ROOT), confirms(DORA, "prop_2"));
    const detailOf = (proposalId: string) => {
      const decision = confirms(EMIL, proposalId)(log);
      return "refused" in decision ? decision.refused.detail : null;
    };
    expect(detailOf("prop_1")).toBe("This proposal is already withdrawn.");
    expect(detailOf("prop_2")).toBe("This proposal is already confirmed.");
    const lapsed = logOf(wants(ROOT, GRANT));
    lapsed.at = NOON + PROPOSAL_MS;
    expect(confirms(DORA)(lapsed)).toMatchObject({
      refused: { detail: "This proposal lapsed: propose it anew." },
    });
  });
});
