import { type RefObject, useRef } from "react";
import { payoutAt } from "#domain/fairness/crash-curve.ts";
import { type Flight, shownMultiplier } from "#web/features/crash/fly/flight.ts";
import { useFrames } from "#web/features/crash/fly/use-frames.ts";
import type { ShownCrash } from "#web/features/crash/use-crash-round.ts";
import { type OwnBet, ownBetInWords } from "#web/features/crash/words.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { KEEP_CLEAR } from "#web/lib/page/keep-clear.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

interface CashOutButtonProps {
  readonly you: OwnBet;
  readonly currency: string;
  readonly flight: RefObject<Flight | null>;
  readonly isPending: boolean;
  readonly onCashOut: () => void;
}

/** Acts on press, not on release. On a phone it stays at the foot of the view. */
function CashOutButton({ you, currency, flight, isPending, onCashOut }: CashOutButtonProps) {
  const figure = useRef<HTMLSpanElement>(null);
  useFrames(flight, !isPending, (now, at) => {
    const payout = payoutAt(readMoney(you.betAmount), shownMultiplier(now, at));
    if (figure.current) figure.current.textContent = `${money(payout)} ${currency}`;
  });
  return (
    <div
      {...KEEP_CLEAR}
      className="is-aboard fixed inset-x-0 bottom-0 z-30 border-line border-t bg-panel p-3 sm:static sm:border-0 sm:bg-transparent sm:p-0"
    >
      <ActionButton
        variant="primary"
        size="lg"
        isUnavailable={isPending}
        className="min-h-14! w-full touch-manipulation text-lg!"
        onPointerDown={(event) => {
          if (event.button === 0 && !isPending) onCashOut();
        }}
        // For keys and screen readers; after a press it is already at work.
        onClick={(event) => {
          if (event.detail === 0) onCashOut();
        }}
      >
        {isPending ? "Cashing out..." : "Cash Out"}
        {!isPending && <span ref={figure} aria-hidden="true" className="tabular-nums" />}
      </ActionButton>
    </div>
  );
}

const isGain = ({ betAmount, winAmount }: OwnBet): boolean =>
  winAmount !== null && readMoney(winAmount) > readMoney(betAmount);

interface OwnBetProps {
  readonly shown: ShownCrash;
  /** Whether the round is not known yet: nothing is said of it. */
  readonly isLoading: boolean;
  readonly you: OwnBet | null;
  /** Why a cash-out came too late; null where none did. */
  readonly tooLate: string | null;
  readonly isPending: boolean;
  readonly onCashOut: (roundId: string) => void;
}

/** The player's own bet, always in view: its state, the cash-out, and its result. */
export function OwnBetPart({ shown, isLoading, you, tooLate, isPending, onCashOut }: OwnBetProps) {
  const { round, phase, point, flight } = shown;
  if (round === null || you === null)
    return (
      <p className="min-h-11 text-muted text-sm sm:min-h-22">
        {!isLoading && "You have no bet in this round."}
      </p>
    );
  const { currency } = round;
  const isOpen = you.multiplier === null && phase === "running";
  return (
    <div className="min-h-11 sm:min-h-22" data-testid="own-bet">
      <p
        className={cx(
          "font-medium text-sm sm:pb-2",
          isGain(you)
            ? "text-gain"
            : phase === "busted" && you.multiplier === null
              ? "text-loss"
              : "text-ink",
        )}
      >
        {tooLate ?? ownBetInWords(you, { phase, point, currency })}
      </p>
      {isOpen && (
        <CashOutButton
          you={you}
          currency={currency}
          flight={flight}
          isPending={isPending}
          onCashOut={() => onCashOut(round.id)}
        />
      )}
    </div>
  );
}
