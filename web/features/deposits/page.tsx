import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearch } from "wouter";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { DepositRow } from "#web/features/deposits/deposit-row.tsx";
import { DESCRIPTION, EMPTY, NEW, STEPS, TITLE } from "#web/features/deposits/messages.ts";
import NewDepositDialog from "#web/features/deposits/new-deposit-dialog.tsx";
import { depositsQuery } from "#web/features/deposits/queries.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { depositNotes } from "#web/layout/slots/deposit-notes.ts";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { LoadedList } from "#web/ui/lists/loaded-list.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

const CancelDialog = lazy(() => import("#web/features/deposits/cancel-dialog.tsx"));

/** Placeholder rows of the player's deposits. */
const SKELETONS = 3;

function HowItWorks() {
  return (
    <Card>
      <CardHeader title="How It Works" />
      <Steps steps={STEPS} className="sm:grid-cols-3" />
    </Card>
  );
}

function History() {
  const [cancelled, setCancelled] = useState<Deposit | null>(null);
  const query = useQuery(depositsQuery);
  return (
    <Card>
      <CardHeader title="Deposit History" />
      <LoadedList of="Your deposits" query={query} rows={SKELETONS} rowClassName="h-24" empty={EMPTY}>
        {(deposit) => <DepositRow key={deposit.id} deposit={deposit} onCancel={setCancelled} />}
      </LoadedList>
      <Suspense fallback={null}>
        {cancelled && <CancelDialog deposit={cancelled} onClose={() => setCancelled(null)} />}
      </Suspense>
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** The player's deposit requests and their status. */
export default function DepositsPage() {
  // "Deposit to play" of an item leads here with its number.
  const asked = new URLSearchParams(useSearch()).get("item") ?? "";
  const item = /^[1-9]\d{0,14}$/.test(asked) ? asked : "";
  const [isOpen, setOpen] = useState(item !== "");
  const notes = useParts(depositNotes);
  return (
    <>
      <PageHeading
        {...HEADING}
        actions={
          <UnlessSuspended>
            <Button variant="primary" onClick={() => setOpen(true)}>
              <Plus className="size-4" aria-hidden="true" />
              {NEW}
            </Button>
          </UnlessSuspended>
        }
      />
      <div className="space-y-6">
        <Parts of={notes} />
        <HowItWorks />
        <History />
      </div>
      {isOpen && <NewDepositDialog item={item} onClose={() => setOpen(false)} />}
    </>
  );
}
