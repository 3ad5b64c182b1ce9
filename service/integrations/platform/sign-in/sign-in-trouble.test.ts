import { expect, it } from "vitest";

import {
  errorName,
  failure,
  type SignInTrouble,
} from "#service/integrations/platform/sign-in/sign-in-trouble.ts";

it("every failure has one of the three codes of the site and a message short enough for a URL", () => {
  const troubles: Record<SignInTrouble, string> = {
    code_refused: "code_expired",
    state_missing: "session_expired",
    state_old: "session_expired",
    state_mismatch: "session_expired",
    state_used: "session_expired",
    denied: "auth_failed",
    refused: "auth_failed",
    too_slow: "auth_failed",
    unreachable: "auth_failed",
    not_fresh: "auth_failed",
    bad_answer: "auth_failed",
  };
  for (const [trouble, error] of Object.entries(troubles)) {
    const made = failure(trouble as SignInTrouble, "/oauth-test");
    expect(made).toMatchObject({ ok: false, error, trouble, startedAt: "/oauth-test" });
    expect(made.message).toMatch(/^[ -~]{10,200}$/);
  }
});

it("errors are named in the log without their texts", () => {
  const withCode = (code: unknown): Error => Object.assign(new TypeError("secret text"), { code });
  expect(errorName(withCode("OAUTH_TIMEOUT"))).toBe("TypeError OAUTH_TIMEOUT");
  expect(errorName(withCode("secret text"))).toBe("TypeError");
  expect(errorName(withCode(7))).toBe("TypeError");
  expect(errorName("secret text")).toBe("string");
});
