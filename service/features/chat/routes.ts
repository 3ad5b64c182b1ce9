import type { Hono } from "hono";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { refusalOfReport, refusalOfSuspended } from "#domain/features/chat/post.ts";
import { DELETE_WITHIN_MS, REPORTS_OF_PLAYER_MS } from "#domain/features/chat/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import {
  chatMessage,
  chatMessages,
  isMessageRemoved,
  unreadOf,
} from "#projections/features/chat/messages.ts";
import { chatHolds } from "#projections/features/chat/reports.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { sentText } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound } from "#service/http/problem.ts";
import { asOfHead } from "#service/http/reads/as-of-head.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { type Call, perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { removeCommand } from "./commands.ts";
import { authorIn, readsOfAuthor } from "./people.ts";
import { editMessage, gone, postMessage, replyGone } from "./post-message.ts";
import { chatProblem } from "./problem.ts";
import type { ChatServices } from "./services.ts";
import * as talk from "./talk.ts";
import { tellAllMentioned } from "./tell-mentioned.ts";

/** Messages, and who has read them. */
export function chatRoutes(app: Hono<Env>, deps: Deps & ChatServices): void {
  const { feed, readers } = deps;
  const listed = [...deps.config.adminPlatformIds];
  /** A message as everybody sees it from here on. */
  const shown = async (id: string): Promise<ChatMessage> => {
    const models = modelsNow(deps, deps.readWaitMs);
    const message = await chatMessage(models, listed, id);
    if (message === null) throw notFound();
    return message;
  };
  /** What a moderator removed is gone for its author, too. */
  const demandPresent = async (id: string, problem = gone()) => {
    const models = modelsNow(deps, deps.readWaitMs);
    if (await isMessageRemoved(models, id)) throw problem;
  };
  /** Lets nobody act below the level, and tells everybody what came of it. */
  const acting = async (caller: Caller, id: () => Promise<string>) => {
    await readers.demand(caller, deps);
    const of = await id();
    feed.changed();
    return shown(of);
  };

  route(app, { deps, endpoint: endpoints.chatMessages }, async ({ caller, query, models, context }) => {
    await readers.demand(caller, deps);
    const { limit = LIST_LIMIT_DEFAULT, before, after } = query;
    if (before !== undefined || after !== undefined)
      return chatMessages(models, listed, { limit, before, after });
    const fresh = deps.reads.reaching(feed.actedAt, deps.readWaitMs);
    const make = async () => JSON.stringify(await chatMessages(fresh, listed, { limit }));
    return sentText(context, await feed.page(limit, make));
  });

  route(app, { deps, endpoint: endpoints.postMessage }, async (call) => {
    const { caller, body } = call;
    const message = await acting(caller, async () => {
      if (body.replyToId !== undefined) await demandPresent(body.replyToId, replyGone());
      return postMessage({ caller, body, origin: call.origin() }, deps);
    });
    await tellAllMentioned(message, deps);
    return message;
  });

  route(app, { deps, endpoint: endpoints.editMessage }, ({ caller, params, body }) =>
    acting(caller, async () => {
      await demandPresent(params.id);
      await editMessage({ caller, id: params.id, message: body.message }, deps);
      return params.id;
    }),
  );

  route(app, { deps, endpoint: endpoints.deleteMessage }, (call) => {
    const { caller, params } = call;
    return acting(caller, async () => {
      const stored = await talk.storedMessage(deps.db, params.id);
      if (stored === null) throw notFound();
      if (stored.player_id === caller.playerId) {
        await demandPresent(params.id);
        await takeBack(params.id, caller, deps);
      } else await remove(stored, call, deps);
      return params.id;
    });
  });
}

