import type { Hono } from "hono";
import { playerAccount } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { ledgerHeads } from "#projections/features/ledger/heads.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { tagged, taggedAnswer } from "#service/http/reads/tagged.ts";
import { route } from "#service/http/route.ts";

/** The public ledger: own entries, chain, keys and the trial balance. */
export function ledgerRoutes(app: Hono<Env>, deps: Deps): void {
  const { db, signer, writer } = deps;
  const reader = { sql: db, logId: writer.logId };

  route(app, { deps, endpoint: endpoints.entries }, ({ caller, query }) =>
    ledgerEntries(reader, playerAccount(caller.playerId), query),
  );

  route(app, { deps, endpoint: endpoints.heads }, ({ query }) => ledgerHeads(reader, query));

  route(app, { deps, endpoint: endpoints.keys }, async () => signer.publicKeys());

  route(app, { deps, endpoint: endpoints.trialBalance }, async ({ context, models }) =>
    taggedAnswer(context, tagged(await trialBalance(models))),
  );
}
