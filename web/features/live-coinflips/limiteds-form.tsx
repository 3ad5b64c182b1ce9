import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import type { createRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import { readStake } from "#web/features/house-flips/read-stake.ts";
import { BetAmount } from "#web/features/live-coinflips/bet-amount.tsx";
import { ItemPicker } from "#web/features/live-coinflips/item-picker.tsx";
import { CREATED, INVALID_BET } from "#web/features/live-coinflips/limiteds-messages.ts";
import {
  CREATE,
  CREATE_FAILED,
  CREATING,
  insufficientBalance,
  NO_ITEMS_SELECTED,
} from "#web/features/live-coinflips/messages.ts";
import {
  betItemsOf,
  itemTerms,
  type StakeableCopy,
  valueOfCopies,
} from "#web/features/live-coinflips/staked-copy.ts";
import { Terms } from "#web/features/live-coinflips/terms.tsx";
import { tellFailure } from "#web/features/live-coinflips/use-commands.ts";
import { useSelection } from "#web/features/live-coinflips/use-selection.ts";
import { ensureOwnSeed } from "#web/features/seed-pairs/client-seed.ts";
import { call } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { useLive } from "#web/lib/live.ts";
import { useUser } from "#web/lib/session.ts";
import { balanceOf, isNothing, type Side, stakeNumber } from "#web/lib/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Radios } from "#web/ui/choice.tsx";
import { SidePicker } from "#web/ui/side-picker.tsx";

type Body = z.input<typeof createRequestSchema>;
type BetType = Body["betType"];

const numberOf = (copies: readonly StakeableCopy[]): number => stakeNumber(valueOfCopies(copies));

const itemsBody = (side: Side, copies: readonly StakeableCopy[]): Body => ({
  betType: "limiteds",
  betAmount: null,
  betSide: side,
  betItems: betItemsOf(copies).map((item, index) => ({
    ...item,
    value: numberOf(copies.slice(index, index + 1)),
  })),
  totalValue: numberOf(copies),
});

/** Opens the coinflip that the form says. */
function useCreateLimiteds(onDone: () => void) {
  const queryClient = useQueryClient();
  const live = useLive();
  const send = useKeyed((body: Body, idempotencyKey) =>
    call("POST /coinflip/create", { body, idempotencyKey }),
  );
  return useMutation({
    mutationFn: async (body: Body) => {
      await ensureOwnSeed(queryClient);
      return send(body);
    },
    onSuccess: ({ position }) => {
      live.changed(["coinflips", "balance", "inventory"], position);
      toast(CREATED);
      onDone();
    },
    onError: (error) => tellFailure(error, CREATE_FAILED),
  });
}

interface LimitedsFormProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** The form as it stands, and what pressing its button does. */
function useForm({ side }: LimitedsFormProps) {
  const user = useUser();
  const [betType, setBetType] = useState<BetType>("limiteds");
  const [amount, setAmount] = useState("");
  const selection = useSelection();
  const { mutate, isPending } = useCreateLimiteds(() => {
    setAmount("");
    selection.choose([]);
  });
  const stake = readStake(amount);
  const isEmpty = betType === "limiteds" ? selection.selected.length === 0 : isNothing(amount);
  const submit = () => {
    if (isPending) return;
    const refuse = (notice: { title: string; description: string }) => {
      toast({ ...notice, variant: "destructive" });
    };
    if (betType === "limiteds") {
      if (isEmpty) return refuse(NO_ITEMS_SELECTED);
      return mutate(itemsBody(side, selection.selected));
    }
    if (stake === null) return refuse(INVALID_BET);
    if (stake > balanceOf(user, side)) return refuse(insufficientBalance(side.toUpperCase()));
    const betAmount = stakeNumber(stake);
    mutate({ betType, betAmount, betSide: side, betItems: [], totalValue: betAmount });
  };
  const balance = balanceOf(user, side);
  return { betType, setBetType, amount, setAmount, selection, stake, isEmpty, isPending, submit, balance };
}

/** Creates a coinflip with items or currency. */
export default function LimitedsForm(props: LimitedsFormProps) {
  const form = useForm(props);
  const { side, onSide } = props;
  const { betType, selection, stake, isEmpty, isPending } = form;
  const currency = side.toUpperCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Radios
        legend="Betting method"
        options={{ limiteds: "Limiteds", currency: "Currency" }}
        value={betType}
        disabled={isPending}
        onChange={form.setBetType}
      />
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
      <SidePicker side={side} disabled={isPending} onChoose={onSide} />
      <Terms
        side={side}
        stake={betType === "currency" ? { amount: stake ?? 0n, currency } : null}
        items={itemTerms(selection.selected)}
      />
      {/* Disabled while nothing is staked, and says so when it is pressed all the same. */}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        aria-disabled={isPending || isEmpty || undefined}
        className="w-full aria-disabled:cursor-default! aria-disabled:opacity-45"
      >
        {isPending ? CREATING : CREATE}
      </Button>
    </form>
  );
}
