import { SecondApprovalsCard } from "#web/features/deposits/second-approvals-card.tsx";
import { ProposalsCard } from "#web/features/proposals/proposals-card.tsx";
import { AdminFrame } from "#web/layout/admin-frame.tsx";

/** All that waits for a second admin. */
export default function SecondAdminPage() {
  return (
    <AdminFrame
      title="Needs a second admin"
      description="What weakens a control counts only once another admin confirms it, with a fresh sign-in and within 24 hours. Both names go into the log."
    >
      <ProposalsCard />
      <SecondApprovalsCard />
    </AdminFrame>
  );
}
