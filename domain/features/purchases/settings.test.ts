import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { COMPLAIN_WITHIN_MS } from "./rules.ts";
import { holdMsOf, purchaseSettings } from "./settings.ts";

const settings = (values: { readonly [name: string]: string } = {}) => ({ version: 1, values });

describe("the hold of a purchase", () => {
  it("is a week, and for crypto a day more than the buyer has to complain", () => {
    expect(PAYMENT_METHODS.map((method) => [method, holdMsOf(settings(), method) / DAY_MS])).toEqual([
      ["paypal", 7],
      ["cashapp", 7],
      ["stripe", 7],
      ["crypto", 4],
    ]);
  });

  it("is set for crypto separately, and never ends before the buyer may complain", () => {
    const changed = settings({ cryptoHoldHours: "100" });
    expect(holdMsOf(changed, "crypto")).toBe(100 * HOUR_MS);
    expect(holdMsOf(changed, "stripe")).toBe(7 * DAY_MS);
    const least = purchaseSettings.find(({ name }) => name === "cryptoHoldHours")?.least ?? 0n;
    expect(Number(least) * HOUR_MS).toBe(COMPLAIN_WITHIN_MS);
  });
});
