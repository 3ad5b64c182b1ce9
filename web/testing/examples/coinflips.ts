import { bls12_381 } from "@noble/curves/bls12-381.js";
import { beaconMessage, beaconValue } from "#domain/fairness/beacon.ts";
import { participantLine, participantsDigest, pvpCommitment, pvpResult } from "#domain/fairness/rt1.ts";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { canonicalJson } from "#domain/kernel/json.ts";
import { receiptFor } from "#web/testing/blocks.ts";

const HASH = "ab".repeat(32);

const { shortSignatures } = bls12_381;
const ROUND = 1000;
const GENESIS_AT = Date.UTC(2026, 10, 20);
const PERIOD_MS = 3000;

/** A settled game, drawn and signed as the server and a beacon of its own do. */
export function aSettledProof(change: Partial<CoinflipProof> = {}): CoinflipProof {
  const id = "0193a000-0000-7000-8000-000000000001";
  const keys = shortSignatures.keygen(new Uint8Array(48).fill(7));
  const publicKey = toHex(keys.publicKey.toBytes());
  const signature = shortSignatures.Signature.toHex(
    shortSignatures.sign(beaconMessage(ROUND), keys.secretKey),
  );
  const value = beaconValue({ round: ROUND, signature });
  const serverSeed = new Uint8Array(32).fill(9);
  const players = [
    { seq: 0, playerId: "01JBOB", clientSeed: "bobs-seed", stake: 1000n, instances: [] },
    { seq: 1, playerId: "01JPLAYER", clientSeed: "own-seed", stake: 1000n, instances: [] },
  ];
  const drawn = pvpResult({ gameId: id, round: ROUND, beacon: value, participants: players, serverSeed });
  const publishAt = GENESIS_AT + (ROUND - 1) * PERIOD_MS;
  return {
    id,
    gameType: "live_coinflip",
    scheme: "rt1|pvp",
    status: "settled",
    side: "rbx",
    commitment: toHex(pvpCommitment(serverSeed)),
    serverSeed: toHex(serverSeed),
    participants: players.map((player) => ({
      seq: player.seq,
      playerId: player.playerId,
      clientSeed: player.clientSeed,
      clientSeedBy: "player",
      line: participantLine(player),
      items: [],
    })),
    participantsDigest: toHex(participantsDigest(players)),
    beacon: {
      kind: "local",
      operatorRun: true,
      chainHash: HASH,
      publicKey,
      genesisAt: new Date(GENESIS_AT).toISOString(),
      periodMs: PERIOD_MS,
      round: ROUND,
      publishAt: new Date(publishAt).toISOString(),
      signature,
      value: toHex(value),
    },
    digest: toHex(drawn.digest),
    result: drawn.result,
    position: 60,
    settledAt: new Date(publishAt + 100).toISOString(),
    receipt: joinReceipt({ id, publicKey, recordedAt: publishAt - 1200 }),
    ...change,
  };
}

/** The receipt of the join of a game, as the ledger gives it out. */
export function joinReceipt(join: { id: string; publicKey: string; recordedAt: number; round?: number }) {
  const { id, publicKey, recordedAt, round = ROUND } = join;
  const chain = { kind: "local", chainHash: HASH, publicKey, genesisAt: GENESIS_AT, periodMs: PERIOD_MS };
  const joiner = { playerId: "01JPLAYER", clientSeed: "own-seed", clientSeedBy: "player", stakes: [] };
  return receiptFor(
    {
      stream: `coinflip:${id}`,
      version: 2,
      type: "CoinflipJoined",
      schemaVersion: 1,
      eventId: "e1",
      commandId: "c1",
      actor: "player:01JPLAYER",
      recordedAt,
      payload: canonicalJson({ gameId: id, joiner, round, chain }),
      postings: [],
    },
    55,
  );
}
