import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { Deps } from "#service/http/deps.ts";
import { boundedFetch } from "#service/integrations/platform/bounded-fetch.ts";
import type { LogSettings } from "./settings.ts";

/** Another log may take so long to answer, in milliseconds. */
const ANSWER_WITHIN_MS = 10_000;
/** An answer is read up to this many bytes: it may hold many receipts, some of which hold another. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

/** The header by which logs of one site know each other. */
export const bearerOf = (secret: string): string => `Bearer ${secret}`;

/** Whether a request is from a log of the same site. */
export function isPeer(authorization: string | undefined, secret: string): boolean {
  const [given, due] = [Buffer.from(authorization ?? ""), Buffer.from(bearerOf(secret))];
  return given.length === due.length && timingSafeEqual(given, due);
}

/**
 * Asks another log something.
 * @throws Error when it cannot be reached or does not answer as it should
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
