import { hash } from "node:crypto";
import { requestHashOf } from "#service/event-store/append/hashing.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import { playerOrigin } from "../access/player-origin.ts";
import { HttpProblem } from "../problem.ts";

/** 1 to 128 printable ASCII characters. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,128}$/;

/** A request, as far as two with one key are compared. */
export interface Asked {
  readonly method: string;
  /** The route's template, not the path. */
  readonly route: string;
  readonly params: object;
  readonly body: object;
}

/** Deepest nesting of a request: more than any needs, and less than the stack allows. */
const DEPTH_MAX = 32;

/**
 * JSON with sorted keys, so that the same request has the same text in any spelling.
 * @throws HttpProblem 400 on excessive nesting, which an unused field may have
 */
function canonicalRequest(value: unknown, depth = 0): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (depth === DEPTH_MAX) {
    const detail = `The body is nested too deep: at most ${DEPTH_MAX} levels.`;
    throw new HttpProblem(400, { code: "invalid_request", detail });
  }
  const inner = (item: unknown): string => canonicalRequest(item, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inner).join(",")}]`;
  const record = value as { readonly [key: string]: unknown };
  const parts: string[] = [];
  for (const key of Object.keys(record).sort()) {
    const item = record[key];
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${inner(item)}`);
  }
  return `{${parts.join(",")}}`;
}

/**
 * The origin of a player's request as a command. With an idempotency key, the command's id follows from player and key,
 * so the same key is the same command for ever.
 * @throws HttpProblem 400 on an invalid key
 */
export function requestOrigin(
  caller: { readonly playerId: string },
  { key, at }: { readonly key: string | undefined; readonly at: number },
  asked: Asked,
): CommandOrigin {
  if (key === undefined) return playerOrigin(caller.playerId, at);
  if (!IDEMPOTENCY_KEY.test(key)) {
    const detail = "Idempotency-Key: must be 1 to 128 printable ASCII characters.";
    throw new HttpProblem(400, { code: "invalid_idempotency_key", detail });
  }
  const digest = hash("sha256", `${caller.playerId}\n${key}`, "base64url");
  const requestHash = requestHashOf(
    asked.method,
    asked.route,
    canonicalRequest(asked.params),
    canonicalRequest(asked.body),
  );
  return playerOrigin(caller.playerId, at, { commandId: `key_${digest}`, requestHash });
}
