import type { Logger } from "pino";
import { allProjections } from "#projections/features/all.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { createSandbox } from "#service/integrations/platform/sandbox/app.ts";
import type { SandboxClient } from "#service/integrations/platform/sandbox/provider/provider.ts";
import { type Service, startService } from "#service/service.ts";
import { Crowd } from "./crowd/crowd.ts";
import type { Chance } from "./crowd/habit.ts";
import { MovedClock } from "./moved-clock.ts";
import { addSampleData } from "./sample-data.ts";

/** Time between two actions of a seeded month, in milliseconds: three thousand actions a month. */
const GAP_MS = { least: 60_000, most: 1_620_000 } as const;
/** Time limit for the read models at the end, in milliseconds. */
const FOLLOWED_WITHIN_MS = 120_000;

/** What to play, and where. */
export interface MonthOptions {
  readonly config: Config;
  readonly client: SandboxClient;
  readonly log: Logger;
  /** Open and migrated; the caller closes it. */
  readonly db: OpenDatabase;
  /** Begin and end, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly chance?: Chance;
  /** Receives the progress after every turn. */
  readonly onProgress?: (at: number) => void;
}

/** The result. */
export interface PlayedMonth {
  readonly turns: number;
  /** The last position of the log. */
  readonly position: number;
}

/**
 * Plays demo players through the real service over a span of simulated time. Every event is decided by the rules and
 * recorded at that clock's time.
 * @throws unexpected errors of the players
 */
export async function playMonth(options: MonthOptions): Promise<PlayedMonth> {
  const { config, client, log, db, from, until, chance = Math.random } = options;
  const clock = new MovedClock(from);
  const now = (): number => clock.now;
  const { issuer } = config.signIn ?? { issuer: "" };
  const sandbox = createSandbox({ issuer, client, now });
  const service = await startService({
    config: { ...config, checksNightly: false },
    log,
    db,
    now,
    scheduler: clock,
    fetch: (url, init) => sandbox.clientFetch(String(url), init ?? {}),
  });
  try {
    await addSampleData(service.deps);
    const { origin } = config.publicUrl;
    let trouble: Error | null = null;
    const crowd = new Crowd({
      web: () => ({
        siteUrl: origin,
        origin,
        toSite: async (request) => service.app.fetch(request, {}),
        toPlatform: (request) => sandbox.fetch(request),
      }),
      now,
      chance,
      onTrouble: (error) => {
        trouble ??= error;
      },
    });
    let turns = 0;
    for (; clock.now < until; turns += 1) {
      await clock.during(() => crowd.turn());
      const gap = GAP_MS.least + Math.floor(chance() * (GAP_MS.most - GAP_MS.least));
      clock.move(Math.min(gap, Math.max(1, until - clock.now)));
      if (trouble !== null) throw trouble;
      options.onProgress?.(Math.min(clock.now, until));
    }
    return { turns, position: await followed(service) };
  } finally {
    await service.stop();
  }
}

/** Waits until every read model has reached the end of the log. @returns the last position */
async function followed({ deps }: Service): Promise<number> {
  const names = allProjections.map(({ name }) => name);
  const { position } = deps.writer.head;
  await deps.reads.whenReached(names, position, FOLLOWED_WITHIN_MS);
  return position;
}
