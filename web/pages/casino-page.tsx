import { lazy, Suspense } from "react";
import CasinoPage from "#web/features/house-flips/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const LiveCoinflips = lazy(() => import("#web/features/live-coinflips/panel.tsx"));

/** The game against the house, and against other players. */
export default function WholeCasinoPage() {
  return (
    <CasinoPage>
      <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
        <LiveCoinflips />
      </Suspense>
    </CasinoPage>
  );
}
