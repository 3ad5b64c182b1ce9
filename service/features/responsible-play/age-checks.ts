import { eventTypes } from "#domain/features/registry.ts";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { confirmAge } from "#domain/features/responsible-play/person.ts";
import { responsiblePlayOf } from "#domain/features/responsible-play/play.ts";
import { responsiblePlayAt } from "#domain/features/responsible-play/view.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#domain/kernel/time.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import { submitted } from "#service/event-store/commands/submitted.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Core } from "#service/http/deps.ts";
import { type BesideCall, performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem, unavailableProblem } from "#service/http/problem.ts";
import { timeOrderedId } from "#service/ids.ts";
import {
  type AgeProvider,
  ageProvider,
  type CheckStatus,
} from "#service/integrations/age-checks/provider.ts";
import { ProviderTrouble } from "#service/integrations/payments/provider.ts";
import { LookingJob, quietly } from "#service/looking-job.ts";
import { playCommand, readOfPlay } from "./commands.ts";

/** Where the verification service reports a check, below `/api`. */
export const AGE_HINT_PATH = "/webhooks/age";

/** Maximum duration of a check; then another must begin. */
const CHECK_MS = HOUR_MS;
/** Maximum checks that a player begins in a day. */
const CHECKS_A_DAY_MAX = 5;
/** How long an ended check is stored. */
const KEPT_MS = 30 * DAY_MS;
/** Interval of readings, the delay before a check's second reading, and the longest delay. */
const LOOK_EVERY_MS = 2 * SECOND_MS;
const PAUSE_MS = 2 * SECOND_MS;
const PAUSE_MAX_MS = 60 * SECOND_MS;
/** Maximum wait of a returning player for the reading. */
const RETURN_WITHIN_MS = 3 * SECOND_MS;
/** Maximum checks a turn. */
const READINGS_MAX = 20;
const RETRY_SECONDS = 60;

interface CheckRow extends Row {
  readonly reference: string;
  readonly player_id: string;
  readonly check_id: string | null;
  readonly url: string | null;
  readonly text_version: number;
  readonly begun_at: bigint;
  /** Null once the check has ended. */
  readonly due_at: bigint | null;
  readonly readings: number;
}

const notAsked = (detail: string): HttpProblem => new HttpProblem(409, { code: "age_not_asked", detail });

/** Age checks at the verification service. Hints only hasten a reading; only what is read counts. */
export class AgeChecks {
  readonly #core: Core;
  readonly #provider: AgeProvider | null;
  /** Null if no service is configured. */
  readonly looking: LookingJob | null;

  constructor(core: Core) {
    const { config, scheduler, onTrouble, fetch, sleep, now } = core;
    this.#core = core;
    this.#provider =
      config.ageProvider === null ? null : ageProvider(config.ageProvider, { fetch, sleep, now });
    this.looking =
      this.#provider === null
        ? null
        : new LookingJob({
            look: () => this.#look(),
            everyMs: LOOK_EVERY_MS,
            scheduler,
            trouble: "age checks could not be read",
            onTrouble,
          });
  }

