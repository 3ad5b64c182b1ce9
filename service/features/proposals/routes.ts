import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { acts } from "#domain/features/registry.ts";
import type { ActDefinition } from "#domain/features/roles/act.ts";
import { proposalsAt } from "#projections/features/proposals/proposals.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { perform, route } from "#service/http/route.ts";
import { PROPOSAL_COLUMNS } from "./columns.ts";
import { confirmCommand, withdrawCommand } from "./commands.ts";
import { shownTo } from "./shown.ts";
import { proposalRequest, undertakeAct } from "./undertake.ts";

/** Acts that need two admins: the requests, the open proposals, and the second admin's answer. */
export function proposalRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.proposals }, (call) => {
    const { caller, context, models, query } = call;
    const look = { caller, context, what: endpoints.proposals.path };
    const page = async (asked: PageQuery) => {
      const found = await proposalsAt(models, deps.now(), { status: query.status, ...asked });
      const items = await shownTo(caller.playerId, found.items, { models, deps });
      const seen = items.flatMap(({ act }) => ("player" in act ? [act.player.id] : []));
      await recordAccess(look, seen, deps);
      return { items, next: found.next };
    };
    return pageOrExport({ call, deps }, { name: "proposals", columns: PROPOSAL_COLUMNS, page });
  });

  for (const act of Object.values<ActDefinition>(acts))
    route(app, { deps, endpoint: act.endpoint }, (call) => undertakeAct(act, { call, deps }));

  route(app, { deps, endpoint: endpoints.confirmProposal }, async (call) => {
    const request = { ...(await proposalRequest(call, deps)), proposalId: call.params.id };
    const { id, position } = await perform(confirmCommand(call.origin(), request), { call, deps });
    return { id, status: "confirmed" as const, position };
  });

  route(app, { deps, endpoint: endpoints.withdrawProposal }, async (call) => {
    const request = { ...(await proposalRequest(call, deps)), proposalId: call.params.id };
    const { id, position } = await perform(withdrawCommand(call.origin(), request), { call, deps });
    return { id, status: "withdrawn" as const, position };
  });
}
