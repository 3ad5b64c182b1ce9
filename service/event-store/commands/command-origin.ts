import { requestHashOf } from "#service/event-store/append/hashing.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { Submission } from "./submission.ts";

/** The origin of a command: caller, time and id. */
export type CommandOrigin = Pick<
  Submission,
  "commandId" | "keyed" | "requestHash" | "actor" | "owner" | "at"
>;

/** The origin of a command of the service itself, under a fixed id, so that it happens only once. */
export function systemOrigin(commandId: string, at: number): CommandOrigin {
  return {
    commandId,
    keyed: true,
    requestHash: requestHashOf(commandId),
    actor: "system",
    owner: "system",
    at,
  };
}

/** The origin of a command of the service itself that may happen many times; it is never sent twice. */
export function serviceOrigin(at: number): CommandOrigin {
  const commandId = timeOrderedId("cmd", at);
  return { commandId, keyed: false, requestHash: NOT_COMPARED, actor: "system", owner: "system", at };
}

/** A random id is never sent twice, so there is nothing to compare. */
const NOT_COMPARED = new Uint8Array(32);

/** The origin of a caller's command. Without an idempotency key it gets a random id, which is never reused. */
export function callerOrigin(
  who: Pick<CommandOrigin, "actor" | "owner">,
  at: number,
  known?: Pick<CommandOrigin, "commandId" | "requestHash">,
): CommandOrigin {
  return {
    commandId: known?.commandId ?? timeOrderedId("cmd", at),
    keyed: known !== undefined,
    requestHash: known?.requestHash ?? NOT_COMPARED,
    actor: who.actor,
    owner: who.owner,
    at,
  };
}
