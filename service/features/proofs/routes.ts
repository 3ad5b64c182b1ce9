import type { Hono } from "hono";
import { beaconValue } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import { resultOf } from "#domain/features/live-coinflips/settle.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { coinflipProof, type ProvenCoinflip } from "#projections/features/live-coinflips/coinflip-proof.ts";
import { flipProof } from "#projections/features/proofs/flip-proof.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { RoundServices } from "#service/features/game-rounds/routes.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { orNotFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import { receiptOf } from "#service/ledger/receipts.ts";
import { receiptFor } from "./receipts.ts";

type ProofDeps = Deps & Pick<RoundServices, "kinds" | "clock"> & { readonly beacon: Beacon };

/** The proof of any game, whatever its scheme, and receipts of a player's own events. */
export function proofRoutes(app: Hono<Env>, deps: ProofDeps): void {
  const { db, signer, now, writer } = deps;
  const signing = () => ({ sql: db, logId: writer.logId, signer, now });
  route(app, { deps, endpoint: endpoints.receipt }, async ({ caller, params }) =>
    orNotFound(await receiptFor(caller.playerId, Number(params.position), signing())),
  );
  route(app, { deps, endpoint: endpoints.proof }, async ({ params, models }) => {
    const { id } = params;
    return orNotFound(
      (await flipProof(models, id)) ??
        (await gameProof(models, id, deps)) ??
        (await deps.kinds.proof(models, id, { ...signing(), at: deps.clock.now() })),
    );
  });
}

/** The proof of a game between players, with the receipt of its join. */
async function gameProof(models: ReadModels, gameId: string, deps: ProofDeps): Promise<CoinflipProof | null> {
  const { db, signer, now, writer } = deps;
  const found = await coinflipProof(models, gameId, now());
  if (found === null) return null;
  const signing = { sql: db, logId: writer.logId, signer, now };
  const receipt = found.joinedPosition === null ? null : await receiptOf(found.joinedPosition, signing);
  return { ...found.proof, ...(await asItWouldHaveBeen(found, deps)), receipt };
}

/** What a void game's result would have been, once its beacon is available; nothing for other games. */
async function asItWouldHaveBeen(
  { proof, sides }: ProvenCoinflip,
  { beacon }: ProofDeps,
): Promise<Partial<CoinflipProof>> {
  const [creator, joiner] = sides;
  const { serverSeed, beacon: due } = proof;
  if (proof.status !== "void" || due === null || serverSeed === null) return {};
  if (creator === undefined || joiner === undefined) return {};
  const round = await beacon.round(due.chainHash, due.round);
  if (round === null) return {};
  const drawn = resultOf(proof.id, { creator, joiner, round: due.round }, { beacon: round, serverSeed });
  return {
    beacon: { ...due, signature: round.signature, value: toHex(beaconValue(round)) },
    digest: toHex(drawn.digest),
    result: drawn.result,
  };
}
