import { Link } from "wouter";
import { STARTING_BALANCES } from "#domain/features/players/rules.ts";
import { useUser } from "#web/lib/api/session.ts";
import { money } from "#web/lib/format.ts";
import { keptStore } from "#web/lib/store/kept-store.ts";
import { useStore } from "#web/lib/store/store.ts";
import { Button, LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";

/** Player ids in this browser that have read the steps; the maximum remembered. */
const READERS_MAX = 20;
const readers = keptStore("florin.first-steps", ({ read }) => ({
  read: Array.isArray(read) ? read.filter((id) => typeof id === "string").slice(-READERS_MAX) : [],
}));

const { RBX, TIX } = STARTING_BALANCES;

const STEPS = [
  {
    title: "Choose a side and a bet",
    text: "The side is the currency you bet. The form shows what a win pays before you flip.",
  },
  {
    title: "Flip the coin",
    text: "The house commits to its seed before you bet. Your own seed is part of every flip.",
  },
  {
    title: "Check it yourself",
    text: "Every game has a proof that your browser can check, and the ledger has every amount.",
  },
] as const;

/** Three steps for a player who has not played yet, until they have read them. */
export default function FirstSteps() {
  const user = useUser();
  const { read } = useStore(readers);
  if (user.experience > 0 || read.includes(user.id)) return null;
  return (
    <TitledCard
      id="first-steps"
      title={`Welcome, ${user.displayName}`}
      description={`You received a welcome credit of ${money(RBX)} RBX and ${money(TIX)} TIX.`}
    >
      <Steps steps={STEPS} className="sm:grid-cols-3" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          Set a limit before you begin:{" "}
          <Link href="/responsible-gaming" className={LINKED}>
            Responsible Gaming
          </Link>
        </p>
        <Button size="sm" onClick={() => readers.change({ read: [...read, user.id].slice(-READERS_MAX) })}>
          Got it
        </Button>
      </div>
    </TitledCard>
  );
}
