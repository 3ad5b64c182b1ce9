import { it, vi } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { audited } from "#service/lab/testing/simulation/audited.ts";
import { programs } from "#service/lab/testing/simulation/program.ts";

/** Runs within `npm test`, and how long one may take on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 60_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const LENGTH = { least: 90, most: 150 };

describeEachEngine("a ledger that random players, faults and restarts have been at", (engine) => {
  const holds = audited(engine);

  it("keeps every copy at one account, every value of its time and every game to one end, when people play for items", () =>
    forAllAsyncIn(propertySettings(use))(programs({ ...LENGTH, withGames: true }), holds));

  it("pays creators the edge of every stake to the minor unit, and shows of each game what is yet to be claimed", () =>
    forAllAsyncIn(propertySettings(use))(programs({ ...LENGTH, withMadeGames: true }), holds));

  it("adds up, verifies, told everybody the truth, and gives the same read models however they are made", () =>
    forAllAsyncIn(propertySettings(use))(programs(LENGTH), holds));
});
