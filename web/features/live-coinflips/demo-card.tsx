import { Play } from "lucide-react";
import { DEMO_FLIGHT_MS, type Demo, demoCoin, useDemo } from "#web/features/live-coinflips/use-demo.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Coin } from "#web/ui/coin/coin.tsx";

function inWords(demo: Demo): string {
  if (demo.phase === "idle") return "Click the coin to see and hear a flip.";
  if (demo.phase !== "told") return "The coin is in the air…";
  const landed = `The coin landed on ${demo.result.toUpperCase()}.`;
  return `${landed} ${demo.result === demo.called ? "You would have won." : "You would have lost."}`;
}

/** Animation and sound of a flip to try out. @param side the one that is called */
export function DemoCard({ side }: { side: Side }) {
  const { demo, isBusy, flip } = useDemo(side);
  return (
    <TitledCard
      id="demo"
      title="Preview"
      description="A demo: nothing is staked, and this browser draws the result."
      className="flex flex-col"
    >
      <div className="grid grow content-center justify-items-center gap-6 py-4">
        <button
          type="button"
          onClick={flip}
          aria-disabled={isBusy || undefined}
          aria-label="Flip the demo coin"
          className="rounded-full"
        >
          <Coin state={demoCoin(demo)} flightMs={DEMO_FLIGHT_MS} className="size-36 sm:size-44 lg:size-60" />
        </button>
        <p role="status" className="min-h-12 max-w-xs text-center text-muted text-sm">
          {inWords(demo)}
        </p>
        <ActionButton isUnavailable={isBusy} onClick={flip}>
          <Play className="size-4" aria-hidden="true" />
          {isBusy ? "Flipping..." : "Preview"}
        </ActionButton>
      </div>
    </TitledCard>
  );
}
