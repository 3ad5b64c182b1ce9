import { type ReactNode, useRef } from "react";
import { Curve } from "#web/features/crash/fly/curve.tsx";
import { useLatency } from "#web/features/crash/fly/use-latency.ts";
import { Players } from "#web/features/crash/players.tsx";
import type { ShownCrash } from "#web/features/crash/use-crash-round.ts";
import {
  NO_ROUND,
  type OwnBet,
  ownBetInWords,
  PHASE_LABELS,
  roundInWords,
} from "#web/features/crash/words.ts";
import { Countdown } from "#web/features/game-rounds/countdown.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { money, readMoney, times } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

/** Before the curve: how long bets are taken, or when it starts. */
function Before({ shown: { round, phase }, isLoading, offset }: Omit<StageProps, "you" | "children">) {
  const until = phase === "betting" ? round?.closesAt : phase === "locked" ? round?.startsAt : null;
  return (
    <div className="grid h-52 place-content-center justify-items-center gap-2 text-center sm:h-64">
      {until && <Countdown until={until} offset={offset} />}
      <p className="max-w-72 text-muted text-sm">
        {phase === "none" && !isLoading && NO_ROUND}
        {phase === "betting" && "Bets are taken until the countdown ends."}
        {phase === "locked" && `Bets are closed. Beacon ${round?.beaconRound ?? ""} sets the point.`}
        {phase === "void" && "The round is void. Every stake was returned."}
      </p>
    </div>
  );
}

function Figures({ shown: { round } }: { shown: ShownCrash }) {
  return (
    <dl className="grid gap-x-6 border-line border-y py-2 text-sm @sm:grid-cols-2">
      <Term label="Pot">{round ? `${money(readMoney(round.pot))} ${round.currency}` : "–"}</Term>
      <Term label="Players">{round?.bets.length ?? "–"}</Term>
      <Term label="Forced cash-out">
        {round?.force ? (
          <Noted note="Everyone is cashed out here at the latest: the house's cap for the round goes no further.">
            {times(round.force)}
          </Noted>
        ) : (
          "–"
        )}
      </Term>
      <Term label="Beacon">{round?.beaconRound ?? "–"}</Term>
    </dl>
  );
}

function Connection() {
  const latency = useLatency();
  return (
    <span className="whitespace-nowrap text-faint text-xs tabular-nums">
      {latency === null ? "Connection –" : `Connection ${latency} ms`}
    </span>
  );
}

/** The result of the player's last bet, once another round is in view. */
function useLastResult(shown: ShownCrash, you: OwnBet | null): string | null {
  const last = useRef<{ readonly roundId: string; readonly text: string } | null>(null);
  const { round, phase, point } = shown;
  const isDecided = phase === "busted" || phase === "void" || (you !== null && you.multiplier !== null);
  if (round !== null && you !== null && isDecided) {
    last.current = {
      roundId: round.id,
      text: ownBetInWords(you, { phase, point, currency: round.currency }),
    };
  }
  return last.current === null || last.current.roundId === round?.id || you !== null
    ? null
    : last.current.text;
}

interface StageProps {
  readonly shown: ShownCrash;
  /** Whether the round is not known yet: the card has its final size, and says nothing. */
  readonly isLoading: boolean;
  readonly you: OwnBet | null;
  readonly offset: number;
  /** The player's own bet and the way out. */
  readonly children?: ReactNode;
}

/** A live round: the countdown, the curve, everyone in it. */
export function Stage({ shown, isLoading, you, offset, children }: StageProps) {
  const playerId = useUser().id;
  const lastResult = useLastResult(shown, you);
  const { round, phase, point } = shown;
  const isFlown = phase === "running" || phase === "busted";
  return (
    <Card aria-label="Round" className="@container space-y-4">
      <CardHeader
        title={round === null ? "Round" : `Round ${round.number}`}
        actions={
          <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <Connection />
            {!isLoading && <Badge tone={phase === "busted" ? "loss" : "accent"}>{PHASE_LABELS[phase]}</Badge>}
          </span>
        }
      />
      {isFlown ? (
        <Curve key={round?.id} shown={shown} you={you} />
      ) : (
        <Before shown={shown} isLoading={isLoading} offset={offset} />
      )}
      <p role="status" className="sr-only">
        {round === null ? "" : roundInWords(you, { phase, point, currency: round.currency })}
      </p>
      {lastResult === null ? (
        children
      ) : (
        <p className="min-h-11 text-muted text-sm sm:min-h-22">Your last bet: {lastResult}</p>
      )}
      <Figures shown={shown} />
      <Players round={isLoading ? undefined : round} playerId={playerId} isBusted={phase === "busted"} />
    </Card>
  );
}
