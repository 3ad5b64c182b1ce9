import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { BeaconFacts, HashFact } from "#web/ui/proofs/beacon-facts.tsx";

/** Everything that went into a round but its bets. */
export function RoundInputs({ proof }: { proof: RoundProof }) {
  const { chain, beacon } = proof;
  return (
    <TitledCard id="inputs" title="What went in" description="No names: a proof can be shared.">
      <Facts className="-mb-3">
        <HashFact label="Round" value={proof.id} />
        <Fact label="Scheme" note="HMAC-SHA-256 over round, beacon and participants, keyed by the link">
          <Hash>{proof.scheme}</Hash>
        </Fact>
        <Fact
          label="Terms"
          note={`Of version ${proof.version}; the house keeps ${proof.housePart}% of the edge`}
        >
          House edge {proof.houseEdge}%
        </Fact>
        <HashFact
          label="Chain"
          note={`Terminal of chain ${chain.number}, of ${chain.length} links, published before its first round`}
          value={chain.terminal}
        />
        <HashFact
          label="Commitment"
          note={`SHA-256 of link ${proof.link}, known before the round opened`}
          value={proof.commitment}
        />
        <HashFact label="Server seed" note={`Link ${proof.link} of the chain`} value={proof.serverSeed} />
        {beacon === null ? <HashFact label="Beacon" value={null} /> : <BeaconFacts beacon={beacon} />}
        {beacon && (
          <Fact label="Bets closed" note="2.5 s before the beacon was out">
            <time dateTime={beacon.closesAt}>{dateAndTime(beacon.closesAt)}</time>
          </Fact>
        )}
        <HashFact
          label="Participants"
          note="SHA-256 of the participants' lines"
          value={proof.participantsDigest}
        />
      </Facts>
    </TitledCard>
  );
}
