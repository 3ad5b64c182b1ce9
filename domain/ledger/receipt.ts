import { z } from "zod";
import { concatBytes, fromHex, toHex, utf8 } from "../kernel/bytes.ts";
import type { RecordedEvent, StreamName } from "../kernel/events/event.ts";
import { canonicalJson, type JsonObject } from "../kernel/json.ts";
import type { Account, Asset } from "./account.ts";
import { fromBase64 } from "./base64.ts";
import { type BlockColumns, blockBytes, HASH_BYTES, headText } from "./block.ts";
import { LEAF_TAG, leafText } from "./leaf.ts";
import { rootOfPath, type Sha256Async } from "./merkle.ts";
import type { Posting } from "./posting.ts";
import type { Block, LedgerKeys, Receipt } from "./proof.ts";

declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** A head with its signature, as receipts carry it and as it is kept elsewhere. */
export type SignedHead = Receipt["head"];

/** A signature to be checked: the raw 32 bytes of the key, the text's bytes and the 64 bytes of the signature. */
export interface Ed25519Claim {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** What checking a signed head needs: the platform's Ed25519, and keys trusted from another time. */
export interface HeadPorts {
  verifyEd25519(claim: Ed25519Claim): Promise<boolean>;
  readonly keys: LedgerKeys["keys"];
}

/** What checking a receipt needs: WebCrypto in a browser, node:crypto elsewhere. */
export interface ReceiptPorts extends HeadPorts {
  readonly sha256: Sha256Async;
}

/** What a receipt proves, or one sentence on why it proves nothing. */
export type ReceiptCheck =
  | { readonly ok: true; readonly event: RecordedEvent }
  | { readonly ok: false; readonly problem: string };

const leafSchema = z.strictObject({
  actor: z.string(),
  alsoIn: z.array(z.string()).min(1).optional(),
  commandId: z.string(),
  eventId: z.string(),
  log: z.number().int().positive(),
  payload: z.record(z.string(), z.json()),
  postings: z.array(
    z.strictObject({ account: z.string(), asset: z.string(), delta: z.string().regex(/^-?\d{1,19}$/) }),
  ),
  recordedAt: z.number().int(),
  schemaVersion: z.number().int().positive(),
  stream: z.string(),
  type: z.string(),
  version: z.number().int().positive(),
});

/** Raised inside this file alone; `verifyReceipt` turns it into an answer. */
class ReceiptProblem extends Error {}

function demand(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new ReceiptProblem(problem);
}

/**
 * Checks that an event is in the log under a head that the log's owner signed: leaf from the event's bytes, root
 * from the path, block from the root, head from the block, and the signature by a key one knows.
 * @example const check = await verifyReceipt(receipt, ports); if (check.ok) show(check.event);
 */
export async function verifyReceipt(receipt: Receipt, ports: ReceiptPorts): Promise<ReceiptCheck> {
  try {
    const bytes = fromBase64(receipt.event);
    demand(bytes !== null, "The event is not base64.");
    const leaf = await ports.sha256(concatBytes(Uint8Array.of(LEAF_TAG), bytes));
    demand(toHex(leaf) === receipt.leaf, "The event's bytes do not give the leaf.");
    await demandPath(receipt, leaf, ports);
    await demandBlock(receipt.block, ports);
    const { log, event } = readLeaf(bytes, receipt.block.from + receipt.index);
    demandHead(receipt, log);
    const problem = await headProblem(receipt.head, ports);
    return problem === null ? { ok: true, event } : { ok: false, problem };
  } catch (error) {
    if (error instanceof ReceiptProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

async function demandPath(
  { block, index, path }: Receipt,
  leaf: Uint8Array,
  { sha256 }: ReceiptPorts,
): Promise<void> {
  const numbers = [index, block.number, block.from, block.to];
  demand(
    numbers.every((n) => Number.isSafeInteger(n) && n >= 0),
    "The places in the receipt are not numbers.",
  );
  const size = block.to - block.from + 1;
  demand(block.from > 0 && index < size, "The event's place is not within its block.");
  const steps = path.map(hashOf);
  const root = await rootOfPath({ hash: leaf, index, size }, steps, sha256);
  demand(
    root !== null && toHex(root) === block.root,
    "The path does not lead from the leaf to the block's root.",
  );
}

async function demandBlock(block: Block, { sha256 }: ReceiptPorts): Promise<void> {
  const columns: BlockColumns = { ...block, previous: hashOf(block.previous), root: hashOf(block.root) };
  const hash = await sha256(blockBytes(columns));
  demand(toHex(hash) === block.hash, "The block's columns do not give its hash.");
}

function demandHead({ block, head }: Receipt, log: number): void {
  const same = head.number === block.number && head.to === block.to && head.hash === block.hash;
  demand(same, "The signed head is not that of the event's block.");
  demand(head.log === String(log), "The signed head is that of another log.");
}

function hashOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  demand(bytes !== null && bytes.length === HASH_BYTES, "A hash in the receipt is not 64 hex characters.");
  return bytes;
}

/** Reads an event from the bytes of its leaf; nothing but the one canonical spelling is taken. */
function readLeaf(
  bytes: Uint8Array,
  position: number,
): { readonly log: number; readonly event: RecordedEvent } {
  const read = spelledLeaf(bytes);
  demand(read !== null, "The event's bytes are not those of an event in canonical form.");
  const { log, ...event } = read;
  return { log, event: { ...event, position } };
}

/** The columns in a leaf's bytes, or null when they are not that; bytes from outside may be anything. */
function spelledLeaf(bytes: Uint8Array): (Omit<RecordedEvent, "position"> & { readonly log: number }) | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const { payload: read, stream, alsoIn, postings: legs, ...columns } = leafSchema.parse(JSON.parse(text));
    const payload = read as JsonObject;
    const postings = legs.map(({ account, asset, delta }): Posting => {
      return { account: account as Account, asset: asset as Asset, delta: BigInt(delta) };
    });
    const spelling = leafText({ ...columns, stream, alsoIn, payload: canonicalJson(payload), postings });
    if (spelling !== text) return null;
    const event = { ...columns, stream: stream as StreamName, payload, postings };
    return alsoIn === undefined ? event : { ...event, alsoIn: alsoIn as StreamName[] };
  } catch {
    return null;
  }
}

/**
 * What is wrong with the signature of a head, in one sentence; null when it is by a known key.
 * @example await headProblem(head, ports) // 'The head of block 7 is signed with the key "k9", which is not known.'
 */
export async function headProblem(head: SignedHead, ports: HeadPorts): Promise<string | null> {
  const key = ports.keys.find(({ keyId }) => keyId === head.keyId);
  if (key === undefined)
    return `The head of block ${head.number} is signed with the key "${head.keyId}", which is not known.`;
  const publicKey = fromBase64(key.publicKey);
  const signature = fromBase64(head.signature);
  const isValid =
    publicKey !== null &&
    signature !== null &&
    (await ports.verifyEd25519({ publicKey, signature, message: utf8(headText(head)) }));
  return isValid ? null : `The signature of the head of block ${head.number} is not valid.`;
}
