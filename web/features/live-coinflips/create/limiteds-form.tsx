import type { z } from "zod";
import type { createRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import { CreateForm, useStakeForm } from "#web/features/live-coinflips/create/stake-form.tsx";
import { CREATED, INVALID_BET } from "#web/features/live-coinflips/limiteds-messages.ts";
import { CREATE_FAILED } from "#web/features/live-coinflips/messages.ts";
import { betItemsOf, type StakeableCopy, valueOfCopies } from "#web/features/live-coinflips/staked-copy.ts";
import { tellFailure, useOpening } from "#web/features/live-coinflips/use-commands.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { type Side, stakeNumber } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";

type Body = z.input<typeof createRequestSchema>;

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

interface LimitedsFormProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** Creates a coinflip with items or currency. */
export default function LimitedsForm({ side, onSide }: LimitedsFormProps) {
  const form = useStakeForm({ betType: "limiteds", side, invalid: INVALID_BET });
  const { selection } = form;
  const { mutate, isPending } = useOpening(sendBody("POST /coinflip/create"), {
    onOpened: () => {
      toast(CREATED);
      form.setAmount("");
      selection.choose([]);
    },
    onFailed: (error) => tellFailure(error, CREATE_FAILED),
  });
  const open = (staked: bigint | null) => {
    if (staked === null) return mutate(itemsBody(side, selection.selected));
    const betAmount = stakeNumber(staked);
    mutate({ betType: "currency", betAmount, betSide: side, betItems: [], totalValue: betAmount });
  };
  return (
    <CreateForm
      form={form}
      isPending={isPending}
      onStake={open}
      methods={{ legend: "Betting method", options: { limiteds: "Limiteds", currency: "Currency" } }}
      side={<SidePicker side={side} disabled={isPending} onChoose={onSide} />}
      buttonSize="lg"
    />
  );
}
