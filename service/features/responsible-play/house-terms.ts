import { eventTypes } from "#domain/features/registry.ts";
import { AGE_TEXT } from "#domain/features/responsible-play/age-text.ts";
import { meetTerms } from "#domain/features/responsible-play/person.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { readStream } from "#service/event-store/loader.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { Entering, Job } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { playerOrigin } from "#service/http/player-origin.ts";
import { regionOf } from "#service/http/region.ts";
import { playCommand, readOfPlay } from "./commands.ts";

/** Takes note of what the operator asks of everybody who plays, player by player. */
export class HouseTermsDesk {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Notes what is new of a player's age and region, at a sign-in and, where a proxy says it, before every call. It is
   * read from the log each time: another process may have noted another region since.
   * @returns the position of what it wrote, 0 for nothing
   */
  async note({ playerId, context }: Entering): Promise<number> {
    const { config, db, writer, now } = this.#core;
    const news = { terms: config.houseTerms, region: regionOf(context, config) };
    const player = await readStream(readOfPlay(playerId), { sql: db, logId: LOG_ID, eventTypes });
    if ("refused" in meetTerms(playerId, player, news)) return 0;
    const outcome = await writer.submit(
      playCommand(playerOrigin(playerId, now()), playerId, (context) =>
        meetTerms(playerId, context.player, news),
      ),
    );
    if (outcome.kind === "committed") return outcome.position;
    // Another sign-in of the same player was faster.
    if (outcome.kind === "refused") return writer.head.position;
    throw new Error(`What is asked of a player could not be noted: ${outcome.kind}`);
  }
}

/** What the terms are, in one text. */
const textOf = ({ houseTerms: { ageGate, blockedRegions }, regionHeader }: Config): string =>
  [ageGate, AGE_TEXT.version, [...blockedRegions].sort().join(","), regionHeader ?? ""].join(" ");

/** Ends all sessions once the terms have changed since the last start, so that everybody meets them at a sign-in. */
export class ChangedTerms implements Job {
  readonly #db: OpenDatabase;
  readonly #config: Config;
  readonly #endSessions: () => Promise<number>;

  constructor({ db, config }: Core, endSessions: () => Promise<number>) {
    this.#db = db;
    this.#config = config;
    this.#endSessions = endSessions;
  }

  async start(): Promise<void> {
    const [row] = await this.#db.query<{ before: string | null }>(
      `insert into house_terms as t (one, terms) values (true, $1)
        on conflict (one) do update set terms = excluded.terms
        returning (select terms from house_terms) as before`,
      [textOf(this.#config)],
    );
    if (row?.before !== textOf(this.#config)) await this.#endSessions();
  }

  async stop(): Promise<void> {}
}
