import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import { receiptFor } from "#service/ledger/receipts.ts";

/** The ledger as players and everybody may see it: entries, chain, keys, receipts and the trial balance. */
export function ledgerRoutes(app: Hono<Env>, deps: Deps): void {
  const { db, signer, now, writer } = deps;

  route(app, { deps, endpoint: endpoints.keys }, async () => signer.publicKeys());

  route(app, { deps, endpoint: endpoints.receipt }, async ({ caller, params }) => {
    const context = { sql: db, signer, logId: writer.logId, now };
    const receipt = await receiptFor(caller.playerId, Number(params.position), context);
    if (receipt === null) throw notFound();
    return receipt;
  });
}
