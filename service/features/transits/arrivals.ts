import { isCopy } from "#domain/accounts/item.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { goneIn } from "#domain/ledger/transit/gone.ts";
import { type PeerEvent, type PeerPorts, provePeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import { departureIn, knownGone, readOfTransit, type Transit } from "#domain/ledger/transit/transit.ts";
import type { Departure } from "#domain/ledger/transit/transit-events.ts";
import { sightedAt } from "#projections/features/inventory/holders.ts";
import { lastDepartures } from "#projections/features/transits/copies.ts";
import { asError } from "#service/db/errors.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Core } from "#service/http/deps.ts";
import { keptReceipts } from "#service/ledger/peers/kept-receipt.ts";
import { peerPortsOf } from "#service/ledger/peers/peer-ports.ts";
import type { LogsSettings } from "#service/ledger/peers/settings.ts";
import {
  type ArrivalFor,
  type ArrivalHints,
  arriveCommand,
  copiesIn,
  goneCommand,
  NO_HINTS,
} from "./commands.ts";
import type { ArrivalAnswer } from "./wire.ts";

/** The refusal of a departure that this log already has. */
const IS_HERE = "transit_arrived";
/** The refusal of a report that this log already has. */
const IS_KNOWN = "gone_known";

type Needs = Pick<Core, "db" | "reads" | "writer" | "signer" | "heads" | "now" | "onTrouble">;

/** The position of a departure's arrival in this log, or why there is none. */
type Taken = { readonly position: number } | { readonly problem: string };

/** Accepts departures from other logs. */
export class Arrivals {
  readonly #core: Needs;
  readonly #ports: PeerPorts;
  readonly #takers = new Map<string, ArrivalFor>();

  constructor(core: Needs, logs: LogsSettings) {
    this.#core = core;
    this.#ports = peerPortsOf(logs, core.writer.logId);
  }

  /** Registers the feature that handles arrivals of a purpose. */
  declare(taker: ArrivalFor): void {
    this.#takers.set(taker.purpose, taker);
  }

  /**
   * Accepts departures, each once however often it comes, and proves their arrivals once a kept head covers them: the
   * other log relies on the answer for ever.
   */
  async take(receipts: readonly Receipt[]): Promise<ArrivalAnswer[]> {
    const { db: sql, writer, signer, heads, now } = this.#core;
    const taken = await Promise.all(receipts.map((receipt) => this.#takeApart(receipt)));
    const positions = taken.flatMap((one) => ("position" in one ? [one.position] : []));
    const proofs = await keptReceipts(positions, { sql, logId: writer.logId, signer, now }, heads);
    return taken.map((one) =>
      "position" in one
        ? { receipt: proofs.shift() ?? null, problem: null }
        : { receipt: null, problem: one.problem },
    );
  }

  /** Accepts one. A failure affects none of the others, and is retried by the sender. */
  async #takeApart(receipt: Receipt): Promise<Taken> {
    try {
      return await this.#take(receipt);
    } catch (error) {
      this.#core.onTrouble("a departure of another log could not be accepted", asError(error));
      return { problem: "It could not be taken in." };
    }
  }

  async #take(receipt: Receipt): Promise<Taken> {
    const check = await provePeerEvent(receipt, this.#ports);
    if (!check.ok) return { problem: check.problem };
    const { proved } = check;
    const departure = departureIn(proved);
    if (departure !== null) return this.#arrive(proved, departure);
    const gone = goneIn(proved);
    return gone === null ? { problem: "It proves no departure." } : this.#hear(proved, gone);
  }

  async #arrive(proved: PeerEvent, departure: Departure): Promise<Taken> {
    const { writer, now } = this.#core;
    const [purpose = ""] = departure.purpose.split(":", 1);
    const declared = this.#takers.get(purpose) ?? null;
    const taker = (await declared?.prepare?.(departure)) ?? declared;
    const hints = await this.#hintsFor(departure);
    const command = arriveCommand(proved, { at: now(), here: writer.logId, taker, hints });
    const outcome = await writer.submit(command);
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "refused" && outcome.refusal.code !== IS_HERE)
      return { problem: outcome.refusal.detail };
    if (outcome.kind !== "committed" && outcome.kind !== "refused")
      throw new Error(`the arrival was not committed: ${outcome.kind}`);
    return { position: await this.#positionOf(departure.id) };
  }

  /** Records that a copy which left this log has left the site. @returns the record's position, or why there is none */
  async #hear(
    proved: PeerEvent,
    { id, asset }: { readonly id: string; readonly asset: string },
  ): Promise<Taken> {
    const { writer, now } = this.#core;
    if (!isCopy(asset)) return { problem: "It proves nothing of a copy." };
    const outcome = await writer.submit(goneCommand(proved, { at: now(), here: writer.logId, id }));
    if (outcome.kind === "failed") throw outcome.error;
    if (outcome.kind === "refused" && outcome.refusal.code !== IS_KNOWN)
      return { problem: outcome.refusal.detail };
    const position = knownGone(await this.#transit(id), asset);
    if (position === null) throw new Error(`the record that ${asset} is gone cannot be found`);
    return { position };
  }

  async #hintsFor(departure: Departure): Promise<ArrivalHints> {
    const copies = copiesIn(departure);
    if (copies.length === 0) return NO_HINTS;
    const { reads } = this.#core;
    const [sights, left] = await Promise.all([sightedAt(reads, copies), lastDepartures(reads, copies)]);
    return { sights, left };
  }

  async #positionOf(id: string): Promise<number> {
    const transit = await this.#transit(id);
    if (transit.is !== "arrived") throw new Error(`transit ${id} arrived, but cannot be found`);
    return transit.position;
  }

  #transit(id: string): Promise<Transit> {
    const { db: sql, writer } = this.#core;
    return readStream(readOfTransit(id), { sql, logId: writer.logId, eventTypes });
  }
}
