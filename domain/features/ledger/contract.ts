import { z } from "zod";
import { endpoint, instantText, moneyText, page, pageQuery, position } from "../../kernel/contract.ts";
import { blockSchema, ledgerKeysSchema, receiptSchema } from "../../ledger/proof.ts";

export const ledgerEntrySchema = z.strictObject({
  position,
  leg: z.number().int().nonnegative(),
  at: instantText,
  type: z.string(),
  account: z.string(),
  asset: z.string(),
  /** Money as text with two decimals; copies of items as integers. */
  delta: z.union([moneyText, z.number().int()]),
  balanceAfter: z.union([moneyText, z.number().int()]),
  gameId: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const signatureSchema = z.strictObject({ at: instantText, signature: z.string(), keyId: z.string() });

export const headSchema = z.strictObject({ ...blockSchema.shape, signed: signatureSchema.optional() });
export type Head = z.infer<typeof headSchema>;

export const trialBalanceSchema = z.strictObject({
  position,
  assets: z.array(
    z.strictObject({
      asset: z.string(),
      issued: moneyText,
      players: moneyText,
      escrow: moneyText,
      house: moneyText,
      creators: moneyText,
      /** What has left for other logs and is not known to have arrived. */
      transit: moneyText,
      /** What other logs owe to this one; below zero what this one owes. */
      peers: moneyText,
      sum: moneyText,
    }),
  ),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;

export const ledgerEndpoints = {
  entries: endpoint("GET /ledger", "player", {
    summary: "The player's own entries, newest first; a page never splits an event",
    query: pageQuery,
    answers: { 200: page(ledgerEntrySchema) },
  }),
  heads: endpoint("GET /ledger/heads", "public", {
    summary: "The chain of blocks, newest first, with signatures where they were signed",
    query: pageQuery,
    answers: { 200: page(headSchema) },
  }),
  keys: endpoint("GET /ledger/keys", "public", {
    summary: "The public keys that sign heads",
    answers: { 200: ledgerKeysSchema },
  }),
  receipt: endpoint("GET /ledger/receipts/{position}", "player", {
    summary: "Proof that one of your events is in the log, under a signed head",
    params: z.strictObject({ position: z.string().regex(/^[1-9]\d{0,14}$/) }),
    answers: { 200: receiptSchema },
  }),
  trialBalance: endpoint("GET /ledger/trial-balance", "public", {
    summary: "What was issued and who holds it; the sum is always zero",
    answers: { 200: trialBalanceSchema },
  }),
} as const;
