import { createHmac } from "node:crypto";
import { type Side, sideOfDigest, st1Key, st1Message } from "#domain/fairness/st1.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import { type SeedPairRotated, seedPairRotated } from "#domain/features/seed-pairs/events.ts";
import { seedPair } from "#domain/features/seed-pairs/seed-pair.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Player } from "#domain/player/player.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import type { CheckPass, FoldedLog, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { commitmentOf } from "./commitments.ts";
import { checkSealed, type Promised } from "./sealed-check.ts";

/** A flip whose pair is not revealed yet. Kept small: a player may have a thousand. */
interface OpenFlip {
  readonly position: number;
  readonly result: Side;
}

/** The fields of a flip that the check of seed pairs needs. */
interface Drawn {
  readonly position: number;
  readonly stream: string;
  readonly payload: { readonly pair: number; readonly nonce: number; readonly result: Side };
}

type Rotated = RecordedEvent & SeedPairRotated;

/**
 * Checks draws from players' seed pairs: nonces without repeats or gaps, pairs in their announced order, revealed seeds
 * that match their commitments, and flips that follow from them.
 */
class SeedPairsPass implements CheckPass {
  readonly #open = new Map<string, OpenFlip[]>();
  #recomputed = 0;

  get recomputed(): number {
    return this.#recomputed;
  }

  event(event: RecordedEvent, state: unknown): void {
    if (seedPairRotated.is(event)) this.#rotated(event, state as Player);
  }

  /**
   * Checks a flip's pair and nonce, and keeps it until its seed is revealed. Called by the check of each kind of flip.
   */
  drawn({ position, stream, payload: { pair, nonce, result } }: Drawn, state: unknown): void {
    const player = state as Player;
    expectAt(position, player.status === "registered", () => "The player of the flip is not registered.");
    const due = seedPair.of(player);
    expectAt(position, pair === due.pair, () => {
      return `The flip is of the seed pair ${pair}, where ${due.pair} is in use.`;
    });
    expectAt(position, nonce === due.nonce, () => {
      return `The flip has the nonce ${nonce}, where ${due.nonce} is due.`;
    });
    const flips = this.#open.get(stream);
    if (flips === undefined) this.#open.set(stream, [{ position, result }]);
    else flips.push({ position, result });
  }

  async tables({ states, position }: FoldedLog, tx: Sql): Promise<void> {
    await checkSealed(promisedPairs(states(playerStreamKind)), { tx, position });
  }

  #rotated({ position, stream, payload }: Rotated, player: Player): void {
    const { revealed, current } = payload;
    expectAt(
      position,
      player.status === "registered",
      () => "A seed pair was revealed for an unregistered player.",
    );
    const due = seedPair.of(player);
    const isTheirs =
      revealed.pair === due.pair &&
      revealed.clientSeed === due.clientSeed &&
      revealed.serverSeedHash === due.serverSeedHash;
    expectAt(position, isTheirs, () => `The revealed seed pair is not ${due.pair}, which was in use.`);
    expectAt(position, revealed.nonces === due.nonce, () => {
      return `The revealed pair is said to have served ${revealed.nonces} games, where it served ${due.nonce}.`;
    });
    expectAt(position, commitmentOf(revealed.serverSeed) === due.serverSeedHash, () => {
      return `The server seed revealed for pair ${due.pair} is not the one that was committed to.`;
    });
    const isNext = current.pair === due.pair + 1 && current.serverSeedHash === due.nextServerSeedHash;
    expectAt(position, isNext, () => "The new seed pair is not the announced one.");
    this.#recompute(this.#open.get(stream) ?? [], revealed);
    this.#open.delete(stream);
  }

  #recompute(
    flips: readonly OpenFlip[],
    { pair, serverSeed, clientSeed }: Rotated["payload"]["revealed"],
  ): void {
    const key = st1Key(serverSeed);
    flips.forEach(({ position, result }, nonce) => {
      const digest = createHmac("sha256", key).update(st1Message(clientSeed, nonce)).digest();
      const drawn = sideOfDigest(digest);
      expectAt(position, drawn === result, () => {
        return `The flip says ${result}, but the seed revealed for pair ${pair} gives ${drawn} for nonce ${nonce}.`;
      });
    });
    this.#recomputed += flips.length;
  }
}

/** The present and the next seed of every player. */
function* promisedPairs(players: Iterable<readonly [string, Player]>): Generator<Promised> {
  for (const [stream, player] of players) {
    if (player.status === "absent") continue;
    const owner = stream.slice(stream.indexOf(":") + 1);
    const { serverSeedHash, nextServerSeedHash, pair } = seedPair.of(player);
    yield { commitment: serverSeedHash, owner, pair };
    yield { commitment: nextServerSeedHash, owner, pair: pair + 1 };
  }
}

function rotationDue({ payload }: Rotated): JsonObject {
  const { pair: _ended, ...revealed } = payload.revealed;
  const { pair: _begun, ...current } = payload.current;
  return { revealed, current: { ...current, nonce: 0 } };
}

/** Checks the draws, and that the seeds of future draws are stored. */
export const seedPairsCheck: LogCheck<SeedPairsPass> = {
  name: "seed-pairs",
  begin: () => new SeedPairsPass(),
  answer: (event) => (seedPairRotated.is(event) ? rotationDue(event) : null),
};
