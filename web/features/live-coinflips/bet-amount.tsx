import { money } from "#web/lib/format.ts";
import { Field } from "#web/ui/field.tsx";

interface BetAmountProps {
  /** As it was typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the player has, and of which currency. */
  readonly balance: bigint;
  readonly currency: string;
  readonly disabled: boolean;
}

/** Where an amount of a currency is put at stake against another player. */
export function BetAmount({ value, onChange, balance, currency, disabled }: BetAmountProps) {
  return (
    <Field
      label="Bet Amount"
      type="number"
      inputMode="decimal"
      min={1}
      step={0.01}
      placeholder="Enter amount"
      autoComplete="off"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      hint={`${money(balance)} ${currency} available`}
    />
  );
}
