import { createHash } from "node:crypto";
import { z } from "zod";
import { house } from "#domain/accounts/account.ts";
import { type Copy, isCopy } from "#domain/accounts/item.ts";
import { custodyArrived, custodyEnded } from "#domain/features/deposits/events.ts";
import { proposalConfirmed, proposalMade } from "#domain/features/proposals/events.ts";
import { transitActs } from "#domain/features/transits/acts.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { LEAF_TAG } from "#domain/ledger/leaf.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import {
  type Departure,
  originOf,
  sourceOf,
  transitArrived,
  transitClosed,
  transitIdOf,
  transitLeft,
} from "#domain/ledger/transit/transit.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, FoldedLog, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

type Arrival = EventOf<typeof transitArrived>["payload"];

const { kind, act } = transitActs.sendCopy;

/** What one admin proposed to send, and where. */
interface ProposedCopy {
  readonly by: string;
  readonly copy: Copy;
  readonly to: number;
}

const NOT_TAKEN = "A copy came from another log and was not taken into custody as that log said.";

/** What is read of a leaf. */
const LEAF = z.looseObject({ type: z.string(), payload: z.record(z.string(), z.json()) });

/** The departure that a receipt shows; null where its bytes are others than its leaf is of, or show none. */
function departureOf({ event, leaf }: Pick<Receipt, "event" | "leaf">): Departure | null {
  const bytes = Buffer.from(event, "base64");
  const hash = createHash("sha256").update(Uint8Array.of(LEAF_TAG)).update(bytes).digest("hex");
  if (hash !== leaf) return null;
  try {
    const { type, payload } = LEAF.parse(JSON.parse(bytes.toString()));
    return type === transitLeft.type ? transitLeft.parse(payload) : null;
  } catch {
    return null;
  }
}

/** How a copy that arrived has to be taken into custody. */
function dueFor({ id, receipt, receiver }: Arrival, copy: Copy, position: number): JsonObject {
  const departure = departureOf(receipt);
  const origin = departure === null ? null : originOf(departure);
  const isSame = departure?.asset === copy && departure.id === id && departure.receiver === receiver;
  expectAt(position, isSame && origin !== null, () => "A copy arrived by a receipt that does not show it.");
  const { custody, serial } = origin;
  return { copy, depositId: id, log: sourceOf(id), custodyId: custody, serial };
}

/**
 * Checks that transits move what they say, and that a copy is in custody in the log that has it: its custody ends with
 * the event before its departure, and begins with the one after its arrival, as its departure told. Players have no way
 * to send a copy: it goes from house to house, as one admin proposed and another confirmed.
 */
class TransitsPass implements CheckPass {
  #before: RecordedEvent | null = null;
  /** The one before that. */
  #earlier: RecordedEvent | null = null;
  /** Copies that are proposed to be sent, by their proposals. */
  readonly #proposed = new Map<string, ProposedCopy>();
  /** What the arrival of a copy has to be followed by. */
  #due: JsonObject | null = null;

  event(event: RecordedEvent): void {
    const [earlier, before, due] = [this.#earlier, this.#before, this.#due];
    this.#earlier = before;
    this.#before = event;
    this.#due = null;
    const isTaken = custodyArrived.is(event) && due !== null && isSameJson(event.payload, due);
    if (due !== null || custodyArrived.is(event)) expectAt(event.position, isTaken, () => NOT_TAKEN);
    if (custodyArrived.is(event)) expectAsTold(event, custodyArrived(event.payload));
    if (proposalMade.is(event) && event.payload.act.kind === kind) this.#noteProposal(event.payload);
    if (transitLeft.is(event)) {
      expectAsTold(event, transitLeft(event.payload));
      const origin = originOf(event.payload);
      if (origin === null) return;
      const { asset, sender, receiver } = event.payload;
      const isOfHouses = sender === house && receiver === house;
      expectAt(event.position, isOfHouses, () => "A copy went to another log from a player, or to one.");
      const hasEnded =
        before !== null &&
        custodyEnded.is(before) &&
        before.payload.copy === asset &&
        before.payload.depositId === origin.custody;
      expectAt(event.position, hasEnded, () => "A copy left this log and stayed in custody.");
      const isByTwo = this.#isByTwo(event.payload, earlier);
      expectAt(event.position, isByTwo, () => "A copy left this log without a second admin.");
    } else if (transitArrived.is(event)) {
      expectAsTold(event, transitArrived(event.payload));
      const { asset } = event.payload;
      if (isCopy(asset)) this.#due = dueFor(event.payload, asset, event.position);
    } else if (transitClosed.is(event)) expectAsTold(event, transitClosed(event.payload));
  }

  #noteProposal({ proposalId, by, act: { kind: _, ...proposed } }: EventOf<typeof proposalMade>["payload"]) {
    const { copy, to } = act.parse(proposed);
    this.#proposed.set(proposalId, { by, copy, to });
  }

  /** Whether a departure follows from the confirmation of a proposal of just that, by another admin. */
  #isByTwo({ id, asset, to }: Departure, confirmed: RecordedEvent | null): boolean {
    if (confirmed === null || !proposalConfirmed.is(confirmed)) return false;
    const { proposalId, by } = confirmed.payload;
    const made = this.#proposed.get(proposalId);
    this.#proposed.delete(proposalId);
    if (made === undefined || made.by === by) return false;
    return made.copy === asset && made.to === to && id === transitIdOf(sourceOf(id), proposalId);
  }

  async tables({ position }: FoldedLog): Promise<void> {
    expectAt(position, this.#due === null, () => NOT_TAKEN);
  }
}

export const transitsCheck: LogCheck = { name: "transits", begin: () => new TransitsPass() };
