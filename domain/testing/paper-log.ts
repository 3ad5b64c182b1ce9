import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { leastHolding } from "../accounts/account.ts";
import { concatBytes, fromHex, toHex, utf8 } from "../kernel/bytes.ts";
import { type NewEvent, type RecordedEvent, type StreamName, streamsOf } from "../kernel/events/event.ts";
import type { StreamKind } from "../kernel/events/stream-kind.ts";
import { invariant } from "../kernel/invariant.ts";
import { canonicalJson } from "../kernel/json.ts";
import { blockBytes, GENESIS_HASH, HASH_BYTES, headText, type SignedHeadFields } from "../ledger/block.ts";
import { LEAF_TAG, leafText } from "../ledger/leaf.ts";
import { inclusionPath, merkleRoot } from "../ledger/merkle.ts";
import { isBalanced } from "../ledger/posting.ts";
import type { Block, LedgerKeys, Receipt } from "../ledger/proof.ts";
import type { SignedHead } from "../ledger/receipt.ts";
import type { PeerPorts } from "../ledger/transit/peer-receipt.ts";
import { NOON } from "./given.ts";

declare const btoa: (binary: string) => string;
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const least = leastHolding;

/** Checks receipts by the keys of some logs, as a service does that knows them. */
export function portsKnowing(...logs: readonly Pick<PaperLog, "number" | "key">[]): PeerPorts {
  // Receipts come again and share heads, and checking a signature takes longer than all else.
  const checked = new Map<string, boolean>();
  return {
    keysOfLogs: new Map(logs.map(({ number, key }) => [number, [key]])),
    sha256: async (bytes) => sha256(bytes),
    verifyEd25519: async ({ publicKey, message, signature }) => {
      const claim = [publicKey, message, signature].map(base64).join(" ");
      const isSigned = checked.get(claim) ?? ed25519.verify(signature, message, publicKey);
      checked.set(claim, isSigned);
      return isSigned;
    },
  };
}

/** A log in memory with everything that is proved about a real one: leaves, blocks, signed heads and receipts. */
export class PaperLog {
  readonly number: number;
  readonly key: LedgerKeys["keys"][number];
  readonly events: RecordedEvent[] = [];
  readonly #secret: Uint8Array;
  readonly #heads = new Map<string, SignedHead>();
  readonly #blocks: (Block & { readonly leaves: readonly Uint8Array[] })[] = [];
  /** Events by stream and sums by account and asset, of as many events as are counted: both are read all the time. */
  readonly #streams = new Map<StreamName, RecordedEvent[]>();
  readonly #holdings = new Map<string, bigint>();
  #counted = 0;

