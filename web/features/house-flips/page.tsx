import { HowItWorks } from "#web/features/house-flips/how-it-works.tsx";
import { LiveBets } from "#web/features/house-flips/live-bets.tsx";
import { GameCard } from "#web/features/house-flips/play/game-card.tsx";
import { Sidebar } from "#web/features/house-flips/sidebar.tsx";
import { casinoSections } from "#web/features/house-flips/slots.ts";
import { StatsCard } from "#web/features/house-flips/stats-card.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";

/** The coin-flip game, and below it what other games show here. */
export default function CasinoPage() {
  return (
    <div className="grid gap-4 lg:grid-cols-4 lg:gap-6">
      <div className="grid min-w-0 content-start gap-4 lg:col-span-3 lg:gap-6">
        <GameCard />
        <Parts of={useParts(casinoSections)} />
        <StatsCard />
        <LiveBets />
        <HowItWorks />
      </div>
      <Sidebar />
    </div>
  );
}
