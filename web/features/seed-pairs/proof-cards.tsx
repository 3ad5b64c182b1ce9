import { ShieldCheck } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { errorText } from "#web/lib/api/api.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface OutcomeProps {
  /** The coin, where one was flipped. */
  readonly face?: ComponentProps<typeof CoinFace>["face"];
  readonly headline: string;
  /** What is said of the game below it. */
  readonly children: ReactNode;
  /** When it ended; null while it goes on. */
  readonly endedAt: string | null;
  /** What its end is called. */
  readonly end?: string;
  readonly position: number;
}

/** A game's result or state at a glance. */
export function Outcome({ face, headline, children, endedAt, end = "Ended", position }: OutcomeProps) {
  return (
    <Card aria-label="Outcome" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {face && (
        <CoinFace
          face={face}
          className="size-20 shrink-0 [filter:drop-shadow(0_9px_7px_#0000001a)] sm:size-28"
        />
      )}
      <div className="min-w-48 flex-1">
        <p className="font-bold text-2xl text-ink tracking-tight sm:text-3xl">{headline}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">{children}</p>
      </div>
      <dl className="grid w-full grid-cols-2 gap-4 border-line border-t pt-4 text-sm sm:w-auto sm:grid-cols-1 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-6">
        {endedAt && (
          <div>
            <dt className="text-faint text-xs">{end}</dt>
            <dd className="text-ink">
              <time dateTime={endedAt}>{dateAndTime(endedAt)}</time>
            </dd>
          </div>
        )}
        <div>
          <dt className="text-faint text-xs">Position in the ledger</dt>
          <dd className="text-ink">{position}</dd>
        </div>
      </dl>
    </Card>
  );
}

interface VerifyCardProps {
  /** What is checked. */
  readonly description: string;
  /** Whether there is something to check. */
  readonly isOffered: boolean;
  readonly isMismatch: boolean;
  readonly check: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  /** What the check found, or why there is nothing to check, and its steps. */
  readonly children: ReactNode;
}

/** Checks a proof in the browser, and shows the result. */
export function VerifyCard(props: VerifyCardProps) {
  const { description, isOffered, isMismatch, check, children } = props;
  return (
    <Card aria-labelledby="verify" className={cx("space-y-5", isMismatch && "border-loss!")}>
      <CardHeader
        id="verify"
        title="Verify in this browser"
        description={description}
        actions={
          isOffered && (
            <ActionButton variant="primary" isUnavailable={check.isPending} onClick={() => check.mutate()}>
              <ShieldCheck className="size-4" aria-hidden="true" />
              {check.isPending ? "Verifying..." : "Verify"}
            </ActionButton>
          )
        }
      />
      {check.error && (
        <Notice tone="warn" role="alert" title="Not checked">
          {errorText(check.error, "This browser could not run the check.")}
        </Notice>
      )}
      {children}
    </Card>
  );
}

/** Tells the reader that a proof does not hold. */
export const Mismatch = ({ problem = "At least one step does not hold." }: { readonly problem?: string }) => (
  <Notice tone="bad" role="alert" title="MISMATCH">
    {problem} Keep this page and its link as evidence.
  </Notice>
);
