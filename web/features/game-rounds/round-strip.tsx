import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { roundsQuery } from "#web/features/game-rounds/queries.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

interface RoundStripProps {
  readonly gameId: string;
  /** A round in a few words, for its place in the strip. */
  readonly face: (round: GameRound) => ReactNode;
  /** The id of a round whose end is still being shown. */
  readonly withheld?: string | undefined;
}

/** The newest rounds of a game that have ended, each leading to its proof. */
export function RoundStrip({ gameId, face, withheld }: RoundStripProps) {
  const { data, error, refetch } = useQuery(roundsQuery(gameId));
  const rounds = data?.items.filter(({ id }) => id !== withheld);
  return (
    <Card aria-label="Last rounds">
      <CardHeader title="Last rounds" description="Open a round to check it in this browser." />
      {rounds?.length === 0 && <p className="min-h-11 text-muted text-sm">No round has ended yet.</p>}
      {rounds && rounds.length > 0 && (
        <ol className="flex gap-2 overflow-x-auto pb-2">
          {rounds.map((round) => (
            <li key={round.id} className="shrink-0">
              <Link
                href={`/games/${round.id}`}
                className="grid min-h-11 content-center rounded-control border border-field bg-raised px-3 text-sm tabular-nums hover:border-faint"
              >
                {face(round)}
              </Link>
            </li>
          ))}
        </ol>
      )}
      {!data && <Unloaded {...{ error, refetch }} what="The last rounds" rows={1} className="h-11" />}
    </Card>
  );
}
