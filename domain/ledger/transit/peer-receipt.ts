import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { SignedHeadFields } from "../block.ts";
import type { LedgerKeys, Receipt } from "../proof.ts";
import { type ReceiptPorts, verifyReceipt } from "../receipt.ts";

/** The number of a log, as heads spell it. */
export const LOG_NUMBER = /^[1-9]\d{0,8}$/;

/** What checking another log's receipt takes. */
export interface PeerPorts extends Omit<ReceiptPorts, "keys"> {
  /** The keys of each other log by its number: one list for all would let each log sign for every other. */
  readonly keysOfLogs: ReadonlyMap<number, LedgerKeys["keys"]>;
}

declare const isProved: unique symbol;

/** An event of another log with the receipt that proves it. Only `provePeerEvent` makes one. */
export interface PeerEvent {
  readonly log: number;
  readonly event: RecordedEvent;
  readonly receipt: Receipt;
  readonly [isProved]: true;
}

/** A proved event of another log, or in one sentence why the receipt proves none. */
export type PeerCheck =
  | { readonly ok: true; readonly proved: PeerEvent }
  | { readonly ok: false; readonly problem: string };

/**
 * Checks another log's receipt by the keys of the log that its head names, and of no other. Decisions take the proved
 * event, so that they stay pure.
 * @example const check = await provePeerEvent(receipt, ports); if (check.ok) arrive(check.proved, …);
 */
export async function provePeerEvent(receipt: Receipt, ports: PeerPorts): Promise<PeerCheck> {
  const { log: name } = receipt.head;
  const log = LOG_NUMBER.test(name) ? Number.parseInt(name, 10) : 0;
  const keys = ports.keysOfLogs.get(log);
  if (keys === undefined)
    return { ok: false, problem: "The signed head is that of a log that is not known." };
  const { sha256, verifyEd25519 } = ports;
  const check = await verifyReceipt(receipt, { sha256, verifyEd25519, keys });
  if (!check.ok) return check;
  return { ok: true, proved: { log, event: check.event, receipt } as PeerEvent };
}

/**
 * Whether a receipt may leave its log. A log must never have told another about events it can still lose, or both would
 * hold the same thing. A log never goes back behind a head kept outside of it, so only what such a head covers may
 * leave.
 * @param kept the newest head of the receipt's log that is kept outside of its database; null without one
 */
export function isKept(receipt: Receipt, kept: SignedHeadFields | null): boolean {
  if (kept === null || kept.log !== receipt.head.log) return false;
  const { number, hash } = receipt.block;
  return number < kept.number || (number === kept.number && hash === kept.hash);
}
