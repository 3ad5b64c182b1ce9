import { afterAll, beforeAll } from "vitest";
import { type TestRuntime, testRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";

interface Models {
  readonly db: OpenDatabase;
  readonly models: TestRuntime;
}

/** Starts read models on a fresh database for a suite, and stops them after it. @param begin fills the database */
export function withModels(engine: TestEngine, begin: (on: Models) => Promise<void>): void {
  let on: Models | undefined;
  beforeAll(async () => {
    const db = await engine.fresh({ readModels: true });
    on = { db, models: testRuntime(db) };
    await on.models.start();
    await begin(on);
  });
  afterAll(async () => {
    await on?.models.stop();
    await on?.db.close();
  });
}
