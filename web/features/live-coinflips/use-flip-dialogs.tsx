import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import type { Draft } from "#web/features/live-coinflips/create/create-dialog.tsx";

const CreateDialog = lazy(() => import("#web/features/live-coinflips/create/create-dialog.tsx"));
const JoinDialog = lazy(() => import("#web/features/live-coinflips/join/join-dialog.tsx"));

/** The ways to open the two dialogs of coinflips, and the dialogs. */
export interface FlipDialogs {
  readonly create: (draft: Draft) => void;
  readonly join: (flip: LiveCoinflip) => void;
  /** Whether the dialog of a join is open. */
  readonly isJoining: boolean;
  readonly dialogs: ReactNode;
}

/** Keeps which dialog is open. A game that is being joined stays in its dialog when it leaves the list. */
export function useFlipDialogs(): FlipDialogs {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [joining, setJoining] = useState<LiveCoinflip | null>(null);
  const rematch = (next: Draft) => {
    setJoining(null);
    setDraft(next);
  };
  return {
    create: setDraft,
    join: setJoining,
    isJoining: joining !== null,
    dialogs: (
      <Suspense fallback={null}>
        {draft && <CreateDialog draft={draft} onClose={() => setDraft(null)} />}
        {joining && (
          <JoinDialog key={joining.id} flip={joining} onClose={() => setJoining(null)} onRematch={rematch} />
        )}
      </Suspense>
    ),
  };
}
