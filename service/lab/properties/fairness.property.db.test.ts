import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { it } from "vitest";
import { PAIR_NONCES_MAX, SIDES, type Side, sideOfDigest, st1Message } from "#domain/fairness/st1.ts";
import type { CoinFlipped } from "#domain/features/house-flips/events.ts";
import type { playerRegistered } from "#domain/features/players/events.ts";
import type { SeedPairRotated } from "#domain/features/seed-pairs/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings } from "#service/lab/testing/property-settings.ts";
import { readLog } from "#service/lab/testing/simulation/database/stored-log.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";

/** Games to predict, and how far from half the hits may be. */
const GAMES = 4_096;
const SIGMAS = 4;
const PLAYERS = 16;
/** Flips of each player between two rotations of some of them. */
const ROUND = 16;
/** One player never rotates, so that pairs that end by themselves are among the games. */
const FAITHFUL = 0;
const MEMORY = 8;
/** PGlite plays these games in seconds, but in many times that on a busy machine. */
const TIMEOUT_MS = 180_000;

// The same seeds in each run unless others are requested: a fair coin exceeds this bound from time to time.
const { seed = 1 } = propertySettings({ runs: 1 });

/** Everything known publicly before a game, and its result. */
interface Game {
  readonly result: Side;
  readonly side: Side;
  readonly stake: bigint;
  readonly player: string;
  readonly commitment: string;
  readonly nextCommitment: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** Seeds revealed before, of the same player and of anybody, newest last. */
  readonly ownSeeds: readonly string[];
  readonly anySeeds: readonly string[];
  /** Earlier results, of the same player and of anybody, newest last. */
  readonly ownResults: readonly Side[];
  readonly anyResults: readonly Side[];
  /** The hash of the newest event before. */
  readonly leafBefore: Uint8Array;
  readonly at: number;
}

const hmac = (key: string | Uint8Array, { clientSeed, nonce }: Game, ahead = 0): Side =>
  sideOfDigest(
    createHmac("sha256", key)
      .update(st1Message(clientSeed, nonce + ahead))
      .digest(),
  );
const sha = (text: string): Side => sideOfDigest(createHash("sha256").update(text).digest());
const bit = (isOne: boolean): Side => (isOne ? "rbx" : "tix");
const other = (side: Side): Side => (side === "rbx" ? "tix" : "rbx");
const majority = (sides: readonly Side[]): Side =>
  bit(2 * sides.filter((side) => side === "rbx").length > sides.length);
const lately = (sides: readonly Side[]): readonly Side[] => sides.slice(-MEMORY);
const bitsOf = (hex: string): readonly number[] =>
  [...Buffer.from(hex, "hex")].flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> i) & 1));

/** Strategies for guessing the next face. None may be better than a coin, and none worse. */
const predictors: { readonly [name: string]: () => (game: Game) => Side } = {
  "always rbx": () => () => "rbx",
  "the side that was chosen":
    () =>
    ({ side }) =>
      side,
  "the commitment as the seed": () => (game) => hmac(game.commitment, game),
  "the commitment's bytes as the seed": () => (game) => hmac(Buffer.from(game.commitment, "hex"), game),
  "the next commitment as the seed": () => (game) => hmac(game.nextCommitment, game),
  "the hash of the commitment as the seed": () => (game) =>
    hmac(createHash("sha256").update(game.commitment).digest("hex"), game),
  "the player's newest revealed seed used again": () => (game) => hmac(game.ownSeeds.at(-1) ?? "", game),
  "the same with the next nonce": () => (game) => hmac(game.ownSeeds.at(-1) ?? "", game, 1),
  "anybody's newest revealed seed": () => (game) => hmac(game.anySeeds.at(-1) ?? "", game),
  "the hash of the newest revealed seed as the next": () => (game) =>
    hmac(
      createHash("sha256")
        .update(game.ownSeeds.at(-1) ?? "")
        .digest("hex"),
      game,
    ),
  "the client seed alone":
    () =>
    ({ clientSeed, nonce }) =>
      sha(st1Message(clientSeed, nonce)),
  "client seed and commitment hashed":
    () =>
    ({ clientSeed, commitment, nonce }) =>
      sha(`${commitment}:${clientSeed}:${nonce}`),
  "a bit of the commitment by the nonce":
    () =>
    ({ commitment, nonce }) =>
      bit(bitsOf(commitment)[nonce % 256] === 1),
  "the nonce's lowest bit":
    () =>
    ({ nonce }) =>
      bit(nonce % 2 === 1),
  "the player's result before":
    () =>
    ({ ownResults }) =>
      ownResults.at(-1) ?? "rbx",
  "the other face than before":
    () =>
    ({ ownResults }) =>
      other(ownResults.at(-1) ?? "rbx"),
  "anybody's result before":
    () =>
    ({ anyResults }) =>
      anyResults.at(-1) ?? "rbx",
  "the face that was rarer lately":
    () =>
    ({ ownResults }) =>
      other(majority(lately(ownResults))),
  "the face that was more frequent so far":
    () =>
    ({ anyResults }) =>
      majority(anyResults),
  "what followed the same two before": followed,
  "the hash of the event before":
    () =>
    ({ leafBefore }) =>
      sideOfDigest(leafBefore),
  "the clock":
    () =>
    ({ at }) =>
      bit(at % 2 === 1),
  "the size of the stake":
    () =>
    ({ stake }) =>
      bit(stake % 2n === 1n),
  "a machine that learns from all of it": learner,
};

