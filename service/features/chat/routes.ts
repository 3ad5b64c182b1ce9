import { timingSafeEqual } from "node:crypto";
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
import type { Sql } from "#projections/kernel/sql.ts";
import { isCarriedOut, lookUpCommands, noteKey } from "#service/event-store/commands/command-lookup.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import { personOf } from "#service/features/roles/actor.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { sentText } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { type BesideCall, onceAKey, performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem, keyReused, notFound, orNotFound } from "#service/http/problem.ts";
import { asOfHead } from "#service/http/reads/as-of-head.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { type Call, perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import * as rows from "./chat-rows.ts";
import { removeCommand } from "./commands.ts";
import { authorIn, readsOfAuthor } from "./people.ts";
import { editMessage, gone, postMessage, replyGone } from "./post-message.ts";
import { chatProblem } from "./problem.ts";
import type { ChatServices } from "./services.ts";
import { tellAllMentioned } from "./tell-mentioned.ts";

/** Messages: read, post, edit and delete. */
export function chatRoutes(app: Hono<Env>, deps: Deps & ChatServices): void {
  const { feed, readers } = deps;
  const listed = [...deps.config.adminPlatformIds];
  /** A message as everybody sees it after the change. */
  const shown = async (id: string): Promise<ChatMessage> => {
    const models = modelsNow(deps, deps.readWaitMs);
    return orNotFound(await chatMessage(models, listed, id));
  };
  /** A message that a moderator removed is gone for its author, too. */
  const demandPresent = async (id: string, problem = gone()) => {
    const models = modelsNow(deps, deps.readWaitMs);
    if (await isMessageRemoved(models, id)) throw problem;
  };
  /** Demands the level, acts, announces the change and shows the result. */
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

  route(app, { deps, endpoint: endpoints.editMessage }, (call) =>
    acting(call.caller, async () => {
      const { id } = call.params;
      await demandPresent(id);
      await editMessage(call, { id, message: call.body.message }, deps);
      return id;
    }),
  );

  route(app, { deps, endpoint: endpoints.deleteMessage }, (call) => {
    const { caller, params } = call;
    return acting(caller, async () => {
      const stored = orNotFound(await rows.storedMessage(deps.db, params.id));
      if (stored.player_id === caller.playerId) {
        await demandPresent(params.id);
        await takeBack(call, params.id, deps);
      } else await remove(stored, call, deps);
      return params.id;
    });
  });
}

/** Removes another player's message, for moderators. */
async function remove(
  stored: rows.StoredMessage,
  call: Call<typeof endpoints.deleteMessage> & { readonly caller: Caller },
  deps: Deps & ChatServices,
): Promise<void> {
  const { caller, params, body, models } = call;
  if (body.reason === undefined) {
    const detail = "Only moderators can delete someone else's message, with a reason.";
    throw new HttpProblem(403, { code: "forbidden", detail });
  }
  const origin = call.origin();
  const isGone = stored.deleted_at !== null || (await isMessageRemoved(models, params.id));
  // A repetition of the very request that removed it gets the same answer.
  if (isGone && !(await isCarriedOut(origin, deps.db))) throw gone();
  const who = { actor: caller, subject: await personOf(stored.player_id, deps) };
  const act = {
    messageId: params.id,
    playerId: stored.player_id,
    textHash: rows.textHashOf(stored),
    reason: body.reason,
  };
  await perform(removeCommand(origin, who, act), { call, deps });
}

