import type { ReactNode } from "react";
import type { Minor } from "#domain/kernel/money.ts";
import { termsOf } from "#web/features/live-coinflips/flip.ts";
import { money } from "#web/lib/format.ts";
import type { Side } from "#web/lib/stake.ts";
import { SideBadge } from "#web/ui/side-badge.tsx";

/** A name and what it is, at the two ends of a line. */
export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold text-ink">{children}</dd>
    </div>
  );
}

interface TermsProps {
  /** The side that the player takes. */
  readonly side: Side;
  /** What each of the two stakes of a currency; null where items are staked. */
  readonly stake: { readonly amount: Minor; readonly currency: string } | null;
  readonly children?: ReactNode;
}

/** The odds of a coinflip, and what it can bring, before anything is staked. */
export function Terms({ side, stake, children }: TermsProps) {
  const terms = stake && termsOf(stake.amount);
  return (
    <dl className="rounded-control border border-line bg-sunken px-4 py-2 text-sm">
      {children}
      <Term label="Your side">
        <SideBadge side={side} />
      </Term>
      <Term label="Chance to win">50%, exactly even</Term>
      <Term label="Winner gets">
        {stake && terms ? `${money(terms.payout)} ${stake.currency}` : "All items of both"}
      </Term>
      <Term label="House keeps">{stake && terms ? `${money(terms.edge)} ${stake.currency}` : "Nothing"}</Term>
    </dl>
  );
}
