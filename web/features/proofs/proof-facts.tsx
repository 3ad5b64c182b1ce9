import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { ProvenItems } from "#web/features/inventory/proven-items.tsx";
import { NOT_REVEALED, SEED_ORIGINS } from "#web/features/seed-pairs/messages.ts";
import { Outcome } from "#web/features/seed-pairs/proof-cards.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";

/** What came of the flip, at a glance. */
export function ProofSummary({ proof }: { proof: FlipProof }) {
  return (
    <Outcome
      face={proof.result}
      headline={`Landed on ${proof.result.toUpperCase()}`}
      endedAt={proof.settledAt}
      end="Settled"
      position={proof.position}
    >
      <span className="inline-flex items-center gap-1.5">
        The player called <SideBadge side={proof.side} />
      </span>
      <Badge tone={proof.won ? "gain" : "loss"}>{proof.won ? "Player won" : "House won"}</Badge>
    </Outcome>
  );
}

function SeedOrigin({ by }: { by: FlipProof["clientSeedBy"] }) {
  const { label, note, tone } = SEED_ORIGINS[by];
  return (
    <div className="space-y-1">
      <Badge tone={tone}>{label}</Badge>
      <p className="text-faint text-xs">{note}</p>
    </div>
  );
}

/** Everything that went into the flip. */
export function ProofInputs({ proof }: { proof: FlipProof }) {
  const { serverSeed } = proof;
  return (
    <TitledCard
      id="inputs"
      title="What went in"
      description={
        proof.items.length === 0
          ? "No name and no amount: a proof can be shared."
          : "No name: a proof can be shared."
      }
    >
      <Facts className="-mb-3">
        <Fact label="Game" copy={proof.id}>
          <Hash>{proof.id}</Hash>
        </Fact>
        <Fact label="Scheme" note="HMAC-SHA-256 over client seed and nonce, keyed by a committed server seed">
          <Hash>{proof.scheme}</Hash>
        </Fact>
        <Fact label="Commitment" note="Shown before the game was played" copy={proof.serverSeedHash}>
          <Hash>{proof.serverSeedHash}</Hash>
        </Fact>
        <Fact label="Server seed" {...(serverSeed !== null && { copy: serverSeed })}>
          {serverSeed === null ? <Badge>{NOT_REVEALED}</Badge> : <Hash>{serverSeed}</Hash>}
        </Fact>
        <Fact label="Client seed" copy={proof.clientSeed}>
          <Hash>{proof.clientSeed}</Hash>
          <SeedOrigin by={proof.clientSeedBy} />
        </Fact>
        <Fact label="Nonce" copy={String(proof.nonce)}>
          {proof.nonce}
        </Fact>
        <ProvenItems items={proof.items} />
      </Facts>
    </TitledCard>
  );
}
