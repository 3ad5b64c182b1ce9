import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../../accounts/account.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { minor } from "../../../kernel/money.ts";
import { transitStreamKind } from "../../../ledger/transit/transit.ts";
import {
  type Departure,
  peerAccount,
  transitAccount,
  transitArrived,
  transitStream,
} from "../../../ledger/transit/transit-events.ts";
import { guestIdOf, transitOfGuest } from "../../../player/guest.ts";
import { NO_ITEMS } from "../../../testing/away/stakes.ts";
import { worth } from "../../../testing/bot-flips.ts";
import {
  CHAIN,
  cancel,
  coinflipIn,
  GAME,
  giveUp,
  OPEN_MS,
  open,
  published,
  rbx,
  settle,
} from "../../../testing/coinflips.ts";
import { carriedOut, type Decide, GivenLog, NOON, refusalOf } from "../../../testing/given.ts";
import { HAT, handedOver } from "../../../testing/items.ts";
import { ALICE, playerIn, registered } from "../../../testing/players.ts";
import { playerSuspended } from "../../roles/events.ts";
import { coinflipEscrow } from "../events.ts";
import { VOID_AFTER_MS } from "../rules.ts";
import { awayEscrow, joinAsGuest, refusedBack, withGuestPaid } from "./guest.ts";

const STAKE = "2-s1";
const GUEST = guestIdOf(STAKE);
type Counted = Extract<Departure, { readonly asset: string }>;
const departure: Counted = {
  amount: "1000",
  asset: "RBX",
  id: STAKE,
  purpose: `coinflip:${GAME}`,
  receiver: playerAccount(GUEST),
  sender: awayEscrow(STAKE),
  to: 1,
};
const { receipt } = transitArrived.example().payload;
const arrival = ({ amount, asset, id, receiver }: Counted) =>
  transitArrived({ amount, asset, id, receiver, receipt });

const joins =
  (of: Partial<Counted> = {}): Decide<JsonObject> =>
  (log) =>
    joinAsGuest(
      { ...departure, ...of },
      {
        coinflip: coinflipIn(log, GAME),
        playerOf: (playerId) => playerIn(log, playerId),
        at: log.at,
        chain: CHAIN,
        newestRound: 0,
        items: NO_ITEMS,
      },
    ) as never;

const wayIn = (log: GivenLog) => ({
  id: "1-back",
  here: 1,
  transit: log.stream(transitStreamKind, transitStream("1-back")),
  kept: [],
});

const ending =
  (decide: Decide<JsonObject>): Decide<JsonObject> =>
  (log) =>
    withGuestPaid(decide(log), () => wayIn(log));

/** Alice has opened a coinflip for 10.00 RBX, and the stake of a guest has arrived. */
function ready(stake = departure): GivenLog {
  const log = new GivenLog();
  log.append([registered()]);
  carriedOut(log, open(rbx("10.00")));
  log.append([arrival(stake)]);
  return log;
}
const held = (log: GivenLog, account: Parameters<GivenLog["holding"]>[0]) => log.holding(account, "RBX");

