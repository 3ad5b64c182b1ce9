import type { Hono } from "hono";
import { z } from "zod";
import { forgottenPlayer } from "#service/features/players/forgotten.ts";
import type { PlayerServices } from "#service/features/players/services.ts";
import type { Env } from "#service/http/access/caller.ts";
import { peerRoute } from "#service/http/access/peer-route.ts";
import type { Deps } from "#service/http/deps.ts";
import { askPeer } from "#service/ledger/peers/ask-peer.ts";
import { logForNew } from "#service/ledger/peers/home-log.ts";
import type { LogsSettings } from "#service/ledger/peers/settings.ts";
import { playerOfPlatform } from "./identities.ts";

/** Where logs ask each other whether they know a player, below `/api`. */
export const KNOWN_PATH = "/webhooks/known-players";

const questionSchema = z.strictObject({ platformId: z.string().min(1).max(200) });
const answerSchema = z.strictObject({ isKnown: z.boolean() });

type Needs = Pick<Deps & PlayerServices, "db" | "config" | "tokenSealer">;

/** Whether this log has the player of a platform account, forgotten ones included. */
async function isKnownHere(platformId: string, { db, config, tokenSealer }: Needs): Promise<boolean> {
  if ((await playerOfPlatform(db, platformId)) !== null) return true;
  const keys = { sealer: tokenSealer, keys: config.tokenKeys };
  return (await forgottenPlayer(db, platformId, keys)) !== null;
}

/**
 * The other log of a player who has just signed in; null for this one. A known player belongs to the log that knows
 * them; a new one to the log given by the hash of their account, if no other log knows them.
 * @throws Error when a log that may know them cannot be asked: they could become two players
 */
export async function otherHomeLog(
  platformId: string,
  deps: Needs & Pick<Deps, "fetch">,
): Promise<number | null> {
  const { logs, logId } = deps.config;
  if (logs === null || (await isKnownHere(platformId, deps))) return null;
  const due = logForNew(platformId, logs);
  if (due !== logId) return due;
  return knowingLog(platformId, { ...deps, logs });
}

async function knowingLog(
  platformId: string,
  { logs, config, fetch }: Pick<Deps, "config" | "fetch"> & { readonly logs: LogsSettings },
): Promise<number | null> {
  const others = logs.all.filter(({ id }) => id !== config.logId);
  const found = await Promise.all(
    others.map(async (to) => {
      const question = { to, path: KNOWN_PATH, body: { platformId }, answer: answerSchema };
      const { isKnown } = await askPeer(question, { fetch, secret: logs.secret });
      return isKnown ? to.id : null;
    }),
  );
  return found.find((id) => id !== null) ?? null;
}

/** Answers other logs of this site whether a platform account is known here. */
export function knownPlayerRoutes(app: Hono<Env>, deps: Needs): void {
  peerRoute(app, { deps, path: KNOWN_PATH, body: questionSchema }, async ({ platformId }) => ({
    isKnown: await isKnownHere(platformId, deps),
  }));
}
