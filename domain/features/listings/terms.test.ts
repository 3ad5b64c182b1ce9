import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../testing/properties/for-all.ts";
import { PAYMENT_METHODS } from "../payment-methods/rules.ts";
import { PRICE_LEAST, PRICE_MOST } from "./rules.ts";
import { termsOf } from "./terms.ts";

describe("the terms of a sale", () => {
  it("divide every price into two fees and the payout, to the cent and none below zero", () => {
    forAll(
      fc.bigInt({ min: PRICE_LEAST, max: PRICE_MOST }),
      fc.constantFrom(...PAYMENT_METHODS),
      (price, method) => {
        const { platformFee, paymentFee, sellerPayout } = termsOf(price, method);
        expect(platformFee + paymentFee + sellerPayout).toBe(price);
        for (const part of [platformFee, paymentFee, sellerPayout]) expect(part >= 0n).toBe(true);
      },
    );
  });

  it("keep five percent, rounded up, and the method's cost", () => {
    expect(termsOf(10_00n, "paypal")).toEqual({ platformFee: 50n, paymentFee: 84n, sellerPayout: 866n });
    expect(termsOf(10_00n, "stripe")).toEqual({ platformFee: 50n, paymentFee: 59n, sellerPayout: 891n });
    expect(termsOf(10_00n, "cashapp")).toEqual(termsOf(10_00n, "stripe"));
    expect(termsOf(10_00n, "crypto")).toEqual({ platformFee: 50n, paymentFee: 10n, sellerPayout: 940n });
  });

  it("leave the seller something by PayPal from 0.55 on", () => {
    expect(termsOf(54n, "paypal").sellerPayout).toBe(0n);
    expect(termsOf(55n, "paypal").sellerPayout).toBe(1n);
    expect(termsOf(1n, "paypal")).toEqual({ platformFee: 1n, paymentFee: 0n, sellerPayout: 0n });
  });
});
