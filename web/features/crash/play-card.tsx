import { useEffect, useRef, useState } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import { AutoCashOut, readTarget } from "#web/features/crash/auto-cash-out.tsx";
import { Stage } from "#web/features/crash/fly/stage.tsx";
import { OwnBetPart } from "#web/features/crash/own-bet.tsx";
import { useCashOut } from "#web/features/crash/use-cash-out.ts";
import { type Phase, useCrashRound } from "#web/features/crash/use-crash-round.ts";
import type { OwnBet } from "#web/features/crash/words.ts";
import { BetForm } from "#web/features/game-rounds/bet-form.tsx";
import { RoundLayout, RoundLost } from "#web/features/game-rounds/round-layout.tsx";
import { RoundStrip } from "#web/features/game-rounds/round-strip.tsx";
import { type SentBet, useRoundBet } from "#web/features/game-rounds/use-round-bet.ts";
import { cx } from "#web/lib/cx.ts";
import { resultSound } from "#web/lib/effects/result-effects.ts";
import { money, readMoney, times } from "#web/lib/format.ts";
import { useRunningStake } from "#web/lib/stakes/running-stake.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { Button } from "#web/ui/button.tsx";

/**
 * At most one queued bet for the next round. Only this page keeps it, and sends it once.
 * @param isOpen whether a round takes the player's bet now
 */
function useQueuedBet(isOpen: boolean, send: (bet: SentBet) => void) {
  const [queued, setQueued] = useState<SentBet | null>(null);
  useEffect(() => {
    if (queued === null || !isOpen) return;
    setQueued(null);
    send(queued);
  }, [queued, isOpen, send]);
  return { queued, queue: setQueued, cancel: () => setQueued(null) };
}

/** From here on a point stands out among the last rounds, in hundredths. */
const HIGH_FROM = 200n;

function Ended({ round: { point, currency } }: { round: GameRound }) {
  const isHigh = point !== null && readMoney(point) >= HIGH_FROM;
  return (
    <>
      <span className={cx("font-semibold", isHigh ? "text-gain" : "text-ink")}>
        {point === null ? "Void" : times(point)}
      </span>
      <span className="text-faint text-xs">{currency}</span>
    </>
  );
}

/** The sound of the player's own result, if they saw the bet open. */
function useSounds(phase: Phase, you: OwnBet | null) {
  const isOver = you !== null && (phase === "busted" || you.multiplier !== null);
  const { betAmount = "0", winAmount = null } = you ?? {};
  const wasOpen = useRef(false);
  const isOpen = you !== null && !isOver;
  useEffect(() => {
    if (isOver && wasOpen.current)
      resultSound({ stake: readMoney(betAmount), payout: readMoney(winAmount ?? "0") });
    wasOpen.current = isOpen;
  }, [isOpen, isOver, betAmount, winAmount]);
}

function QueuedBet({ bet, onCancel }: { bet: SentBet; onCancel: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-control border border-line bg-sunken px-3 py-2 text-sm">
      <span className="text-muted">
        Next round: {money(bet.stake)} {bet.side.toUpperCase()}
        {bet.autoCashOut !== undefined && `, out at ${times(bet.autoCashOut.toFixed(2))}`}
      </span>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** Crash: the curve and everyone on it, the player's own bet, and earlier rounds. */
export default function PlayCard({ game }: { game: UserGameListed }) {
  const [side, setSide] = useState<Side>("rbx");
  const [target, setTarget] = useState("");
  const { data, error, refetch, open, offset, shown } = useCrashRound(game.id, side);
  const { round, phase } = shown;
  const out = useCashOut(game.id, side);
  const answer = out.answer?.roundId === round?.id ? out.answer : null;
  const read = round?.you ?? null;
  const you = read?.multiplier === null && answer && "left" in answer ? { ...read, ...answer.left } : read;
  useSounds(phase, you);
  const isFlying = phase === "running" && you !== null && you.multiplier === null;
  useRunningStake(isFlying);

  const { mutate, isPending } = useRoundBet(game.id);
  const isOpen = data !== undefined && (open === null || (open.status === "betting" && open.you === null));
  const { queued, queue, cancel } = useQueuedBet(isOpen && !isPending, mutate);
  const choose = (next: Side) => {
    cancel();
    setSide(next);
  };
  const place = (bet: SentBet, done: () => void) => {
    if (isOpen) return mutate(bet, { onSuccess: done });
    // The next round is played by the game's own terms, whatever the open one began with.
    queue({ ...bet, version: game.version });
    done();
  };
  return (
    <RoundLayout
      stage={
        !data && error ? (
          <RoundLost error={error} onRetry={() => void refetch()} />
        ) : (
          <Stage shown={shown} isLoading={data === undefined} you={you} offset={offset}>
            <OwnBetPart
              shown={shown}
              isLoading={data === undefined}
              you={you}
              tooLate={answer && "tooLate" in answer ? answer.tooLate : null}
              isPending={out.isPending}
              onCashOut={out.cashOut}
            />
          </Stage>
        )
      }
      form={
        <BetForm
          game={game}
          side={side}
          onSide={choose}
          round={open}
          closed={queued === null ? null : "You already have a bet on the next round."}
          isPending={isPending}
          label={isOpen ? "Place Bet" : "Bet on Next Round"}
          // The way out of the running bet is the one primary button.
          variant={isFlying ? "secondary" : "primary"}
          onBet={place}
          extra={() => readTarget(target)}
        >
          <AutoCashOut text={target} disabled={isPending} onChange={setTarget} />
          {queued !== null && <QueuedBet bet={queued} onCancel={cancel} />}
        </BetForm>
      }
      strip={<RoundStrip gameId={game.id} face={(ended) => <Ended round={ended} />} />}
    />
  );
}
