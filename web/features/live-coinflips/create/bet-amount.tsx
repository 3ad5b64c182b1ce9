import { useQuery } from "@tanstack/react-query";
import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";
import { stakeReason } from "#web/lib/stakes/stake.ts";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Field } from "#web/ui/forms/field.tsx";

interface BetAmountProps {
  /** As it was typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the player has, and of which currency. */
  readonly balance: bigint;
  readonly currency: string;
  readonly disabled: boolean;
}

/** The input for a stake of a currency against another player. */
export function BetAmount({ value, onChange, balance, currency, disabled }: BetAmountProps) {
  const { data } = useQuery(gameLimitsQuery);
  const reason = stakeReason(value, {
    currency,
    balance,
    least: data ? readMoney(data.stakeMin) : STAKE_MIN,
    most: data ? readMoney(data.stakeMax) : null,
  });
  return (
    <Field
      label="Bet Amount"
      {...amountInput}
      placeholder="Enter amount"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      {...(reason === null ? { hint: `${money(balance)} ${currency} available` } : { error: reason })}
    />
  );
}
