import { afterEach } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import type { FreshOptions, TestEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World, type WorldOptions } from "#service/lab/testing/world.ts";

/** Databases and worlds of one test each. Other resources of a describe close before them. */
export interface Worlds {
  freshDb(options?: FreshOptions): Promise<OpenDatabase>;
  /** A world on the database given, or on a fresh one. */
  open(options?: WorldOptions): Promise<World>;
}

/** @example const { freshDb, open } = worldsOf(engine); const world = await open({ db: await freshDb() }); */
export function worldsOf(engine: TestEngine): Worlds {
  const worlds: World[] = [];
  const databases: OpenDatabase[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.stop()));
    await Promise.all(databases.splice(0).map((db) => db.close()));
  });
  const freshDb = async (options?: FreshOptions): Promise<OpenDatabase> => {
    const db = await engine.fresh(options);
    databases.push(db);
    return db;
  };
  return {
    freshDb,
    open: async (options = {}) => {
      const world = await createWorld(engine, { ...options, db: options.db ?? (await freshDb()) });
      worlds.push(world);
      return world;
    },
  };
}
