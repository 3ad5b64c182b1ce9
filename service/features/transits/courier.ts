import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import { type PeerPorts, provePeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import { sourceOf } from "#domain/ledger/transit/single.ts";
import { thingGone, transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { type GoneCopy, goneToTell } from "#projections/features/transits/copies.ts";
import { type OpenDeparture, openDepartures } from "#projections/features/transits/transits.ts";
import { asError } from "#service/db/errors.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import type { Job } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { askPeer } from "#service/ledger/peers/ask-peer.ts";
import { keptReceipts } from "#service/ledger/peers/kept-receipt.ts";
import { peerPortsOf } from "#service/ledger/peers/peer-ports.ts";
import type { LogSettings, LogsSettings } from "#service/ledger/peers/settings.ts";
import { LookingJob } from "#service/looking-job.ts";
import { closeCommand, toldCommand } from "./commands.ts";
import { ARRIVALS_PATH, type ArrivalAnswer, arrivalsSchema, CARRIED_MAX } from "./wire.ts";

/** Interval at which open departures are carried again, in milliseconds. */
export const CARRY_EVERY_MS = 5_000;

/** Maximum length of an error message, in characters. */
const TROUBLE_MAX = 300;

/** Maximum characters of receipts in one request, below the limit of a webhook's body. */
const BODY_CHARACTERS_MAX = 200_000;

/** This process's last attempt to carry to a log. */
export interface Tried {
  /** Milliseconds. */
  readonly at: number;
  /** Why something was not carried; null if everything was. */
  readonly trouble: string | null;
}

/** A message: a departure, or the report that a copy which came by a transit has left the site. */
interface ToCarry {
  readonly id: string;
  readonly position: number;
  /** The copy that has left the site; null for a departure. */
  readonly gone: string | null;
}

interface Carried extends ToCarry {
  readonly receipt: Receipt;
}

const toCarry = (one: OpenDeparture | GoneCopy): ToCarry => ({
  id: one.id,
  position: one.position,
  gone: "asset" in one ? one.asset : null,
});

/** The log to which the courier carries an event; null for other events. */
function carriedTo(event: RecordedEvent): number | null {
  if (transitLeft.is(event)) return event.payload.to;
  return thingGone.is(event) ? sourceOf(event.payload.id) : null;
}

/** Splits messages into requests of limited size. */
function inBodies(carried: readonly Carried[]): readonly (readonly Carried[])[] {
  const bodies: Carried[][] = [];
  let left = 0;
  for (const one of carried) {
    const size = JSON.stringify(one.receipt).length;
    if (size > left) {
      bodies.push([]);
      left = BODY_CHARACTERS_MAX;
    }
    left -= size;
    bodies.at(-1)?.push(one);
  }
  return bodies;
}

/**
 * Carries departures and reports of gone copies to their logs, again until each is proved to have arrived. It keeps no
 * state: the log has all that is open, so it continues after a restart, and several processes may carry the same. An
 * unreachable log does not delay the others.
 */
export class Courier implements Job {
  readonly #core: Core;
  readonly #logs: LogsSettings;
  readonly #ports: PeerPorts;
  readonly #tried = new Map<number, Tried>();
  /** What kept something back, by log, in the attempt under way. */
  readonly #found = new Map<number, string>();
  readonly #jobs: readonly { readonly to: LogSettings; readonly job: LookingJob }[];

  constructor(core: Core, logs: LogsSettings) {
    this.#core = core;
    this.#logs = logs;
    this.#ports = peerPortsOf(logs, core.writer.logId);
    this.#jobs = logs.all.flatMap((to) =>
      to.id === core.writer.logId ? [] : [{ to, job: this.#jobFor(to) }],
    );
  }

  #jobFor(to: LogSettings): LookingJob {
    const { scheduler, onTrouble } = this.#core;
    return new LookingJob({
      look: () => this.#look(to),
      everyMs: CARRY_EVERY_MS,
      scheduler,
      trouble: `departures could not be carried to log ${to.id}`,
      onTrouble,
    });
  }

  start(): void {
    for (const { job } of this.#jobs) job.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#jobs.map(({ job }) => job.stop()));
  }

  /** Carries everything open, for tests. @returns when all has been tried once */
  async carry(): Promise<void> {
    await Promise.all(this.#jobs.map(({ job }) => job.look()));
  }

  appended(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      const log = carriedTo(event);
      for (const { to, job } of this.#jobs) if (to.id === log) job.wake();
    }
  }

  /** This process's last finished attempt for each log. */
  get tried(): ReadonlyMap<number, Tried> {
    return this.#tried;
  }

  async #look(to: LogSettings): Promise<void> {
    const at = this.#core.now();
    this.#found.delete(to.id);
    try {
      await this.#carryTo(to);
    } catch (error) {
      this.#keptBack(to, asError(error).message);
      throw error;
    } finally {
      // Only now: while a try is under way, the last one's trouble still holds.
      this.#tried.set(to.id, { at, trouble: this.#found.get(to.id) ?? null });
    }
  }

  #keptBack(to: LogSettings, trouble: string): void {
    this.#found.set(to.id, trouble.slice(0, TROUBLE_MAX));
  }

  async #carryTo(to: LogSettings): Promise<void> {
    for (const find of [openDepartures, goneToTell])
      for (let after = 0; ; ) {
        const open = await find(modelsNow(this.#core), to.id, { after, limit: CARRIED_MAX });
        const last = open.at(-1);
        if (last === undefined) break;
        await this.#carry(to, open.map(toCarry));
        after = last.position;
      }
  }

  async #carry(to: LogSettings, open: readonly ToCarry[]): Promise<void> {
    const { db: sql, writer, signer, heads, now, fetch } = this.#core;
    const positions = open.map(({ position }) => position);
    const proofs = await keptReceipts(positions, { sql, logId: writer.logId, signer, now }, heads);
    const carried = open.flatMap((one, index) => {
      const receipt = proofs[index];
      return receipt === null || receipt === undefined ? [] : [{ ...one, receipt }];
    });
    for (const together of inBodies(carried)) {
      const body = { receipts: together.map(({ receipt }) => receipt) };
      const question = { to, path: ARRIVALS_PATH, body, answer: arrivalsSchema };
      const { arrivals } = await askPeer(question, { fetch, secret: this.#logs.secret });
      await Promise.all(
        together.map(async (one, index) => {
          const arrival = arrivals[index];
          if (arrival !== undefined) await this.#close(to, one, arrival);
        }),
      );
    }
  }

  /** Closes a transit whose arrival is proved. A problem is reported, and the transit is carried again. */
  async #close(to: LogSettings, { id, gone }: ToCarry, { receipt, problem }: ArrivalAnswer): Promise<void> {
    const { writer, now, onTrouble } = this.#core;
    const say = (what: string): void => {
      this.#keptBack(to, `${id}: ${what}`);
      onTrouble(`transit ${id} is not closed`, new Error(what));
    };
    if (problem !== null) return say(`log ${to.id}: ${problem}`);
    if (receipt === null) return;
    const check = await provePeerEvent(receipt, this.#ports);
    if (!check.ok) return say(check.problem);
    const { proved } = check;
    const command =
      gone === null
        ? closeCommand(proved, { at: now(), here: writer.logId, id })
        : toldCommand(proved, { id, asset: gone, at: now() });
    await submitted(writer, command);
  }
}
