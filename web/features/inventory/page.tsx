import { useQuery } from "@tanstack/react-query";
import { CircleAlert, PackageOpen } from "lucide-react";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import {
  DESCRIPTION,
  EMPTY_TEXT,
  EMPTY_TIPS,
  EMPTY_TITLE,
  LOAD_FAILED,
  TITLE,
} from "#web/features/inventory/messages.ts";
import { OwnedCard } from "#web/features/inventory/owned-card.tsx";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { SyncButton } from "#web/features/inventory/sync-button.tsx";
import { ItemGrid, ItemGridSkeleton } from "#web/features/limiteds/item-card.tsx";
import { ITEMS_PER_PAGE } from "#web/features/limiteds/queries.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { usePaging } from "#web/lib/api/use-paging.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageTurner } from "#web/ui/lists/page-turner.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

/** Placeholder cards of the player's items. */
const SKELETONS = 4;

const newestSync = (entries: readonly UserLimited[]): string =>
  entries
    .map(({ lastSynced }) => lastSynced)
    .sort()
    .at(-1) ?? "";

function Items({ entries }: { entries: readonly UserLimited[] }) {
  const synced = newestSync(entries);
  const copies = entries.reduce((sum, { quantity }) => sum + quantity, 0);
  const turns = usePaging(entries, ITEMS_PER_PAGE);
  return (
    <div ref={turns.top} className="scroll-mt-20">
      <p className="mb-4 text-muted text-sm">
        {copies === 1 ? "1 item" : `${copies} items`} · last synced{" "}
        <time dateTime={synced}>{dateAndTime(synced)}</time>
      </p>
      <ItemGrid label="Your limiteds">
        {turns.shown.map((entry) => (
          <OwnedCard key={entry.id} entry={entry} />
        ))}
      </ItemGrid>
      <PageTurner of="your limiteds" turns={turns} />
    </div>
  );
}

function NoItems() {
  return (
    <Card>
      <EmptyState icon={PackageOpen} title={EMPTY_TITLE} text={EMPTY_TEXT} />
      <ul className="mx-auto max-w-sm list-disc space-y-1 pb-2 pl-5 text-muted text-sm">
        {EMPTY_TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </Card>
  );
}

function Failed() {
  return (
    <Card role="alert" className="flex flex-col items-center gap-3 py-8! text-center">
      <CircleAlert className="size-6 text-loss" aria-hidden="true" />
      <p className="font-semibold text-ink">{LOAD_FAILED.title}</p>
      <p className="max-w-sm text-muted text-sm">{LOAD_FAILED.description}</p>
      <SyncButton variant="primary" />
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** The player's items on the platform, as last synced. */
export default function MyLimitedsPage() {
  const { data, error } = useQuery(inventoryQuery);
  const isFailed = !data && error !== null;
  return (
    <>
      <PageHeading
        {...HEADING}
        actions={!isFailed && <SyncButton variant={data?.length === 0 ? "primary" : "secondary"} />}
      />
      {isFailed && <Failed />}
      {!data && !error && <ItemGridSkeleton count={SKELETONS} />}
      {data?.length === 0 && <NoItems />}
      {data && data.length > 0 && <Items entries={data} />}
    </>
  );
}
