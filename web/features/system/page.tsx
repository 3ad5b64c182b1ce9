import { HeadCard } from "#web/features/system/head-card.tsx";
import { ProjectionsCard } from "#web/features/system/projections-card.tsx";
import { StakesCard } from "#web/features/system/stakes-card.tsx";
import { VerificationCard } from "#web/features/system/verification-card.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";

/** The state of the service itself: its checks, its read models, and its signed heads. */
export default function SystemPage() {
  return (
    <AdminFrame title="System" description="State of the books, of the read models and of the signed head.">
      <StakesCard />
      <VerificationCard />
      <HeadCard />
      <ProjectionsCard />
    </AdminFrame>
  );
}
