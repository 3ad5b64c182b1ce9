import { ProposalsCard } from "#web/features/proposals/proposals-card.tsx";
import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";

/** All that waits for a second admin. */
export default function SecondAdminPage() {
  return (
    <AdminFrame
      title="Needs a second admin"
      description="A change that weakens a control takes effect only once another admin confirms it, with a fresh sign-in and within 24 hours. Both names are logged."
    >
      <ProposalsCard />
      <Parts of={useParts(secondAdminSections)} />
    </AdminFrame>
  );
}
