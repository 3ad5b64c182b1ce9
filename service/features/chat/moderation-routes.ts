import type { Hono } from "hono";
import { MUTE_MINUTES_DEFAULT, REPORTS_CLOSED_MAX } from "#domain/features/chat/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { chatMessage, isMessageRemoved } from "#projections/features/chat/messages.ts";
import { chatMutes, chatReports, openReportsOf } from "#projections/features/chat/reports.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { isCarriedOut } from "#service/event-store/commands/command-lookup.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import * as rows from "./chat-rows.ts";
import { muteCommand, resolveCommand, slowCommand, unmuteCommand } from "./commands.ts";

/** What moderators see and do. */
export function moderationRoutes(app: Hono<Env>, deps: Deps): void {
  const listed = [...deps.config.adminPlatformIds];

  route(app, { deps, endpoint: endpoints.chatReports }, ({ caller, query, models }) =>
    chatReports(models, caller.playerId, query),
  );

  route(app, { deps, endpoint: endpoints.resolveReport }, async (call) => {
    const { caller, params, body } = call;
    const models = modelsNow(deps);
    const messageId = await rows.messageOfReport(deps.db, params.id);
    const stored = messageId === null ? null : await rows.storedMessage(deps.db, messageId);
    if (messageId === null || stored === null) throw notFound();
    const reportIds = await openReportsOf(models, messageId, REPORTS_CLOSED_MAX);
    const origin = call.origin();
    // A repetition of the very request that closed it gets the same answer.
    if (reportIds.length === 0 && !(await isCarriedOut(origin, deps.db)))
      throw new HttpProblem(409, {
        code: "report_closed",
        detail: "Someone has already closed this report.",
      });
    const { action, reason, minutes = MUTE_MINUTES_DEFAULT } = body;
    const isShown = stored.deleted_at === null && !(await isMessageRemoved(models, messageId));
    const act = { messageId, playerId: stored.player_id, textHash: rows.textHashOf(stored), reportIds };
    const who = { actor: caller, subject: await personOf(stored.player_id, deps) };
    const command = resolveCommand(origin, who, { ...act, action, reason, minutes, isShown });
    return { closed: (await perform(command, { call, deps })).closed };
  });

  route(app, { deps, endpoint: endpoints.chatMutes }, ({ query, models }) =>
    chatMutes(models, { ...query, now: deps.now() }),
  );
  route(app, { deps, endpoint: endpoints.mutePlayer }, async (call) => {
    const { caller, body } = call;
    const who = { actor: caller, subject: await personOf(body.userId, deps) };
    const { userId, until } = await perform(muteCommand(call.origin(), who, body), { call, deps });
    return { userId, until: until === null ? null : instantOf(until) };
  });
  route(app, { deps, endpoint: endpoints.unmutePlayer }, async (call) => {
    const { caller, params, body } = call;
    const who = { actor: caller, subject: await personOf(params.id, deps) };
    return { userId: (await perform(unmuteCommand(call.origin(), who, body), { call, deps })).userId };
  });

  route(app, { deps, endpoint: endpoints.messageHistory }, async ({ caller, params, models, context }) => {
    const message = await chatMessage(models, listed, params.id);
    const stored = await rows.storedMessage(deps.db, params.id);
    if (message === null || stored === null) throw notFound();
    const look = { caller, context, what: endpoints.messageHistory.path };
    await recordAccess(look, [stored.player_id], deps);
    const before = await rows.versionsOf(deps.db, params.id);
    const now = { message: stored.text, at: Number(stored.edited_at ?? stored.created_at) };
    const versions = [...before, now].map(({ message: text, at }) => ({ message: text, at: instantOf(at) }));
    return { message, versions };
  });

  route(app, { deps, endpoint: endpoints.slowChat }, async (call) => {
    const command = slowCommand(call.origin(), call.caller, call.body);
    const { seconds, until } = await perform(command, { call, deps });
    return { seconds, until: instantOf(until) };
  });
}
