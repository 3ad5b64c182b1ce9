import type { ReactNode } from "react";
import { GameCard } from "#web/features/house-flips/game-card.tsx";
import { HowItWorks } from "#web/features/house-flips/how-it-works.tsx";
import { LiveBets } from "#web/features/house-flips/live-bets.tsx";
import { Sidebar } from "#web/features/house-flips/sidebar.tsx";
import { StatsCard } from "#web/features/house-flips/stats-card.tsx";

/** The coin-flip game. @param children other games, below it */
export default function CasinoPage({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-4 lg:grid-cols-4 lg:gap-6">
      <div className="grid min-w-0 content-start gap-4 lg:col-span-3 lg:gap-6">
        <GameCard />
        {children}
        <StatsCard />
        <LiveBets />
        <HowItWorks />
      </div>
      <Sidebar />
    </div>
  );
}
