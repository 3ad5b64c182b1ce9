import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type Draft, EMPTY_DRAFT, type Faults, readDraft } from "#web/features/deposits/draft.ts";
import { FAILED, NEW, SUBMIT, SUBMITTED, SUBMITTING, TYPES } from "#web/features/deposits/messages.ts";
import { useDepositAccount, WhereToSend } from "#web/features/deposits/where-to-send.tsx";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { sendOne } from "#web/lib/api/commands/send.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { useLive } from "#web/lib/live/live.ts";
import { useDraft } from "#web/lib/store/use-draft.ts";
import { toast } from "#web/lib/toast.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Radios, Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";

/** Submits a deposit once, even if answers are lost. */
function useSubmit(onDone: () => void) {
  const live = useLive();
  return useMutation({
    mutationFn: sendOne("POST /deposits"),
    onSuccess: ({ position }) => {
      live.changed(["deposits"], position);
      toast(SUBMITTED);
      onDone();
    },
    onError: (error) => toastError(error, FAILED),
  });
}

interface PartProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly change: (part: Partial<Draft>) => void;
  readonly disabled: boolean;
}

function LimitedFields({ draft, faults, change, disabled }: PartProps) {
  const { data = [] } = useQuery(limitedsQuery);
  // By name, which depositors know. The browser would sort keys that are numbers.
  const named = data.toSorted((a, b) => a.name.localeCompare(b.name));
  const options = Object.fromEntries([
    ["", "Select a limited item"],
    ...named.map(({ id, name }) => [`item-${id}`, name]),
  ]) as Record<string, string>;
  return (
    <>
      <Select<string>
        label="Limited Item"
        options={options}
        value={draft.item === "" ? "" : `item-${draft.item}`}
        disabled={disabled}
        error={faults.item}
        onChange={(value) => change({ item: value.replace("item-", "") })}
      />
      <Field
        label="Quantity"
        type="number"
        inputMode="numeric"
        min={1}
        value={draft.quantity}
        disabled={disabled}
        error={faults.quantity}
        onChange={(event) => change({ quantity: event.target.value })}
      />
      <Field
        label="Trade URL"
        type="url"
        placeholder="https://www.roblox.com/trades"
        autoComplete="off"
        value={draft.tradeUrl}
        disabled={disabled}
        error={faults.tradeUrl}
        hint="The link to the trade you sent."
        onChange={(event) => change({ tradeUrl: event.target.value })}
      />
    </>
  );
}

function AmountField({ draft, faults, change, disabled }: PartProps) {
  return (
    <Field
      label="Amount"
      {...amountInput}
      placeholder="Enter amount"
      value={draft.amount}
      disabled={disabled}
      error={faults.amount}
      onChange={(event) => change({ amount: event.target.value })}
    />
  );
}

function DepositForm({ item, onDone }: { item: string; onDone: () => void }) {
  const { draft, faults, setFaults, change } = useDraft<Draft, Faults>({ ...EMPTY_DRAFT, item });
  const { mutate, isPending } = useSubmit(onDone);
  const account = useDepositAccount();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isClosed) return;
    const read = readDraft(draft);
    setFaults("faults" in read ? read.faults : {});
    if ("body" in read) mutate(read.body);
  };
  // Disabled when it cannot be sent.
  const isClosed = draft.type === "roblox_limited" && account === null;
  const part = { draft, faults, change, disabled: isPending || isClosed };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Radios
        legend="Deposit Type"
        options={TYPES}
        value={draft.type}
        disabled={isPending}
        onChange={(type) => change({ type })}
      />
      <WhereToSend type={draft.type} />
      {draft.type === "roblox_limited" ? <LimitedFields {...part} /> : <AmountField {...part} />}
      <DialogAction type="submit" isUnavailable={isPending || isClosed}>
        {isPending ? SUBMITTING : SUBMIT}
      </DialogAction>
    </form>
  );
}

interface NewDepositDialogProps {
  /** The number in the catalogue of the item that is chosen from the beginning. */
  readonly item?: string;
  readonly onClose: () => void;
}

/** Asks what is to be deposited, and submits it. */
export default function NewDepositDialog({ item = "", onClose }: NewDepositDialogProps) {
  return (
    <Dialog onClose={onClose} title={NEW} description="An admin reviews it before anything is credited.">
      <DepositForm item={item} onDone={onClose} />
    </Dialog>
  );
}
