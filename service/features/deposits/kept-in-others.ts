import type { Hono } from "hono";
import { z } from "zod";
import type { Copy } from "#domain/accounts/item.ts";
import { copyName } from "#domain/accounts/payload.ts";
import type { ApproveContext } from "#domain/features/deposits/review/review.ts";
import { QUANTITY_MAX } from "#domain/features/deposits/rules.ts";
import { custodyProjection, inCustody } from "#projections/features/deposits/custody.ts";
import { arrayLiteral, type Row } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import type { Env } from "#service/http/access/caller.ts";
import { peerRoute } from "#service/http/access/peer-route.ts";
import type { Core } from "#service/http/deps.ts";
import { unavailableProblem } from "#service/http/problem.ts";
import { isAtHead } from "#service/http/reads/models-now.ts";
import { askPeer } from "#service/ledger/peers/ask-peer.ts";

/** Where logs ask each other which items they have, below `/api`. */
export const KEPT_PATH = "/webhooks/kept-items";
/** How long the answer waits for the read models, in milliseconds. As of an older head it would be useless. */
const SHOWN_WITHIN_MS = 5_000;

const copies = z.array(copyName).max(QUANTITY_MAX);
const questionSchema = z.strictObject({ copies: copies.min(1) });
const answerSchema = z.strictObject({ kept: copies });

/** The other logs' answers about copies. */
export type KeptIn = ApproveContext["keptIn"];

/**
 * Asks every other log which of some copies it has. Two logs that ask each other before either has approved both get a
 * no; the comparison of logs finds such copies.
 */
export async function keptInOthers(
  named: readonly string[],
  { config: { logs, logId }, fetch, onTrouble }: Pick<Core, "config" | "fetch" | "onTrouble">,
): Promise<KeptIn> {
  const asked = named.filter((name): name is Copy => copyName.safeParse(name).success);
  if (logs === null) return () => null;
  if (asked.length === 0) return () => undefined;
  const keptIn = new Map<Copy, number>();
  let isSure = true;
  const ask = async (to: (typeof logs.all)[number]): Promise<void> => {
    try {
      const question = { to, path: KEPT_PATH, body: { copies: asked }, answer: answerSchema };
      const { kept } = await askPeer(question, { fetch, secret: logs.secret });
      for (const copy of kept) keptIn.set(copy, to.id);
    } catch (error) {
      isSure = false;
      onTrouble(`log ${to.id} did not answer which items it has`, asError(error));
    }
  };
  await Promise.all(logs.all.filter(({ id }) => id !== logId).map(ask));
  const known = new Set(asked);
  return (copy) => keptIn.get(copy) ?? (isSure && known.has(copy) ? null : undefined);
}

/** The copies that this log has in custody, or that have left it and are not known to have arrived. */
async function keptHere(
  asked: readonly Copy[],
  { config, db, reads }: Pick<Core, "config" | "db" | "reads">,
): Promise<Copy[]> {
  if (!(await isAtHead(custodyProjection, { reads, withinMs: SHOWN_WITHIN_MS })))
    throw unavailableProblem("The read models are not that far yet.", 1);
  const kept = await inCustody(reads, asked);
  const rows = await db.query<Row & { readonly asset: string }>(
    // Written to use the index of copies.
    `select asset from holdings where log_id = $1 and asset = any ($2::text[]) and asset like 'item:%'
      and amount = 1 and account like 'transit:%'`,
    [config.logId, arrayLiteral(asked)],
  );
  const leaving = new Set(rows.map(({ asset }) => asset));
  return asked.filter((copy) => kept.has(copy) || leaving.has(copy));
}

/** Answers other logs of this site which items are in custody here. */
export function keptRoutes(app: Hono<Env>, deps: Pick<Core, "config" | "db" | "reads">): void {
  peerRoute(app, { deps, path: KEPT_PATH, body: questionSchema }, async ({ copies }) => ({
    kept: await keptHere(copies, deps),
  }));
}
