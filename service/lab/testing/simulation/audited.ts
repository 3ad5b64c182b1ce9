import { testRuntime } from "#projections/testing/runtime.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { auditLog, auditReadModels } from "./audit.ts";
import { checkHistory } from "./oracles.ts";
import type { Program } from "./program.ts";
import { playOn } from "./real-stage.ts";

/** Further checks of a played log. */
type Audit = (played: {
  readonly db: Awaited<ReturnType<TestEngine["fresh"]>>;
  readonly models: ReturnType<typeof testRuntime>;
  readonly log: Awaited<ReturnType<typeof playOn>>["log"];
}) => Promise<void>;

/** Plays a program on a database of its own; then checks its history, its log and its read models. */
export const audited =
  (engine: TestEngine, further: Audit = async () => {}) =>
  async (program: Program): Promise<void> => {
    const db = await engine.fresh({ readModels: true });
    const models = testRuntime(db, { isTransient: () => true });
    try {
      await models.start();
      const history = await playOn(engine, db, program);
      checkHistory(history);
      const { log } = history;
      await auditLog(db, log);
      await auditReadModels(db, models, log.head.position);
      await further({ db, models, log });
    } finally {
      await models.stop();
      await db.close();
    }
  };
