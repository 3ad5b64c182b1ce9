import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { playerAccount } from "#domain/ledger/account.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { ledgerHeads } from "#projections/features/ledger/heads.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import type { Env } from "#service/http/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { notFound } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import { receiptFor } from "#service/ledger/receipts.ts";

/** The ledger as players and everybody may see it: entries, chain, keys, receipts and the trial balance. */
export function ledgerRoutes(app: Hono<Env>, deps: Deps): void {
  const { db, signer, now, writer } = deps;
  const reader = { sql: db, logId: writer.logId };

  route(app, { deps, endpoint: endpoints.entries }, ({ caller, query }) =>
    ledgerEntries(reader, playerAccount(caller.playerId), query),
  );

  route(app, { deps, endpoint: endpoints.heads }, ({ query }) => ledgerHeads(reader, query));

  route(app, { deps, endpoint: endpoints.keys }, async () => signer.publicKeys());

  route(app, { deps, endpoint: endpoints.trialBalance }, () => trialBalance(reader));

  route(app, { deps, endpoint: endpoints.receipt }, async ({ caller, params }) => {
    const receipt = await receiptFor(caller.playerId, Number(params.position), { ...reader, signer, now });
    if (receipt === null) throw notFound();
    return receipt;
  });
}
