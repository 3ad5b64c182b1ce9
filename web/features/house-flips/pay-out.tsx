import { payoutOf, returnToPlayer, STAKE_MAX } from "#domain/features/house-flips/rules.ts";
import { money, percent } from "#web/lib/format.ts";
import { readStake, type Side } from "#web/lib/stake.ts";
import { NOTED, Tooltip } from "#web/ui/tooltip.tsx";

/** What the bet would pay, and how much of all stakes comes back in the long run. */
export function PayOut({ text, side }: { text: string; side: Side }) {
  const stake = readStake(text);
  return (
    <dl className="grid grid-cols-2 gap-3 rounded-control border border-line bg-sunken px-3.5 py-2 text-sm md:px-4 md:py-3">
      <div>
        <dt className="text-faint text-xs md:text-sm">Pays on a win</dt>
        <dd className="font-semibold text-ink text-sm md:text-base">
          <Tooltip text="Your bet included: twice the bet minus 2.5% of it, rounded up to a cent.">
            <button type="button" className={NOTED}>
              {stake === null ? "0.00" : money(payoutOf(stake))} {side.toUpperCase()}
            </button>
          </Tooltip>
        </dd>
      </div>
      <div className="text-right">
        <dt className="text-faint text-xs md:text-sm">Return to player</dt>
        <dd className="font-semibold text-ink text-sm md:text-base">
          <Tooltip text="The chance is 50/50 and the edge is taken from wins only, so this share of all stakes comes back.">
            <button type="button" className={NOTED}>
              {percent(returnToPlayer(stake ?? STAKE_MAX))}
            </button>
          </Tooltip>
        </dd>
      </div>
    </dl>
  );
}
