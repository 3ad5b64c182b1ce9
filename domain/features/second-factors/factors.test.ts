import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import { lastsUntil } from "../../kernel/time.ts";
import { codeOf } from "../../testing/given.ts";
import { secondFactorAdded, secondFactorRemoved, secondFactorsReset } from "./events.ts";
import { addFactor, type Factors, factorsKind, removeFactor } from "./factors.ts";
import { PASSKEYS_MAX, TOTP } from "./rules.ts";

const ALICE = { playerId: "p_alice" };
const having = (...ids: string[]): Factors => ({ ids });
const factor = (factorId: string) => ({ ...ALICE, factorId });

describe("second factors", () => {
  it("are folded from additions, removals and resets", () => {
    const events = [
      secondFactorAdded(factor("key_1")),
      secondFactorAdded(factor(TOTP)),
      secondFactorRemoved(factor("key_1")),
    ];
    const fold = (state: Factors, event: object) =>
      factorsKind.evolve(state, event as RecordedEvent, "factors:p_alice");
    const state = events.reduce(fold, factorsKind.initial);
    expect(state).toEqual(having(TOTP));
    expect(fold(state, secondFactorsReset({ ...ALICE, by: "p_root", reason: "Lost." }))).toEqual(having());
  });

  it("are added once each, up to a number of passkeys", () => {
    expect(codeOf(addFactor(factor("key_1"), having(), true))).toBe("accepted");
    expect(codeOf(addFactor(factor(TOTP), having(TOTP), false))).toBe("factor_held");
    const many = having(...Array.from({ length: PASSKEYS_MAX }, (_, index) => `key_${index}`));
    expect(codeOf(addFactor(factor("key_x"), many, false))).toBe("too_many_passkeys");
    expect(codeOf(addFactor(factor(TOTP), many, false))).toBe("accepted");
  });

  it("are not added by a session without a factor once there is one: of two at once one wins", () => {
    expect(codeOf(addFactor(factor("key_2"), having("key_1"), true))).toBe("step_up_required");
  });

  it.each([
    ["the last of a player", ["key_1"], false, "accepted"],
    ["the last of an admin", ["key_1"], true, "last_factor"],
    ["one of two of an admin", ["key_1", TOTP], true, "accepted"],
    ["somebody else's", ["key_9"], false, "unknown_factor"],
  ])("are removed by their player: %s", (_, ids, isAdmin, code) => {
    expect(codeOf(removeFactor(factor("key_1"), having(...ids), isAdmin))).toBe(code);
  });

  it("are valid for exactly their stated time", () => {
    expect(lastsUntil(null, 10, 5)).toBeNull();
    expect([9, 10].map((now) => lastsUntil(0, 10, now))).toEqual([10, null]);
  });
});
