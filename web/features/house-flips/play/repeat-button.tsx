import { Repeat } from "lucide-react";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import { money } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";

interface RepeatButtonProps {
  /** The last bet of this visit; null before the first. */
  readonly last: Bet | null;
  readonly disabled: boolean;
  readonly onRepeat: () => void;
}

/** Flips for the last side and stake again; says both, for the click costs that much. */
export function RepeatButton({ last, disabled, onRepeat }: RepeatButtonProps) {
  const bet = last && `${money(last.stake)} ${last.side.toUpperCase()}`;
  return (
    <Button
      size="lg"
      disabled={disabled || bet === null}
      onClick={onRepeat}
      aria-label={bet === null ? "Repeat the last bet" : `Repeat the last bet, ${bet}`}
      className="shrink-0 flex-col gap-0! px-4! leading-tight"
    >
      <span className="flex items-center gap-1.5 text-sm">
        <Repeat className="size-4" aria-hidden="true" />
        Repeat
      </span>
      {bet !== null && <span className="font-medium text-muted text-xs tabular-nums">{bet}</span>}
    </Button>
  );
}
