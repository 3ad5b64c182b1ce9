import { describe, expect, it } from "vitest";
import { editListingSchema, openListingSchema } from "./contract.ts";

const OFFER = { userLimitedId: 1, title: "Hat", priceUSD: 1, paymentMethods: ["paypal"] };
const firstMessage = (asked: object): string | undefined =>
  openListingSchema.safeParse({ ...OFFER, ...asked }).error?.issues[0]?.message;

describe("a listing", () => {
  it.each([
    [{ limitedId: 0 }, "Limited item is required"],
    [{ limitedId: "x" }, "Limited item is required"],
    [{ userLimitedId: 0 }, "User limited item is required"],
    [{ userLimitedId: undefined }, "User limited item is required"],
    [{ title: "" }, "Title is required"],
    [{ title: "  " }, "Title is required"],
    [{ title: undefined }, "Title is required"],
    [{ title: "x".repeat(101) }, "Title too long"],
    [{ title: "a\u0000b" }, "Must not contain control characters"],
    [{ title: "Hat\u202Etah" }, "Must not contain control characters"],
    [{ title: "\uD800" }, "Must not contain control characters"],
    [{ title: "\u200B" }, "Must not contain control characters"],
    [{ description: "x".repeat(501) }, "Description too long"],
    [{ description: "a\u0000b" }, "Must not contain control characters"],
    [{ priceUSD: 0 }, "Price must be at least $0.01"],
    [{ priceUSD: -1 }, "Price must be at least $0.01"],
    [{ priceUSD: 0.001 }, "Price must be at least $0.01"],
    [{ priceUSD: 10_000.01 }, "Price too high"],
    [{ priceUSD: 1e21 }, "Price too high"],
    [{ priceUSD: 0.015 }, "Must be an amount with at most two decimals"],
    [{ priceUSD: "1" }, "Must be a number"],
    [{ paymentMethods: [] }, "At least one payment method required"],
    [{ paymentMethods: undefined }, "At least one payment method required"],
    [{ paypalEmail: "alice" }, "Must be an email address"],
  ])("explains why %j cannot be listed", (asked, message) => {
    expect(firstMessage(asked)).toBe(message);
  });

  it.each([
    { condition: "mint" },
    { paymentMethods: ["cash"] },
    { category: 0 },
    { stripeAccountId: "acct_1" },
    { sellerId: "p_other" },
  ])("is refused with %j", (asked) => {
    expect(firstMessage(asked)).toBeDefined();
  });

  it("accepts every limit, the defaults, and text that looks like HTML or a formula as plain text", () => {
    const title = `<b>=HYPERLINK("x")</b>${"x".repeat(75)}`.slice(0, 100);
    for (const priceUSD of [0.01, 10_000]) {
      const read = openListingSchema.parse({ ...OFFER, title, description: "One\ntwo", priceUSD });
      expect(read).toMatchObject({ title, priceUSD, condition: "excellent", description: "One\ntwo" });
    }
  });

  it("has the same messages for a change", () => {
    for (const change of [{ priceUSD: 0 }, { title: " " }, { paymentMethods: [] }, { isFeatured: true }])
      expect(editListingSchema.safeParse(change).success).toBe(false);
    expect(editListingSchema.parse({ title: " Hat " })).toEqual({ title: "Hat" });
  });
});
