import fc from "fast-check";
import { expect, it } from "vitest";
import { publishedAt } from "../../fairness/beacon.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { CAROL, CHAIN } from "../../testing/coinflips.ts";
import { carriedOut, type Decide, type GivenLog, refusalOf } from "../../testing/given.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { bet, crashIn, enter, jackpotIn } from "../../testing/rounds.ts";
import { DAVE, logWith } from "../../testing/user-games.ts";
import type { DecidingBeacon } from "../game-tables/deciding-beacon.ts";
import { CLOSES_BEFORE_BEACON_MS } from "../game-tables/rules.ts";

interface Game {
  readonly open: () => GivenLog;
  readonly beaconOf: (log: GivenLog) => DecidingBeacon | null | undefined;
  readonly wanted: (newestRound: number) => Decide<JsonObject>;
}

const GAMES: readonly Game[] = [
  {
    open: () => {
      const log = logWith("jackpot");
      return carriedOut(log, enter("1.00"), enter("1.00", { playerId: CAROL }));
    },
    beaconOf: (log) => jackpotIn(log).round?.beacon,
    wanted: (newestRound) => enter("0.50", { playerId: DAVE, newestRound }),
  },
  {
    open: () => {
      const log = logWith("crash");
      return carriedOut(log, bet("1.00"));
    },
    beaconOf: (log) => crashIn(log).round?.beacon,
    wanted: (newestRound) => bet("1.00", { playerId: DAVE, newestRound }),
  },
];

it.each(GAMES)("no bet is accepted from anybody who may know the beacon, at any clock", (game) => {
  const log = game.open();
  const beacon = game.beaconOf(log);
  if (beacon == null) throw new Error("The beacon is fixed");
  const due = publishedAt(beacon.round, CHAIN);
  const around = fc.integer({ min: -60_000, max: 60_000 });
  const seen = fc.integer({ min: -3, max: 3 });
  forAll(around, seen, (ms, rounds) => {
    log.at = due + ms;
    const newestRound = beacon.round + rounds;
    const isBlind = ms < -CLOSES_BEFORE_BEACON_MS && newestRound < beacon.round;
    expect(refusalOf(log, game.wanted(newestRound))).toBe(isBlind ? "accepted" : "round_closed");
  });
});
