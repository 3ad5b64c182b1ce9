import { SearchX, Swords } from "lucide-react";
import { useRef, useState } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { NO_FLIPS, NO_MATCHES } from "#web/features/live-coinflips/messages.ts";
import { ALL, chosenFlips } from "#web/features/live-coinflips/watch/flip.ts";
import { FlipCard } from "#web/features/live-coinflips/watch/flip-card.tsx";
import { FlipFilter } from "#web/features/live-coinflips/watch/flip-filter.tsx";
import { useSeats } from "#web/features/live-coinflips/watch/seats.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Coinflips shown at first, and with each press for more. */
const SHOWN = 10;
const SKELETONS = 3;
const TICK_MS = 1000;

interface FlipListProps {
  readonly flips: readonly LiveCoinflip[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onJoin: (flip: LiveCoinflip) => void;
  readonly isFilterable?: boolean;
  /** Stands in for the list when nothing is open. */
  readonly empty?: { readonly title?: string; readonly text: string };
}

function Flips({
  flips,
  onJoin,
  isFilterable = true,
  empty = NO_FLIPS,
}: Omit<FlipListProps, "error" | "onRetry">) {
  const session = useSession();
  const now = useNow(TICK_MS);
  const list = useRef<HTMLUListElement>(null);
  const [choice, setChoice] = useState(ALL);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [shown, setShown] = useState(SHOWN);
  const open = chosenFlips(flips ?? [], ALL, now);
  const chosen = chosenFlips(open, choice, now);
  const playerId = session.status === "signed-in" ? session.user.id : null;
  const seats = useSeats(chosen, choice, playerId);
  if (open.length === 0) return <EmptyState icon={Swords} {...empty} />;
  return (
    <div className="@container">
      {isFilterable && (
        <FlipFilter choice={choice} onChange={setChoice} isOpen={isFilterOpen} onOpen={setFilterOpen} />
      )}
      {seats.length === 0 && <EmptyState icon={SearchX} {...NO_MATCHES} />}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Open coinflips"
        className="outline-none @3xl:grid @3xl:grid-cols-2 @3xl:gap-x-10"
      >
        {seats.slice(0, shown).map((flip) => (
          <FlipCard
            key={flip.id}
            flip={flip}
            isGone={!chosen.includes(flip)}
            playerId={playerId}
            now={now}
            onJoin={() => onJoin(flip)}
            onCancelled={() => list.current?.focus()}
          />
        ))}
      </ul>
      {seats.length > shown && (
        <Button size="sm" onClick={() => setShown(shown + SHOWN)} className="mx-auto mt-3 flex">
          Show more ({seats.length - shown})
        </Button>
      )}
    </div>
  );
}

/** Open coinflips, to be sorted, narrowed down and joined. */
export function FlipList({ error, onRetry, ...rest }: FlipListProps) {
  if (!rest.flips && error) return <LoadError error={error} what="Open coinflips" onRetry={onRetry} />;
  if (!rest.flips) return <SkeletonRows rows={SKELETONS} className="h-16" />;
  return <Flips {...rest} />;
}
