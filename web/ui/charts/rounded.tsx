import type { Minor } from "#domain/kernel/money.ts";
import { money, thousands, wholeMoney } from "#web/lib/format.ts";
import { Noted } from "#web/ui/floating/tooltip.tsx";

interface RoundedProps {
  readonly amount: Minor;
  readonly currency: string;
  /** `whole`: no decimals. `compact`: thousands as K besides. */
  readonly as: "whole" | "compact";
  /** Whether the currency stands behind the figure; the note names it in any case. */
  readonly isCurrencyShown?: boolean;
  /** More for the note, after the exact figure. */
  readonly detail?: string;
  readonly className?: string;
}

/** A rounded figure whose note is the exact one. */
export function Rounded(props: RoundedProps) {
  const { amount, currency, as, isCurrencyShown = false, detail, className } = props;
  const exact = `${money(amount)} ${currency}`;
  const figure = as === "whole" ? wholeMoney(amount) : thousands(amount);
  return (
    <Noted
      note={detail ? `${exact}: ${detail}` : exact}
      label={`${figure} ${currency}`}
      className={className}
    >
      {figure}
      {isCurrencyShown && (
        <>
          {" "}
          <span className="text-[0.85em] text-muted">{currency}</span>
        </>
      )}
    </Noted>
  );
}
