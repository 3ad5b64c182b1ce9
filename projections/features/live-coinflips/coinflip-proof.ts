import type { BeaconChain } from "#domain/fairness/beacon.ts";
import type { ClientSeedOrigin } from "#domain/fairness/client-seed.ts";
import { provenBeacon } from "#domain/fairness/proven-beacon.ts";
import { participantLine, participantsDigest, RT1_PVP } from "#domain/fairness/rt1.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { currencyOfStakes, participantOf, type Stake } from "#domain/features/live-coinflips/items/stake.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { instantOf } from "../../kernel/values.ts";
import { LIMITEDS_COINFLIP, LIVE_COINFLIP } from "./flips.ts";
import type { PairColumns } from "./open-coinflips.ts";
import { provenItems } from "./staked-items.ts";

/** One side of a game as its proof needs it. */
export interface ProofSide {
  readonly playerId: string;
  readonly clientSeed: string;
  readonly clientSeedBy: ClientSeedOrigin;
  readonly stakes: Stake;
}

/** A game's data from the log, for its proof. */
export interface ProvenCoinflip {
  readonly proof: Omit<CoinflipProof, "receipt">;
  /** Position of the join; null before. */
  readonly joinedPosition: number | null;
  readonly chain: BeaconChain | null;
  readonly sides: readonly ProofSide[];
  /** How it came out; null unless it is settled. */
  readonly settled: CoinflipOutcome | null;
}

/** How a game came out. Amounts in minor units, items at their values; the currency is null for items. */
export interface CoinflipOutcome {
  readonly position: number;
  readonly result: Side;
  readonly winnerId: string;
  readonly currency: "RBX" | "TIX" | null;
  readonly wagered: bigint;
  readonly payout: bigint;
}

interface ProofRow extends PairColumns {
  readonly creator_client_seed_by: ClientSeedOrigin;
  readonly joiner_client_seed: string | null;
  readonly joiner_client_seed_by: ClientSeedOrigin | null;
  readonly joiner_stakes: string | null;
  readonly round: bigint | null;
  readonly chain: string | null;
  readonly ended_position: bigint | null;
  readonly ended_at: bigint | null;
  readonly signature: string | null;
  readonly server_seed: string | null;
  readonly digest: string | null;
  readonly result: Side | null;
  readonly winner_id: string | null;
  readonly currency: "RBX" | "TIX" | null;
  readonly wagered: bigint | null;
  readonly payout: bigint | null;
}

/** All inputs of a game's result, as far as they are known; null when there is no such game. */
export async function coinflipProof(
  models: ReadModels,
  gameId: string,
  now: number,
): Promise<ProvenCoinflip | null> {
  const [row] = await models.ask<ProofRow>(
    (table) => `select * from ${table("live_coinflips")} where game_id = $1 and opened_position is not null`,
    [gameId],
  );
  if (row === undefined) return null;
  const sides = sidesOf(row);
  const chain = row.chain === null ? null : (JSON.parse(row.chain) as BeaconChain);
  const participants = sides.map((side, seq) => participantOf(seq === 0 ? 0 : 1, side));
  const isOver = row.ended_as === null && row.joined_position === null && Number(row.expires_at) <= now;
  const open = row.joined_position === null ? "open" : "locked";
  return {
    joinedPosition: row.joined_position === null ? null : Number(row.joined_position),
    chain,
    sides,
    settled: outcomeOf(row),
    proof: {
      id: row.game_id,
      gameType: currencyOfStakes(sides[0]?.stakes ?? []) === null ? LIMITEDS_COINFLIP : LIVE_COINFLIP,
      scheme: RT1_PVP,
      status: row.ended_as ?? (isOver ? "expired" : open),
      side: row.side,
      commitment: row.commitment,
      serverSeed: row.server_seed,
      participants: participants.map((participant, seq) => ({
        seq,
        playerId: participant.playerId,
        clientSeed: participant.clientSeed,
        clientSeedBy: sides[seq]?.clientSeedBy ?? "server",
        line: participantLine(participant),
        items: provenItems(sides[seq]?.stakes ?? []),
      })),
      participantsDigest: participants.length === 2 ? toHex(participantsDigest(participants)) : null,
      beacon:
        chain === null || row.round === null ? null : provenBeacon(chain, Number(row.round), row.signature),
      digest: row.digest,
      result: row.result,
      position: Number(row.ended_position ?? row.joined_position ?? row.opened_position),
      settledAt: row.ended_at === null ? null : instantOf(row.ended_at),
    },
  };
}

function outcomeOf(row: ProofRow): CoinflipOutcome | null {
  const { result, winner_id: winnerId, currency, wagered, payout, ended_position: position } = row;
  if (result === null || winnerId === null || wagered === null || payout === null) return null;
  return { position: Number(position), result, winnerId, currency, wagered, payout };
}

function sidesOf(row: ProofRow): ProofSide[] {
  const sides: ProofSide[] = [
    {
      playerId: row.creator_id,
      clientSeed: row.creator_client_seed,
      clientSeedBy: row.creator_client_seed_by,
      stakes: JSON.parse(row.creator_stakes) as Stake,
    },
  ];
  if (row.joiner_id === null) return sides;
  sides.push({
    playerId: row.joiner_id,
    clientSeed: row.joiner_client_seed ?? "",
    clientSeedBy: row.joiner_client_seed_by ?? "server",
    stakes: JSON.parse(row.joiner_stakes ?? "[]") as Stake,
  });
  return sides;
}