/** Remembers which result followed each pair of results. */
function followed(): (game: Game) => Side {
  const counts = new Map<string, number>();
  let before: { readonly key: string; readonly player: string } | null = null;
  return ({ anyResults, player }) => {
    const last = anyResults.at(-1);
    if (before !== null && last !== undefined)
      counts.set(before.key, (counts.get(before.key) ?? 0) + (last === "rbx" ? 1 : -1));
    before = { key: anyResults.slice(-2).join(), player };
    return bit((counts.get(before.key) ?? 0) > 0);
  };
}

/** A perceptron over commitment, nonce, results and the newest leaf, trained by every game after guessing it. */
function learner(): (game: Game) => Side {
  const weights: number[] = [];
  let lesson: { readonly inputs: readonly number[]; readonly guess: Side } | null = null;
  return (game) => {
    const truth = game.anyResults.at(-1);
    if (lesson !== null && truth !== undefined && lesson.guess !== truth) {
      const step = truth === "rbx" ? 1 : -1;
      for (const [i, input] of lesson.inputs.entries()) weights[i] = (weights[i] ?? 0) + step * input;
    }
    const results = lately(game.ownResults).map((side) => (side === "rbx" ? 1 : -1));
    const bits = [
      ...bitsOf(game.commitment),
      ...bitsOf(Buffer.from(game.leafBefore).toString("hex")),
      ...Array.from({ length: 10 }, (_, i) => (game.nonce >> i) & 1),
    ].map((one) => 2 * one - 1);
    const inputs = [1, ...Array.from({ length: MEMORY }, (_, i) => results[i] ?? 0), ...bits];
    const sum = inputs.reduce((total, input, i) => total + input * (weights[i] ?? 0), 0);
    lesson = { inputs, guess: bit(sum > 0) };
    return lesson.guess;
  };
}

async function playGames(world: World): Promise<void> {
  const players: string[] = [];
  for (let i = 0; i < PLAYERS; i += 1) players.push(await world.register(`player${i}`));
  const total = (round: number) => round * PLAYERS * ROUND;
  for (let round = 0; total(round) < GAMES; round += 1) {
    const flips = players.flatMap((player, i) =>
      Array.from({ length: i === FAITHFUL ? 2 * ROUND : ROUND }, (_, n) =>
        world.flip(player, SIDES[(round + i + n) % 2] as Side, n % 3 === 0 ? "1.01" : "1.00"),
      ),
    );
    for (const { kind } of await Promise.all(flips)) assert(kind === "committed" || kind === "refused", kind);
    const player = players[1 + (round % (PLAYERS - 1))] as string;
    assert.equal((await world.rotate(player, `seed-${round}`)).kind, "committed");
  }
}

/** The games of a log, each with the public data before it. */
async function gamesOf(db: OpenDatabase): Promise<readonly Game[]> {
  const { events } = await readLog(db);
  const pairs = new Map<string, EventOf<typeof playerRegistered>["payload"]>();
  const ownSeeds = new Map<string, string[]>();
  const ownResults = new Map<string, Side[]>();
  const [anySeeds, anyResults, games]: [string[], Side[], Game[]] = [[], [], []];
  for (const [index, row] of events.entries()) {
    const event: RecordedEvent = eventOf(row);
    const player = event.stream;
    const seeds = ownSeeds.get(player) ?? [];
    const results = ownResults.get(player) ?? [];
    if (event.type === "PlayerRegistered")
      pairs.set(player, event.payload as EventOf<typeof playerRegistered>["payload"]);
    else if (event.type === "SeedPairRotated") {
      const { revealed, current } = event.payload as SeedPairRotated["payload"];
      pairs.set(player, current);
      ownSeeds.set(player, [...seeds, revealed.serverSeed]);
      anySeeds.push(revealed.serverSeed);
    } else if (event.type === "CoinFlipped") {
      const { result, side, stake, nonce } = event.payload as CoinFlipped["payload"];
      const pair = pairs.get(player);
      assert(pair !== undefined && nonce < PAIR_NONCES_MAX);
      games.push({
        result,
        side,
        stake: BigInt(stake),
        player,
        nonce,
        commitment: pair.serverSeedHash,
        nextCommitment: pair.nextServerSeedHash,
        clientSeed: pair.clientSeed,
        ownSeeds: seeds,
        anySeeds: anySeeds.slice(-1),
        ownResults: results.slice(-MEMORY),
        anyResults: anyResults.slice(-MEMORY),
        leafBefore: events[index - 1]?.leaf ?? new Uint8Array(32),
        at: event.recordedAt,
      });
      ownResults.set(player, [...results.slice(-MEMORY), result]);
      anyResults.push(result);
    }
  }
  return games;
}

describeEachEngine("whoever predicts flips from all that is public", (engine) => {
  it(
    `is right in half of ${GAMES} games within ${SIGMAS} standard deviations`,
    async () => {
      const world = await createWorld(engine, { seed: `fairness ${seed} ${engine.name}` });
      await playGames(world);
      await world.stop();
      const games = await gamesOf(world.db);
      await world.db.close();
      assert(games.length >= GAMES, `${games.length} games were played`);
      const allowed = SIGMAS * Math.sqrt(games.length / 4);
      const far: string[] = [];
      for (const [name, make] of Object.entries(predictors)) {
        const predict = make();
        const hits = games.filter((game) => predict(game) === game.result).length;
        const off = hits - games.length / 2;
        if (Math.abs(off) > allowed) far.push(`${name}: ${hits} of ${games.length}`);
      }
      assert.deepEqual(far, [], `seed ${seed}`);
    },
    TIMEOUT_MS,
  );
});
