import { ReceiptText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import type { LedgerEntry } from "#domain/features/ledger/contract.ts";
import { useItemNames } from "#web/features/ledger/item-names.ts";
import {
  accountLabel,
  assetLabel,
  changeText,
  entryLabel,
  type ItemNames,
  isOfItem,
} from "#web/features/ledger/labels.ts";
import { ENTRIES_PER_PAGE, entriesQuery } from "#web/features/ledger/queries.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime, money, readMoney, shortTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { hiddenTitle, RecordTable } from "#web/ui/lists/record-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const ReceiptDialog = lazy(() => import("#web/features/ledger/receipt-dialog.tsx"));

interface EntryProps {
  readonly entry: LedgerEntry;
  readonly names: ItemNames;
  readonly onReceipt: (position: number) => void;
}

const balanceText = (balance: string | number): string =>
  typeof balance === "string" ? money(readMoney(balance)) : String(balance);

const isGain = (delta: string | number): boolean => !String(delta).startsWith("-");

function WhatCell({ entry, names }: Pick<EntryProps, "entry" | "names">) {
  const label = entryLabel(entry.type, entry.delta);
  const linked = "tap font-medium text-ink text-sm underline-offset-4 hover:underline";
  return (
    <td className="min-w-0 pr-3">
      {entry.gameId ? (
        <Link href={`/games/${entry.gameId}`} className={linked}>
          {label}
        </Link>
      ) : (
        <span className="font-medium text-ink text-sm">{label}</span>
      )}
      {isOfItem(entry.asset) && (
        <span className="block text-muted text-sm [overflow-wrap:anywhere]">
          {assetLabel(entry.asset, names)}
        </span>
      )}
      <time dateTime={entry.at} className="block text-faint text-xs">
        <span className="sm:hidden">{shortTime(entry.at)}</span>
        <span className="hidden sm:inline">{dateAndTime(entry.at)}</span>
      </time>
    </td>
  );
}

function EntryRow({ entry, names, onReceipt }: EntryProps) {
  const user = useUser();
  const { position, asset, account, delta, balanceAfter } = entry;
  return (
    <tr className="border-line border-t *:py-2.5 *:align-middle first:border-t-0">
      <td className="hidden pr-4 text-muted text-sm md:table-cell">{position}</td>
      <WhatCell entry={entry} names={names} />
      <td className="hidden pr-4 text-muted text-sm lg:table-cell">{accountLabel(account, user.id)}</td>
      <td className="whitespace-nowrap pr-3 text-right">
        <span className={cx("font-semibold text-sm", isGain(delta) ? "text-gain" : "text-loss")}>
          {changeText(delta)}
        </span>
        {!isOfItem(asset) && <span className="ml-1 text-muted text-xs">{asset}</span>}
        <span className="block text-faint text-xs sm:hidden">
          <span className="sr-only">Balance after: </span>
          {balanceText(balanceAfter)}
        </span>
      </td>
      <td className="hidden whitespace-nowrap pr-4 text-right text-muted text-sm sm:table-cell">
        {balanceText(balanceAfter)}
      </td>
      <td className="w-px text-right">
        <button
          type="button"
          onClick={() => onReceipt(position)}
          aria-label={`Receipt for position ${position}`}
          className="inline-grid size-11 sm:size-9 place-items-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-ink"
        >
          <ReceiptText className="size-4" aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

const COLUMNS = [
  { title: "Position", className: "hidden md:table-cell" },
  "Entry",
  { title: "Account", className: "hidden lg:table-cell" },
  { title: "Change", className: "pr-3 text-right!" },
  { title: "Balance after", className: "hidden pr-4 text-right! sm:table-cell" },
  { title: hiddenTitle("Receipt") },
];

function EntryList({ onReceipt }: Pick<EntryProps, "onReceipt">) {
  const pages = usePages("entry");
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(entriesQuery(pages.cursor));
  const names = useItemNames(data?.items.map(({ asset }) => asset) ?? []);
  if (!data && error) return <LoadError error={error} what="Your entries" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={ENTRIES_PER_PAGE} rowClassName="h-15" />;
  if (data.items.length === 0)
    return <EmptyState icon={ReceiptText} text="Nothing has moved on your account yet." />;
  return (
    <>
      <RecordTable caption="Your entries, newest first" columns={COLUMNS} isStale={isPlaceholderData}>
        {data.items.map((entry) => (
          <EntryRow
            key={`${entry.position}-${entry.leg}`}
            entry={entry}
            names={names}
            onReceipt={onReceipt}
          />
        ))}
      </RecordTable>
      <Pager of="your entries" pages={pages} older={data.next} isLoading={isPlaceholderData} />
    </>
  );
}

/** Everything that ever moved on the player's own accounts. */
export function EntriesSection() {
  const [position, setPosition] = useState<number | null>(null);
  return (
    <TitledCard
      id="entries"
      title="Your entries"
      description="Every movement on your account, newest first. A receipt proves that one of them is in the ledger."
      className="scroll-mt-20"
    >
      <EntryList onReceipt={setPosition} />
      {position !== null && (
        <Suspense fallback={null}>
          <ReceiptDialog position={position} onClose={() => setPosition(null)} />
        </Suspense>
      )}
    </TitledCard>
  );
}
