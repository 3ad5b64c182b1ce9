import { beforeEach, describe, expect, it } from "vitest";
import { createSignIn, type SignIn } from "#service/integrations/platform/sign-in/sign-in.ts";
import type { SealKey } from "#service/keys/seal.ts";
import {
  driveSandbox,
  ISSUER,
  location,
  REDIRECT_URI,
  type SandboxDriver,
  SECRET,
  START,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

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

/** The sandbox signs a hinted user in at once. */
async function signInAsUsual(): ReturnType<SignIn["finish"]> {
  const { redirectTo, stateCookie } = await begin(false);
  const callbackUrl = location(await driver.sandbox.fetch(new Request(redirectTo)));
  return signIn.finish({ callbackUrl, stateCookie });
}

/** A fresh sign-in, which may take a while; the sandbox takes the hint for an answer. */
async function signInAfresh(tookMs = 0): ReturnType<SignIn["finish"]> {
  const { redirectTo, stateCookie } = await begin(true);
  const callbackUrl = location(await driver.sandbox.fetch(new Request(redirectTo)));
  driver.clock.now += tookMs;
  return signIn.finish({ callbackUrl, stateCookie });
}

const stateOf = (finished: Awaited<ReturnType<SignIn["finish"]>>) =>
  finished.ok ? (finished.fresh?.state ?? null) : null;

describe("the time of sign-in by the platform's word", () => {
  it("makes no sign-in fresh that was not requested as fresh", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: 0 });
    expect(await signInAsUsual()).toMatchObject({ ok: true, fresh: null });
    driver.sandbox.setFaults({});
    expect(await signInAsUsual()).toMatchObject({ ok: true, fresh: null });
  });

  it("defaults to the time of the request, and each sign-in has an id of its own", async () => {
    const finished = await signInAfresh(30_000);
    expect(finished).toMatchObject({ ok: true, fresh: { at: START } });
    expect(stateOf(finished)).toMatch(/^[\w-]{43}$/);
    expect(stateOf(await signInAfresh())).not.toBe(stateOf(finished));
  });

  it("must be after the request for a fresh sign-in, within the tolerance of clocks", async () => {
    for (const [signedInSecondsAgo, isTaken] of [
      [0, true],
      [60, true],
      [61, false],
      [86_400, false],
    ] as const) {
      driver.sandbox.setFaults({ signedInSecondsAgo });
      const refused = { ok: false, error: "auth_failed", trouble: "not_fresh" };
      const taken = { ok: true, fresh: { at: START - signedInSecondsAgo * 1_000 } };
      expect(await signInAfresh()).toMatchObject(isTaken ? taken : refused);
    }
  });

  it("is refused in the future, fresh or not", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: -60 });
    expect(await signInAsUsual()).toMatchObject({ ok: true });
    driver.sandbox.setFaults({ signedInSecondsAgo: -61 });
    for (const done of [await signInAsUsual(), await signInAfresh()])
      expect(done).toMatchObject({ ok: false, error: "auth_failed", trouble: "bad_answer" });
  });

  it("is logged as the cause, in words of our own", async () => {
    driver.sandbox.setFaults({ signedInSecondsAgo: 86_400 });
    await signInAfresh();
    await signInAsUsual();
    expect(troubles).toEqual(["not_fresh"]);
  });
});
