import type { Hono } from "hono";
import { playerAccount } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { ledgerHeads } from "#projections/features/ledger/heads.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Tagged, tagged, taggedAnswer } from "#service/http/reads/tagged.ts";
import { askedPosition, route } from "#service/http/route.ts";

/** The public ledger: own entries, chain, keys and the trial balance. */
export function ledgerRoutes(app: Hono<Env>, deps: Deps): void {
  const { db, signer, writer } = deps;
  const reader = { sql: db, logId: writer.logId };

  route(app, { deps, endpoint: endpoints.entries }, ({ caller, query }) =>
    ledgerEntries(reader, playerAccount(caller.playerId), query),
  );

  route(app, { deps, endpoint: endpoints.heads }, ({ query }) => ledgerHeads(reader, query));

  route(app, { deps, endpoint: endpoints.keys }, async () => signer.publicKeys());

  const balanceAt = onceAHead(async () => {
    const balance = await trialBalance(reader);
    return { position: balance.position, document: tagged(balance) };
  });
  route(app, { deps, endpoint: endpoints.trialBalance }, async ({ context }) =>
    taggedAnswer(context, await balanceAt(writer.head.position, askedPosition(context))),
  );
}

interface Computed {
  readonly position: number;
  readonly document: Tagged;
}

/** Computes once per head for all callers, and again for a caller that knows a later position. */
function onceAHead(compute: () => Promise<Computed>): (head: number, asked: number) => Promise<Tagged> {
  let newest: { readonly head: number; readonly computed: Promise<Computed> } | null = null;
  const begin = (head: number): Promise<Computed> => {
    const mine = { head, computed: compute() };
    newest = mine;
    // A failure is not cached.
    mine.computed.catch(() => {
      if (newest === mine) newest = null;
    });
    return mine.computed;
  };
  return async (head, asked) => {
    const found = await (newest === null || newest.head < head ? begin(head) : newest.computed);
    return (found.position < asked ? await begin(head) : found).document;
  };
}
