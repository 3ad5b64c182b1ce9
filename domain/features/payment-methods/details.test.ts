import { describe, expect, it } from "vitest";
import { addPaymentMethodSchema, problemOfDetails } from "./contract.ts";

const WALLET = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

describe("the details of a payment method", () => {
  it("are those of the method, complete and no others", () => {
    expect(problemOfDetails("stripe", {})).toBeNull();
    expect(problemOfDetails("paypal", { paypalEmail: "a@b.example" })).toBeNull();
    expect(problemOfDetails("crypto", { cryptoWallet: WALLET, cryptoCurrency: "BTC" })).toBeNull();
    expect(problemOfDetails("paypal", {})).toBe("paypalEmail: Required for paypal");
    expect(problemOfDetails("crypto", { cryptoWallet: WALLET })).toBe("cryptoCurrency: Required for crypto");
    expect(problemOfDetails("stripe", { cashappTag: "$alice" })).toBe(
      "cashappTag: Does not belong to stripe",
    );
  });

  it.each([
    [{}, "Payment method type required"],
    [{ method: "" }, "Payment method type required"],
    [{ method: "cash" }, "Must be one of paypal, cashapp, stripe, crypto"],
    [{ method: "paypal", paypalEmail: "alice" }, "Must be an email address"],
    [{ method: "paypal", paypalEmail: `${"a".repeat(250)}@b.example` }, "Email address too long"],
    [{ method: "cashapp", cashappTag: "alice" }, "Must be a $Cashtag, such as $alice"],
    [{ method: "crypto", cryptoWallet: "=HYPERLINK(1)" }, "Must be a wallet address"],
    [{ method: "crypto", cryptoCurrency: "bitcoin" }, "Must be a currency, such as BTC"],
  ])("are refused with the reason: %j", (asked, message) => {
    const read = addPaymentMethodSchema.safeParse(asked);
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
