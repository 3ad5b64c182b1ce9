import { randomUUID } from "node:crypto";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import type { Player } from "./load.ts";
import { type ServiceProcess, until } from "./service-process.ts";
import { RECOVERY_MAX_MS } from "./stage.ts";

/** Longer than a join waits for its result, in milliseconds. */
const ANSWER_MAX_MS = 20_000;

/** The answer: its status and parsed body. */
export interface Heard {
  readonly status: number;
  readonly body: { readonly [name: string]: unknown };
}

/** A stake of an amount of RBX, or of one copy of an item of the sample catalogue. */
export type Stake =
  | { readonly betAmount: number }
  | { readonly betItems: readonly [{ readonly limitedId: number; readonly quantity: 1 }] };

export const RBX_STAKE: Stake = { betAmount: 10 };

/** A copy of an item by its place in the sample catalogue. */
export const itemStake = (place: number): Stake => ({
  betItems: [{ limitedId: SAMPLE_ASSET_MIN + place, quantity: 1 }],
});

/** Posts a request as a player. @throws when there is no answer */
export async function post(
  { url }: ServiceProcess,
  player: Player,
  {
    path,
    body = {},
    key = randomUUID(),
  }: { readonly path: string; readonly body?: object; readonly key?: string },
): Promise<Heard> {
  const response = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Cookie: player.cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  });
  return { status: response.status, body: (await response.json()) as Heard["body"] };
}

/** Opens a coinflip on RBX. @returns its id @throws when it was refused */
export async function openFlip(service: ServiceProcess, player: Player, stake: Stake): Promise<string> {
  const body = { betSide: "rbx", ...stake };
  const heard = await post(service, player, { path: "/live-coinflips", body });
  if (heard.status !== 200) throw new Error(`${player.name} could not open: ${JSON.stringify(heard.body)}`);
  return String(heard.body.id);
}

/** Joins a coinflip; against items the site picks. */
export const joinFlip = (service: ServiceProcess, player: Player, id: string, key?: string): Promise<Heard> =>
  post(service, player, { path: `/live-coinflips/${id}/join`, ...(key === undefined ? {} : { key }) });

/** Takes a coinflip back. */
export const cancelFlip = (service: ServiceProcess, player: Player, id: string): Promise<Heard> =>
  post(service, player, { path: `/live-coinflips/${id}/cancel` });

/** Starts a sync of a player's items with the platform. @returns the answer */
export const sync = (service: ServiceProcess, player: Player): Promise<Heard> =>
  post(service, player, { path: "/sync-inventory" });

/** @throws the violated expectation */
export const demand = (holds: boolean, what: () => string): void => {
  if (!holds) throw new Error(what());
};

interface GameRow extends Row {
  readonly type: string;
  readonly round: string | null;
}

/** The events of a game, oldest first, each with its round. */
export const eventsOf = (db: OpenDatabase, id: string): Promise<readonly GameRow[]> =>
  db.query<GameRow>(
    "select type, payload::jsonb ->> 'round' as round from events where stream = $1 order by version",
    [`coinflip:${id}`],
  );

/** The types of a game's events, such as `Opened Joined Settled`. */
export const typesOf = async (db: OpenDatabase, id: string): Promise<string> =>
  (await eventsOf(db, id)).map(({ type }) => type.replace("Coinflip", "")).join(" ");

/** Waits until a game is over. @param end the expected types, as `typesOf` returns them */
export const over = (db: OpenDatabase, id: string, end = "Settled"): Promise<number> =>
  until(async () => (await typesOf(db, id)).endsWith(end), {
    maxMs: RECOVERY_MAX_MS,
    what: () => `the game ${id} has not come to its end`,
  });
