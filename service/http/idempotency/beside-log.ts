import { createHmac, timingSafeEqual } from "node:crypto";
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { lookUpCommands } from "#service/event-store/commands/command-lookup.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { keyReused } from "../problem.ts";
import type { Call } from "../route.ts";

/** A call that changes something beside the log. */
export type BesideCall = Pick<Call<Endpoint>, "context" | "origin">;

type Key = Pick<CommandOrigin, "commandId" | "requestHash" | "owner">;

/**
 * Carries out a change beside the log in one transaction, once an idempotency key.
 * @param work its result is kept for repetitions as JSON: ids and counts, nothing personal
 * @returns what `work` returned, now or at the request's first time
 * @throws HttpProblem 422 if the key was used for another request
 * @example await performBeside((tx) => watch(tx, { playerId, listing, at }), { call, deps });
 */
export function performBeside<A>(
  work: (tx: Sql) => Promise<A>,
  { call, deps }: { readonly call: BesideCall; readonly deps: Pick<Deps, "db"> },
): Promise<A> {
  return deps.db.transaction((tx) => onceAKey(tx, call, () => work(tx)));
}

/** `performBeside` within the caller's own transaction, which holds whatever locks `work` needs. */
export async function onceAKey<A>(tx: Sql, call: BesideCall, work: () => Promise<A>): Promise<A> {
  const { keyed, ...origin } = call.origin();
  if (!keyed) return work();
  const key = { ...origin, requestHash: keyedHash(call, origin) };
  const before = (await answered<A>(key, tx)) ?? ((await take(key, tx)) ? null : await answered<A>(key, tx));
  if (before !== null) return before.answer;
  const answer = await work();
  await tx.query("update used_keys set answer = $2 where command_id = $1", [
    key.commandId,
    JSON.stringify(answer ?? null),
  ]);
  return answer;
}

/**
 * The request's hash, keyed with the idempotency key, which is not stored: such bodies carry addresses, which a plain
 * hash would let anybody with the database find by trying.
 */
const keyedHash = ({ context }: BesideCall, { requestHash }: Key): Uint8Array =>
  createHmac("sha256", context.req.header("Idempotency-Key") ?? "")
    .update(requestHash)
    .digest();

/** What `work` returned at a request's first time; null if its key is unused. @throws HttpProblem 422 */
async function answered<A>(key: Key, tx: Sql): Promise<{ readonly answer: A } | null> {
  const used = (await lookUpCommands([key.commandId], tx)).get(key.commandId);
  if (used === undefined) return null;
  if (!timingSafeEqual(used.requestHash, key.requestHash)) throw keyReused();
  return { answer: JSON.parse(used.answer) as A };
}

/** Takes an unused key, and waits for a transaction that has it. @returns false if that one has used it */
async function take({ commandId, requestHash, owner }: Key, tx: Sql): Promise<boolean> {
  const rows = await tx.query(
    `insert into used_keys (command_id, request_hash, owner) values ($1, $2, $3)
      on conflict do nothing returning command_id`,
    [commandId, requestHash, owner],
  );
  return rows.length > 0;
}
