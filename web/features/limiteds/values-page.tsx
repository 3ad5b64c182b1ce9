import { Tag } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import {
  isAcceptedValue,
  isFarFromAny,
  OVERRIDE_MAX,
  OVERRIDE_MIN,
} from "#domain/features/limiteds/rules.ts";
import { VALUE_SOURCES } from "#web/features/limiteds/messages.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { playerPath } from "#web/layout/console/admin-paths.ts";
import { ConsolePage, type RowDialogProps } from "#web/layout/console/console-list.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendBody, sendReason } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { dateAndTime, money, readMoney } from "#web/lib/format.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LINKED } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { isAmount } from "#web/ui/forms/amount-input.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { actionColumn, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";

const ITEMS_PER_PAGE = 20;
const FIELDS = [
  {
    name: "search",
    label: "Name or number",
    type: "search",
    placeholder: "Part of a name, or a whole number",
  },
  {
    name: "overridden",
    label: "Which items",
    options: { "": "All items", "1": "Only those set by the house" },
  },
] as const;
const BOUNDS = `${money(OVERRIDE_MIN)} to ${money(OVERRIDE_MAX)}`;

const valuesQuery = (filters: { search?: string; overridden?: "1"; next?: string }) =>
  apiQuery("GET /admin/limiteds", {
    input: { query: { limit: String(ITEMS_PER_PAGE), ...filters } },
    topics: ["limiteds"],
  });

const figure = (value: string) => <span className="whitespace-nowrap">{money(readMoney(value))}</span>;

/** Whether a change needs two admins, as far as the page knows the item's values. */
const isFar = (value: string, references: readonly string[]): boolean =>
  isFarFromAny(readMoney(value), references.map(readMoney));

function SetDialog({ row: item, onClose }: RowDialogProps<ValuedLimited>) {
  const { assetId, name, value, market } = item;
  const [text, setText, forgetText] = useKeptText(`value-of-${assetId}`);
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("PUT /admin/limiteds/{assetId}/value", { assetId: String(assetId) }),
    done: (set) => `${name} is now valued at ${money(readMoney(set.value))} RBX.`,
  });
  const basis = { source: market.source, valueAt: Date.parse(market.at) };
  const isFirst = item.override === null && !isAcceptedValue(basis, Date.now());
  const needsTwo = isFirst || (isAmount(text.trim()) && isFar(text.trim(), [value, market.value]));
  const send = (reason: string, onTaken: () => void) => {
    const asked = isAmount(text.trim()) ? readMoney(text.trim()) : null;
    if (asked === null || asked < OVERRIDE_MIN || asked > OVERRIDE_MAX) return setFault(`Enter ${BOUNDS}`);
    const onSuccess = () => {
      forgetText();
      onTaken();
    };
    mutate({ value: Number(text), reason }, { onSuccess });
  };
  return (
    <ReasonDialog
      name={`value-reason-${assetId}`}
      title={`Set the value of ${name}`}
      description="It applies from the next request, whatever the market says, until it is reset."
      label="Reason"
      hint="It is written into the log with your name."
      action={needsTwo ? "Propose" : "Set value"}
      isPending={isPending}
      onClose={onClose}
      onSend={send}
    >
      <Field
        label="Value in RBX"
        inputMode="decimal"
        hint={`${BOUNDS}; now ${money(readMoney(value))}`}
        value={text}
        error={fault}
        disabled={isPending}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setFault(undefined);
        }}
      />
      {needsTwo ? (
        <SecondAdminNotice />
      ) : (
        <p className="text-muted text-sm">
          A change of more than half within 24 hours needs a second admin, even in several steps.
        </p>
      )}
    </ReasonDialog>
  );
}

function LiftDialog({ row: { assetId, name, value, market }, onClose }: RowDialogProps<ValuedLimited>) {
  return (
    <ReasonedActDialog
      name={`lift-value-${assetId}`}
      title={`Reset the value of ${name}`}
      description={`It returns to its market value: ${money(readMoney(market.value))} RBX.`}
      action="Reset"
      isProposed={isFar(market.value, [value])}
      send={sendReason("DELETE /admin/limiteds/{assetId}/value", { assetId: String(assetId) })}
      done={(lifted) => `${name} is valued at ${money(readMoney(lifted.value))} RBX again.`}
      onClose={onClose}
    />
  );
}

const DIALOGS = { value: SetDialog, lift: LiftDialog };

const FACTS: readonly TableColumn<ValuedLimited>[] = [
  {
    title: "Item",
    isHeader: true,
    cell: ({ name, assetId }) => (
      <>
        {name} <span className="block font-normal text-faint text-xs">{assetId}</span>
      </>
    ),
  },
  {
    title: "Value",
    isNumeric: true,
    cell: ({ value }) => <span className="font-semibold text-ink">{figure(value)}</span>,
  },
  {
    title: "Market",
    isNumeric: true,
    cell: ({ market }) => (
      <>
        {figure(market.value)}
        <span className="block text-faint text-xs sm:whitespace-nowrap">{dateAndTime(market.at)}</span>
      </>
    ),
  },
  {
    title: "Source",
    cell: ({ market, override }) =>
      override === null ? (
        <span className="block min-w-48">{VALUE_SOURCES[market.source]}</span>
      ) : (
        <span className="block min-w-48 [overflow-wrap:anywhere]">
          <Badge tone="accent">Set by the house</Badge>
          <span className="mt-1 block">{override.reason}</span>
          <span className="block text-faint text-xs">
            {dateAndTime(override.at)} by{" "}
            <Link href={playerPath(override.by)} className={`font-mono ${LINKED}`}>
              {override.by}
            </Link>
            <NameOfPlayer id={override.by} />
          </span>
        </span>
      ),
  },
];

const columnsFor = (
  onAct: (act: string, row: ValuedLimited) => void,
): readonly TableColumn<ValuedLimited>[] => [
  ...FACTS,
  actionColumn((item) => (
    <>
      <Button size="sm" aria-label={`Set the value of ${item.name}`} onClick={() => onAct("value", item)}>
        Set
      </Button>
      {item.override !== null && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Reset the value of ${item.name}`}
          onClick={() => onAct("lift", item)}
        >
          Reset
        </Button>
      )}
    </>
  )),
];

/** The filters that are set. */
const filtersOf = ({ search, overridden }: { readonly [name: string]: string }) => ({
  ...(search && { search }),
  ...(overridden === "1" && { overridden: "1" as const }),
});

/** The value of every item of the catalogue, and its override. */
export default function ValuesPage() {
  return (
    <ConsolePage
      screen={{
        title: "Catalogue",
        description: "The value of each limited item, and where it comes from.",
      }}
      id="values"
      title="Values"
      of="values"
      pagesIn="item"
      filters={{ label: "Filter items", fields: FIELDS }}
      query={(values, next) => valuesQuery({ ...filtersOf(values), ...(next !== undefined && { next }) })}
      exports={{ path: "/admin/limiteds", query: filtersOf }}
      rows={ITEMS_PER_PAGE}
      order="other"
      rowClassName="h-16"
      empty={{ icon: Tag, text: "No matching items." }}
      caption="Items and their values"
      columns={columnsFor}
      rowKey={({ assetId }) => String(assetId)}
      dialogs={DIALOGS}
    />
  );
}
