import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Fragment, useState } from "react";
import { Link, useLocation } from "wouter";
import { isAccountName } from "#web/features/audit/no-account.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { accountPath } from "#web/layout/console/admin-paths.ts";
import { useAddress } from "#web/lib/address.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { instantOf } from "#web/lib/instant.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const NO_ACCOUNT = "Enter an account, such as house or player:p_1";

const OF_ALL = ["house", "issuance", "platform"] as const;
const KINDS = [
  ["player:", "what a player has"],
  ["escrow:", "what is staked in a game"],
  ["creator-share:", "what creators have earned"],
  ["receivable:", "what a player owes, set aside by the house"],
  ["transit:", "what was sent to another log and has not been proved to arrive"],
  ["peer:", "what another log owes this one; negative if this log owes it"],
] as const;

const AS_OF = [
  { name: "position", label: "After position", inputMode: "numeric", placeholder: "The newest" },
  { name: "at", label: "Or at a local time", type: "datetime-local" },
] as const;

const balanceQuery = apiQuery("GET /ledger/trial-balance", { topics: ["ledger"], pollMs: 10_000 });

const figure = (text: string) => <span className="whitespace-nowrap">{money(readMoney(text))}</span>;

type BalanceRow = Answer<"GET /ledger/trial-balance">["assets"][number];
const COLUMNS: readonly TableColumn<BalanceRow>[] = [
  { title: "Asset", isHeader: true, cell: ({ asset }) => asset },
  { title: "Issued", isNumeric: true, cell: ({ issued }) => figure(issued) },
  { title: "Players", isNumeric: true, cell: ({ players }) => figure(players) },
  { title: "Escrow", isNumeric: true, cell: ({ escrow }) => figure(escrow) },
  { title: "House", isNumeric: true, cell: ({ house }) => figure(house) },
  { title: "Creators", isNumeric: true, cell: ({ creators }) => figure(creators) },
  {
    title: "Other logs",
    isNumeric: true,
    cell: ({ transit, peers }) => (
      <span className="whitespace-nowrap">{money(readMoney(transit) + readMoney(peers))}</span>
    ),
  },
  { title: "Sum", isNumeric: true, cell: ({ sum }) => figure(sum) },
];

function Finder() {
  const [, go] = useLocation();
  const [account, setAccount] = useState("");
  const [fault, setFault] = useState<string>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const wanted = account.trim();
    if (isAccountName(wanted)) go(accountPath(wanted));
    else setFault(NO_ACCOUNT);
  };
  return (
    <form
      onSubmit={find}
      aria-label="Open an account"
      className="grid max-w-xl gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
    >
      <Field
        label="Account"
        placeholder="house, player:p_1, escrow:cf_1"
        value={account}
        error={fault}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setAccount(event.target.value);
          setFault(undefined);
        }}
      />
      <Button type="submit" className="justify-self-start sm:mt-6.5">
        Open
      </Button>
    </form>
  );
}

function Totals() {
  const { data, error, refetch } = useQuery(balanceQuery);
  if (!data && error)
    return <LoadError error={error} what="The trial balance" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={2} rowClassName="h-11" />;
  return (
    <DataTable
      caption="What was issued, and who holds it"
      columns={COLUMNS}
      rows={data.assets}
      rowKey={({ asset }) => asset}
    />
  );
}

/** Leads to the books of any account. */
export default function AccountsPage() {
  const { get, change } = useAddress();
  const [position, at] = [get("position"), get("at")];
  return (
    <AdminFrame
      title="Accounts"
      description="The books of every account of the ledger, from the house to one game's escrow."
    >
      <TitledCard id="open" title="Open an account">
        <Finder />
        <ul aria-label="Accounts of the site" className="mt-6 flex flex-wrap gap-2">
          {OF_ALL.map((account) => (
            <li key={account}>
              <Link href={accountPath(account)} className={buttonClass({ size: "sm" })}>
                {account}
              </Link>
            </li>
          ))}
        </ul>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-muted text-sm">
          {KINDS.map(([kind, text]) => (
            <Fragment key={kind}>
              <dt>
                <code className="font-mono text-ink text-xs">{kind}…</code>
              </dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
        </dl>
      </TitledCard>
      <TitledCard
        id="totals"
        title="Trial balance"
        description="Everything issued is held by someone, to the cent."
        actions={<ExportLinks of="the trial balance" path="/admin/trial-balance" />}
      >
        <Totals />
      </TitledCard>
      <TitledCard
        id="holdings"
        title="All holdings"
        description="Every account's holding of every asset, as one file."
        actions={
          <ExportLinks
            of="holdings"
            path="/admin/holdings"
            query={{ ...(position ? { position } : { at: instantOf(at) }) }}
          />
        }
      >
        <FilterForm
          label="Holdings as of"
          fields={AS_OF}
          values={{ position, at }}
          action="Set"
          onApply={change}
        />
      </TitledCard>
    </AdminFrame>
  );
}
