import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { Countdown } from "#web/features/game-rounds/countdown.tsx";
import { STATUS_LABELS } from "#web/features/game-rounds/messages.ts";
import { DRAWING, roundInWords, stakedBy } from "#web/features/jackpots/round-words.ts";
import { Entries, PotStrip, shareOf } from "#web/features/jackpots/strip.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** What the player has in the round; always there, so that nothing moves. */
function OwnPart({ round, playerId }: { round: GameRound | null | undefined; playerId: string }) {
  const staked = round ? stakedBy(round, playerId) : 0n;
  return (
    <p className="min-h-6 text-muted text-sm" data-testid="own-part">
      {!round || staked === 0n
        ? round !== undefined && "You have no bet in this round."
        : `Your share: ${money(staked)} ${round.currency.toUpperCase()}, ${shareOf(formatMinor(staked), round.pot).toFixed(2)}% of the pot.`}
    </p>
  );
}

interface PotProps {
  /** Undefined while it loads: the card has its final size, and says nothing. */
  readonly round: GameRound | null | undefined;
  readonly offset: number;
  /** Whether the marker is on its way to the drawn ticket: nothing may name the winner yet. */
  readonly isMarkerMoving: boolean;
}

/** The pot of a round, whose it is, and what comes of it. */
export function Pot({ round, offset, isMarkerMoving }: PotProps) {
  const playerId = useUser().id;
  const isOpen = round?.status === "betting" && round.closesAt !== null;
  return (
    <Card aria-label="Pot">
      <CardHeader
        title="Pot"
        actions={
          round !== undefined && (
            <Badge tone="accent">
              {isMarkerMoving ? "Drawing" : round ? STATUS_LABELS[round.status] : "No round"}
            </Badge>
          )
        }
      />
      <div className="flex min-h-12 items-end justify-between gap-4">
        {round === undefined ? (
          <Skeleton className="h-9 w-24" />
        ) : (
          <p className="font-bold text-3xl text-ink tabular-nums">
            {money(readMoney(round?.pot ?? "0"))}
            <span className="ml-2 text-base text-muted">{round?.currency.toUpperCase()}</span>
          </p>
        )}
        {isOpen && round.closesAt !== null && <Countdown until={round.closesAt} offset={offset} />}
      </div>
      {/* The longest sentence has three lines on a phone. */}
      <p role="status" className="mt-2 min-h-15 text-muted text-sm">
        {isMarkerMoving ? DRAWING : round !== undefined && roundInWords(round, playerId)}
      </p>
      <PotStrip key={round?.id} round={round ?? null} playerId={playerId} />
      <div className="mt-3 space-y-3">
        <OwnPart round={round} playerId={playerId} />
        <Entries round={round} playerId={playerId} />
      </div>
    </Card>
  );
}
