import { type FormEvent, type ReactNode, useState } from "react";
import { insufficientBalance } from "#web/features/house-flips/messages.ts";
import { readStake } from "#web/features/house-flips/play/read-stake.ts";
import { BetAmount } from "#web/features/live-coinflips/create/bet-amount.tsx";
import { ItemPicker } from "#web/features/live-coinflips/create/item-picker.tsx";
import { useSelection } from "#web/features/live-coinflips/create/use-selection.ts";
import { CREATE, CREATING, NO_ITEMS_SELECTED } from "#web/features/live-coinflips/messages.ts";
import { itemTerms } from "#web/features/live-coinflips/staked-copy.ts";
import { Terms } from "#web/features/live-coinflips/terms.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { balanceOf, isNothing, type Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Radios } from "#web/ui/forms/choice.tsx";

export type BetType = "currency" | "limiteds";

interface StakeDraft {
  readonly betType: BetType;
  readonly amount?: string | undefined;
  /** The entry of the inventory that is staked. */
  readonly entryId?: number | undefined;
  readonly side: Side;
  /** The message for text that is not an amount. */
  readonly invalid: { readonly title: string; readonly description: string };
}

/** The stake of a new coinflip as its form holds it. Side and amount may change, the rest is what it begins with. */
export function useStakeForm({ side, invalid, ...begun }: StakeDraft) {
  const user = useUser();
  const [betType, setBetType] = useState(begun.betType);
  const [amount, setAmount] = useState(begun.amount ?? "");
  const selection = useSelection(begun.entryId);
  const stake = readStake(amount);
  const balance = balanceOf(user, side);
  const isEmpty = betType === "limiteds" ? selection.selected.length === 0 : isNothing(amount);
  /** What is staked: an amount, or null for the chosen items. Undefined if invalid, which is shown. */
  const staked = (): bigint | null | undefined => {
    const refuse = (notice: StakeDraft["invalid"]) => {
      toast({ ...notice, variant: "destructive" });
      return undefined;
    };
    if (betType === "limiteds") return isEmpty ? refuse(NO_ITEMS_SELECTED) : null;
    if (stake === null) return refuse(invalid);
    return stake > balance ? refuse(insufficientBalance(side.toUpperCase())) : stake;
  };
  return { betType, setBetType, amount, setAmount, selection, stake, side, balance, isEmpty, staked };
}

interface CreateFormProps {
  readonly form: ReturnType<typeof useStakeForm>;
  readonly isPending: boolean;
  /** Opens the game. @param staked an amount, or null for the chosen items */
  readonly onStake: (staked: bigint | null) => void;
  /** How the ways to stake are called, in their order. */
  readonly methods: { readonly legend: string; readonly options: Readonly<Record<BetType, string>> };
  /** Asks for the side. */
  readonly side: ReactNode;
  readonly buttonSize?: "lg";
  /** What stands around the button. */
  readonly end?: (button: ReactNode) => ReactNode;
}

/** Asks for a new coinflip: how and what to stake, the side, and what it can win. */
export function CreateForm(props: CreateFormProps) {
  const { form, isPending, onStake, methods, side, buttonSize, end = (button) => button } = props;
  const { betType, selection, stake } = form;
  const currency = form.side.toUpperCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const staked = isPending ? undefined : form.staked();
    if (staked !== undefined) onStake(staked);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Radios {...methods} value={betType} disabled={isPending} onChange={form.setBetType} />
      {betType === "limiteds" ? (
        <ItemPicker selection={selection} />
      ) : (
        <BetAmount
          value={form.amount}
          onChange={form.setAmount}
          balance={form.balance}
          currency={currency}
          disabled={isPending}
        />
      )}
      {side}
      <Terms
        side={form.side}
        stake={betType === "currency" ? { amount: stake ?? 0n, currency } : null}
        items={itemTerms(selection.selected)}
      />
      {end(
        // Disabled while nothing is staked; a press still says why.
        <Button
          type="submit"
          variant="primary"
          {...(buttonSize && { size: buttonSize })}
          aria-disabled={isPending || form.isEmpty || undefined}
          className="w-full aria-disabled:cursor-default! aria-disabled:opacity-45"
        >
          {isPending ? CREATING : CREATE}
        </Button>,
      )}
    </form>
  );
}
