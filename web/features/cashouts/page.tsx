import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import { CashoutRow } from "#web/features/cashouts/cashout-row.tsx";
import { DESCRIPTION, EMPTY, OWED, TITLE } from "#web/features/cashouts/messages.ts";
import { cashoutsQuery, debtQuery } from "#web/features/cashouts/queries.ts";
import { RequestCard } from "#web/features/cashouts/request-card.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { dollars, readMoney } from "#web/lib/format.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { LoadedList } from "#web/ui/lists/loaded-list.tsx";
import { Notice } from "#web/ui/notice.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

const CancelDialog = lazy(() => import("#web/features/cashouts/cancel-dialog.tsx"));

/** Placeholder rows of the player's cash-outs. */
const SKELETONS = 3;
/** Refresh interval of waiting requests, in milliseconds. */
const TICK_MS = 30_000;

function History() {
  const now = useNow(TICK_MS);
  const [cancelled, setCancelled] = useState<CashoutShown | null>(null);
  const query = useQuery(cashoutsQuery);
  return (
    <Card>
      <CardHeader title="Your Cash-outs" />
      <LoadedList of="Your cash-outs" query={query} rows={SKELETONS} rowClassName="h-32" empty={EMPTY}>
        {(cashout) => <CashoutRow key={cashout.id} cashout={cashout} now={now} onCancel={setCancelled} />}
      </LoadedList>
      <Suspense fallback={null}>
        {cancelled && <CancelDialog cashout={cancelled} onClose={() => setCancelled(null)} />}
      </Suspense>
    </Card>
  );
}

/** A debtor's debt, which explains where their dollars go. Absent without a debt. */
function DebtNotice() {
  const { data } = useQuery(debtQuery);
  const owed = readMoney(data?.owed ?? "0.00");
  return owed === 0n ? null : (
    <Notice tone="warn" title={`You owe ${dollars(owed)}`}>
      {OWED}
    </Notice>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** The player's earnings in dollars, payouts, and their status. */
export default function CashoutsPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid gap-6">
        <DebtNotice />
        <UnlessSuspended>
          <RequestCard />
        </UnlessSuspended>
        <History />
      </div>
    </>
  );
}
