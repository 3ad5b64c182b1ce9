import { it, vi } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { audited } from "#service/lab/testing/simulation/audited.ts";
import { programs } from "#service/lab/testing/simulation/program.ts";

/** Number of runs within `npm test`, and the time limit of one on a busy machine. */
const use = { runs: 1, shrinks: false, msPerRun: 60_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const LENGTH = { least: 90, most: 150 };

describeEachEngine("a ledger after random players, faults and restarts", (engine) => {
  const holds = audited(engine);

  it("keeps every copy at one account, every item's value at its time and one end of every game, in play for items", () =>
    forAllAsyncIn(propertySettings(use))(programs({ ...LENGTH, withGames: true }), holds));

  it("pays creators the edge of every stake to the minor unit, and shows each game's unclaimed share", () =>
    forAllAsyncIn(propertySettings(use))(programs({ ...LENGTH, withMadeGames: true }), holds));

  it("adds up, verifies, gave only true answers, and has the same read models when rebuilt", () =>
    forAllAsyncIn(propertySettings(use))(programs(LENGTH), holds));
});
