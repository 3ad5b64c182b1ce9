import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { RoundCheck, RoundStep, RoundStepName } from "#domain/features/game-rounds/check-proof.ts";
import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import { RoundInputs } from "#web/features/game-rounds/round-inputs.tsx";
import type { CheckRound } from "#web/features/game-rounds/verify-round.ts";
import { Mismatch, Outcome, VerifyCard } from "#web/features/seed-pairs/proof-cards.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CheckStep } from "#web/ui/proofs/check-step.tsx";

const keysQuery = apiQuery("GET /ledger/keys");

const STATUSES: Readonly<Record<RoundProof["status"], { label: string; tone: Tone }>> = {
  waiting: { label: "Waiting", tone: "neutral" },
  betting: { label: "Betting", tone: "accent" },
  locked: { label: "Locked", tone: "warn" },
  running: { label: "Running", tone: "accent" },
  settled: { label: "Settled", tone: "gain" },
  void: { label: "Void", tone: "loss" },
};

/** A kind of round's own texts about its steps. */
type OwnStep = "players" | "result" | "payouts";
type StepTexts = Readonly<Record<OwnStep, { readonly title: string; readonly how: string }>>;

const COMMON_STEPS: Readonly<Record<Exclude<RoundStepName, OwnStep>, { title: string; how: string }>> = {
  link: {
    title: "Link of the chain",
    how: "The server seed's SHA-256 must be the commitment. Hashed on, it must lead to the terminal of the chain.",
  },
  chain: {
    title: "Chain published before",
    how: "The receipt leads from the terminal to a signed head of the ledger, before the round opened.",
  },
  opened: {
    title: "Opened by these terms",
    how: "The receipt of the round's first event states the same game, edge, chain and link.",
  },
  beacon: {
    title: "Beacon fixed before it was out",
    how: "The beacon round follows from a formula: the first one that leaves time for bets.",
  },
  signature: {
    title: "The beacon's signature",
    how: "BLS12-381 signature of the round's number; its SHA-256 is the beacon's value.",
  },
  ended: {
    title: "The ledger says the same",
    how: "The receipt of the round's end, under a signed head, must say what this page computed.",
  },
};

/** The steps that a proof has, in their order. */
function stepsOf({ status, beacon }: RoundProof): readonly RoundStepName[] {
  if (status !== "void")
    return ["link", "chain", "opened", "beacon", "signature", "players", "result", "payouts", "ended"];
  const fixed: readonly RoundStepName[] = beacon === null ? [] : ["beacon"];
  return ["link", "chain", "opened", ...fixed, "players", "ended"];
}

function Verdict({ check, proof }: { check: RoundCheck; proof: RoundProof }) {
  if (!check.isVerified) return <Mismatch />;
  return (
    <Notice tone="good" role="status" title="Verified in this browser">
      {proof.status === "void"
        ? "The round was voided by its rules, its link was the one committed to, and stakes were returned."
        : "The committed link, the beacon and the bets give the result and every amount that was paid."}
    </Notice>
  );
}

interface StepsProps {
  readonly proof: RoundProof;
  readonly texts: StepTexts;
  readonly found: readonly RoundStep[] | null;
}

function Steps({ proof, texts, found }: StepsProps) {
  const all = { ...COMMON_STEPS, ...texts };
  return (
    <ol className="space-y-5">
      {stepsOf(proof).map((step, index) => {
        const made = found?.find((one) => one.step === step);
        return (
          <CheckStep
            key={step}
            number={index + 1}
            title={all[step].title}
            how={all[step].how}
            holds={found ? (made?.holds ?? false) : undefined}
          >
            {made && <span className="text-sm [overflow-wrap:anywhere]">{made.found}</span>}
          </CheckStep>
        );
      })}
    </ol>
  );
}

interface VerifyProps<P extends RoundProof> {
  readonly proof: P;
  readonly texts: StepTexts;
  readonly load: () => Promise<CheckRound<P>>;
}

function VerifyRound<P extends RoundProof>({ proof, texts, load }: VerifyProps<P>) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: async () => {
      const [{ keys }, checkRound] = await Promise.all([queryClient.ensureQueryData(keysQuery), load()]);
      return checkRound(proof, { ...webCrypto, keys });
    },
  });
  const { data } = check;
  const isOver = proof.endedAt !== null;
  return (
    <VerifyCard
      description="This browser recomputes chain, beacon and bets, and checks every receipt."
      isOffered={isOver}
      isMismatch={data?.isVerified === false}
      check={check}
    >
      {!isOver && (
        <Notice tone="info" title="Not decided yet">
          The server seed stays secret until the round is over. Its commitment already binds it.
        </Notice>
      )}
      {data && <Verdict check={data} proof={proof} />}
      <Steps proof={proof} texts={texts} found={data?.steps ?? null} />
    </VerifyCard>
  );
}

function Summary({ proof, headline }: { proof: RoundProof; headline: string }) {
  const { status, number, currency, pot, endedAt, position, gameId } = proof;
  return (
    <Outcome {...{ headline, endedAt, position }}>
      <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
      <span>Round {number}</span>
      <span>
        {pot} {currency} staked
      </span>
      <Link href={`/user-games/${gameId}`} className={buttonClass({ variant: "ghost", size: "sm" })}>
        See the game
      </Link>
    </Outcome>
  );
}

interface RoundProofProps<P extends RoundProof> extends VerifyProps<P> {
  readonly headline: string;
  /** The bets of the round. */
  readonly children: ReactNode;
}

/** The proof of a round: how it came out, the check, and what went in, which is long on a phone. */
export function RoundProofView<P extends RoundProof>(props: RoundProofProps<P>) {
  const { proof, headline, children } = props;
  return (
    <div className="grid gap-4 lg:gap-6">
      <Summary proof={proof} headline={headline} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        {/* A round that has moved on is checked again. */}
        <VerifyRound key={proof.status} {...props} />
        <div className="grid gap-4 lg:gap-6">
          <RoundInputs proof={proof} />
          {children}
        </div>
      </div>
    </div>
  );
}
