import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import { checkPair, type PairCheck, type RevealedPair } from "#web/features/seed-pairs/check-pair.ts";
import { errorText } from "#web/lib/api/api.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { Notice } from "#web/ui/notice.tsx";

const gamesText = (games: number): string => (games === 1 ? "1 game" : `${games} games`);

function Verdict({ check }: { check: PairCheck }) {
  if (check.ok) {
    return (
      <Notice tone="good" role="status" title="Verified in this browser">
        {check.games === 0
          ? "The seed is the one that was committed to. The pair served no game."
          : `The seed is the one that was committed to, and it gives the result of every one of ${gamesText(check.games)}.`}
      </Notice>
    );
  }
  return (
    <Notice
      tone="bad"
      role="alert"
      title="MISMATCH"
      action={
        check.gameId && (
          <Link
            href={`/games/${check.gameId}`}
            className={buttonClass({ variant: "destructive", size: "sm" })}
          >
            See the game
          </Link>
        )
      }
    >
      {check.problem} Keep the seeds below as evidence.
    </Notice>
  );
}

/** The pair that was just revealed, and the check of all its games. */
export function RevealedCard({ pair }: { pair: RevealedPair }) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => checkPair(pair, webCrypto) });
  return (
    <TitledCard
      id="revealed"
      title="Revealed pair"
      description={`It served ${gamesText(pair.nonces)}. Their proofs show its server seed from now on.`}
      className="scroll-mt-20 animate-rise border-accent/40!"
    >
      <div className="mb-4 space-y-4">
        {data && <Verdict check={data} />}
        {error && (
          <Notice tone="warn" role="alert" title="Not checked">
            {errorText(error, "The games could not be checked.")}
          </Notice>
        )}
      </div>
      <Facts className="-mt-3 mb-4">
        <Fact label="Server seed" copy={pair.serverSeed}>
          <Hash>{pair.serverSeed}</Hash>
        </Fact>
        <Fact label="Commitment" copy={pair.serverSeedHash}>
          <Hash>{pair.serverSeedHash}</Hash>
        </Fact>
        <Fact label="Client seed" copy={pair.clientSeed}>
          <Hash>{pair.clientSeed}</Hash>
        </Fact>
        <Fact label="Nonces">{pair.nonces === 0 ? "None used" : `0 to ${pair.nonces - 1}`}</Fact>
      </Facts>
      <ActionButton isUnavailable={isPending} onClick={() => mutate()} className="w-full sm:w-auto">
        <ShieldCheck className="size-4" aria-hidden="true" />
        {isPending ? "Checking..." : "Check all games of this pair"}
      </ActionButton>
    </TitledCard>
  );
}
