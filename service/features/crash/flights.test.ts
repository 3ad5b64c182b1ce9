import { expect, it } from "vitest";
import { published } from "#domain/testing/coinflips.ts";
import { carriedOut } from "#domain/testing/given.ts";
import { bet, crashIn, openCrash, seedOfRound, start } from "#domain/testing/rounds.ts";
import { logWith } from "#domain/testing/user-games.ts";
import { Flights } from "./flights.ts";

it("draws a flight again if another process's start was committed first", () => {
  const log = logWith("crash");
  carriedOut(log, bet("10.00"));
  log.at = published(openCrash(log).beacon.round);
  carriedOut(
    log,
    start((point) => point > 400),
  );
  const table = crashIn(log);
  const round = openCrash(log);
  const view = { secrets: { link: () => seedOfRound("RBX", round) } } as unknown as Parameters<
    Flights["of"]
  >[0];
  const flights = new Flights();
  const lost = flights.of(view, table, round);
  const committed = flights.of(view, table, { ...round, startsAt: round.startsAt + 70 });
  expect(committed.bustsAt).toBe(lost.bustsAt + 70);
  expect(flights.known(round.roundId)).toBe(committed);
});
