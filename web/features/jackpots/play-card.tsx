import { useEffect, useState } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { BetForm } from "#web/features/game-rounds/bet-form.tsx";
import { RoundLayout, RoundLost } from "#web/features/game-rounds/round-layout.tsx";
import { RoundStrip } from "#web/features/game-rounds/round-strip.tsx";
import { useRoundBet } from "#web/features/game-rounds/use-round-bet.ts";
import { Pot } from "#web/features/jackpots/pot.tsx";
import { closedReason, returnTo, winningEntry } from "#web/features/jackpots/round-words.ts";
import { useShownRound } from "#web/features/jackpots/use-shown-round.ts";
import { useUser } from "#web/lib/api/session.ts";
import { resultSound } from "#web/lib/effects/result-effects.ts";
import { money, readMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

function Ended({ round }: { round: GameRound }) {
  const won = winningEntry(round);
  return (
    <>
      <span className="font-medium text-ink">{won?.player.username ?? "Void"}</span>
      <span className="text-faint text-xs">{won ? money(readMoney(won.winAmount ?? "0")) : "returned"}</span>
    </>
  );
}

/** The sound when the marker reaches the ticket, for players in the pot. @param reached the round by then */
function useSounds(reached: GameRound | null) {
  const playerId = useUser().id;
  const { stake, payout } = reached === null ? NOTHING : returnTo(reached, playerId);
  const id = reached?.id;
  useEffect(() => {
    if (id !== undefined) resultSound({ stake, payout });
  }, [id, stake, payout]);
}

const NOTHING = { stake: 0n, payout: 0n };

/** A jackpot: the pot and its shares, the bet, and earlier rounds. */
export default function PlayCard({ game }: { game: UserGameListed }) {
  const [side, setSide] = useState<Side>("rbx");
  const { data, error, refetch, open, round, offset, isMarkerMoving, reached } = useShownRound(game.id, side);
  useSounds(reached);
  const { mutate, isPending } = useRoundBet(game.id);
  return (
    <RoundLayout
      stage={
        !data && error ? (
          <RoundLost error={error} onRetry={() => void refetch()} />
        ) : (
          <Pot round={data && round} offset={offset} isMarkerMoving={isMarkerMoving} />
        )
      }
      form={
        <BetForm
          game={game}
          side={side}
          onSide={setSide}
          round={open}
          closed={closedReason(open)}
          isPending={isPending}
          onBet={(bet, done) => mutate(bet, { onSuccess: done })}
        />
      }
      strip={
        <RoundStrip
          gameId={game.id}
          withheld={isMarkerMoving ? round?.id : undefined}
          face={(ended) => <Ended round={ended} />}
        />
      }
    />
  );
}
