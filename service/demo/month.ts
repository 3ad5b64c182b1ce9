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
/** Read models are waited for at the end, in milliseconds. */
const FOLLOWED_WITHIN_MS = 120_000;

/** What is to be played, and where. */
export interface MonthOptions {
  readonly config: Config;
  readonly client: SandboxClient;
  readonly log: Logger;
  /** Open and up to date; the caller closes it. */
  readonly db: OpenDatabase;
  /** When it begins and ends, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly chance?: Chance;
  /** Hears after every turn how far it has come. */
  readonly onProgress?: (at: number) => void;
}

/** What was played. */
export interface PlayedMonth {
  readonly turns: number;
  /** Where the log ends. */
  readonly position: number;
}

/**
 * Lets the demo players play through the real service for as long as its clock takes from one moment to another. Every
 * event is decided by the rules and recorded at the time of that clock.
 * @throws what the players met that nobody expects
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

/** Waits until every read model has what is in the log. @returns where the log ends */
async function followed({ deps }: Service): Promise<number> {
  const names = allProjections.map(({ name }) => name);
  const { position } = deps.writer.head;
  await deps.reads.whenReached(names, position, FOLLOWED_WITHIN_MS);
  return position;
}
