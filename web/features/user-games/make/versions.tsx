import { useQuery } from "@tanstack/react-query";
import { userGameVersionsQuery } from "#web/features/user-games/queries.ts";
import { money, readMoney, shortTime } from "#web/lib/format.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** A game's present and past terms; a bet or round keeps the version it began with. */
export function Versions({ gameId }: { gameId: string }) {
  const { data, error, refetch } = useQuery(userGameVersionsQuery(gameId));
  return (
    <Card>
      <CardHeader title="Versions" />
      {!data && <Unloaded {...{ error, refetch }} what="The versions" rows={1} className="h-11" />}
      {data && (
        <ol aria-label="Versions" className="max-h-64 divide-y divide-line overflow-y-auto text-sm">
          {data.map(({ version, houseEdge, minBet, maxBet, since }) => (
            <li key={version} className="grid grid-cols-[auto_1fr_auto] gap-x-3 py-2">
              <span className="font-semibold text-ink tabular-nums">{version}</span>
              <span className="text-muted">
                {houseEdge}% house edge, {money(readMoney(minBet))} to {money(readMoney(maxBet))}
              </span>
              <time dateTime={since} className="whitespace-nowrap text-faint text-xs">
                {shortTime(since)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
