import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

interface RoundLayoutProps {
  /** Where the round is seen. */
  readonly stage: ReactNode;
  readonly form: ReactNode;
  readonly strip: ReactNode;
}

/** The round beside the bet, where there is room, and the rounds before below. */
export function RoundLayout({ stage, form, strip }: RoundLayoutProps) {
  return (
    <div className="space-y-4">
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_22rem] lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 *:h-full">{stage}</div>
        <Card aria-label="Game">{form}</Card>
      </div>
      {strip}
    </div>
  );
}

interface NoRoundYetProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The height of what comes, so that nothing below it moves. */
  readonly className?: string;
}

/** Takes the place of a round that is loading or failed to load. */
export function NoRoundYet({ error, onRetry, className = "h-64" }: NoRoundYetProps) {
  return (
    <Card>
      {error ? (
        <LoadError error={error} what="The round" onRetry={onRetry} />
      ) : (
        <SkeletonRows rows={1} className={className} />
      )}
    </Card>
  );
}
