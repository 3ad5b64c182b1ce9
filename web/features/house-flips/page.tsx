import { LiveBets } from "#web/features/house-flips/live-bets.tsx";
import { HOW_IT_WORKS } from "#web/features/house-flips/messages.ts";
import { GameCard, GameHeading } from "#web/features/house-flips/play/game-card.tsx";
import { Sidebar } from "#web/features/house-flips/sidebar.tsx";
import { casinoSections } from "#web/features/house-flips/slots.ts";
import { StatsCard } from "#web/features/house-flips/stats-card.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";
import { Card, TitledCard } from "#web/ui/card.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** The game in four steps. */
function HowItWorks() {
  return (
    <TitledCard id="how-it-works" title="How It Works">
      <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {HOW_IT_WORKS.map((step, index) => (
          <li key={step} className="flex gap-3 text-muted text-sm">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong font-semibold text-ink text-xs"
            >
              {index + 1}
            </span>
            <span className="pt-1">{step}</span>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

const COLUMNS = "grid gap-4 lg:grid-cols-4 lg:gap-6";
const GAMES_COLUMN = "grid min-w-0 content-start gap-4 lg:col-span-3 lg:gap-6";

/** Drawn by the build: there before any script is. */
export const First = () => (
  <div className={COLUMNS}>
    <div className={GAMES_COLUMN}>
      <Card>
        <GameHeading />
        <div className="py-16">
          <Spinner />
        </div>
      </Card>
    </div>
  </div>
);

/** The coin-flip game, and below it what other games show here. */
export default function CasinoPage() {
  return (
    <div className={COLUMNS}>
      <div className={GAMES_COLUMN}>
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
