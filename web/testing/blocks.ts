import { createHash, createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Head } from "#domain/features/ledger/contract.ts";
import { blockBytes, GENESIS_HASH, headText } from "#domain/ledger/block.ts";
import { LEAF_TAG, type LeafColumns, leafText } from "#domain/ledger/leaf.ts";
import type { LedgerKeys, Receipt } from "#domain/ledger/proof.ts";

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

const log = JSON.parse(readFileSync("docs/vectors/log.json", "utf8")) as {
  readonly key: { readonly keyId: string; readonly publicKey: string; readonly privateKey: string };
  readonly receipt: Receipt;
};

/** The key of the published vectors, as `GET /ledger/keys` answers it. */
export const vectorKeys: LedgerKeys = {
  keys: [{ keyId: log.key.keyId, algorithm: "Ed25519", publicKey: log.key.publicKey }],
};
/** The receipt of the published vectors. */
export const vectorReceipt: Receipt = log.receipt;

const signer = createPrivateKey({
  key: Buffer.concat([PKCS8_PREFIX, Buffer.from(log.key.privateKey, "base64")]),
  format: "der",
  type: "pkcs8",
});
const at = "2026-11-20T10:00:00.000Z";
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** A chain of blocks with true hashes, newest first; every fifth is signed. */
export function someBlocks(count: number): Head[] {
  let previous: Uint8Array = GENESIS_HASH;
  return Array.from({ length: count }, (_, index): Head => {
    const number = index + 1;
    const columns = {
      number,
      from: 2 * number - 1,
      to: 2 * number,
      previous,
      root: sha256(`root ${number}`),
    };
    const hash = sha256(blockBytes(columns));
    const block = {
      ...columns,
      previous: Buffer.from(previous).toString("hex"),
      root: columns.root.toString("hex"),
      hash: hash.toString("hex"),
    };
    previous = hash;
    return number % 5 === 0 ? { ...block, signed: signed(block) } : block;
  }).reverse();
}

function signed({ number, to, hash }: Omit<Head, "signed">): NonNullable<Head["signed"]> {
  const signature = sign(null, Buffer.from(headText({ log: "1", number, to, hash, at })), signer);
  return { at, signature: signature.toString("base64"), keyId: log.key.keyId };
}

/** The receipt of an event that is a block by itself, under a signed head. */
export function receiptFor(event: Omit<LeafColumns, "log">, position: number): Receipt {
  const bytes = Buffer.from(leafText({ ...event, log: 1 }));
  const leaf = sha256(Buffer.concat([Buffer.of(LEAF_TAG), bytes]));
  const columns = { number: position, from: position, to: position, previous: GENESIS_HASH, root: leaf };
  const hash = sha256(blockBytes(columns)).toString("hex");
  const root = leaf.toString("hex");
  const block = { ...columns, previous: Buffer.from(GENESIS_HASH).toString("hex"), root, hash };
  const head = { log: "1", number: position, to: position, hash, ...signed(block) };
  return { event: bytes.toString("base64"), leaf: root, index: 0, path: [], block, head };
}

/** Answers a list page by page, with cursors that mean nothing to anyone else. */
export const pagesOf =
  <T>(rows: readonly T[]) =>
  ({ query }: { readonly query: URLSearchParams }) => {
    const from = Number((query.get("next") ?? "c0").slice(1));
    const to = from + Number(query.get("limit") ?? 50);
    return { items: rows.slice(from, to), next: to < rows.length ? `c${to}` : null };
  };
