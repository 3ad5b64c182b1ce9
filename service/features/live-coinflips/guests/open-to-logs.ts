import type { Hono } from "hono";
import { z } from "zod";
import { coinflipSchema, type LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { LIST_LIMIT_MAX } from "#domain/kernel/contract.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { coinflipById, openCoinflips } from "#projections/features/live-coinflips/open-coinflips.ts";
import type { Env } from "#service/http/access/caller.ts";
import { peerRoute } from "#service/http/access/peer-route.ts";
import type { Deps } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** Where other logs list this one's open coinflips, below `/api`. */
export const OPEN_TO_LOGS_PATH = "/webhooks/open-coinflips";

/** One game by id, or the newest ones. */
export const askedGamesSchema = z.union([
  z.strictObject({ id: z.string().max(64) }),
  z.strictObject({ limit: z.number().int().min(1).max(LIST_LIMIT_MAX) }),
]);
export type AskedGames = z.infer<typeof askedGamesSchema>;

/** Open coinflips for players of other logs, as anybody sees them. Their player ids mean nothing there. */
export const gamesToLogsSchema = z.strictObject({ items: z.array(coinflipSchema).max(LIST_LIMIT_MAX) });

const shownElsewhere = (games: readonly LiveCoinflip[]): LiveCoinflip[] =>
  games.flatMap((game) =>
    // The winner may take the items to another log, which only those in custody can leave for.
    game.status === "open" && game.betItems.every(({ inCustody }) => inCustody)
      ? [{ ...game, creatorId: null, opponentId: null }]
      : [],
  );

/** Lists for other logs of this site the coinflips that their players can join. */
export function openToLogs(app: Hono<Env>, deps: Deps): void {
  peerRoute(app, { deps, path: OPEN_TO_LOGS_PATH, body: askedGamesSchema }, async (asked) => {
    // A halted log takes no stakes: every one sent here would come back.
    const { halted } = await stakesNow({ sql: deps.db, logId: deps.writer.logId });
    if (halted) return { items: [] };
    const viewer = { ...ANYBODY, at: deps.now() };
    const models = modelsNow(deps);
    if ("limit" in asked) {
      const { limit } = asked;
      const newest = await openCoinflips(models, viewer, { limit, forOtherLogs: true });
      return { items: shownElsewhere(newest) };
    }
    const game = await coinflipById(models, asked.id, viewer);
    return { items: shownElsewhere(game === null ? [] : [game]) };
  });
}
