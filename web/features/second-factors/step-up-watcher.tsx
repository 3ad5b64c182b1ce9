import { Suspense, useCallback, useEffect, useState } from "react";
import { answerStepUps } from "#web/lib/api/step-up.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const dialog = lazyPage<{ readonly onEnd: (confirmed: boolean) => void }>(
  () => import("#web/features/second-factors/step-up-dialog.tsx"),
);

/** Asks the player to confirm a call that needs it. */
export function StepUpWatcher() {
  const [settle, setSettle] = useState<((confirmed: boolean) => void) | null>(null);
  useEffect(() => answerStepUps(() => new Promise<boolean>((resolve) => setSettle(() => resolve))), []);
  const end = useCallback(
    (confirmed: boolean) => {
      settle?.(confirmed);
      setSettle(null);
    },
    [settle],
  );
  return <Suspense fallback={null}>{settle !== null && <dialog.View onEnd={end} />}</Suspense>;
}
