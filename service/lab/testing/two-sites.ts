import type { OpenDatabase } from "#service/db/database.ts";
import type { TestEngine } from "./engines.ts";
import type { LiveStream } from "./live-stream.ts";
import { createSite, type Site, type SiteOptions } from "./site.ts";
import type { Visitor } from "./visitor.ts";

/** Two processes of the service on one log, and the live streams that tests listen to. */
export interface TwoSites {
  readonly db: OpenDatabase;
  readonly one: Site;
  readonly two: Site;
  /** The same browser at the second process. */
  carriedOver(visitor: Visitor): Visitor;
  /** Opens a live stream, which `hush` closes. */
  hear(visitor: Visitor): Promise<LiveStream>;
  hush(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both. @param options of each; the database is theirs alone */
export async function createTwoSites(
  engine: TestEngine,
  options: Omit<SiteOptions, "db"> = {},
): Promise<TwoSites> {
  const db = await engine.fresh();
  const [one, two] = [
    await createSite(engine, { ...options, db }),
    await createSite(engine, { ...options, db }),
  ];
  const streams: LiveStream[] = [];
  return {
    db,
    one,
    two,
    carriedOver: ({ cookies }) => {
      const other = two.visitor();
      for (const [name, value] of cookies) other.cookies.set(name, value);
      return other;
    },
    hear: async (visitor) => {
      const stream = await visitor.live();
      streams.push(stream);
      return stream;
    },
    hush: async () => {
      await Promise.all(streams.splice(0).map((stream) => stream.close()));
    },
    close: async () => {
      await one.close();
      await two.close();
      await db.close();
    },
  };
}
