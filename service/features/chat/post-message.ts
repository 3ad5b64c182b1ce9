import { timingSafeEqual } from "node:crypto";
import { refusalOfAuthor, refusalOfPost } from "#domain/features/chat/post.ts";
import { EDIT_WITHIN_MS } from "#domain/features/chat/rules.ts";
import { messageText } from "#domain/features/chat/text.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { lookUpCommands, noteKey } from "#service/event-store/commands/command-lookup.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Caller } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type BesideCall, onceAKey } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem, keyReused, notFound, unavailableProblem } from "#service/http/problem.ts";
import { asOfHead } from "#service/http/reads/as-of-head.ts";
import { timeOrderedId } from "#service/ids.ts";
import * as rows from "./chat-rows.ts";
import { authorIn, readsOfAuthor } from "./people.ts";
import { chatProblem, textProblem } from "./problem.ts";
import type { ChatServices } from "./services.ts";

/** Maximum attempts when the author is muted between the check and the write. */
const ATTEMPTS_MAX = 3;

type Author = ReturnType<typeof authorIn>;
type Room = Awaited<ReturnType<typeof rows.lockRoom>>;

/** Runs a transaction for an author, unless they were muted after the log was read. */
async function asAuthor<T>(
  caller: Caller,
  deps: Deps & ChatServices,
  work: (tx: Sql, author: Author, room: Room) => Promise<T>,
): Promise<T> {
  const { playerId } = caller;
  const isDemo = await deps.readers.isDemoPlayer(playerId);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const found = await asOfHead({ caller, reads: readsOfAuthor(playerId) }, deps, (view) =>
      authorIn(view, caller, isDemo),
    );
    const since = { logId: deps.writer.logId, playerId, position: found.position };
    const done = await deps.db.transaction(async (tx) => {
      const room = await rows.lockRoom(tx);
      if (await rows.isMutedSince(tx, since)) return null;
      return { value: await work(tx, found.seen, room) };
    });
    if (done !== null) return done.value;
  }
  throw unavailableProblem("The chat is busy. Try again.", 1);
}

/** A valid message text. @throws HttpProblem 400 */
function textOf(written: string): string {
  const { text, problem } = messageText(written);
  if (problem !== null) throw textProblem(problem);
  return text;
}

/** Writes a message. @returns its id */
export async function postMessage(
  {
    caller,
    origin,
    body,
  }: {
    readonly caller: Caller;
    readonly origin: CommandOrigin;
    readonly body: { readonly message: string; readonly replyToId?: string | undefined };
  },
  deps: Deps & ChatServices,
): Promise<string> {
  const text = textOf(body.message);
  const { playerId } = caller;
  return asAuthor(caller, deps, async (tx, who, { seq, writtenAt }) => {
    if (origin.keyed) {
      const before = await rows.writtenBy(tx, origin.commandId);
      if (before !== null) return sameRequest(before, origin);
      if ((await lookUpCommands([origin.commandId], tx)).size > 0) throw keyReused();
    }
    const at = Math.max(deps.now(), writtenAt);
    const recent = await rows.recentTalk(tx, { playerId, text, at, edits: null });
    const refusal = refusalOfPost({ ...who, text, at }, recent);
    if (refusal !== null) throw chatProblem(refusal);
    const { replyToId = null } = body;
    if (replyToId !== null && (await rows.storedMessage(tx, replyToId))?.deleted_at !== null)
      throw replyGone();
    const id = timeOrderedId("msg", at);
    const { commandId, requestHash } = origin;
    if (origin.keyed) await noteKey(origin, tx);
    await rows.writeMessage(
      tx,
      { id, playerId, commandId, requestHash, text, type: "chat", replyToId },
      { seq, at },
    );
    return id;
  });
}

/** @throws HttpProblem 422 when the key was used for another request */
function sameRequest(
  before: { readonly id: string; readonly requestHash: Uint8Array },
  { requestHash }: Pick<CommandOrigin, "requestHash">,
): string {
  if (timingSafeEqual(before.requestHash, requestHash)) return before.id;
  throw keyReused();
}

/** Changes one of the caller's messages. */
export async function editMessage(
  call: BesideCall & { readonly caller: Caller },
  { id, message }: { readonly id: string; readonly message: string },
  deps: Deps & ChatServices,
): Promise<void> {
  const text = textOf(message);
  const { playerId } = call.caller;
  const edit = async (tx: Sql, who: Author, { writtenAt }: Room): Promise<void> => {
    const stored = await rows.storedMessage(tx, id);
    if (stored === null || stored.player_id !== playerId || stored.type !== "chat") throw notFound();
    const at = Math.max(deps.now(), writtenAt);
    const barred = refusalOfAuthor({ ...who, at });
    if (barred !== null) throw chatProblem(barred);
    if (stored.deleted_at !== null) throw gone();
    if (at - Number(stored.created_at) > EDIT_WITHIN_MS)
      throw new HttpProblem(409, { code: "too_late", detail: "Messages can be edited for two minutes." });
    if (stored.text === text) return;
    const recent = await rows.recentTalk(tx, { playerId, text, at, edits: id });
    const refusal = refusalOfPost({ ...who, text, at }, recent);
    if (refusal !== null) throw chatProblem(refusal);
    if (!(await rows.rewrite(tx, stored, { text, at })))
      throw new HttpProblem(409, {
        code: "too_many_edits",
        detail: "This message cannot be edited any more.",
      });
  };
  await asAuthor(call.caller, deps, (tx, who, room) => onceAKey(tx, call, () => edit(tx, who, room)));
}

/** The problem of a reply to a deleted message. */
export const replyGone = (): HttpProblem =>
  new HttpProblem(409, { code: "reply_gone", detail: "The message that you reply to is gone." });

/** The problem of a message that no longer exists. */
export const gone = (): HttpProblem =>
  new HttpProblem(409, { code: "message_deleted", detail: "This message was deleted." });
