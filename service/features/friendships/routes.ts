import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { ASKED_BEFORE } from "#domain/features/friendships/ask.ts";
import { BLOCKED_BEFORE, block, unblock, unfriend } from "#domain/features/friendships/part.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import {
  blocksOf,
  friendsOf,
  playerNamed,
  playersNamed,
  requestsOf,
} from "#projections/features/friendships/lists.ts";
import { privacyOf } from "#projections/features/players/privacy.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { answerCommand, askCommand, partCommand } from "./commands.ts";

const noPlayer = (): HttpProblem =>
  new HttpProblem(404, { code: "unknown_player", detail: "There is no player with that name here." });

/** A player's friends, requests and blocks. */
export function friendListRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.friends }, ({ caller, query, models }) =>
    friendsOf(models, caller.playerId, { ...query, now: deps.now() }),
  );
  route(app, { deps, endpoint: endpoints.friendRequests }, ({ caller, query, models }) => {
    const { direction = "in", ...window } = query;
    return requestsOf(models, caller.playerId, { ...window, direction });
  });
  route(app, { deps, endpoint: endpoints.blocks }, ({ caller, query, models }) =>
    blocksOf(models, caller.playerId, query),
  );
  route(app, { deps, endpoint: endpoints.findPlayers }, ({ caller, query, models }) =>
    playersNamed(models, caller.playerId, query.search),
  );
}

/** Requests and their answers. */
export function friendRequestRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.askFriend }, async (call) => {
    const named = await playerNamed(deps.db, call.body.username);
    if (named === null) throw noPlayer();
    const { playerId, takesRequests } = named;
    const requestId = timeOrderedId("freq", deps.now());
    const command = askCommand(
      call.origin(),
      { by: call.caller.playerId, playerId, requestId },
      takesRequests,
    );
    const already = ({ code, facts }: Refusal) =>
      code === ASKED_BEFORE ? { id: String(facts?.id), status: "pending" as const } : null;
    const { id, status } = await perform(command, { call, deps, already });
    return { id, status };
  });

  for (const [endpoint, status] of [
    [endpoints.acceptFriendRequest, "accepted"],
    [endpoints.declineFriendRequest, "declined"],
    [endpoints.cancelFriendRequest, "cancelled"],
  ] as const)
    route(app, { deps, endpoint }, async (call) => {
      const command = { playerId: call.caller.playerId, requestId: call.params.id, as: status };
      const { id } = await perform(answerCommand(call.origin(), command), { call, deps });
      return { id, status };
    });
}

/** Ends of friendships, and blocks. */
export function partRoutes(app: Hono<Env>, deps: Deps): void {
  for (const [endpoint, decide] of [
    [endpoints.endFriendship, unfriend],
    [endpoints.unblock, unblock],
  ] as const)
    route(app, { deps, endpoint }, async (call) => {
      const part = { by: call.caller.playerId, playerId: call.params.id };
      const { userId } = await perform(partCommand(call.origin(), part, decide), { call, deps });
      return { userId };
    });
  route(app, { deps, endpoint: endpoints.block }, async (call) => {
    const part = { by: call.caller.playerId, playerId: call.body.userId };
    if ((await privacyOf(deps.db, part.playerId)) === null) throw noPlayer();
    const already = ({ code }: Refusal) => (code === BLOCKED_BEFORE ? { userId: part.playerId } : null);
    const { userId } = await perform(partCommand(call.origin(), part, block), { call, deps, already });
    return { userId };
  });
}
