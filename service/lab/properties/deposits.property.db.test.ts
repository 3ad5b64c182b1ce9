import { it, vi } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { audited } from "#service/lab/testing/simulation/audited.ts";
import { auditBalances } from "#service/lab/testing/simulation/balances.ts";
import { auditDepositReview } from "#service/lab/testing/simulation/deposit-review/deposit-review-audit.ts";
import { type Program, programs } from "#service/lab/testing/simulation/program.ts";

/** Number of runs within `npm test`, and the time limit of one on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 90_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const LENGTH = { least: 120, most: 180 };

describeEachEngine("a ledger with deposits, whose admins review, come and go", (engine) => {
  const holds = (program: Program) =>
    audited(engine, async ({ db, models, log }) => {
      await auditDepositReview(models, log);
      await auditBalances(db, log, program.seed);
    })(program);

  it("credits each deposit once or never, and always shows the sums of a prefix of the log, under any fault", () =>
    forAllAsyncIn(propertySettings(use))(programs({ ...LENGTH, withDepositReview: true }), holds));
});
