import { describe, expect, it } from "vitest";
import { isSignedByStripe, stripeSignature } from "./signature.ts";

const SECRET = "whsec_test";
const AT = 1_700_000_000;
const BODY = Buffer.from('{"id":"evt_1","object":"event"}');
const V1 = "4c15fb2a43f93ef61eaa3e0893866d57cad9cad4223242cfb96f362480cb4021";
const check = (header: string | null, { raw = BODY, now = AT } = {}): boolean =>
  isSignedByStripe(header, raw, { secret: SECRET, now });

describe("a signature of Stripe", () => {
  it("equals the known vector", () => {
    expect(stripeSignature(SECRET, AT, BODY)).toBe(V1);
    expect(check(`t=${AT},v1=${V1}`)).toBe(true);
  });

  it("may stand among those of other secrets and schemes", () => {
    expect(check(`t=${AT},v1=${"0".repeat(64)},v0=abc,v1=${V1}`)).toBe(true);
  });

  it("is accepted up to five minutes old and one minute ahead", () => {
    expect([301, 300, 0, -60, -61].map((late) => check(`t=${AT},v1=${V1}`, { now: AT + late }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["one without a time", `v1=${V1}`],
    ["one without a signature", `t=${AT}`],
    ["one of another time", `t=${AT + 1},v1=${V1}`],
    ["one in another scheme", `t=${AT},v0=${V1}`],
    ["one that is cut off", `t=${AT},v1=${V1.slice(2)}`],
    ["one in capitals", `t=${AT},v1=${V1.toUpperCase()}`],
    ["an invalid time", `t=1e9,v1=${V1}`],
  ])("is not %s", (_what, header) => {
    expect(check(header)).toBe(false);
  });

  it("does not match a body with one changed byte, or a reserialised one", () => {
    expect(check(`t=${AT},v1=${V1}`, { raw: Buffer.from('{"id":"evt_2","object":"event"}') })).toBe(false);
    expect(check(`t=${AT},v1=${V1}`, { raw: Buffer.from('{"id": "evt_1","object":"event"}') })).toBe(false);
  });

  it("does not match under another secret", () => {
    const other = stripeSignature("whsec_other", AT, BODY);
    expect(check(`t=${AT},v1=${other}`)).toBe(false);
  });
});