/** Reports, and the read position. */
export function readingRoutes(app: Hono<Env>, deps: Deps & ChatServices): void {
  const { feed, readers } = deps;
  route(app, { deps, endpoint: endpoints.reportMessage }, async (call) => {
    const { caller, params, body } = call;
    await readers.demand(caller, deps);
    const report = { messageId: params.id, reason: body.reason };
    const id = await reportMessage({ caller, origin: call.origin(), report }, deps);
    feed.changed();
    return { id };
  });

  route(app, { deps, endpoint: endpoints.chatRoom }, async ({ caller }) => {
    const { level, levelMin, refusal } = await readers.readerOf(caller, deps);
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
  route(app, { deps, endpoint: endpoints.readMessages }, async (call) => {
    const { caller, body } = call;
    await readers.demand(caller, deps);
    const mark = async (tx: Sql) => ({ upTo: await rows.markRead(tx, caller.playerId, body.upTo) });
    return performBeside(mark, { call, deps });
  });
}

/** Deletes one of the caller's messages. */
async function takeBack(
  call: BesideCall & { readonly caller: Caller },
  id: string,
  deps: Pick<Deps, "db" | "now">,
): Promise<void> {
  const remove = async (tx: Sql): Promise<void> => {
    const stored = await rows.storedMessage(tx, id);
    if (stored === null || stored.player_id !== call.caller.playerId || stored.type !== "chat")
      throw notFound();
    if (stored.deleted_at !== null) return;
    const at = deps.now();
    if (at - Number(stored.created_at) > DELETE_WITHIN_MS)
      throw new HttpProblem(409, { code: "too_late", detail: "Messages can be deleted for five minutes." });
    await rows.takeBack(tx, id, at);
  };
  await deps.db.transaction(async (tx) => {
    // The lock before the key, as for messages and edits: the other order would deadlock with them under one key.
    await rows.lockRoom(tx);
    await onceAKey(tx, call, () => remove(tx));
  });
}

interface Reporting {
  readonly caller: Caller;
  readonly origin: CommandOrigin;
  readonly report: { readonly messageId: string; readonly reason: string };
}

/**
 * Reports another player's message, once a player, and once an idempotency key.
 * @returns the report's id
 */
async function reportMessage(reporting: Reporting, deps: Deps): Promise<string> {
  const { caller, origin, report } = reporting;
  const before = await madeBefore(reporting, deps.db);
  if (before !== null) return before;
  const { seen } = await asOfHead({ caller, reads: readsOfAuthor(caller.playerId) }, deps, (view) =>
    authorIn(view, caller, false),
  );
  const suspended = refusalOfSuspended(seen.author, "report messages");
  if (suspended !== null) throw chatProblem(suspended);
  const { text } = await reportable(report.messageId, caller, deps);
  const at = deps.now();
  const reporterId = caller.playerId;
  return deps.db.transaction(async (tx) => {
    // One at a time, so that concurrent reports are counted, too.
    await rows.lockRoom(tx);
    const meanwhile = await madeBefore(reporting, tx);
    if (meanwhile !== null) return meanwhile;
    const recent = await rows.reportsAfter(tx, { reporterId, after: at - REPORTS_OF_PLAYER_MS });
    const refusal = refusalOfReport(recent, at);
    if (refusal !== null) throw chatProblem(refusal);
    const id = timeOrderedId("rep", at);
    if (!(await rows.writeReport(tx, { id, ...report, reporterId, text, at })))
      throw new HttpProblem(409, {
        code: "reported_already",
        detail: "You have already reported this message.",
      });
    if (origin.keyed) await noteKey(origin, tx);
    await rows.roomChanged(tx, { reported: report.messageId });
    return id;
  });
}

/** An existing message of another player. @throws HttpProblem 404 and 409 */
async function reportable(id: string, { playerId }: Caller, deps: Deps): Promise<{ readonly text: string }> {
  const stored = await rows.storedMessage(deps.db, id);
  if (stored === null || stored.type !== "chat") throw notFound();
  if (stored.player_id === playerId)
    throw new HttpProblem(409, { code: "own_message", detail: "You cannot report your own message." });
  const models = modelsNow(deps, deps.readWaitMs);
  if (stored.deleted_at !== null || (await isMessageRemoved(models, id))) throw gone();
  return stored;
}

/** The report made under this key; null for none. @throws HttpProblem 422 if the key belongs to another request */
async function madeBefore({ caller, origin, report }: Reporting, sql: Sql): Promise<string | null> {
  if (!origin.keyed) return null;
  const used = (await lookUpCommands([origin.commandId], sql)).get(origin.commandId);
  if (used === undefined) return null;
  if (!timingSafeEqual(used.requestHash, origin.requestHash)) throw keyReused();
  return rows.reportOf(sql, { messageId: report.messageId, reporterId: caller.playerId });
}
