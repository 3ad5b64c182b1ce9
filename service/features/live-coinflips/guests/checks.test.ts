import { expect, it } from "vitest";
import { house, playerAccount } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { coinflipJoined } from "#domain/features/live-coinflips/events.ts";
import {
  awayEscrow,
  joinAsGuest,
  refusedBack,
  withGuestPaid,
} from "#domain/features/live-coinflips/guests/guest.ts";
import { VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { settleCoinflip } from "#domain/features/live-coinflips/settle.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type Departure, transitArrived, transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { guestIdOf } from "#domain/player/guest.ts";
import { NO_ITEMS } from "#domain/testing/away/stakes.ts";
import { coinflipIn, GAME, gameSeeds, giveUp, OPEN_MS, open, rbx } from "#domain/testing/coinflips.ts";
import { GivenLog, NOON } from "#domain/testing/given.ts";
import { HAT } from "#domain/testing/items.ts";
import { playerIn, registered } from "#domain/testing/players.ts";
import { settingsIn } from "#domain/testing/settings.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { problemOfEvents, problemWhereverEnding } from "#service/lab/testing/logs/checked-events.ts";
import { guestsCheck } from "./checks.ts";

/** All its rounds are published by now. */
const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], () => NOON + OPEN_MS);
type Counted = Extract<Departure, { readonly asset: string }>;
const STAKE = "2-s1";
const departure: Counted = {
  amount: "1000",
  asset: "RBX",
  id: STAKE,
  purpose: `coinflip:${GAME}`,
  receiver: playerAccount(guestIdOf(STAKE)),
  sender: awayEscrow(STAKE),
  to: 1,
};
const way = { id: "1-back", here: 1, transit: { is: "unknown" }, kept: [] } as const;
const NOT_BACK = "What is due to player:guest.2-s1 was not sent back to its log.";

/** An open game, and a stake that has arrived for it. */
function arrived(): GivenLog {
  const log = new GivenLog();
  log.append([registered()]);
  log.accept(open(rbx("10.00"))(log));
  const { amount, asset, id, receiver } = departure;
  const { receipt } = transitArrived.example().payload;
  log.append([transitArrived({ amount, asset, id, receiver, receipt })]);
  return log;
}

function joined(): GivenLog {
  const log = arrived();
  const { chain } = beacon;
  const playerOf = (playerId: string) => playerIn(log, playerId);
  const ground = {
    coinflip: coinflipIn(log, GAME),
    playerOf,
    at: log.at,
    chain,
    newestRound: 0,
    items: NO_ITEMS,
  };
  const decision = joinAsGuest(departure, ground);
  if ("refused" in decision) throw new Error(decision.refused.detail);
  const [event] = decision.events;
  if (event === undefined) throw new Error("A join is an event");
  // The newest round is unpublished at the join, and published by now.
  log.append([{ ...event, payload: { ...event.payload, round: beacon.newestRound() } }]);
  return log;
}

async function settled(): Promise<GivenLog> {
  const log = joined();
  const coinflip = coinflipIn(log, GAME);
  if (coinflip.status !== "locked") throw new Error("The game is locked");
  const { chainHash } = coinflip.chain;
  const round = await beacon.round(chainHash, coinflip.round);
  if (round === null) throw new Error("The round is there");
  const playerOf = (playerId: string) => playerIn(log, playerId);
  const on = { coinflip, playerOf, at: log.at, seeds: gameSeeds, settings: settingsIn(log) };
  log.accept(withGuestPaid(settleCoinflip({ gameId: GAME, beacon: round, chainHash }, on), () => way));
  return log;
}

function voided(): GivenLog {
  const log = joined();
  log.at = publishedAt(beacon.newestRound(), beacon.chain) + VOID_AFTER_MS;
  log.accept(withGuestPaid(giveUp()(log), () => way));
  return log;
}

function refused(): GivenLog {
  const log = arrived();
  log.append(refusedBack(departure, way));
  return log;
}

/** The check's problem after a change to the way back, or without it and with another event in its place. */
function problemWith({ events }: GivenLog, change: Partial<Counted> | null): string | null {
  const changed = events.flatMap((event): RecordedEvent[] => {
    if (!transitLeft.is(event)) return [event];
    if (change === null) return [];
    const { stream, postings, payload } = transitLeft({ ...departure, ...event.payload, ...change });
    return [{ ...event, stream, postings, payload }];
  });
  const [first] = events;
  if (first === undefined) throw new Error("A log begins");
  return problemWhereverEnding(changed, { ...first, ...registered("p_late") });
}

const logs = { settled, voided, refused };

it.each(["settled", "voided", "refused"] as const)("accepts a game that was %s", async (how) => {
  expect(problemWith(await logs[how](), {})).toBeNull();
});

it.each(["settled", "voided", "refused"] as const)(
  "finds what was kept of a guest whose stake was %s, or went elsewhere",
  async (how) => {
    const log = await logs[how]();
    const purpose = "coinflip-paid:2-s2";
    for (const change of [null, { amount: "1" }, { to: 3 }, { receiver: house }, { purpose }])
      expect(problemWith(log, change)).toBe(NOT_BACK);
  },
);

it("rejects a payout to another log without a game", () => {
  const log = new GivenLog();
  log.append([registered()]);
  const paid = {
    ...departure,
    id: "1-x",
    to: 2,
    purpose: "coinflip-paid:2-s9",
    receiver: awayEscrow("2-s9"),
  };
  for (const sender of [house, playerAccount(guestIdOf("2-s9"))]) {
    const [first] = log.events;
    if (first === undefined) throw new Error("A log begins");
    const event = { ...first, ...transitLeft({ ...paid, sender }) };
    expect(problemOfEvents([...log.events, event])).toBe(
      "Something was sent to a guest's log that was not due.",
    );
  }
});

it("finds that the deposits of a guest's items are not recorded, before the next event and at the end", () => {
  const [first] = arrived().events;
  if (first === undefined) throw new Error("A log begins");
  const joinedWith = (asset: "RBX" | typeof HAT) => {
    const { payload } = coinflipJoined.example();
    const stakes = [{ asset, amount: "1", value: "1" }];
    const joiner = { ...payload.joiner, playerId: guestIdOf(STAKE), stakes };
    return { ...first, ...coinflipJoined({ ...payload, joiner }, "p_alice") };
  };
  const checked = (asset: "RBX" | typeof HAT, ending: "end" | "event") => () => {
    const pass = guestsCheck.begin(() => {
      throw new Error("It uses no other check");
    });
    pass.event?.(joinedWith(asset), null, () => null);
    if (ending === "end") pass.end?.(first.position);
    else pass.event?.(first, null, () => null);
  };
  for (const ending of ["end", "event"] as const) {
    expect(checked("RBX", ending)).not.toThrow();
    expect(checked(HAT, ending)).toThrow("The deposits of the items of a guest's game are not recorded.");
  }
});
