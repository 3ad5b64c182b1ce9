import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { PairCard } from "#web/features/seed-pairs/pair-card.tsx";
import { RevealedCard } from "#web/features/seed-pairs/revealed-card.tsx";
import { SchemeRules, SchemeSteps } from "#web/features/seed-pairs/scheme.tsx";
import { useRevealedPair } from "#web/features/seed-pairs/use-rotation.ts";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const HEADING = {
  title: "Fairness",
  description:
    "Every flip is fixed by seeds that were committed to beforehand, and can be recomputed by anyone afterwards.",
};

function PlayerPanel({ isKnown }: { isKnown: boolean }) {
  const revealed = useRevealedPair();
  const shown = useRef(revealed);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only a newly revealed pair is scrolled into view.
    if (revealed !== shown.current) top.current?.scrollIntoView({ block: "start" });
    shown.current = revealed;
  }, [revealed]);
  return (
    <div ref={top} className="grid scroll-mt-20 gap-4 lg:gap-6">
      {revealed && <RevealedCard key={revealed.serverSeedHash} pair={revealed} />}
      <PairCard isKnown={isKnown} />
    </div>
  );
}

function VisitorPanel() {
  return (
    <Card aria-label="Your seeds" className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-xl text-muted">
        Sign in to see the commitments of your own seeds, to choose a client seed and to reveal what was
        played.
      </p>
      <SignInButton />
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** How flips are decided, and the player's own part in it. */
export default function FairnessPage() {
  const session = useSession();
  const isSignedIn = session.status === "signed-in";
  // The player's part is reserved from the start, so that the page does not jump when the answer comes.
  const isPlayer = isSignedIn || (session.status === "loading" && session.expected);
  return (
    <>
      <PageHeading
        {...HEADING}
        actions={
          <div className="flex flex-wrap gap-2">
            <Link href="/fairness/calculator" className={buttonClass()}>
              Calculator
            </Link>
            {isPlayer && (
              <Link href="/history" className={buttonClass()}>
                Verify your games
              </Link>
            )}
          </div>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-3 lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:col-span-2 lg:gap-6">
          {isPlayer && <PlayerPanel isKnown={isSignedIn} />}
          <SchemeSteps />
          {session.status === "signed-out" && <VisitorPanel />}
        </div>
        <SchemeRules />
      </div>
    </>
  );
}
