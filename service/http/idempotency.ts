import { createHash } from "node:crypto";
import { type CommandOrigin, playerOrigin } from "#service/event-store/command-origin.ts";
import { requestHashOf } from "#service/event-store/hashing.ts";
import { HttpProblem } from "./problem.ts";

/** 1 to 128 printable ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,128}$/;

/** What was asked, as far as two requests with one key are compared. */
export interface Asked {
  readonly method: string;
  /** The route's template, not the path. */
  readonly route: string;
  readonly params: object;
  readonly body: object;
}

/** JSON with keys in order, so that the same request has the same text however it was written. */
function canonicalRequest(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/**
 * The origin of a player's request as a command. With an idempotency key, the command's id follows from player and
 * key, so that the same key is the same command for ever.
 * @throws HttpProblem 400 on a key that is none
 */
export function originOf(
  caller: { readonly playerId: string },
  { key, at }: { readonly key: string | undefined; readonly at: number },
  asked: Asked,
): CommandOrigin {
  const origin = playerOrigin(caller.playerId, at);
  if (key === undefined) return origin;
  if (!IDEMPOTENCY_KEY.test(key)) {
    const detail = "Idempotency-Key: must be 1 to 128 printable ASCII characters.";
    throw new HttpProblem(400, { code: "invalid_idempotency_key", detail });
  }
  const digest = createHash("sha256").update(`${caller.playerId}\n${key}`).digest("base64url");
  const requestHash = requestHashOf(
    asked.method,
    asked.route,
    canonicalRequest(asked.params),
    canonicalRequest(asked.body),
  );
  return { ...origin, commandId: `key_${digest}`, keyed: true, requestHash };
}
