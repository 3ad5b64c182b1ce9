import { useQuery } from "@tanstack/react-query";
import { statsQuery } from "#web/features/house-flips/queries.ts";
import { winRate } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="bg-panel px-1 py-4 text-center sm:p-5">
      <dd className="font-bold text-ink text-xl leading-8 sm:text-2xl tracking-tight">
        {value ?? <Skeleton className="mx-auto h-8 w-16" />}
      </dd>
      <dt className="mt-1 text-muted text-xs sm:text-sm">{label}</dt>
    </div>
  );
}

/** The player's figures in short; absent when there are none to show. */
export function StatsCard() {
  const { data, isError } = useQuery(statsQuery);
  if (!data && isError) return null;
  return (
    <TitledCard id="your-stats" title="Your Stats">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-control border border-line bg-line *:flex *:flex-col-reverse *:justify-end">
        <Figure label="Games Played" value={data && String(data.gamesPlayed)} />
        <Figure label="Wins" value={data && String(data.wins)} />
        <Figure label="Win Rate" value={data && winRate(data.wins, data.totalGames)} />
      </dl>
    </TitledCard>
  );
}
