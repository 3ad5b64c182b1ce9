import { randomUUID } from "node:crypto";
import { DAYS_SHOWN } from "#domain/features/friendships/rules.ts";
import { dayOf } from "#domain/kernel/time.ts";
import { arrayLiteral } from "#projections/kernel/sql.ts";
import { live } from "#service/features/live/feature.ts";
import type { Job } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { LookingJob } from "#service/looking-job.ts";

/** Interval of presence reports, and their lifetime (longer than two intervals), in milliseconds. */
const LOOK_EVERY_MS = 15_000;
export const LEASE_MS = 40_000;

/** Records who has a live stream open at this process, whatever their privacy. */
export class Presence implements Job {
  readonly #core: Core;
  readonly #process = randomUUID();
  readonly #job: LookingJob;

  constructor(core: Core) {
    this.#core = core;
    this.#job = new LookingJob({
      look: () => this.#look([...live.of(core).hub.players]),
      everyMs: LOOK_EVERY_MS,
      scheduler: core.scheduler,
      trouble: "presence could not be recorded",
      onTrouble: core.onTrouble,
    });
  }

  start(): void {
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    await this.#core.db
      .query("delete from presence_leases where process = $1", [this.#process])
      .catch(() => undefined);
  }

  /** Records the players present now. */
  look(): Promise<void> {
    return this.#job.look();
  }

  async #look(players: readonly string[]): Promise<void> {
    const now = this.#core.now();
    await this.#core.db.query(
      `with here as (
        select player_id, presence from identities where player_id = any ($1::text[])
      ), gone as (
        delete from presence_leases where (until <= $3 or process = $2)
          and not (process = $2 and player_id in (select player_id from here where presence))
      ), old as (
        delete from presence_days
          where day <= $5 - ${DAYS_SHOWN} and player_id not in (select player_id from here)
            or player_id in (select player_id from here where not presence)
      ), days as (
        insert into presence_days (player_id, day) select player_id, $5 from here where presence
        on conflict (player_id) do update set day = excluded.day where presence_days.day < excluded.day
      )
      insert into presence_leases (player_id, process, until) select player_id, $2, $4 from here where presence
      on conflict (player_id, process) do update set until = excluded.until`,
      [arrayLiteral(players), this.#process, now, now + LEASE_MS, dayOf(now)],
    );
  }
}
