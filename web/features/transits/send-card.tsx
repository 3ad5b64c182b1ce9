import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { CURRENCIES, type Currency } from "#domain/accounts/account.ts";
import type { HouseItem } from "#domain/features/transits/contract.ts";
import { HOUSE_ITEMS_MAX } from "#domain/features/transits/rules.ts";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendOne } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { isAmount } from "#web/ui/forms/amount-input.ts";
import { Radios, Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { actionColumn, DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const BANK = "bank";
const ITEM = "item";
const HINT = "It is written into the log with your name.";
const SIDES = { RBX: "RBX", TIX: "TIX" } as const satisfies Record<Currency, string>;

const houseItemsQuery = apiQuery("GET /admin/transits/items", { input: {} });

/** Never shown: a proposal has a notice of its own. */
const proposed = () => "Proposed.";

interface SendDialogProps {
  /** The numbers of the other logs; at least one. */
  readonly logs: readonly number[];
  readonly onClose: () => void;
}

/** The log that an asset is sent to: the first, until another is chosen. */
function useLog(logs: readonly number[]) {
  const [chosen, setChosen] = useState(String(logs[0]));
  const options = Object.fromEntries(logs.map((log) => [String(log), `Log ${log}`]));
  return {
    log: Number(chosen),
    field: <Select label="To" options={options} value={chosen} onChange={setChosen} />,
  };
}

function BankDialog({ logs, onClose }: SendDialogProps) {
  const { log, field } = useLog(logs);
  const [currency, setCurrency] = useState<Currency>(CURRENCIES[0]);
  const [amount, setAmount, forgetAmount] = useKeptText("send-bank-amount");
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useAdminMutation({
    send: sendOne("POST /admin/transits"),
    done: proposed,
  });
  const send = (reason: string, onTaken: () => void) => {
    const text = amount.trim();
    if (!isAmount(text) || Number(text) === 0)
      return setFault("Enter an amount above 0, with at most two decimals");
    const onSuccess = () => {
      forgetAmount();
      onTaken();
    };
    mutate({ log, currency, amount: Number(text), reason }, { onSuccess });
  };
  return (
    <ReasonDialog
      name="send-bank-reason"
      title="Send part of the bank"
      description="It moves from the bank here to the bank of the other log, and cannot be recalled."
      label="Reason"
      hint={HINT}
      action="Propose"
      isPending={isPending}
      onClose={onClose}
      onSend={send}
    >
      {field}
      <Radios legend="Currency" options={SIDES} value={currency} onChange={setCurrency} />
      <Field
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={fault}
        disabled={isPending}
        onChange={(event) => {
          setAmount(event.target.value);
          setFault(undefined);
        }}
      />
      <SecondAdminNotice />
    </ReasonDialog>
  );
}

const nameOf = ({ name, serial }: HouseItem): string => (serial === null ? name : `${name} #${serial}`);

function ItemDialog({ item, logs, onClose }: SendDialogProps & { readonly item: HouseItem }) {
  const { log, field } = useLog(logs);
  const { mutate, isPending } = useAdminMutation({
    send: sendOne("POST /admin/transits/items"),
    done: proposed,
  });
  return (
    <ReasonDialog
      name={`send-item-reason-${item.copy}`}
      title={`Send ${nameOf(item)}`}
      description="It moves from the house here to the house of the other log, and cannot be recalled."
      label="Reason"
      hint={HINT}
      action="Propose"
      isPending={isPending}
      onClose={onClose}
      onSend={(reason, onTaken) => mutate({ log, copy: item.copy, reason }, { onSuccess: onTaken })}
    >
      {field}
      <SecondAdminNotice />
    </ReasonDialog>
  );
}

const columns = (onSend: (copy: string) => void): readonly TableColumn<HouseItem>[] => [
  { title: "Item", isHeader: true, cell: nameOf },
  { title: "Copy", cell: ({ copy }) => <code className="break-all font-mono text-xs">{copy}</code> },
  actionColumn((item) => (
    <Button size="sm" aria-label={`Send ${nameOf(item)}, ${item.copy}`} onClick={() => onSend(item.copy)}>
      Send
    </Button>
  )),
];

/** Proposes to send part of the bank, or an item of the house, to another log. @param logs the other logs' numbers */
export function SendCard({ logs }: { logs: readonly number[] }) {
  const { data, error, refetch } = useQuery(houseItemsQuery);
  const dialog = useAddressDialog();
  const item = dialog.act === ITEM ? data?.items.find(({ copy }) => copy === dialog.on) : undefined;
  return (
    <TitledCard
      id="send"
      title="Send to another log"
      description={`Part of the bank, or an item of the house in custody. Up to ${HOUSE_ITEMS_MAX} items are listed, the oldest first.`}
      actions={
        <Button size="sm" onClick={() => dialog.open(BANK, "house")}>
          Send currency
        </Button>
      }
    >
      {!data && error && <LoadError error={error} what="Items of the house" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={3} rowClassName="h-12" />}
      {data?.items.length === 0 && (
        <EmptyState icon={PackageOpen} text="The house has no item in custody that is free." />
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption="Items of the house"
          columns={columns((copy) => dialog.open(ITEM, copy))}
          rows={data.items}
          rowKey={({ copy }) => copy}
        />
      )}
      {dialog.act === BANK && <BankDialog logs={logs} onClose={dialog.close} />}
      {item && <ItemDialog key={item.copy} item={item} logs={logs} onClose={dialog.close} />}
    </TitledCard>
  );
}
