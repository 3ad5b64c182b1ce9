import { expect, it } from "vitest";
import { purchaseEndpoints } from "./contract.ts";

it.each([
  [{ paymentMethod: "stripe" }, "Listing ID required"],
  [{ listingId: 0, paymentMethod: "stripe" }, "Listing ID required"],
  [{ listingId: "1", paymentMethod: "stripe" }, "Listing ID required"],
  [{ listingId: 1 }, "Payment method required"],
  [{ listingId: 1, paymentMethod: "" }, "Payment method required"],
  [{ listingId: 1, paymentMethod: "cash" }, "Payment method required"],
])("a purchase explains why %j cannot be begun", (asked, message) => {
  const read = purchaseEndpoints.purchase.body.safeParse(asked);
  expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it.each([
  [{ rating: 0 }, "Choose 1 to 5 stars"],
  [{ rating: 6 }, "Choose 1 to 5 stars"],
  [{ rating: 4.5 }, "Choose 1 to 5 stars"],
  [{}, "Choose 1 to 5 stars"],
  [{ rating: 5, comment: "x".repeat(501) }, "At most 500 characters"],
])("a review explains why %j cannot be given", (asked, message) => {
  const read = purchaseEndpoints.reviewPurchase.body.safeParse(asked);
  expect(JSON.stringify(read.error?.issues)).toContain(message);
});
