import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { Deps } from "#service/http/deps.ts";
import { boundedFetch } from "#service/integrations/platform/bounded-fetch.ts";
import type { LogSettings } from "./settings.ts";

/** Time limit for another log's answer, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;
/** Most bytes of an answer: it may contain many receipts, some of which contain another. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

/** The header with the secret that the logs of one site share. */
export const bearerOf = (secret: string): string => `Bearer ${secret}`;

/** Whether a request is from a log of the same site. */
export function isPeer(authorization: string | undefined, secret: string): boolean {
  const [given, due] = [Buffer.from(authorization ?? ""), Buffer.from(bearerOf(secret))];
  return given.length === due.length && timingSafeEqual(given, due);
}

/**
 * Sends a request to another log.
 * @throws Error when it cannot be reached or answers unexpectedly
 */
export async function askPeer<T extends z.ZodType>(
  { to, path, body, answer }: PeerQuestion<T>,
  { fetch, secret }: Pick<Deps, "fetch"> & { readonly secret: string },
): Promise<z.output<T>> {
  const bounded = boundedFetch(fetch, AbortSignal.timeout(ANSWER_WITHIN_MS), ANSWER_BYTES_MAX);
  const response = await bounded(`${to.origin}/api${path}`, {
    method: "POST",
    redirect: "error",
    headers: { "Content-Type": "application/json", Authorization: bearerOf(secret) },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`log ${to.id} answered ${response.status}`);
  return answer.parse(await response.json());
}

interface PeerQuestion<T extends z.ZodType> {
  readonly to: LogSettings;
  /** Below `/api`. */
  readonly path: string;
  readonly body: object;
  readonly answer: T;
}
