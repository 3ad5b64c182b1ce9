import type { OpenDatabase } from "#service/db/database.ts";
import { wrongsOfRounds } from "#service/lab/testing/rounds/rounds-oracle.ts";
import { demand, type Heard, post } from "./coinflips.ts";
import { type Player, shown } from "./load.ts";
import { type ServiceProcess, until } from "./service-process.ts";

/** A round takes bets for at most eleven seconds and ends within seven of its start; later on a busy machine. */
export const ROUND_MAX_MS = 60_000;

/** The part of a player-made game's round that scenarios use. */
export interface SeenRound {
  readonly id: string;
  readonly gameId: string;
  readonly status: string;
  readonly closesAt: string | null;
  readonly startsAt: string | null;
  readonly you: { readonly multiplier: string | null; readonly cause: string | null } | null;
}

/** @returns the id of a new player-made game without an edge */
export async function makeGame(service: ServiceProcess, maker: Player, gameType: string): Promise<string> {
  const body = { title: "Up", gameType, houseEdge: 0, maxBet: 1_000 };
  const heard = await post(service, maker, { path: "/user-games", body });
  demand(heard.status === 200, () => `${maker.name} could not make a game: ${JSON.stringify(heard.body)}`);
  return String(heard.body.id);
}

/** Bets on a game. @returns its round @throws when it was refused */
export async function betOn(
  service: ServiceProcess,
  player: Player,
  { gameId, autoCashOut }: { readonly gameId: string; readonly autoCashOut?: number },
): Promise<SeenRound> {
  const body = { betAmount: 10, currency: "rbx", ...(autoCashOut === undefined ? {} : { autoCashOut }) };
  const heard = await post(service, player, { path: `/user-games/${gameId}/bets`, body });
  demand(heard.status === 200, () => `${player.name} could not bet: ${JSON.stringify(heard.body)}`);
  return heard.body.round as SeenRound;
}

/** Cashes out by hand. */
export const leave = (
  service: ServiceProcess,
  player: Player,
  { gameId, id }: Pick<SeenRound, "gameId" | "id">,
): Promise<Heard> => post(service, player, { path: `/user-games/${gameId}/cash-out`, body: { roundId: id } });

/** A round as a player sees it, open or ended; null while a process cannot tell. */
async function seen(
  service: ServiceProcess,
  player: Player,
  { gameId, id }: Pick<SeenRound, "gameId" | "id">,
): Promise<SeenRound | null> {
  const ask = (path: string) => shown(service, `/user-games/${gameId}/${path}`, player);
  try {
    const { round } = (await ask("round")) as { round: SeenRound | null };
    if (round?.id === id) return round;
    const { items } = (await ask("rounds")) as { items: readonly SeenRound[] };
    return items.find((one) => one.id === id) ?? null;
  } catch {
    return null;
  }
}

/** Waits until a round is in one of some states. @returns the round, and the time it took in milliseconds */
export async function reaches(
  service: ServiceProcess,
  { player, round, states }: { player: Player; round: SeenRound; states: readonly string[] },
): Promise<{ readonly round: SeenRound; readonly ms: number }> {
  let last: SeenRound | null = null;
  const ms = await until(
    async () => {
      last = (await seen(service, player, round)) ?? last;
      return last !== null && states.includes(last.status);
    },
    {
      maxMs: ROUND_MAX_MS,
      what: () => `the round ${round.id} is ${last?.status}, not ${states.join(" or ")}`,
    },
  );
  return { round: last ?? round, ms };
}

/** @throws violations in the log's rounds */
export async function demandRightRounds(db: OpenDatabase): Promise<void> {
  const wrong = await wrongsOfRounds(db);
  demand(wrong.length === 0, () => wrong.join("\n"));
}
