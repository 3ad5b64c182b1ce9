import { apiQuery } from "#web/lib/api/api-query.ts";

/** Blocks on one page. */
export const BLOCKS_PER_PAGE = 15;
/** Entries on one page. */
export const ENTRIES_PER_PAGE = 20;
/** How often the ledger's figures are asked for while the live stream is down. */
const LEDGER_POLL_MS = 10_000;

const ON_CHANGE = { topics: ["ledger"], pollMs: LEDGER_POLL_MS } as const;

/** What was issued and who holds it. */
export const trialBalanceQuery = apiQuery("GET /ledger/trial-balance", ON_CHANGE);

/** The public keys that sign heads. */
export const keysQuery = apiQuery("GET /ledger/keys");

/** A page of blocks. Older pages never change; the newest follows the log. */
export const blocksQuery = (next: string | undefined) =>
  apiQuery("GET /ledger/heads", {
    input: { query: { limit: String(BLOCKS_PER_PAGE), ...(next !== undefined && { next }) } },
    ...(next === undefined ? ON_CHANGE : {}),
  });

/** A page of the player's own entries. */
export const entriesQuery = (next: string | undefined) =>
  apiQuery("GET /ledger", {
    input: { query: { limit: String(ENTRIES_PER_PAGE), ...(next !== undefined && { next }) } },
    ...(next === undefined ? { topics: ["balance"] as const, pollMs: LEDGER_POLL_MS } : {}),
  });

/** The receipt of one of the player's events. */
export const receiptQuery = (position: number) =>
  apiQuery("GET /ledger/receipts/{position}", { input: { params: { position: String(position) } } });
