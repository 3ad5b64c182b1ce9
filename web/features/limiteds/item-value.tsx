import { cx } from "#web/lib/cx.ts";
import { readMoney } from "#web/lib/format.ts";
import { Rounded } from "#web/ui/charts/rounded.tsx";

/** What an item is worth, short from 1,000 on; its note is the exact figure. */
export function ItemValue({ value, className }: { value: string; className?: string }) {
  return (
    <Rounded
      as="compact"
      amount={readMoney(value)}
      currency="RBX"
      isCurrencyShown
      className={cx("whitespace-nowrap font-semibold text-ink", className)}
    />
  );
}
