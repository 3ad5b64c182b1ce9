import { beforeEach, describe, expect, it } from "vitest";
import type { SealKey } from "#service/crypto/seal.ts";
import { createSignIn, type SignIn } from "#service/platform/sign-in.ts";
import {
  driveSandbox,
  ISSUER,
  location,
  REDIRECT_URI,
  type SandboxDriver,
  SECRET,
  START,
} from "#service/testing/sandbox-driver.ts";

const key: SealKey = { id: "k1", bytes: new Uint8Array(32).fill(1) };

let driver: SandboxDriver;
let signIn: SignIn;
let troubles: string[];

beforeEach(() => {
  driver = driveSandbox();
  troubles = [];
  signIn = createSignIn({
    issuer: ISSUER,
    clientId: "florin",
    clientSecret: SECRET,
    redirectUri: REDIRECT_URI,
    fetch: driver.sandbox.clientFetch,
    now: () => driver.clock.now,
    timeoutMs: 5_000,
    cookieKeys: [key],
    onTrouble: (trouble) => void troubles.push(trouble),
  });
});

async function begin(isFresh: boolean) {
  const begun = await signIn.begin({ startedAt: "/", loginHint: "alice", isFresh });
  if (!begun.ok) throw new Error(begun.message);
  return begun;
}

/** The sandbox lets in at once whom it was given as a hint. */
async function signInAsUsual(): ReturnType<SignIn["finish"]> {
  const { redirectTo, stateCookie } = await begin(false);
  const callbackUrl = location(await driver.sandbox.fetch(new Request(redirectTo)));
  return signIn.finish({ callbackUrl, stateCookie });
}

/** A fresh sign-in: the sandbox shows its page, whoever it knows, and somebody chooses. */
async function signInAfresh(): ReturnType<SignIn["finish"]> {
  const { redirectTo, stateCookie } = await begin(true);
  const page = await driver.sandbox.fetch(new Request(redirectTo));
  expect(await page.text()).toContain("asks who you are");
  const form = { choice: "alice", fault: "none", delaySeconds: "10", codeLifetime: "minute" };
  const chosen = new Request(redirectTo, { method: "POST", body: new URLSearchParams(form) });
  return signIn.finish({ callbackUrl: location(await driver.sandbox.fetch(chosen)), stateCookie });
}

describe("when the person signed in, as the platform says", () => {
  it("is told with the sign-in, and null where the platform says nothing, as it is documented", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: 7_200 });
    expect(await signInAsUsual()).toMatchObject({ ok: true, signedInAt: START - 7_200_000 });
    driver.sandbox.setFaults({});
    expect(await signInAsUsual()).toMatchObject({ ok: true, signedInAt: null });
    expect(await signInAfresh()).toMatchObject({ ok: true, signedInAt: null });
  });

  it("must be after a fresh sign-in was asked for, but for what clocks differ", async () => {
    for (const [signedInSecondsAgo, isTaken] of [
      [0, true],
      [60, true],
      [61, false],
      [86_400, false],
    ] as const) {
      driver.sandbox.setFaults({ signedInSecondsAgo });
      const refused = { ok: false, error: "auth_failed", trouble: "not_fresh" };
      const taken = { ok: true, signedInAt: START - signedInSecondsAgo * 1_000 };
      expect(await signInAfresh()).toMatchObject(isTaken ? taken : refused);
    }
  });

  it("is not believed when it is still to come, fresh or not", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: -60 });
    expect(await signInAsUsual()).toMatchObject({ ok: true });
    driver.sandbox.setFaults({ signedInSecondsAgo: -61 });
    for (const done of [await signInAsUsual(), await signInAfresh()])
      expect(done).toMatchObject({ ok: false, error: "auth_failed", trouble: "bad_answer" });
  });

  it("is logged where it was the reason, in words of ours", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: 86_400 });
    await signInAfresh();
    await signInAsUsual();
    expect(troubles).toEqual(["not_fresh"]);
  });
});
