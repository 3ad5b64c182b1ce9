import { ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import type { Draft } from "#web/features/live-coinflips/create/create-dialog.tsx";
import type { JoinOutcome } from "#web/features/live-coinflips/join/join-state.ts";
import { resultText, YOU_LOST, YOU_WON } from "#web/features/live-coinflips/messages.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** A new coinflip like one that is over: the same stake on the same side. */
export const rematchOf = (flip: Pick<LiveCoinflip, "betAmount" | "betSide">): Draft =>
  flip.betAmount === null
    ? { betType: "limiteds", side: flip.betSide }
    : { betType: "currency", side: flip.betSide, amount: flip.betAmount.replace(/\.00$/, "") };

interface JoinResultProps {
  readonly flip: LiveCoinflip;
  readonly outcome: JoinOutcome;
  readonly onClose: () => void;
  readonly onRematch: (draft: Draft) => void;
}

/** A game's result for its joiner, and the next step. */
export function JoinResult({ flip, outcome, onClose, onRematch }: JoinResultProps) {
  const { creatorWon, result, message } = outcome;
  return (
    <div className="mt-6 animate-pop space-y-4">
      <Notice tone={creatorWon ? "bad" : "good"} title={creatorWon ? YOU_LOST : YOU_WON}>
        {resultText(result, message)}
      </Notice>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:justify-end">
        <Link href={`/games/${flip.id}`} onClick={onClose} className={buttonClass({ variant: "ghost" })}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          Proof
        </Link>
        <Button onClick={() => onRematch(rematchOf(flip))}>Rematch</Button>
        <Button variant="primary" onClick={onClose} className="col-span-2">
          Done
        </Button>
      </div>
    </div>
  );
}