  constructor(number: number) {
    this.number = number;
    this.#secret = new Uint8Array(HASH_BYTES).fill(number);
    const publicKey = base64(ed25519.getPublicKey(this.#secret));
    this.key = { keyId: "h1", algorithm: "Ed25519", publicKey };
  }

  /** Where the log ends, in blocks. */
  get blocks(): number {
    return this.#blocks.length;
  }

  /** Writes one block, unless it would leave an account with less than it may hold. @throws InvariantError then */
  append(events: readonly NewEvent[], commandId = `c${this.events.length + 1}`): readonly RecordedEvent[] {
    const from = this.events.length + 1;
    events.forEach((event, index) => {
      invariant(isBalanced(event.postings), "the postings of an event sum to zero");
      const version = 1 + this.#eventsIn(event.stream).filter(({ stream }) => stream === event.stream).length;
      const place = { position: from + index, version, eventId: `${commandId}.${index}`, commandId };
      this.events.push({ ...event, ...place, actor: "test", recordedAt: NOON });
    });
    const written = this.events.slice(from - 1);
    for (const { account, asset } of written.flatMap(({ postings }) => postings)) {
      const [held, bound] = [this.holding(account, asset), least(account, asset)];
      if (bound === null || held >= bound) continue;
      this.#cut(from - 1);
      invariant(false, `${account} holds at least ${bound} of ${asset}`);
    }
    this.#seal(from, written);
    return written;
  }

  #seal(from: number, written: readonly RecordedEvent[]): void {
    const leaves = written.map((event) => sha256(concatBytes(Uint8Array.of(LEAF_TAG), this.#textOf(event))));
    const root = merkleRoot(leaves, sha256);
    const last = this.#blocks.at(-1);
    const previous = last === undefined ? GENESIS_HASH : (fromHex(last.hash) as Uint8Array);
    const place = { number: this.blocks + 1, from, to: this.events.length };
    const hash = toHex(sha256(blockBytes({ ...place, previous, root })));
    this.#blocks.push({ ...place, previous: toHex(previous), root: toHex(root), hash, leaves });
  }

  #textOf(event: RecordedEvent): Uint8Array {
    return utf8(leafText({ ...event, log: this.number, payload: canonicalJson(event.payload) }));
  }

  stream<S>(kind: StreamKind<S>, name: StreamName): S {
    return this.#eventsIn(name).reduce((state, event) => kind.evolve(state, event, name), kind.initial);
  }

  holding(account: string, asset: string): bigint {
    this.#count();
    return this.#holdings.get(`${account} ${asset}`) ?? 0n;
  }

  #eventsIn(stream: StreamName): readonly RecordedEvent[] {
    this.#count();
    return this.#streams.get(stream) ?? [];
  }

  #count(): void {
    for (const event of this.events.slice(this.#counted)) {
      for (const stream of new Set(streamsOf(event))) {
        const events = this.#streams.get(stream) ?? [];
        events.push(event);
        this.#streams.set(stream, events);
      }
      for (const { account, asset, delta } of event.postings) {
        const key = `${account} ${asset}`;
        this.#holdings.set(key, (this.#holdings.get(key) ?? 0n) + delta);
      }
    }
    this.#counted = this.events.length;
  }

  #cut(length: number): void {
    this.events.length = length;
    this.#streams.clear();
    this.#holdings.clear();
    this.#counted = 0;
  }

  /** The head of a block, signed; of the last one unless said otherwise. */
  head(number = this.blocks): SignedHead {
    const block = this.#blocks[number - 1];
    invariant(block !== undefined, `there is a block ${number}`);
    const { hash, to } = block;
    // Signing takes longer than all else that a paper log does.
    const head = this.#heads.get(hash) ?? this.sign({ log: String(this.number), number, to, hash });
    this.#heads.set(hash, head);
    return head;
  }

  /** Signs whatever it is given with this log's key. */
  sign(head: Omit<SignedHeadFields, "at">): SignedHead {
    const dated = { ...head, at: new Date(NOON).toISOString() };
    const signature = base64(ed25519.sign(utf8(headText(dated)), this.#secret));
    return { ...dated, signature, keyId: this.key.keyId };
  }

  /** The leaf of an event, as its receipt states it. */
  leaf(position: number): string {
    const { leaves, from } = this.#blockOf(position);
    return toHex(leaves[position - from] as Uint8Array);
  }

  receipt(position: number): Receipt {
    const event = this.events[position - 1];
    invariant(event !== undefined, `there is an event ${position}`);
    const { leaves, ...block } = this.#blockOf(position);
    const index = position - block.from;
    return {
      event: base64(this.#textOf(event)),
      leaf: this.leaf(position),
      index,
      path: inclusionPath(leaves, index, sha256).map(toHex),
      block,
      head: this.head(block.number),
    };
  }

  #blockOf(position: number) {
    const found = this.#blocks.find(({ to }) => to >= position);
    invariant(found !== undefined, `there is an event ${position}`);
    return found;
  }

  /** The newest event of a stream, with its receipt. */
  receiptOf(stream: StreamName, type: string): Receipt {
    const event = this.events.findLast((one) => one.stream === stream && one.type === type);
    invariant(event !== undefined, `there is a ${type} in ${stream}`);
    return this.receipt(event.position);
  }

  /** Loses every block after one, as a log does whose standby had not received them. */
  loseAfter(number: number): void {
    this.#blocks.length = Math.min(this.blocks, number);
    this.#cut(this.#blocks.at(-1)?.to ?? 0);
  }
}
