import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

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
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_25rem] lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0 *:h-full">{stage}</div>
        <Card aria-label="Game">{form}</Card>
      </div>
      {strip}
    </div>
  );
}

interface RoundLostProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Takes the place of a round that could not be loaded. */
export function RoundLost({ error, onRetry }: RoundLostProps) {
  return (
    <Card>
      <LoadError error={error} what="The round" onRetry={onRetry} />
    </Card>
  );
}
