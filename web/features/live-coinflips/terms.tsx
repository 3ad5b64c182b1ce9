import type { ReactNode } from "react";
import type { Minor } from "#domain/kernel/money.ts";
import { termsOf } from "#web/features/live-coinflips/watch/flip.ts";
import { money, signedMoney } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

interface TermsProps {
  /** The side that the player takes. */
  readonly side: Side;
  /** What each of the two stakes of a currency; null where items are staked. */
  readonly stake: { readonly amount: Minor; readonly currency: string } | null;
  /** Values of staked items in RBX: the player's own, and the least and most of the other's. */
  readonly items?: { readonly own: Minor; readonly least: Minor; readonly most: Minor };
  readonly children?: ReactNode;
}

/** The totals of both, in one line. @example "Yours 10.00 RBX, theirs 10.00 to 11.00 RBX" */
function bothTotals({ own, least, most }: NonNullable<TermsProps["items"]>): string {
  const theirs = least === most ? money(least) : `${money(least)} to ${money(most)}`;
  return `Yours ${money(own)} RBX, theirs ${theirs} RBX`;
}

/** The odds of a coinflip and its possible win, before anything is staked. */
export function Terms({ side, stake, items, children }: TermsProps) {
  const terms = stake && termsOf(stake.amount);
  return (
    <dl className="rounded-control border border-line bg-sunken px-4 py-2 text-sm">
      {children}
      <Term label="Your side">
        <SideBadge side={side} />
      </Term>
      <Term label="Chance to win">50%, exactly even</Term>
      <Term label="Potential win">
        {stake && terms ? (
          <Noted
            note={`Includes your stake. Net ${signedMoney(terms.payout - stake.amount)} ${stake.currency}.`}
          >
            {money(terms.payout)} {stake.currency}
          </Noted>
        ) : (
          <>
            All items of both
            {items && items.own > 0n && (
              <span className="block pb-1 font-normal text-faint text-xs">{bothTotals(items)}</span>
            )}
          </>
        )}
      </Term>
      <Term label="House keeps">{stake && terms ? `${money(terms.edge)} ${stake.currency}` : "Nothing"}</Term>
    </dl>
  );
}
