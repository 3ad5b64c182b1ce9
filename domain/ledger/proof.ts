import { z } from "zod";
import { hex32, instantText, position } from "../kernel/contract.ts";

/** A block of the log, as proofs carry it. */
export const blockSchema = z.strictObject({
  number: position,
  from: position,
  to: position,
  previous: hex32,
  root: hex32,
  hash: hex32,
});
export type Block = z.infer<typeof blockSchema>;

/** Proof that an event is in the log under a signed head. */
export const receiptSchema = z.strictObject({
  /** The exact bytes of the event's leaf, base64. */
  event: z.base64(),
  leaf: hex32,
  /** Place of the leaf in its block, from 0. */
  index: z.number().int().nonnegative(),
  path: z.array(hex32),
  block: blockSchema,
  head: z.strictObject({
    log: z.string(),
    number: position,
    to: position,
    hash: hex32,
    at: instantText,
    signature: z.string(),
    keyId: z.string(),
  }),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The public keys that sign heads. */
export const ledgerKeysSchema = z.strictObject({
  keys: z.array(
    z.strictObject({ keyId: z.string(), algorithm: z.literal("Ed25519"), publicKey: z.string() }),
  ),
});
export type LedgerKeys = z.infer<typeof ledgerKeysSchema>;
