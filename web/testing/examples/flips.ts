import { createHash, createHmac } from "node:crypto";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { payoutOf } from "#domain/features/house-flips/rules.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";

export const SERVER_SEED = "5d43f77f53fec7d115180136105400f0fd2a1f20b681b6b54a289c207923b190";
export const CLIENT_SEED = "iyAyNGKPsa";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const FIRST_POSITION = 100;

/** A game and its proof, drawn as the server draws them. */
export interface PlayedFlip {
  readonly game: GameHistoryEntry;
  readonly proof: FlipProof;
}

/** Flips of one pair, newest first; each stakes 10.00 on rbx. */
export function playedFlips(
  count: number,
  { serverSeed = SERVER_SEED, isRevealed = true, from = FIRST_POSITION } = {},
): PlayedFlip[] {
  return Array.from({ length: count }, (_, nonce) => {
    const digest = createHmac("sha256", serverSeed).update(`${CLIENT_SEED}:${nonce}:0`).digest();
    const result = (digest[0] as number) >= 0x80 ? "rbx" : "tix";
    const position = from + nonce;
    const at = new Date(Date.UTC(2026, 10, 20, 10, 0, position)).toISOString();
    const shared = { id: `01JFLIP${position}`, position, gameType: "coinflip", result } as const;
    const won = result === "rbx";
    const stake = minor("10.00");
    return {
      game: {
        ...shared,
        betSide: "rbx",
        betAmount: formatMinor(stake),
        currency: "RBX",
        won,
        winAmount: formatMinor(won ? payoutOf(stake) : 0n),
        createdAt: at,
        opponent: null,
        experience: 13,
        userGame: null,
      },
      proof: {
        ...shared,
        scheme: "st1",
        serverSeedHash: sha256(serverSeed),
        serverSeed: isRevealed ? serverSeed : null,
        clientSeed: CLIENT_SEED,
        clientSeedBy: "player",
        nonce,
        side: "rbx",
        won,
        items: [],
        settledAt: at,
      },
    } satisfies PlayedFlip;
  }).reverse();
}

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Answers history and proofs from flips, newest first. */
export const flipAnswers = (flips: readonly PlayedFlip[]) => ({
  "GET /games/history": ({ query }: Asked) => {
    const before = Number(query.get("before") ?? Number.MAX_SAFE_INTEGER);
    const older = flips.filter(({ game }) => game.position < before);
    return older.slice(0, Number(query.get("limit") ?? 50)).map(({ game }) => game);
  },
  "GET /games/{id}/proof": ({ path }: Asked) => {
    const found = flips.find(({ game }) => path === `/api/games/${game.id}/proof`);
    if (!found) throw new Error(`there is no flip at ${path}`);
    return found.proof;
  },
});
