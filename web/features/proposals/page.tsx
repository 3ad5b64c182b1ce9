import { Suspense } from "react";
import { ProposalsCard, useProposals } from "#web/features/proposals/proposals-card.tsx";
import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";

/** All that waits for a second admin. */
export default function SecondAdminPage() {
  const proposals = useProposals();
  const { data, error } = proposals.query;
  const further = useParts(secondAdminSections);
  return (
    <AdminFrame
      title="Needs a second admin"
      description="A change that weakens a control takes effect only once another admin confirms it, with a fresh sign-in and within 24 hours. Both names are logged."
    >
      <ProposalsCard {...proposals} />
      {/* Shown once the length of the list above is known: they would move otherwise. */}
      {(data || error) && (
        <Suspense fallback={null}>
          <Parts of={further} />
        </Suspense>
      )}
    </AdminFrame>
  );
}
