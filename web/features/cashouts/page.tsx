import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import { CashoutRow } from "#web/features/cashouts/cashout-row.tsx";
import { DESCRIPTION, EMPTY, TITLE } from "#web/features/cashouts/messages.ts";
import { cashoutsQuery } from "#web/features/cashouts/queries.ts";
import { RequestCard } from "#web/features/cashouts/request-card.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

const CancelDialog = lazy(() => import("#web/features/cashouts/cancel-dialog.tsx"));

/** Rows that hold the place of one's cash-outs. */
const SKELETONS = 3;
/** How often it is told anew what waits, in milliseconds. */
const TICK_MS = 30_000;

function History() {
  const now = useNow(TICK_MS);
  const [cancelled, setCancelled] = useState<CashoutShown | null>(null);
  const { data, error, refetch } = useQuery(cashoutsQuery);
  return (
    <Card>
      <CardHeader title="Your Cash-outs" />
      {!data && error && <LoadError error={error} what="Your cash-outs" onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={SKELETONS} className="h-32" />}
      {data?.length === 0 && <EmptyState icon={Inbox} {...EMPTY} />}
      {data && data.length > 0 && (
        <ul aria-label="Your cash-outs">
          {data.map((cashout) => (
            <CashoutRow key={cashout.id} cashout={cashout} now={now} onCancel={setCancelled} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {cancelled && <CancelDialog cashout={cancelled} onClose={() => setCancelled(null)} />}
      </Suspense>
    </Card>
  );
}

/** What the player has earned in dollars, how it is paid out, and what came of that. */
export default function CashoutsPage() {
  return (
    <>
      <PageHeading title={TITLE} description={DESCRIPTION} />
      <div className="grid gap-6">
        <UnlessSuspended>
          <RequestCard />
        </UnlessSuspended>
        <History />
      </div>
    </>
  );
}
