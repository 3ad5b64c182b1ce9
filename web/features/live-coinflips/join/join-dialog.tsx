import { useEffect, useRef } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import type { Draft } from "#web/features/live-coinflips/create/create-dialog.tsx";
import { useSelection } from "#web/features/live-coinflips/create/use-selection.ts";
import { JoinQuestion } from "#web/features/live-coinflips/join/join-question.tsx";
import { JoinResult } from "#web/features/live-coinflips/join/join-result.tsx";
import { coinOf, type JoinState } from "#web/features/live-coinflips/join/join-state.ts";
import { useJoinGame } from "#web/features/live-coinflips/join/use-join-game.ts";
import { resultText, VOID_TEXT, YOU_LOST, YOU_WON } from "#web/features/live-coinflips/messages.ts";
import { creatorName } from "#web/features/live-coinflips/watch/flip.ts";
import { timeOfDay } from "#web/lib/format.ts";
import { Coin } from "#web/ui/coin/coin.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The state of a join in words, for screen readers. */
function inWords(state: JoinState): string {
  if (state.stage === "flying") {
    return state.awaited === null || state.outcome !== null
      ? "The coin is in the air."
      : "The game is locked and waiting for its beacon.";
  }
  if (state.stage === "void") return VOID_TEXT;
  if (state.stage !== "over") return "";
  const { creatorWon, result, message } = state.outcome;
  return `${creatorWon ? YOU_LOST : YOU_WON} ${resultText(result, message)}`;
}

/** The coin, and the text while it is in the air. */
function Flight({ state }: { state: JoinState }) {
  const isLocked = state.stage === "flying" && state.awaited !== null && state.outcome === null;
  return (
    <div className="grid justify-items-center gap-6 pt-2 pb-1">
      <Coin state={coinOf(state)} className="size-36 sm:size-44" />
      {state.stage === "flying" && !isLocked && (
        <p className="min-h-24 text-faint text-sm">The coin is in the air…</p>
      )}
      {isLocked && state.awaited && (
        <Notice tone="info" title="Locked" className="w-full">
          Both stakes are in. Round {state.awaited.round} of the beacon decides, published at{" "}
          {timeOfDay(state.awaited.publishAt)}. You can close this: the result reaches you anywhere on the
          site.
        </Notice>
      )}
      {state.stage === "void" && (
        <Notice tone="warn" title="Void" className="w-full">
          {VOID_TEXT}
        </Notice>
      )}
    </div>
  );
}

interface JoinDialogProps {
  readonly flip: LiveCoinflip;
  readonly onClose: () => void;
  /** Begins a new coinflip like this one. */
  readonly onRematch: (draft: Draft) => void;
}

/** Confirms a join, with odds and both stakes, then shows the coin and the result. */
export default function JoinDialog({ flip, onClose, onRematch }: JoinDialogProps) {
  const { state, join } = useJoinGame(flip);
  const selection = useSelection();
  const body = useRef<HTMLDivElement>(null);
  const { stage } = state;
  // The pressed button is gone: focus moves to its replacement in the dialog.
  useEffect(() => {
    if (stage !== "asking") body.current?.focus({ preventScroll: true });
  }, [stage]);
  return (
    <Dialog
      onClose={onClose}
      title={stage === "asking" ? "Join Coinflip" : `Coinflip with ${creatorName(flip)}`}
      {...(stage === "asking" && {
        description: "The coin flips as soon as you join. This cannot be undone.",
      })}
    >
      <div ref={body} tabIndex={-1} className="outline-none">
        <p role="status" className="sr-only">
          {inWords(state)}
        </p>
        {stage === "asking" ? (
          <JoinQuestion flip={flip} problem={state.problem} onJoin={join} selection={selection} />
        ) : (
          <Flight state={state} />
        )}
        {stage === "over" && (
          <JoinResult flip={flip} outcome={state.outcome} onClose={onClose} onRematch={onRematch} />
        )}
      </div>
    </Dialog>
  );
}
