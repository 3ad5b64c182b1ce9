import { payoutOf, returnToPlayer, STAKE_MAX } from "#domain/features/house-flips/rules.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { readStake } from "#web/features/house-flips/play/read-stake.ts";
import { money, percent, signedMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { Noted } from "#web/ui/floating/tooltip.tsx";

const PAYOUT_RULE = "Includes your bet: twice the bet minus 2.5% of it, rounded up to a cent.";

/** What the pay-out is made of, with the net gain once there is a stake. */
const noteOf = (stake: Minor | null, currency: string): string =>
  stake === null
    ? PAYOUT_RULE
    : `${PAYOUT_RULE} Net gain: ${signedMoney(payoutOf(stake) - stake)} ${currency}.`;

/** What the bet would pay, and how much of all stakes comes back in the long run. */
export function PayOut({ text, side }: { text: string; side: Side }) {
  const stake = readStake(text);
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 rounded-control border border-line bg-sunken px-3.5 py-2 text-sm md:px-4 md:py-3">
      <div>
        <dt className="text-faint text-xs md:text-sm">Pays on a win</dt>
        <dd className="font-semibold text-ink text-sm md:text-base">
          <Noted note={noteOf(stake, side.toUpperCase())} className="text-left">
            {stake === null ? "0.00" : money(payoutOf(stake))} {side.toUpperCase()}
          </Noted>
        </dd>
      </div>
      <div className="text-right">
        <dt className="text-faint text-xs md:text-sm">Return to player</dt>
        <dd className="font-semibold text-ink text-sm md:text-base">
          <Noted note="The chance is 50/50 and only wins pay the edge, so on average this share of all stakes comes back.">
            {percent(returnToPlayer(stake ?? STAKE_MAX))}
          </Noted>
        </dd>
      </div>
    </dl>
  );
}
