import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import type { PvpCheck } from "#web/features/live-coinflips/prove/check-flip.ts";
import { PvpInputs } from "#web/features/live-coinflips/prove/pvp-inputs.tsx";
import { PvpSteps } from "#web/features/live-coinflips/prove/pvp-steps.tsx";
import { PvpSummary } from "#web/features/live-coinflips/prove/pvp-summary.tsx";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { OpenGame } from "#web/features/live-coinflips/watch/open-game.tsx";
import { Mismatch, VerifyCard } from "#web/features/seed-pairs/proof-cards.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { Notice } from "#web/ui/notice.tsx";

const keysQuery = apiQuery("GET /ledger/keys");

/** What checking found, with whether all of it holds. */
interface Verdict {
  readonly check: PvpCheck;
  readonly verified: boolean;
}

function useCheck(proof: CoinflipProof) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Verdict> => {
      const [{ keys }, { checkPvp, isVerified }] = await Promise.all([
        queryClient.ensureQueryData(keysQuery),
        import("#web/features/live-coinflips/prove/check-flip.ts"),
      ]);
      const check = await checkPvp(proof, { ...webCrypto, keys });
      return { check, verified: isVerified(check) };
    },
  });
}

function VerdictNotice({ verdict, proof }: { verdict: Verdict; proof: CoinflipProof }) {
  if (!verdict.verified) return <Mismatch />;
  const result = proof.result?.toUpperCase();
  return (
    <Notice tone="good" role="status" title="Verified in this browser">
      The committed seed, both players and the beacon's signed round give {result},{" "}
      {proof.status === "void"
        ? "the result that the void game would have had."
        : "the result that was paid."}
    </Notice>
  );
}

function VerifyPvp({ proof }: { proof: CoinflipProof }) {
  const check = useCheck(proof);
  const { data } = check;
  const canCheck = proof.serverSeed !== null && proof.result !== null;
  return (
    <VerifyCard
      description="Seed, players and beacon are all it takes. The beacon's signature is checked here too."
      isOffered={canCheck}
      isMismatch={data?.verified === false}
      check={check}
    >
      {!canCheck && (
        <Notice tone="info" title="Not decided yet">
          {proof.status === "open" || proof.status === "locked"
            ? "The server seed stays secret until the game is over. Its commitment already binds it."
            : "This game had no result, so there is nothing to check."}
        </Notice>
      )}
      {data && <VerdictNotice verdict={data} proof={proof} />}
      <PvpSteps proof={proof} check={data?.check ?? null} />
    </VerifyCard>
  );
}

/** Keeps the old proof while the coin in front of it must not be given away. */
function useFrozen(newest: CoinflipProof, isFrozen: boolean): CoinflipProof {
  const shown = useRef(newest);
  if (!isFrozen) shown.current = newest;
  return shown.current;
}

/** The proof of a game between players: how it came out, the check, and what went in. */
export default function PvpProof({ proof: newest }: { proof: CoinflipProof }) {
  const { join, isJoining, dialogs } = useFlipDialogs();
  const proof = useFrozen(newest, isJoining);
  return (
    <div className="grid gap-4 lg:gap-6">
      <PvpSummary proof={proof} />
      {proof.status === "open" && <OpenGame id={proof.id} onJoin={join} />}
      {dialogs}
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        {/* A game that has moved on is checked again. */}
        <VerifyPvp key={`${proof.status} ${proof.result}`} proof={proof} />
        <PvpInputs proof={proof} />
      </div>
    </div>
  );
}
