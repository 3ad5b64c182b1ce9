import { cx } from "#web/lib/cx.ts";
import { compactMoney, money, readMoney } from "#web/lib/format.ts";

/** What an item is worth, short from 1,000 on; the exact figure is a note on it. */
export function ItemValue({ value, className }: { value: string; className?: string }) {
  const amount = readMoney(value);
  return (
    <span
      title={`${money(amount)} RBX`}
      className={cx("whitespace-nowrap font-semibold text-ink", className)}
    >
      {compactMoney(amount)} <span className="text-[0.85em] text-muted">RBX</span>
    </span>
  );
}
