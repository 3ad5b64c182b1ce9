import fc from "fast-check";
import { it } from "vitest";
import { testRuntime } from "#projections/testing/runtime.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { auditLog, auditReadModels } from "#service/lab/testing/simulation/audit.ts";
import { auditBalances } from "#service/lab/testing/simulation/balances.ts";
import { auditDepositReview } from "#service/lab/testing/simulation/deposit-review-audit.ts";
import { checkHistory } from "#service/lab/testing/simulation/oracles.ts";
import { type Program, programs } from "#service/lab/testing/simulation/program.ts";
import { playOn } from "#service/lab/testing/simulation/real-stage.ts";

/** Runs within `npm test`, and how long one may take on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 90_000 };
const LENGTH = { least: 120, most: 180 };

describeEachEngine("a ledger into which people deposit while admins review, and come and go", (engine) => {
  const holds = async (program: Program): Promise<void> => {
    const db = await engine.fresh();
    const models = testRuntime(db, { isTransient: () => true });
    try {
      await models.start();
      const history = await playOn(engine, db, program);
      checkHistory(history);
      const { log } = history;
      await auditLog(db, log);
      await auditReadModels(db, models, log.head.position);
      await auditDepositReview(models, log);
      await auditBalances(db, log, program.seed);
    } finally {
      await models.stop();
      await db.close();
    }
  };

  it(
    "credits each deposit once or never, and shows at any moment what its prefix adds up to, whatever fails",
    () =>
      fc.assert(
        fc.asyncProperty(programs({ ...LENGTH, withDepositReview: true }), holds),
        propertySettings(use),
      ),
    propertyTimeoutMs(use),
  );
});
