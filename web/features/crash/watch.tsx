import { Stage } from "#web/features/crash/fly/stage.tsx";
import { useCrashRound } from "#web/features/crash/use-crash-round.ts";
import { RoundLost } from "#web/features/game-rounds/round-layout.tsx";
import type { WatchedTable } from "#web/features/user-games/slots.ts";

/** A game's round for spectators. */
export default function WatchCrash({ gameId, side }: WatchedTable) {
  const { data, error, refetch, offset, shown } = useCrashRound(gameId, side);
  if (!data && error) return <RoundLost error={error} onRetry={() => void refetch()} />;
  return (
    <Stage shown={shown} isLoading={data === undefined} you={shown.round?.you ?? null} offset={offset} />
  );
}
