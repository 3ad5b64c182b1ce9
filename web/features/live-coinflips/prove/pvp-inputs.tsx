import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { ProvenItems } from "#web/features/inventory/proven-items.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { BeaconFacts, HashFact } from "#web/ui/proofs/beacon-facts.tsx";

const SEATS = ["Creator", "Joiner"] as const;
const ORIGINS = {
  player: { label: "Chosen by the player", tone: "gain" },
  server: { label: "Chosen by the server", tone: "warn" },
  kept: { label: "Kept when the pair ran out", tone: "warn" },
} as const;

/** Everything that went into a game between players. */
export function PvpInputs({ proof }: { proof: CoinflipProof }) {
  return (
    <TitledCard id="inputs" title="What went in" description="No names: a proof can be shared.">
      <Facts className="-mb-3">
        <HashFact label="Game" value={proof.id} />
        <Fact
          label="Scheme"
          note="HMAC-SHA-256 over game, beacon and players, keyed by a committed server seed"
        >
          <Hash>{proof.scheme}</Hash>
        </Fact>
        <HashFact label="Commitment" note="Shown before anyone could join" value={proof.commitment} />
        <HashFact label="Server seed" value={proof.serverSeed} />
        {proof.participants.map(({ seq, line, clientSeedBy }) => (
          <Fact key={seq} label={SEATS[seq] ?? "Player"} note="Place, player, client seed, stake" copy={line}>
            <Hash>{line}</Hash>
            <span className="mt-1 block">
              <Badge tone={ORIGINS[clientSeedBy].tone}>{ORIGINS[clientSeedBy].label}</Badge>
            </span>
          </Fact>
        ))}
        <ProvenItems items={proof.participants.flatMap(({ items }) => items)} />
        {proof.beacon && <BeaconFacts beacon={proof.beacon} />}
      </Facts>
    </TitledCard>
  );
}
