import { expect, it } from "vitest";
import { carriedOut } from "../../testing/given.ts";
import { bet, openCrash, start, voidRound } from "../../testing/rounds.ts";
import { logWith, refusalOf } from "../../testing/user-games.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";

it("a round starts within a day of its beacon or is void: knowing the result gives no choice", () => {
  const log = logWith("crash");
  carriedOut(log, bet("10.00"));
  log.at = voidFrom(openCrash(log).beacon) - 1;
  expect([
    refusalOf(
      log,
      start(() => true),
    ),
    refusalOf(log, voidRound()),
  ]).toEqual(["accepted", "too_early"]);
  log.at += 1;
  expect([
    refusalOf(
      log,
      start(() => true),
    ),
    refusalOf(log, voidRound()),
  ]).toEqual(["void", "accepted"]);
});
