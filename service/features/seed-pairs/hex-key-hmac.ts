import { hash } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";

/** Bytes of a SHA-256 block, and of its digest. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const HEX_KEY = /^[0-9a-f]{64}$/;

/**
 * HMAC-SHA256 (RFC 2104) with a key of 64 hex characters, the text of a server seed. Such a key fills a block and stays
 * ASCII under either pad, so a digest is two plain hashes, at half the cost of setting up an HMAC each time.
 */
export class HexKeyHmac {
  readonly #inner: string;
  /** The padded key, then space for the inner digest. */
  readonly #outer: Buffer;

  /** @throws InvariantError on a key of any other form */
  constructor(key: string) {
    invariant(HEX_KEY.test(key), "the key of a seed's HMAC is 64 hex characters");
    const padded = (pad: number): Buffer => Buffer.from(key, "latin1").map((byte) => byte ^ pad) as Buffer;
    this.#inner = padded(INNER_PAD).toString("latin1");
    this.#outer = Buffer.concat([padded(OUTER_PAD)], BLOCK_BYTES + DIGEST_BYTES);
  }

  /** The 32 bytes for a message, which is hashed as UTF-8. */
  digest(message: string): Uint8Array {
    this.#outer.write(hash("sha256", this.#inner + message, "binary"), BLOCK_BYTES, "latin1");
    // As text first: a buffer made by the hash itself costs twice as much.
    return Buffer.from(hash("sha256", this.#outer, "binary"), "latin1");
  }
}
