import { RoundLost } from "#web/features/game-rounds/round-layout.tsx";
import { Pot } from "#web/features/jackpots/pot.tsx";
import { useShownRound } from "#web/features/jackpots/use-shown-round.ts";
import type { WatchedTable } from "#web/features/user-games/slots.ts";

/** A game's pot for spectators. */
export default function WatchJackpot({ gameId, side }: WatchedTable) {
  const { data, error, refetch, round, offset, isMarkerMoving } = useShownRound(gameId, side);
  if (!data && error) return <RoundLost error={error} onRetry={() => void refetch()} />;
  return <Pot round={data && round} offset={offset} isMarkerMoving={isMarkerMoving} />;
}
