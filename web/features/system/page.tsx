import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HeadCard } from "#web/features/system/head-card.tsx";
import { ProjectionsCard } from "#web/features/system/projections-card.tsx";
import { adminStakesQuery, projectionsQuery, verificationQuery } from "#web/features/system/queries.ts";
import { StakesCard } from "#web/features/system/stakes-card.tsx";
import { VerificationCard } from "#web/features/system/verification-card.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { Card } from "#web/ui/card.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";

/** Rows of the placeholder: together higher than a view. */
const SKELETONS = 20;

/** The cards, all at once: how high one is depends on its answer, and each would move those below it. */
function Cards() {
  const answers = [useQuery(adminStakesQuery), useQuery(verificationQuery), useQuery(projectionsQuery)];
  const [isShown, setShown] = useState(false);
  // For good: a card whose answer was an error asks again as it appears.
  if (!isShown && answers.every(({ isPending }) => !isPending)) setShown(true);
  if (!isShown) {
    return (
      <Card>
        <TableSkeleton rows={SKELETONS} />
      </Card>
    );
  }
  return (
    <>
      <StakesCard />
      <VerificationCard />
      <HeadCard />
      <ProjectionsCard />
    </>
  );
}

/** The state of the service itself: its checks, its read models, and its signed heads. */
export default function SystemPage() {
  return (
    <AdminFrame title="System" description="State of the books, of the read models and of the signed head.">
      <Cards />
    </AdminFrame>
  );
}
