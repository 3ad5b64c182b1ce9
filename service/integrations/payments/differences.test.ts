import { describe, expect, it } from "vitest";
import { differencesBetween, movesDiffering } from "./differences.ts";

const known = [
  { paymentId: "pay_1", reference: "cs_1", received: 1_999n },
  { paymentId: "pay_2", reference: "cs_2", received: 0n },
];
const compare = (listed: Parameters<typeof differencesBetween>[0], due: readonly string[] = ["pay_1"]) =>
  differencesBetween(listed, { known, due: new Set(due) });

describe("our books and a provider's list", () => {
  it("agree on the same amounts, by the provider's id or by ours", () => {
    expect(compare([{ reference: "cs_1", paymentId: null, received: 1_999n }])).toEqual([]);
    expect(compare([{ reference: "tx_9", paymentId: "pay_1", received: 1_999n }])).toEqual([]);
    expect(compare([{ reference: "cs_2", paymentId: null, received: 0n }], [])).toEqual([]);
  });

  it("differ by another amount, also if it came in parts", () => {
    const parts = ["tx_1", "tx_2"].map((reference) => ({ reference, paymentId: "pay_1", received: 1_000n }));
    expect(compare(parts)).toMatchObject([{ what: "amount", ours: 1_999n, theirs: 2_000n }]);
    expect(compare([{ reference: "cs_2", paymentId: null, received: 5n }], [])).toMatchObject([
      { what: "amount", paymentId: "pay_2", ours: 0n, theirs: 5n },
    ]);
  });

  it("differ by each other amount, refunded, disputed, paid out or kept, to the cent", () => {
    const about = { reference: "cs_1", paymentId: "pay_1" };
    const ours = { refunded: 500n, taken: 0n, fee: 88n };
    expect(movesDiffering(about, ours, { ...ours })).toEqual([]);
    expect(movesDiffering(about, ours, { refunded: 501n, taken: 1n, fee: 87n, payout: 1n })).toEqual([
      { ...about, what: "refunded", ours: 500n, theirs: 501n },
      { ...about, what: "taken", ours: 0n, theirs: 1n },
      { ...about, what: "payout", ours: 0n, theirs: 1n },
      { ...about, what: "fee", ours: 88n, theirs: 87n },
    ]);
  });

  it("differ by a foreign payment, but not by a foreign checkout that nobody paid", () => {
    const other = { reference: "cs_9", paymentId: "pay_9" };
    expect(compare([{ ...other, received: 5n }], [])).toMatchObject([{ what: "unknown", theirs: 5n }]);
    expect(compare([{ ...other, received: 0n }], [])).toEqual([]);
  });

  it("differ by a missing payment of ours, once the list must contain it", () => {
    expect(compare([])).toMatchObject([{ what: "missing", paymentId: "pay_1", ours: 1_999n }]);
    expect(compare([], [])).toEqual([]);
  });
});
