import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { z } from "zod";
import type { createRequestSchema } from "#domain/features/live-coinflips/contract.ts";
import {
  CreateButton,
  StakeInput,
  StakeTerms,
  useStakeForm,
} from "#web/features/live-coinflips/create/stake-form.tsx";
import { CREATED, INVALID_BET } from "#web/features/live-coinflips/limiteds-messages.ts";
import { CREATE_FAILED } from "#web/features/live-coinflips/messages.ts";
import { betItemsOf, type StakeableCopy, valueOfCopies } from "#web/features/live-coinflips/staked-copy.ts";
import { tellFailure } from "#web/features/live-coinflips/use-commands.ts";
import { ensureOwnSeed } from "#web/features/seed-pairs/client-seed.ts";
import { call } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import { useLive } from "#web/lib/live/live.ts";
import { type Side, stakeNumber } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";
import { Radios } from "#web/ui/forms/choice.tsx";

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
  const form = useStakeForm({ betType: "limiteds", side, invalid: INVALID_BET });
  const { selection } = form;
  const { mutate, isPending } = useCreateLimiteds(() => {
    form.setAmount("");
    selection.choose([]);
  });
  const submit = () => {
    const staked = isPending ? undefined : form.staked();
    if (staked === undefined) return;
    if (staked === null) return mutate(itemsBody(side, selection.selected));
    const betAmount = stakeNumber(staked);
    mutate({ betType: "currency", betAmount, betSide: side, betItems: [], totalValue: betAmount });
  };
  return { ...form, isPending, submit };
}

/** Creates a coinflip with items or currency. */
export default function LimitedsForm(props: LimitedsFormProps) {
  const form = useForm(props);
  const { side, onSide } = props;
  const { betType, isPending } = form;
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
      <StakeInput form={form} isPending={isPending} />
      <SidePicker side={side} disabled={isPending} onChoose={onSide} />
      <StakeTerms form={form} />
      <CreateButton form={form} isPending={isPending} size="lg" />
    </form>
  );
}
