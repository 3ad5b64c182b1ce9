import type { Minor } from "#domain/kernel/money.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney, signedMoney } from "#web/lib/format.ts";

interface AmountProps {
  /** Money as an answer carries it, or minor units. */
  readonly value: string | Minor;
  readonly currency?: string;
  /** Shows the sign and colours gain and loss; zero is neither. */
  readonly signed?: boolean;
  readonly className?: string;
}

/** Money to the cent, in figures of equal width. */
export function Amount({ value, currency, signed = false, className }: AmountProps) {
  const amount = typeof value === "string" ? readMoney(value) : value;
  const tone = signed && (amount > 0n ? "text-gain" : amount < 0n && "text-loss");
  return (
    <span className={cx("whitespace-nowrap tabular-nums", tone, className)}>
      {signed ? signedMoney(amount) : money(amount)}
      {currency && <span className="ml-1 text-[0.85em] text-muted">{currency}</span>}
    </span>
  );
}
