import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { Suspense } from "react";
import { Link, useParams } from "wouter";
import { AsOfCard } from "#web/features/audit/as-of-card.tsx";
import { EntriesCard } from "#web/features/audit/entries-card.tsx";
import { HoldingsAndSessions, ProfileCard } from "#web/features/audit/player-card.tsx";
import { playerQuery } from "#web/features/audit/queries.ts";
import { PlayerActions } from "#web/features/roles/player-actions.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { playerSections } from "#web/layout/slots/player-sections.ts";
import { ApiError } from "#web/lib/api/api.ts";
import { useParts } from "#web/lib/site.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const SKELETONS = 8;

function Links({ id }: { id: string }) {
  const stream = encodeURIComponent(`player:${id}`);
  const look = buttonClass({ size: "sm" });
  return (
    // On a phone in a row of its own from the beginning: a name leaves no room beside it.
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <Link href={`/admin/events?stream=${stream}`} className={look}>
        Events
      </Link>
      <Link href={`/admin/reads?player=${encodeURIComponent(id)}`} className={look}>
        Access log
      </Link>
    </div>
  );
}

function Unknown() {
  return (
    <EmptyState
      icon={UserX}
      text="Player not found."
      action={
        <Link href="/admin/players" className={buttonClass()}>
          All players
        </Link>
      }
    />
  );
}

/** A player's file: who they are, what they have, every entry of their books, and what an admin can do about it. */
export default function PlayerPage() {
  const { id = "" } = useParams<{ id: string }>();
  const { data, error, refetch } = useQuery(playerQuery(id));
  const sections = useParts(playerSections);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const frame = { description: "A player's file.", actions: <Links id={id} /> };
  if (!data) {
    return (
      // With the same head as the file, so that nothing moves once it has loaded.
      <AdminFrame title="Player" {...(!isUnknown && frame)}>
        <Card>
          {isUnknown && <Unknown />}
          {!isUnknown && error && (
            <LoadError error={error} what="The player" onRetry={() => void refetch()} />
          )}
          {!error && <TableSkeleton rows={SKELETONS} rowClassName="h-12" />}
        </Card>
      </AdminFrame>
    );
  }
  const { username, roles, standing } = data;
  const { suspended } = standing;
  const account = `player:${id}`;
  return (
    <AdminFrame title={username} {...frame}>
      <ProfileCard file={data} actions={<PlayerActions subject={{ id, username, roles, suspended }} />} />
      <HoldingsAndSessions file={data} />
      <AsOfCard account={account} />
      <EntriesCard account={account} />
      <Suspense fallback={null}>
        {sections.map(({ View }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are declared once, in one order
          <View key={at} playerId={id} />
        ))}
      </Suspense>
    </AdminFrame>
  );
}