describe("a stake from another log", () => {
  it("names its guest by its transit", () => {
    expect(transitOfGuest(GUEST)).toBe(STAKE);
    for (const other of ["p_alice", STAKE, "guest.2", "guest.0-a", "guest.2-a:b"])
      expect(transitOfGuest(other)).toBeNull();
  });

  it("joins the game that it came for, with the transit's name as the client seed", () => {
    const log = ready();
    carriedOut(log, joins());
    expect(coinflipIn(log, GAME)).toMatchObject({
      status: "locked",
      joiner: { playerId: GUEST, clientSeed: "s1", clientSeedBy: "server", stakes: rbx("10.00") },
    });
    expect(held(log, coinflipEscrow(GAME))).toBe(2_000n);
  });

  it.each([
    ["that is not there", { purpose: "coinflip:another" }, "accepted"],
    ["of another amount", { amount: "999" }, "other_stakes"],
    ["of another currency", { asset: "TIX" }, "other_stakes"],
    ["for another purpose", { purpose: "another:x" }, "unknown_game"],
    ["sent to somebody who is no guest", { receiver: playerAccount(ALICE) }, "unknown_game"],
  ])("joins no game %s", (_what, change, code) => {
    // The caller reads the game named by the stake: without one it is absent.
    if (code !== "accepted") return expect(refusalOf(ready(), joins(change))).toBe(code);
    return expect(refusalOf(new GivenLog(), joins(change))).toBe("unknown_game");
  });

  it("joins no game that was joined, cancelled, is over, for items, or of a creator who may not play", () => {
    const joined = ready();
    carriedOut(joined, joins());
    expect(refusalOf(joined, joins({ id: "2-s2", receiver: playerAccount(guestIdOf("2-s2")) }))).toBe(
      "already_joined",
    );
    expect(refusalOf(joined, joins())).toBe("already_joined");
    const cancelled = ready();
    carriedOut(cancelled, cancel());
    expect(refusalOf(cancelled, joins())).toBe("not_open");
    const late = ready();
    late.at = NOON + OPEN_MS;
    expect(refusalOf(late, joins())).toBe("not_open");
    const suspended = ready();
    suspended.append([playerSuspended(ALICE, { by: "p_root", reason: "r" })]);
    expect(refusalOf(suspended, joins())).toBe("not_open");
    const items = new GivenLog();
    items.append([registered(), handedOver(platform, playerAccount(ALICE), HAT)]);
    carriedOut(items, open(worth("1000", HAT)));
    expect(refusalOf(items, joins())).toBe("other_stakes");
  });

  it("goes back whole if no game takes it", () => {
    const log = ready();
    log.append(refusedBack(departure, wayIn(log)));
    expect(held(log, playerAccount(GUEST))).toBe(0n);
    expect(held(log, transitAccount("1-back"))).toBe(1_000n);
    expect(log.events.at(-1)?.payload).toMatchObject({
      to: 2,
      receiver: awayEscrow(STAKE),
      purpose: `coinflip-refused:${STAKE}`,
    });
    expect(() => refusedBack(departure, wayIn(log))).toThrow("goes back once");
  });
});

describe("a game with a guest", () => {
  it.each([
    ["won", "tix", "1975"],
    ["lost", "rbx", "0"],
  ] as const)("sends its payout to the log of a guest who %s, and nothing stays", (_how, face, paid) => {
    const log = ready();
    carriedOut(log, joins());
    carriedOut(log, ending(settle(face)));
    expect(log.events.at(-1)).toMatchObject({
      type: "TransitLeft",
      payload: { amount: paid, purpose: `coinflip-paid:${STAKE}`, receiver: awayEscrow(STAKE), to: 2 },
    });
    const all = [playerAccount(GUEST), coinflipEscrow(GAME)].map((account) => held(log, account));
    expect(all).toEqual([0n, 0n]);
    expect(held(log, transitAccount("1-back"))).toBe(BigInt(paid));
    expect(held(log, house)).toBe(25n);
    expect(held(log, peerAccount(2))).toBe(-1_000n);
    expect(log.events.find(({ type }) => type === "CoinflipSettled")?.payload).toMatchObject(
      face === "tix" ? { winnerXp: 0 } : { loserXp: 0 },
    );
  });

  it("sends the stake back when its beacon does not come", () => {
    const log = ready();
    carriedOut(log, joins());
    const locked = coinflipIn(log, GAME);
    log.at = published(locked.status === "locked" ? locked.round : 0) + VOID_AFTER_MS;
    carriedOut(log, ending(giveUp()));
    expect(log.events.at(-1)?.payload).toMatchObject({ amount: "1000", purpose: `coinflip-void:${STAKE}` });
    expect(held(log, playerAccount(GUEST))).toBe(0n);
    expect(held(log, playerAccount(ALICE))).toBe(minor("1000.00"));
  });

  it("sends nothing if both are players of this log, or nothing was decided", () => {
    const log = ready();
    expect(ending(cancel())(log)).toEqual(cancel()(log));
    expect(ending(settle("rbx"))(log)).toEqual(settle("rbx")(log));
  });
});
