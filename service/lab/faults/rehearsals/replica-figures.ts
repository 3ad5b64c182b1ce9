import { gameStatsSchema } from "#domain/features/house-flips/contract.ts";
import { READ_WAIT_MS } from "#service/http/route.ts";
import { shown } from "../load.ts";
import { type ServiceProcess, until } from "../service-process.ts";
import type { Stage } from "../stage.ts";

/** Number of queries of one look. */
export const QUESTIONS = 100;
/** Time limit for a change, in milliseconds. */
const CHANGE_MAX_MS = 30_000;
/** Reads the metrics. */
export const TOKEN = "token-of-the-rehearsal";

type Figure = "used" | "questions_total" | "fallbacks_total" | "lag_events";

/** A metric of the only replica or subscriber. */
export async function figureOf(service: ServiceProcess, figure: Figure): Promise<number> {
  const text = await service.metrics(TOKEN);
  const value = new RegExp(`^florin_replica_${figure}\\{name="[^"]+"\\} (\\S+)$`, "m").exec(text)?.[1];
  if (value === undefined) throw new Error(`The metrics do not tell ${figure}`);
  return Number(value);
}

/** Waits until queries go to the only replica or subscriber, or no longer do. @returns milliseconds that it took */
export const becomesUsed = (service: ServiceProcess, isUsed: boolean): Promise<number> =>
  until(async () => (await figureOf(service, "used")) === Number(isUsed), {
    maxMs: CHANGE_MAX_MS,
    what: () => `the replica is ${isUsed ? "not taken back" : "not left out"}`,
  });

/**
 * Reads the stats of players who keep betting: each includes every bet answered before, unless the read gave up waiting
 * for it. @returns how many of {@link QUESTIONS} gave up
 */
export async function seeTheirOwn(stage: Stage, service: ServiceProcess): Promise<number> {
  const players = await stage.players();
  let late = 0;
  for (let n = 0; n < QUESTIONS; n += 1) {
    const player = players[n % players.length];
    if (player === undefined) return late;
    const told = stage.journal.bets.filter(
      ({ bet, answer }) => bet.playerId === player.id && answer !== null,
    );
    const began = performance.now();
    const { totalGames } = gameStatsSchema.parse(await shown(service, "/games/stats", player));
    if (totalGames >= told.length) continue;
    const tookMs = performance.now() - began;
    if (tookMs < READ_WAIT_MS)
      throw new Error(
        `${player.name} was told of ${told.length} games and is shown ${totalGames} after ${tookMs} ms`,
      );
    late += 1;
  }
  return late;
}
