import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { AdminUserGame, UserGameListed } from "#domain/features/user-games/contract.ts";
import { changesOf, draftOf } from "#domain/features/user-games/make.ts";
import { percentText } from "#domain/features/user-games/rules.ts";
import { creatorHousePart } from "#domain/features/user-games/settings.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import { creatorDays, creatorEarnings } from "#projections/features/user-games/earnings-of.ts";
import {
  allUserGames,
  ownUserGames,
  userGameById,
  userGamesListed,
} from "#projections/features/user-games/game-list.ts";
import { madeGameTies } from "#projections/features/user-games/ties.ts";
import { userGameVersions } from "#projections/features/user-games/versions.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { ChainMaker } from "#service/features/game-tables/chains.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { notFound, orNotFound } from "#service/http/problem.ts";
import { shownNow } from "#service/http/reads/models-now.ts";
import { perform, preparing, route } from "#service/http/route.ts";
import { uuidV7 } from "#service/ids.ts";
import { changeCommand, claimCommand, createCommand, haltGameCommand } from "./commands.ts";

type GameDeps = Deps & { readonly chains: ChainMaker };

const GAME_COLUMNS: readonly Column<AdminUserGame>[] = [
  ...fields("id", "position"),
  { name: "creator", of: ({ creator }) => creator.username },
  { name: "creatorId", of: ({ creator }) => creator.id },
  ...fields("title", "gameType", "minBet", "maxBet", "houseEdge", "isActive", "isHalted", "halt"),
  ...fields("totalPlayed", "totalVolume", "version", "createdAt", "updatedAt"),
];

/** Player-made games: the lists, making and changing one, and earnings. */
export function userGameRoutes(app: Hono<Env>, deps: GameDeps): void {
  earningRoutes(app, deps);
  adminRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.userGames }, async ({ models, viewer, query }) =>
    userGamesListed(models, await viewer(), query),
  );

  route(app, { deps, endpoint: endpoints.myUserGames }, ({ caller, models, query }) =>
    ownUserGames(models, caller.playerId, query),
  );

  route(app, { deps, endpoint: endpoints.createUserGame }, async (call) => {
    const { gameType } = call.body;
    const origin = call.origin();
    const command = {
      gameId: uuidV7(origin.at),
      creatorId: call.caller.playerId,
      gameType,
      draft: draftOf(call.body),
    };
    const chains = await preparing(call, deps, () => deps.chains.drawFor(command));
    const { id } = await perform(createCommand(origin, command, chains), { call, deps });
    return shown(id, call.caller.playerId, deps);
  });

  route(app, { deps, endpoint: endpoints.changeUserGame }, async (call) => {
    const { playerId } = call.caller;
    const command = { gameId: call.params.id, playerId, changes: changesOf(call.body) };
    const { id } = await perform(changeCommand(call.origin(), command), { call, deps });
    return shown(id, playerId, deps);
  });

  // After all other paths below it.
  route(app, { deps, endpoint: endpoints.userGame }, async ({ models, viewer, params }) =>
    orNotFound(await userGameById(models, params.id, await viewer())),
  );

  route(app, { deps, endpoint: endpoints.userGameVersions }, async ({ models, params }) => {
    const versions = await userGameVersions(models, params.id);
    if (versions.length === 0) throw notFound();
    return versions;
  });
}

const shown = (gameId: string, playerId: string, deps: Deps): Promise<UserGameListed> =>
  shownNow(deps, (models) => userGameById(models, gameId, { ...ANYBODY, playerId }));

/** Games for admins, and the stop of one; resuming it takes two. */
function adminRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.adminUserGames }, (call) => {
    const { models, query } = call;
    const page = (part: PageQuery) => allUserGames(models, { ...query, ...part });
    return pageOrExport({ call, deps }, { name: "user-games", columns: GAME_COLUMNS, page });
  });

  route(app, { deps, endpoint: endpoints.haltUserGame }, async (call) => {
    const actor = await personOf(call.caller.playerId, deps);
    const order = { gameId: call.params.id, reason: call.body.reason };
    return perform(haltGameCommand(call.origin(), { actor, ...order }), { call, deps });
  });
}

function earningRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.creatorEarnings }, async ({ caller, models }) => {
    const [earnings, { byName }] = await Promise.all([
      creatorEarnings(models, caller.playerId),
      settingsSet(models),
    ]);
    const part = byName.get(creatorHousePart.name)?.value ?? creatorHousePart.default;
    return { ...earnings, housePart: percentText(Number(part)) };
  });

  route(app, { deps, endpoint: endpoints.creatorDays }, ({ caller, models, query: { days } }) =>
    creatorDays(models, caller.playerId, { days, at: deps.now() }),
  );

  route(app, { deps, endpoint: endpoints.claimCreatorShare }, (call) =>
    perform(claimCommand(call.origin(), call.caller.playerId), { call, deps }),
  );

  route(app, { deps, endpoint: endpoints.madeGameTies }, async (call) => {
    const { id } = call.params;
    const ties = await madeGameTies(call.models, id);
    const seen = [...ties.players, ...ties.creators].map(({ player }) => player.id);
    const look = { caller: call.caller, context: call.context, what: endpoints.madeGameTies.path };
    await recordAccess(look, [id, ...seen], deps);
    return ties;
  });
}