  /**
   * Begins a check of a player's age, once an idempotency key, or continues the open one.
   * @returns the service's page for the player
   * @throws HttpProblem
   */
  async begin(playerId: string, call: BesideCall): Promise<string> {
    const provider = this.#provider;
    if (provider === null) throw notAsked("This site does not use an age verification service.");
    const { reference, url } = await this.#begunRow(playerId, call);
    if (url !== null) return url;
    const returnUrl = new URL(`/api/age-checks/${reference}/return`, this.#core.config.publicUrl).href;
    const begun = await provider.begin({ reference, returnUrl }).catch((error: unknown) => {
      if (!(error instanceof ProviderTrouble)) throw error;
      this.#core.onTrouble("an age check could not begin", error);
      throw unavailableProblem("The verification service is not answering. Try again later.", RETRY_SECONDS);
    });
    await this.#core.db.query("update age_checks set check_id = $2, url = $3 where reference = $1", [
      reference,
      begun.checkId,
      begun.url,
    ]);
    return begun.url;
  }

  /** A player's newest check of the last day. */
  async newest(playerId: string): Promise<{ readonly isOpen: boolean; readonly url: string | null } | null> {
    if (this.#provider === null) return null;
    const [row] = await this.#core.db.query<Row & { url: string | null; is_open: boolean }>(
      `select url, due_at is not null as is_open from age_checks
        where player_id = $1 and begun_at > $2 order by begun_at desc, reference desc limit 1`,
      [playerId, this.#core.now() - DAY_MS],
    );
    return row === undefined ? null : { isOpen: row.is_open, url: row.is_open ? row.url : null };
  }

  /** Accepts a hint. @returns false if the service did not sign it */
  async hear(headers: Headers, raw: Uint8Array): Promise<boolean> {
    const reference = this.#provider?.hint(headers, raw) ?? null;
    if (reference === null) return false;
    await this.#hasten(reference);
    return true;
  }

  /** A player returns from the service. The result is usually known before their next page loads. */
  async returned(reference: string): Promise<void> {
    await this.#hasten(reference);
    await Promise.race([this.looking?.look(), this.#core.sleep(RETURN_WITHIN_MS)]);
  }

  async #hasten(reference: string): Promise<void> {
    await this.#core.db.query(
      `update age_checks set due_at = least(due_at, $2), readings = least(readings, 1)
        where reference = $1 and due_at is not null`,
      [reference, this.#core.now()],
    );
  }

  async #isAsked(playerId: string, sql: Sql): Promise<boolean> {
    const { writer, now } = this.#core;
    const player = await readStream(readOfPlay(playerId), { sql, logId: writer.logId, eventTypes });
    const { age } = responsiblePlayAt(responsiblePlayOf.of(player), now());
    return age.asked === "provider";
  }

  /** The check of this request, also once it has ended. @throws HttpProblem */
  async #begunRow(playerId: string, call: BesideCall): Promise<CheckRow> {
    const work = async (tx: Sql) => {
      if (!(await this.#isAsked(playerId, tx))) throw notAsked("Your age needs no check.");
      return { reference: (await this.#openRow(playerId, tx)).reference };
    };
    const { reference } = await performBeside(work, { call, deps: this.#core });
    const [row] = await this.#core.db.query<CheckRow>("select * from age_checks where reference = $1", [
      reference,
    ]);
    // Nobody would read the result of one that ended before it had a page.
    if (row === undefined || (row.url === null && row.due_at === null)) throw notAsked("This check is over.");
    return row;
  }

  /** A player's open check, or a new one. @throws HttpProblem after the day's maximum */
  async #openRow(playerId: string, tx: Sql): Promise<CheckRow> {
    const at = this.#core.now();
    await tx.query("delete from age_checks where player_id = $1 and due_at is null and begun_at < $2", [
      playerId,
      at - KEPT_MS,
    ]);
    await tx.query(
      `insert into age_checks (reference, player_id, text_version, begun_at, due_at)
        select $1, $2, $3, $4::bigint, $4::bigint + $5::bigint
          where (select count(*) from age_checks where player_id = $2 and begun_at > $4::bigint - $6::bigint) < $7::bigint
        on conflict (player_id) where due_at is not null do nothing`,
      [timeOrderedId("age", at), playerId, AGE_TEXT.version, at, PAUSE_MS, DAY_MS, CHECKS_A_DAY_MAX],
    );
    const [row] = await tx.query<CheckRow>(
      "select * from age_checks where player_id = $1 and due_at is not null",
      [playerId],
    );
    if (row !== undefined) return row;
    const detail = `You can start ${CHECKS_A_DAY_MAX} checks a day. Try again tomorrow.`;
    throw new HttpProblem(409, { code: "too_many_age_checks", detail });
  }

  /** Reads due checks. Processes read different ones, as each postpones those that it takes. */
  async #look(): Promise<void> {
    const { db, now } = this.#core;
    const due = await db.query<CheckRow>(
      `update age_checks set readings = readings + 1,
          due_at = $1::bigint + least($4::bigint, $3::bigint * (1::bigint << least(readings, 10)))
        where reference in (select reference from age_checks where due_at <= $1 order by due_at limit $2 for update skip locked)
        returning reference, player_id, check_id, url, text_version, begun_at, due_at, readings`,
      [now(), READINGS_MAX, PAUSE_MS, PAUSE_MAX_MS],
    );
    for (const row of due)
      await quietly("the result of an age check could not be read", this.#core, () => this.#settle(row));
  }

  async #settle(row: CheckRow): Promise<void> {
    const status = await this.#read(row);
    if (status === "open" && this.#core.now() < Number(row.begun_at) + CHECK_MS) return;
    const { player_id: playerId, reference } = row;
    // Agreement to an older text does not count.
    const isCurrent = row.text_version === AGE_TEXT.version;
    if (status === "under_age" || (status === "of_age" && isCurrent)) {
      const origin = systemOrigin(`age-check:${reference}`, this.#core.now());
      const verdict = { playerId, birthDate: null, verdict: status } as const;
      await submitted(
        this.#core.writer,
        playCommand(origin, playerId, (context) => confirmAge(verdict, { ...context, gate: "provider" })),
      );
    }
    await this.#core.db.query("update age_checks set due_at = null, outcome = $2 where reference = $1", [
      reference,
      status === "open" ? "expired" : status,
    ]);
  }

  /** @throws ProviderTrouble before the check's maximum duration */
  async #read({ check_id: checkId, reference, begun_at: begunAt }: CheckRow): Promise<CheckStatus> {
    if (checkId === null || this.#provider === null) return "open";
    try {
      return await this.#provider.read({ checkId, reference });
    } catch (error) {
      // A check without a result for that long has failed, so that another can begin.
      if (error instanceof ProviderTrouble && this.#core.now() >= Number(begunAt) + CHECK_MS) return "failed";
      throw error;
    }
  }
}
