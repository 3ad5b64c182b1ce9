import { invariant } from "../../../kernel/invariant.ts";
import { larger, type Minor, smaller } from "../../../kernel/money.ts";
import type { BegunPurchase } from "../purchase.ts";
import type { Totals } from "./events.ts";

/** What a provider said came, and went back by refunds, in cents. */
type Said = { readonly received: Minor; readonly refunded: Minor };

/** Who is repaid first when money arrives again. */
export const WAY_BACK = ["buyer", "house", "receivable", "seller", "escrow"] as const;

/**
 * Who bears what goes back, by a refund or a charge-back: the money of the purchase as long as it is there; once the
 * seller was paid, the seller as far as there is something free, and then as a debt; else the house. What comes again
 * goes the way back, and what is paid a second time makes good what others bore.
 */
export function outAfter(
  { totals, status, terms, refunded, wanted }: BegunPurchase,
  moved: Minor,
  { said, sellerHas }: { readonly said: Said; readonly sellerHas: Minor },
): Totals["out"] {
  const out = {
    escrow: BigInt(totals.out.escrow),
    seller: BigInt(totals.out.seller),
    receivable: BigInt(totals.out.receivable),
    house: BigInt(totals.out.house),
    buyer: BigInt(totals.out.buyer ?? 0),
  };
  const released = status === "released" ? BigInt(terms.price) : 0n;
  let left = moved;
  const inEscrow = (): Minor => said.received - out.escrow - released;
  const kept = (): Minor => larger(-out.house, 0n);
  const take = (from: keyof typeof out, can: Minor): void => {
    const part = smaller(larger(can, 0n), left);
    out[from] += part;
    left -= part;
  };
  const giveBack = (to: keyof typeof out): void => {
    const part = smaller(larger(out[to], 0n), -left);
    out[to] -= part;
    left += part;
  };
  if (left > 0n) {
    // A refund that was given up was made after all: the house had its money.
    const expected = larger(BigInt(refunded), BigInt(wanted) - kept());
    take("house", smaller(larger(said.refunded - expected, 0n), kept()));
    take("escrow", inEscrow());
    take("house", kept());
    if (status === "released") {
      take("seller", sellerHas);
      take("receivable", left);
    }
    take("house", left);
  } else for (const to of WAY_BACK) giveBack(to);
  // Less may have come than was known: the house covers the gap.
  const missing = larger(-inEscrow(), 0n);
  out.escrow -= missing;
  out.house += missing;
  let spare = inEscrow() - larger(BigInt(wanted) - kept() - said.refunded, 0n);
  for (const to of WAY_BACK.slice(0, -1)) {
    const part = larger(smaller(out[to], spare), 0n);
    out[to] -= part;
    out.escrow += part;
    spare -= part;
  }
  invariant(left === 0n, "what goes back is borne by somebody");
  return textOf(out);
}

function textOf(out: { readonly [K in (typeof WAY_BACK)[number]]: Minor }): Totals["out"] {
  const text = (key: keyof typeof out) => String(out[key]);
  return {
    escrow: text("escrow"),
    seller: text("seller"),
    receivable: text("receivable"),
    house: text("house"),
    ...(out.buyer === 0n ? {} : { buyer: text("buyer") }),
  };
}
