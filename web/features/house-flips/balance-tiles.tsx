import { useUser } from "#web/lib/api/session.ts";
import { balanceOf, type Side } from "#web/lib/stakes/stake.ts";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";

function Tile({ side }: { side: Side }) {
  const balance = balanceOf(useUser(), side);
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-2 rounded-control border border-line bg-sunken px-3 py-2.5 md:block md:px-4"
      data-testid={`tile-${side}`}
    >
      <SideBadge side={side} className="text-xs!" />
      <p className="font-bold text-ink text-lg leading-tight md:mt-1 md:text-xl">
        <Rounded as="whole" amount={balance} currency={side.toUpperCase()} />
      </p>
    </div>
  );
}

/** What the player holds of either currency, in whole numbers. */
export function BalanceTiles() {
  return (
    <div className="grid w-full grid-cols-2 gap-3">
      <Tile side="rbx" />
      <Tile side="tix" />
    </div>
  );
}
