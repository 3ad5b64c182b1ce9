import { InvariantError, invariant } from "#domain/kernel/invariant.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { playCommand } from "#service/features/user-coinflips/play-command.ts";
import { createCommand } from "#service/features/user-games/commands.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { uuidV7 } from "#service/ids.ts";
import { Bettors, playerId, takenBy } from "./players.ts";

/** Games played at once, each of another player. */
const GAMES = 100;
const TERMS = { title: "Coin", description: null, minBet: "100", maxBet: "100000", edge: 500 };

interface MadeGame {
  readonly gameId: string;
  readonly creatorId: string;
}

/** Players who flip the coins of player-made games. */
export async function bettorsOnMadeGames(writer: Writer): Promise<Bettors> {
  const games = await Promise.all(Array.from({ length: GAMES }, (_, index) => make(writer, playerId(index))));
  let next = 0;
  return new Bettors(writer, (bet) => {
    next += 1;
    const game = games[next % GAMES];
    // Nobody plays their own.
    const other = game?.creatorId === bet.playerId ? games[(next + 1) % GAMES] : game;
    invariant(other !== undefined, "there are games");
    const origin = playerOrigin(bet.playerId, Date.now());
    return playCommand(origin, { ...bet, isListed: false, gameId: other.gameId });
  });
}

async function make(writer: Writer, creatorId: string): Promise<MadeGame> {
  const origin = playerOrigin(creatorId, Date.now());
  const command = { gameId: uuidV7(origin.at), creatorId, gameType: "coinflip" as const, draft: TERMS };
  await takenBy(writer, createCommand(origin, command, NO_CHAINS));
  return { gameId: command.gameId, creatorId };
}

const NO_CHAINS = {
  rows: [],
  freshChain: () => {
    throw new InvariantError("a coinflip has no hash chain");
  },
};
