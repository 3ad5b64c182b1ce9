import { randomUUID } from "node:crypto";
import { z } from "zod";
import { eventTypes } from "#domain/features/registry.ts";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { type HouseTerms, meetTerms, strictestOf } from "#domain/features/responsible-play/person.ts";
import { AGE_GATES } from "#domain/features/responsible-play/rules.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import type { Config } from "#service/config.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Entering, Job } from "#service/features/service-feature.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Core } from "#service/http/deps.ts";
import { regionOf } from "#service/http/region.ts";
import { LookingJob } from "#service/looking-job.ts";
import { playCommand, readOfPlay } from "./commands.ts";

/** Records which of the operator's terms each player meets. */
export class HouseTermsDesk {
  readonly #core: Core;
  readonly #inForce: TermsInForce;

  constructor(core: Core, inForce: TermsInForce) {
    this.#core = core;
    this.#inForce = inForce;
  }

  /**
   * Records changes of a player's age and region: at a sign-in, and before every changing call if a proxy supplies the
   * region. Reads the log each time, as another process may have recorded a change.
   * @returns the position written, 0 for none
   */
  async note({ playerId, context }: Entering): Promise<number> {
    const { config, db, writer, now } = this.#core;
    const [terms, player] = await Promise.all([
      this.#inForce.now(),
      readStream(readOfPlay(playerId), { sql: db, logId: writer.logId, eventTypes }),
    ]);
    const news = { terms, region: regionOf(context, config) };
    if ("refused" in meetTerms(playerId, player, news)) return 0;
    const outcome = await writer.submit(
      playCommand(playerOrigin(playerId, now()), playerId, (context) =>
        meetTerms(playerId, context.player, news),
      ),
    );
    if (outcome.kind === "committed") return outcome.position;
    // A concurrent sign-in of the same player was first.
    if (outcome.kind === "refused") return writer.head.position;
    throw new Error(`The terms a player meets could not be recorded: ${outcome.kind}`);
  }
}

/** The terms as one text, for comparison. */
const textOf = ({ houseTerms: { ageGate, blockedRegions }, regionHeader }: Config): string =>
  [ageGate, AGE_TEXT.version, [...blockedRegions].sort().join(","), regionHeader ?? ""].join(" ");

/** Interval at which a process records its terms, and their lease, in milliseconds. */
const TELL_EVERY_MS = 15_000;
const LEASE_MS = 120_000;

const leaseSchema = z.array(
  z
    .object({ age_gate: z.enum(AGE_GATES), blocked_regions: z.array(z.string()) })
    .transform(
      (row): HouseTerms => ({ ageGate: row.age_gate, blockedRegions: new Set(row.blocked_regions) }),
    ),
);

/**
 * The strictest terms of all running processes: a process with weaker ones takes effect once the others stop. When
 * terms change at a start all sessions end, so that everybody meets them at the next sign-in.
 */
export class TermsInForce implements Job {
  readonly #core: Core;
  readonly #endSessions: () => Promise<number>;
  readonly #process = randomUUID();
  readonly #job: LookingJob;

  constructor(core: Core, endSessions: () => Promise<number>) {
    this.#core = core;
    this.#endSessions = endSessions;
    this.#job = new LookingJob({
      look: () => this.#tell(),
      everyMs: TELL_EVERY_MS,
      scheduler: core.scheduler,
      trouble: "the terms of this process could not be recorded",
      onTrouble: core.onTrouble,
    });
  }

  async start(): Promise<void> {
    const { db, config } = this.#core;
    // First, so that players signed out below meet the new terms at every process.
    await this.#tell();
    const [row] = await db.query<{ before: string | null }>(
      `insert into house_terms as t (one, terms) values (true, $1)
        on conflict (one) do update set terms = excluded.terms
        returning (select terms from house_terms) as before`,
      [textOf(config)],
    );
    if (row?.before !== textOf(config)) await this.#endSessions();
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    await this.#core.db
      .query("delete from house_terms_leases where process = $1", [this.#process])
      .catch(() => undefined);
  }

  /** The strictest terms of this and all other processes. */
  async now(): Promise<HouseTerms> {
    const { db, config, now } = this.#core;
    const rows = await db.query("select age_gate, blocked_regions from house_terms_leases where until > $1", [
      now(),
    ]);
    return strictestOf(config.houseTerms, leaseSchema.parse(rows));
  }

  async #tell(): Promise<void> {
    const { db, config, now } = this.#core;
    const { ageGate, blockedRegions } = config.houseTerms;
    await db.query(
      `with gone as (delete from house_terms_leases where until <= $4 and process <> $1)
      insert into house_terms_leases (process, age_gate, blocked_regions, until) values ($1, $2, $3::text[], $5)
      on conflict (process) do update set until = excluded.until`,
      [this.#process, ageGate, arrayLiteral([...blockedRegions]), now(), now() + LEASE_MS],
    );
  }
}
