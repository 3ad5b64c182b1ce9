import { commitmentBytes, recomputeSt1, type St1Crypto } from "#domain/fairness/st1.ts";
import type { RotateAnswer } from "#domain/features/seed-pairs/contract.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import { flipProofOf, isOfPair, WRONG_SEED } from "#web/features/seed-pairs/check-flip.ts";
import { type Answer, call } from "#web/lib/api/api.ts";

type GameHistoryEntry = Answer<"GET /games/history">[number];

/** A pair of seeds whose secret is out. */
export type RevealedPair = RotateAnswer["revealed"];

/** What checking every game of a pair found. */
export type PairCheck =
  | { readonly ok: true; readonly games: number }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The game at which it broke, if it was one. */
      readonly gameId?: string;
    };

/** Games asked for at a time, the most that a list answers. */
const GAMES_PER_CALL = 200;

const LOST_GAMES = "Your history has fewer games of this pair than it served.";
const WRONG_PLACE = "A game in your history is not at its nonce of this pair.";
const WRONG_FLIP = "The seeds of this pair do not give the result of one of its games.";

/** The player's games, newest first, as far as they are asked for. */
async function* gamesOfPlayer(): AsyncGenerator<GameHistoryEntry> {
  let before: string | undefined;
  for (;;) {
    const query = { limit: String(GAMES_PER_CALL), ...(before !== undefined && { before }) };
    const games = await call("GET /games/history", { query });
    // Games between players are drawn from seeds of their own.
    yield* games.filter(isOfPair);
    const last = games.at(-1);
    if (!last || games.length < GAMES_PER_CALL) return;
    before = String(last.position);
  }
}

const proofOf = (game: GameHistoryEntry) => flipProofOf(game.id);

/**
 * The games of a pair by falling nonce. Every flip takes the next nonce of its pair, so a later pair's games are
 * skipped by the nonce of its newest, and the rest follow in order.
 */
async function gamesOf(pair: RevealedPair): Promise<GameHistoryEntry[]> {
  const games: GameHistoryEntry[] = [];
  let toPass = 0;
  for await (const game of gamesOfPlayer()) {
    if (games.length === pair.nonces) break;
    if (toPass > 0) {
      toPass -= 1;
      continue;
    }
    if (games.length === 0) {
      const proof = await proofOf(game);
      if (proof.serverSeedHash !== pair.serverSeedHash) {
        toPass = proof.nonce;
        continue;
      }
    }
    games.push(game);
  }
  return games;
}

async function standsAt(game: GameHistoryEntry, nonce: number, pair: RevealedPair): Promise<boolean> {
  const proof = await proofOf(game);
  return proof.serverSeedHash === pair.serverSeedHash && proof.nonce === nonce;
}

/**
 * Recomputes every game of a revealed pair and compares it with the player's history.
 * @example const check = await checkPair(revealed, webCrypto); // { ok: true, games: 120 }
 */
export async function checkPair(pair: RevealedPair, crypto: St1Crypto): Promise<PairCheck> {
  const commitment = toHex(await crypto.sha256(commitmentBytes(pair.serverSeed)));
  if (commitment !== pair.serverSeedHash) return { ok: false, problem: WRONG_SEED };
  const games = pair.nonces > 0 ? await gamesOf(pair) : [];
  if (games.length < pair.nonces) return { ok: false, problem: LOST_GAMES };
  for (const [index, game] of games.entries()) {
    const nonce = pair.nonces - 1 - index;
    // The two ends fix all games between them, since each takes one nonce.
    const isEnd = nonce === 0 || index === 0;
    if (isEnd && !(await standsAt(game, nonce, pair)))
      return { ok: false, problem: WRONG_PLACE, gameId: game.id };
    const { result } = await recomputeSt1({ ...pair, nonce }, crypto);
    if (result !== game.result || game.won !== (game.betSide === result))
      return { ok: false, problem: WRONG_FLIP, gameId: game.id };
  }
  return { ok: true, games: games.length };
}
