import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { BET_PLACEHOLDER } from "#web/features/house-flips/messages.ts";
import { allIn, doubled, halved, QUICK_BETS } from "#web/features/house-flips/play/bet.ts";
import { useUser } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney, ruleMoney } from "#web/lib/format.ts";
import { gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";
import { balanceOf, type Side, type StakeBounds, stakeReason } from "#web/lib/stakes/stake.ts";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { inputClass } from "#web/ui/forms/field.tsx";

interface BetAmountProps {
  readonly side: Side;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
  /** The game's own limits, where they are narrower than the house's. */
  readonly bounds?: { readonly least: Minor; readonly most: Minor };
}

function Chip({ label, name, onClick }: { label: ReactNode; name?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="min-h-11 min-w-9 grow rounded-lg border border-field bg-raised px-2 font-semibold sm:min-w-11 text-ink text-sm transition-colors hover:border-faint hover:bg-hover disabled:opacity-45"
    >
      {label}
    </button>
  );
}

/** The limits of a bet against the house, from the service. */
function useHouseBounds(side: Side): Omit<StakeBounds, "balance"> {
  const { data } = useQuery(gameLimitsQuery);
  const currency = side === "rbx" ? "RBX" : "TIX";
  return {
    currency,
    least: data ? readMoney(data.stakeMin) : STAKE_MIN,
    most: data ? readMoney(data.bank[currency].largestStake) : null,
  };
}

function boundsText({ currency, least, most }: Omit<StakeBounds, "balance">): string {
  if (most === null) return `From ${ruleMoney(least)} ${currency}`;
  if (most === 0n) return `No ${currency} bets are taken at the moment.`;
  return `${ruleMoney(least)} to ${ruleMoney(most)} ${currency}`;
}

/** How much to bet: typed, halved, doubled, by quick bet, or everything. */
export function BetAmount({ side, text, disabled, onChange, bounds: own }: BetAmountProps) {
  const id = useId();
  const balance = balanceOf(useUser(), side);
  const bounds = { ...useHouseBounds(side), ...own, balance };
  const reason = stakeReason(text, bounds);
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium text-muted">
          Bet amount
        </label>
        <span className="text-faint">
          {money(balance)} {side.toUpperCase()} available
        </span>
      </div>
      <div className="flex gap-2">
        <input
          id={id}
          {...amountInput}
          placeholder={BET_PLACEHOLDER}
          value={text}
          aria-invalid={reason !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          className={cx(
            inputClass,
            "min-w-0 font-semibold placeholder:font-normal placeholder:text-sm sm:placeholder:text-base",
          )}
        />
        <div className="flex shrink-0 gap-2">
          <Chip label="½" name="Half the bet" onClick={() => onChange(halved(text))} />
          <Chip label="2×" name="Double the bet" onClick={() => onChange(doubled(text, balance))} />
        </div>
      </div>
      {/* Always one line, so that nothing moves when there is a reason to show. */}
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx("mt-1.5 min-h-5 text-xs sm:text-sm", reason === null ? "text-faint" : "text-loss")}
      >
        {reason ?? boundsText(bounds)}
      </p>
      <div className="mt-1.5 flex gap-2">
        {QUICK_BETS.map((amount) => (
          <Chip key={amount} label={amount} onClick={() => onChange(amount)} />
        ))}
        <Chip label="All-In" onClick={() => onChange(allIn(balance))} />
      </div>
    </fieldset>
  );
}
