import type { Hono } from "hono";
import type { z } from "zod";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { invalidInput, notFound, unauthorized } from "#service/http/problem.ts";
import { isPeer } from "#service/ledger/peers/ask-peer.ts";

interface PeerRoute<T extends z.ZodType> {
  readonly deps: Pick<Deps, "config">;
  /** Below `/api`. */
  readonly path: string;
  readonly body: T;
}

/**
 * Adds a call for the other logs of this site only. It answers 404 without other logs, 401 without the shared secret,
 * and 400 if the body is not JSON of the schema.
 */
export function peerRoute<T extends z.ZodType>(
  app: Hono<Env>,
  { deps, path, body }: PeerRoute<T>,
  answer: (asked: z.output<T>) => Promise<object>,
): void {
  app.post(path, async (context) => {
    const { logs } = deps.config;
    if (logs === null) throw notFound();
    if (!isPeer(context.req.header("Authorization"), logs.secret)) throw unauthorized();
    const read = body.safeParse(await context.req.json().catch(() => null));
    if (!read.success) throw invalidInput(read.error);
    return context.json(await answer(read.data));
  });
}
