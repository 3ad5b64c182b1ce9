import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  bodyOf,
  driveSandbox,
  location,
  ORIGIN,
  type Params,
  type SandboxDriver,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

let driver: SandboxDriver;
beforeEach(() => {
  driver = driveSandbox();
});

describe("faults", () => {
  const control = (body: string, type = "application/json"): Promise<Response> =>
    driver.sandbox.fetch(
      new Request(`${ORIGIN}/control/faults`, { method: "POST", body, headers: { "Content-Type": type } }),
    );

  it("denied sends everyone back without a code", async () => {
    driver.sandbox.setFaults({ fault: "denied" });
    expect(location(await driver.authorize({ login_hint: "alice" })).searchParams.get("error")).toBe(
      "access_denied",
    );
  });

  it.each(["expired", "reused", "wrong_verifier"] as const)("%s makes the code worthless", async (fault) => {
    driver.sandbox.setFaults({ fault });
    expect(await bodyOf(await driver.redeemCode(await driver.codeFor("alice")))).toMatchObject({
      error: "invalid_grant",
    });
  });

  it("slow delays the answer", async () => {
    driver.sandbox.setFaults({ fault: "slow", delayMs: 30_000 });
    expect((await driver.redeemCode(await driver.codeFor("alice"))).status).toBe(200);
    expect(driver.slept).toEqual([30_000]);
  });

  it("error_500 fails like the platform's gateway", async () => {
    driver.sandbox.setFaults({ fault: "error_500" });
    const response = await driver.redeemCode(await driver.codeFor("alice"));
    expect(response.status).toBe(500);
    expect(await bodyOf(response)).toEqual({ errors: [{ code: 0, message: "InternalServerError" }] });
  });

  it("signedInSecondsAgo sets the time of sign-in in the ID token, also after a renewal", async () => {
    const told = async (secondsAgo: number | null) => {
      driver.sandbox.setFaults({ signedInSecondsAgo: secondsAgo });
      const first = await driver.tokensFor("alice");
      driver.clock.now += 60_000;
      const second = (await bodyOf(await driver.refresh(first.refresh_token ?? ""))) as Params;
      return [first, second].map(({ id_token: token = "" }) => decodeJwt(token).auth_time);
    };
    const at = driver.clock.now / 1_000;
    expect(await told(90)).toEqual([at - 90, at - 90]);
    expect(await told(null)).toEqual([undefined, undefined]);
  });

  it("apply to the chosen endpoint", async () => {
    driver.sandbox.setFaults({ fault: "error_500", at: "discovery" });
    expect((await driver.get(".well-known/openid-configuration")).status).toBe(500);
    expect((await driver.get("v1/certs")).status).toBe(200);
    driver.sandbox.setFaults({ fault: "error_500", at: "certs" });
    expect((await driver.get("v1/certs")).status).toBe(500);
    driver.sandbox.setFaults({ fault: "error_500", at: "userinfo" });
    const { access_token: token = "" } = await driver.tokensFor("alice");
    expect((await driver.userInfo(token)).status).toBe(500);
  });

  it("stay with the sign-ins that got them", async () => {
    driver.sandbox.setFaults({ fault: "error_500" });
    const code = await driver.codeFor("alice");
    driver.sandbox.setFaults({});
    expect((await driver.redeemCode(code)).status).toBe(500);
    expect((await driver.redeemCode(await driver.codeFor("alice"))).status).toBe(200);
  });

  it("end after the given number of sign-ins", async () => {
    driver.sandbox.setFaults({ fault: "denied", signIns: 2 });
    const errors = [];
    for (let i = 0; i < 3; i += 1)
      errors.push(location(await driver.authorize({ login_hint: "alice" })).searchParams.get("error"));
    expect(errors).toEqual(["access_denied", "access_denied", null]);
    expect(driver.sandbox.faults().fault).toBe("none");
  });

  it("are set by a control call, each one stating all", async () => {
    const answer = await control(JSON.stringify({ fault: "slow", delayMs: 1_500 }));
    expect(await bodyOf(answer)).toEqual({
      fault: "slow",
      at: "token",
      delayMs: 1_500,
      codeLifetimeMs: 60_000,
      signedInSecondsAgo: null,
      signIns: null,
    });
    expect(driver.sandbox.faults()).toMatchObject({ fault: "slow", delayMs: 1_500 });
    await control("{}");
    expect(await bodyOf(await driver.get("/control/faults"))).toMatchObject({ fault: "none" });
  });

  it("refuse values out of range, unknown fields and other bodies than JSON", async () => {
    for (const body of [
      `{"fault":"flood"}`,
      `{"delayMs":30001}`,
      `{"codeLifetimeMs":5}`,
      `{"x":1}`,
      "nonsense",
    ]) {
      expect((await control(body)).status).toBe(400);
    }
    expect((await control("{}", "text/plain")).status).toBe(415);
    expect(() => driver.sandbox.setFaults({ delayMs: -1 })).toThrow();
    expect(driver.sandbox.faults().fault).toBe("none");
  });

  it("show on the page when they are in force", async () => {
    driver.sandbox.setFaults({ fault: "expired" });
    const page = await (await driver.authorize()).text();
    expect(page).toMatch(/<details open>/);
    expect(page).toMatch(/value="expired" checked/);
  });
});
