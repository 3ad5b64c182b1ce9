import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { AdminRead, RoleHolder } from "#domain/features/roles/contract.ts";
import { roleHolders } from "#projections/features/roles/standings.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { perform, route } from "#service/http/route.ts";
import { looks, recordAccess } from "./access-log.ts";
import { personOf } from "./actor.ts";
import { type AdminRequest, revokeCommand, suspendCommand } from "./commands.ts";

/** Columns of the roles' export. */
const ROLE_COLUMNS: readonly Column<RoleHolder>[] = [
  { name: "playerId", of: ({ player }) => player.id },
  { name: "player", of: ({ player }) => player.username },
  ...fields("role", "source", "grantedBy", "reason", "grantedAt", "suspended"),
];

/** Columns of the access log's export. */
const LOOK_COLUMNS: readonly Column<AdminRead>[] = [
  ...fields("id", "at"),
  { name: "actorId", of: ({ actor }) => actor.id },
  { name: "actor", of: ({ actor }) => actor.username },
  { name: "subjectId", of: ({ subject }) => subject.id },
  { name: "subject", of: ({ subject }) => subject.username },
  ...fields("what", "requestId"),
];

/** Roles, suspensions and the access log. */
export function roleRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.roles }, (call) => {
    const { caller, context, models } = call;
    const look = { caller, context, what: endpoints.roles.path };
    const page = async (query: PageQuery) => {
      const found = await roleHolders(models, [...deps.config.adminPlatformIds], query);
      const seen = found.items.map(({ player }) => player.id);
      await recordAccess(look, seen, deps);
      return found;
    };
    return pageOrExport({ call, deps }, { name: "roles", columns: ROLE_COLUMNS, page });
  });
  route(app, { deps, endpoint: endpoints.revokeRole }, async (call) => {
    const { role } = call.body;
    const command = revokeCommand(call.origin(), { ...(await requestOf(call)), role });
    return { playerId: (await perform(command, { call, deps })).playerId };
  });

  route(app, { deps, endpoint: endpoints.suspend }, async (call) => {
    const { caller, params, body } = call;
    const request = await requestOf({ caller, body: { playerId: params.id, reason: body.reason } });
    return { playerId: (await perform(suspendCommand(call.origin(), request), { call, deps })).playerId };
  });
  route(app, { deps, endpoint: endpoints.adminReads }, (call) => {
    const { player } = call.query;
    const page = (query: PageQuery) => looks(deps, { player, ...query });
    return pageOrExport({ call, deps }, { name: "looks", columns: LOOK_COLUMNS, page });
  });

  async function requestOf({
    caller,
    body,
  }: {
    readonly caller: Caller;
    readonly body: { readonly playerId: string; readonly reason: string };
  }): Promise<AdminRequest> {
    const [actor, subject] = [await personOf(caller.playerId, deps), await personOf(body.playerId, deps)];
    return { actor, subject, reason: body.reason };
  }
}
