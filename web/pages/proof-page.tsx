import { lazy, Suspense } from "react";
import ProofPage from "#web/features/seed-pairs/proof-page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const PvpProof = lazy(() => import("#web/features/live-coinflips/pvp-proof.tsx"));

/** The proof of any game, by whichever scheme it was drawn. */
export default function AnyProofPage() {
  return (
    <ProofPage
      betweenPlayers={(proof) => (
        <Suspense fallback={<Skeleton className="h-140 rounded-card" />}>
          <PvpProof proof={proof} />
        </Suspense>
      )}
    />
  );
}