/** Deletes somebody else's message, as moderators may. */
async function remove(
  stored: talk.StoredMessage,
  call: Call<typeof endpoints.deleteMessage> & { readonly caller: Caller },
  deps: Deps & ChatServices,
): Promise<void> {
  const { caller, params, body, models } = call;
  if (body.reason === undefined) {
    const detail = "Moderators give a reason when they delete somebody's message.";
    throw new HttpProblem(403, { code: "forbidden", detail });
  }
  if (stored.deleted_at !== null || (await isMessageRemoved(models, params.id))) throw gone();
  const who = { actor: caller, subject: await personOf(stored.player_id, deps) };
  const act = {
    messageId: params.id,
    playerId: stored.player_id,
    textHash: talk.textHashOf(stored),
    reason: body.reason,
  };
  await perform(removeCommand(call.origin(), who, act), { call, deps });
}

/** What is reported, and up to where somebody has read. */
export function readingRoutes(app: Hono<Env>, deps: Deps & ChatServices): void {
  const { feed, readers } = deps;
  route(app, { deps, endpoint: endpoints.reportMessage }, async ({ caller, params, body }) => {
    await readers.demand(caller, deps);
    const { seen } = await asOfHead({ caller, reads: readsOfAuthor(caller.playerId) }, deps, (view) =>
      authorIn(view, caller, false),
    );
    const suspended = refusalOfSuspended(seen.author, "report messages");
    if (suspended !== null) throw chatProblem(suspended);
    const stored = await talk.storedMessage(deps.db, params.id);
    if (stored === null || stored.type !== "chat") throw notFound();
    if (stored.player_id === caller.playerId)
      throw new HttpProblem(409, { code: "own_message", detail: "Nobody reports their own message." });
    const models = modelsNow(deps, deps.readWaitMs);
    if (stored.deleted_at !== null || (await isMessageRemoved(models, params.id))) throw gone();
    const at = deps.now();
    const id = timeOrderedId("rep", at);
    const { reason } = body;
    const report = { id, messageId: params.id, reporterId: caller.playerId, reason, text: stored.text, at };
    await deps.db.transaction(async (tx) => {
      // One after the other, so that many at once are counted like many in a row.
      await talk.lockRoom(tx);
      const after = at - REPORTS_OF_PLAYER_MS;
      const recent = await talk.reportsAfter(tx, { reporterId: caller.playerId, after });
      const refusal = refusalOfReport(recent, at);
      if (refusal !== null) throw chatProblem(refusal);
      if (!(await talk.writeReport(tx, report)))
        throw new HttpProblem(409, { code: "reported_already", detail: "You reported this message before." });
      await talk.roomChanged(tx, { reported: params.id });
    });
    feed.changed();
    return { id };
  });

  route(app, { deps, endpoint: endpoints.chatRoom }, async ({ caller }) => {
    const { level, levelMin, refusal } = await readers.standingOf(caller, deps);
    const models = deps.reads.reaching(feed.actedAt, deps.readWaitMs);
    return {
      isOpen: refusal === null,
      level,
      levelMin,
      ...(await chatHolds(models, caller.playerId, deps.now())),
    };
  });
  route(app, { deps, endpoint: endpoints.unreadMessages }, async ({ caller, models }) => {
    await readers.demand(caller, deps);
    return unreadOf(models, caller.playerId);
  });
  route(app, { deps, endpoint: endpoints.readMessages }, async ({ caller, body }) => {
    await readers.demand(caller, deps);
    return { upTo: await talk.markRead(deps.db, caller.playerId, body.upTo) };
  });
}

/** Takes an own message back. */
async function takeBack(id: string, { playerId }: Caller, deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await talk.lockRoom(tx);
    const stored = await talk.storedMessage(tx, id);
    if (stored === null || stored.player_id !== playerId || stored.type !== "chat") throw notFound();
    if (stored.deleted_at !== null) return;
    const at = deps.now();
    if (at - Number(stored.created_at) > DELETE_WITHIN_MS)
      throw new HttpProblem(409, { code: "too_late", detail: "Messages can be deleted for five minutes." });
    await talk.takeBack(tx, id, at);
  });
}
