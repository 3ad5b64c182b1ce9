import { useState } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { BetForm } from "#web/features/game-rounds/bet-form.tsx";
import { Countdown } from "#web/features/game-rounds/countdown.tsx";
import { STATUS_LABELS } from "#web/features/game-rounds/messages.ts";
import { NoRoundYet, RoundLayout } from "#web/features/game-rounds/round-layout.tsx";
import { RoundStrip } from "#web/features/game-rounds/round-strip.tsx";
import { useRoundBet } from "#web/features/game-rounds/use-round-bet.ts";
import {
  closedReason,
  DRAWING,
  roundInWords,
  stakedBy,
  winningEntry,
} from "#web/features/jackpots/round-words.ts";
import { Entries, PotStrip, shareOf } from "#web/features/jackpots/strip.tsx";
import { useShownRound } from "#web/features/jackpots/use-shown-round.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import type { Side } from "#web/lib/stake.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";

/** What the player has in the round; always there, so that nothing moves. */
function OwnPart({ round, playerId }: { round: GameRound | null; playerId: string }) {
  const staked = round === null ? 0n : stakedBy(round, playerId);
  return (
    <p className="min-h-6 text-muted text-sm" data-testid="own-part">
      {round === null || staked === 0n
        ? "You have no bet in this round."
        : `Your part: ${money(staked)} ${round.currency.toUpperCase()}, ${shareOf(formatMinor(staked), round.pot).toFixed(2)}% of the pot.`}
    </p>
  );
}

interface PotProps {
  readonly round: GameRound | null;
  readonly offset: number;
  /** Whether the marker is on its way to the drawn ticket: nothing may name the winner yet. */
  readonly isMarkerMoving: boolean;
}

function Pot({ round, offset, isMarkerMoving }: PotProps) {
  const playerId = useUser().id;
  const isOpen = round?.status === "betting" && round.closesAt !== null;
  return (
    <Card aria-label="Pot">
      <CardHeader
        title="Pot"
        actions={
          <Badge tone="accent">
            {isMarkerMoving ? "Drawing" : round ? STATUS_LABELS[round.status] : "No round"}
          </Badge>
        }
      />
      <div className="flex min-h-12 items-end justify-between gap-4">
        <p className="font-bold text-3xl text-ink tabular-nums">
          {money(readMoney(round?.pot ?? "0"))}
          <span className="ml-2 text-base text-muted">{round?.currency.toUpperCase()}</span>
        </p>
        {isOpen && round.closesAt !== null && <Countdown until={round.closesAt} offset={offset} />}
      </div>
      <p role="status" className="mt-2 min-h-10 text-muted text-sm">
        {isMarkerMoving ? DRAWING : roundInWords(round, playerId)}
      </p>
      {round && <PotStrip key={round.id} round={round} playerId={playerId} />}
      <div className="mt-3 space-y-3">
        <OwnPart round={round} playerId={playerId} />
        {round && <Entries round={round} playerId={playerId} />}
      </div>
    </Card>
  );
}

function Ended({ round }: { round: GameRound }) {
  const won = winningEntry(round);
  return (
    <>
      <span className="font-medium text-ink">{won?.player.username ?? "Void"}</span>
      <span className="text-faint text-xs">{won ? money(readMoney(won.winAmount ?? "0")) : "returned"}</span>
    </>
  );
}

/** A jackpot: the pot and whose it is, the bet, and the rounds before. */
export default function PlayCard({ game }: { game: UserGameListed }) {
  const [side, setSide] = useState<Side>("rbx");
  const { data, error, refetch, open, round, offset, isMarkerMoving } = useShownRound(game.id, side);
  const { mutate, isPending } = useRoundBet(game.id);
  return (
    <RoundLayout
      stage={
        data ? (
          <Pot round={round} offset={offset} isMarkerMoving={isMarkerMoving} />
        ) : (
          <NoRoundYet error={error} onRetry={() => void refetch()} />
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
