import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { resultText, YOU_LOST, YOU_WON } from "#web/features/live-coinflips/messages.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { cx } from "#web/lib/cx.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";

export interface ResultCardActions {
  readonly onClose: () => void;
  readonly onRematch: () => void;
}

interface ResultCardProps extends ResultCardActions {
  readonly gameId: string;
  readonly coin: ReactNode;
  /** The game's result; absent while its coin is in the air. */
  readonly outcome?: { readonly won: boolean; readonly result: Side; readonly message: string };
  /** Stands in for the outcome. */
  readonly waiting?: string;
}

/** The player's coinflip after somebody joined: its coin, the result, and the next step. */
export function ResultCard({ gameId, coin, outcome, waiting, onClose, onRematch }: ResultCardProps) {
  return (
    <li
      className={cx(
        "pointer-events-auto flex animate-rise items-start gap-3 rounded-control border bg-raised p-3 shadow-float",
        outcome === undefined ? "border-line-strong" : outcome.won ? "border-gain/40" : "border-loss/50",
      )}
    >
      {coin}
      <div className="min-w-0 flex-1">
        {outcome === undefined ? (
          <p className="text-muted text-sm">{waiting}</p>
        ) : (
          <>
            <p className="sr-only">Your coinflip has a result.</p>
            <p className={cx("font-semibold text-sm", outcome.won ? "text-gain" : "text-loss")}>
              {outcome.won ? YOU_WON : YOU_LOST}
            </p>
            <p className="text-muted text-sm">{resultText(outcome.result, outcome.message)}</p>
          </>
        )}
        <div className={cx("mt-2 flex gap-2", outcome === undefined && "invisible")}>
          <UnlessSuspended>
            <Button size="sm" onClick={onRematch}>
              Rematch
            </Button>
          </UnlessSuspended>
          <Link
            href={`/games/${gameId}`}
            onClick={onClose}
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            Proof
          </Link>
        </div>
      </div>
      <button
        type="button"
        aria-label="Close result"
        onClick={onClose}
        className="-m-1 grid size-11 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:text-ink sm:size-9"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
}
