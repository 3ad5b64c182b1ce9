import { describe, expect, it } from "vitest";
import { CURRENCIES, house, issuance } from "../../accounts/account.ts";
import { type Decide, GivenLog, given } from "../../testing/given.ts";
import { BANK_FUNDS, bankStreamKind, fundBank } from "./bank.ts";
import { bankStream } from "./events.ts";

const fund =
  (funds: bigint): Decide<{ readonly funded: true }> =>
  (log) =>
    fundBank(funds, log.stream(bankStreamKind, bankStream));

describe("the bank", () => {
  it("gets 10,000,000.00 of each currency from issuance at the first start", () => {
    const { decision } = given().when(fund(BANK_FUNDS)).answers({ funded: true });
    if ("refused" in decision) throw new Error("The bank is funded");
    const log = new GivenLog();
    log.append(decision.events);
    for (const currency of CURRENCIES) {
      expect(log.holding(house, currency)).toBe(1_000_000_000n);
      expect(log.holding(issuance, currency)).toBe(-1_000_000_000n);
    }
  });

  it("gets them once, whatever amount is requested the second time", () => {
    const { decision } = given().when(fund(5n));
    if ("refused" in decision) throw new Error("The bank is funded");
    given(...decision.events).refuses(fund(7n), "already_funded", "The bank already has its funds.");
  });

  it("may begin with nothing", () => {
    given()
      .when(fund(0n))
      .then({
        type: "BankFunded",
        schemaVersion: 1,
        stream: "bank:main",
        payload: { rbx: "0", tix: "0" },
        postings: [],
      });
  });
});
