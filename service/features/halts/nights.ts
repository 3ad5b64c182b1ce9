import { DAY_MS, nightOf } from "#domain/kernel/time.ts";
import type { Sql } from "#projections/kernel/sql.ts";

/** Silence after which a check is taken over from its process, in milliseconds. */
export const NIGHT_LEASE_MS = 60_000;
/** Unfinished attempts in one night after which a check waits for the next night. */
export const NIGHT_ATTEMPTS_MAX = 5;
/** Maximum nights stored. */
export const NIGHTS_KEPT = 400;

/** The night to check, and the checking process. */
export interface NightClaim {
  readonly night: string;
  readonly owner: string;
  /** Milliseconds. */
  readonly at: number;
  /** Whether the check may be the log's first. */
  readonly mayBegin: boolean;
}

/**
 * Leases of nightly checks: one process claims a night, and another takes over when it is silent. By the database's
 * clock.
 */
export class Nights {
  readonly #sql: Sql;
  readonly #logId: number;

  constructor(sql: Sql, logId: number) {
    this.#sql = sql;
    this.#logId = logId;
  }

  /**
   * Claims a night that is unclaimed, or whose process is silent. @returns the number of this attempt; null if not
   * available
   */
  async claim({ night, owner, at, mayBegin }: NightClaim): Promise<number | null> {
    const [row] = await this.#sql.run<{ attempts: number }>({
      name: "claim_night",
      text: `insert into nightly_checks as c (log_id, night, owner, lease_until, began_at)
        select $1::int, $2::text, $3::text, clock_timestamp() + $4::bigint * interval '1 millisecond', $5::bigint
        where $6::boolean or exists (select from nightly_checks where log_id = $1::int)
        on conflict (log_id, night) do update
          set owner = excluded.owner, lease_until = excluded.lease_until, attempts = c.attempts + 1
          where c.finished_at is null and c.lease_until < clock_timestamp() and c.attempts < $7::int
        returning attempts`,
      values: [this.#logId, night, owner, NIGHT_LEASE_MS, at, mayBegin, NIGHT_ATTEMPTS_MAX],
    });
    return row?.attempts ?? null;
  }

  /** Extends the lease of a night. @returns false if another process took over */
  async renew({ night, owner }: Pick<NightClaim, "night" | "owner">): Promise<boolean> {
    const rows = await this.#sql.run({
      name: "renew_night",
      text: `update nightly_checks set lease_until = clock_timestamp() + $4::bigint * interval '1 millisecond'
        where log_id = $1::int and night = $2::text and owner = $3::text and finished_at is null returning 1 as kept`,
      values: [this.#logId, night, owner, NIGHT_LEASE_MS],
    });
    return rows.length > 0;
  }

  /** Records a result before anything follows from it. */
  async found(
    { night, owner }: Pick<NightClaim, "night" | "owner">,
    { position, problem }: { readonly position: number; readonly problem: string | null },
  ): Promise<void> {
    await this.#sql.run({
      name: "found_of_night",
      text: `update nightly_checks set position = $4::bigint, problem = $5::text
        where log_id = $1::int and night = $2::text and owner = $3::text and finished_at is null`,
      values: [this.#logId, night, owner, position, problem],
    });
  }

  /** Closes a night, and deletes old ones. @param at milliseconds */
  async finish({ night, owner }: Pick<NightClaim, "night" | "owner">, at: number): Promise<void> {
    await this.#sql.run({
      name: "finish_night",
      text: `update nightly_checks set finished_at = $4::bigint
        where log_id = $1::int and night = $2::text and owner = $3::text and finished_at is null`,
      values: [this.#logId, night, owner, at],
    });
    await this.#sql.run({
      name: "forget_nights",
      text: "delete from nightly_checks where log_id = $1::int and night < $2::text",
      values: [this.#logId, nightOf(Date.parse(night) - NIGHTS_KEPT * DAY_MS, 0)],
    });
  }

  /** Returns a night that could not be checked, so that another process can. */
  async release({ night, owner }: Pick<NightClaim, "night" | "owner">): Promise<void> {
    await this.#sql.run({
      name: "release_night",
      text: `update nightly_checks set lease_until = clock_timestamp()
        where log_id = $1::int and night = $2::text and owner = $3::text and finished_at is null`,
      values: [this.#logId, night, owner],
    });
  }
}
