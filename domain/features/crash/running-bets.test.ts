import { expect, it } from "vitest";
import { accept } from "../../kernel/decision.ts";
import { BOB } from "../../testing/coinflips.ts";
import { carriedOut, refusalOf } from "../../testing/given.ts";
import { bet } from "../../testing/rounds.ts";
import { DAVE, logWith } from "../../testing/user-games.ts";
import { crashBetPlaced, crashBetReturned } from "./events.ts";
import { RUNNING_BETS_MAX } from "./rules.ts";

it(`lets a player be in ${RUNNING_BETS_MAX} rounds at once, until one of them has ended for them`, () => {
  const log = logWith("crash");
  const placed = Array.from({ length: RUNNING_BETS_MAX }, (_, n) => ({
    ...{ playerId: BOB, gameId: "another", currency: "RBX" as const, stake: "100", seq: 0 },
    ...{ betId: `bet_${n}`, roundId: `round_${n}` },
  }));
  carriedOut(log, () =>
    accept(
      placed.map((one) => crashBetPlaced({ ...one, auto: null })),
      {},
    ),
  );
  expect(refusalOf(log, bet("1.00"))).toBe("too_many_rounds");
  expect(refusalOf(log, bet("1.00", { playerId: DAVE }))).toBe("accepted");
  carriedOut(log, () => accept(placed.slice(0, 1).map(crashBetReturned), {}));
  expect(refusalOf(log, bet("1.00"))).toBe("accepted");
});
