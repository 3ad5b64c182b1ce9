import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { elapsedAt } from "../../fairness/crash-curve.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import {
  BOB,
  CAROL,
  cancel,
  expire,
  giveUp,
  join,
  OPEN_MS,
  open,
  published,
  rbx,
  settle,
} from "../../testing/coinflips.ts";
import { rbx as deposited, people, requests, cancels as takesBack } from "../../testing/deposits.ts";
import { carriedOut, type Decide, GivenLog, NOON } from "../../testing/given.ts";
import { ALICE, playerIn, registered, unfinishedIn } from "../../testing/players.ts";
import {
  bet,
  enter,
  jackpotIn,
  leave,
  openCrash,
  payDue,
  settlePot,
  start,
  voidPot,
  voidRound,
} from "../../testing/rounds.ts";
import { held, logWith } from "../../testing/user-games.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";
import type { GameType } from "../game-tables/table.ts";
import { ALONE_MS } from "../jackpots/rules.ts";
import { VOID_AFTER_MS } from "../live-coinflips/rules.ts";
import { playerSuspended } from "../roles/events.ts";
import {
  ageRefused,
  limitLowered,
  realityCheckSet,
  regionNoted,
  selfExclusionBegun,
  selfExclusionEndAsked,
  timeOutBegun,
} from "./events.ts";
import { responsiblePlayOf } from "./play.ts";
import { usedOf } from "./windows.ts";

/** A stake of Bob's of 10.00, and an end that pays him. */
interface Running {
  readonly kind: string;
  readonly gameType?: GameType;
  readonly staked: readonly Decide<JsonObject>[];
  /** The events before he excludes himself. */
  readonly begun?: (log: GivenLog) => void;
  readonly ended: (log: GivenLog) => void;
}

const ownCoinflip = open(rbx("10.00"), { playerId: BOB });
const carol = { playerId: CAROL };
const flying = (log: GivenLog): void => {
  log.at = published(openCrash(log).beacon.round);
  carriedOut(
    log,
    start((point) => point > 400 && point < 1_000),
  );
};
const reached = (log: GivenLog, multiplier: number): void => {
  log.at = openCrash(log).startsAt + elapsedAt(multiplier);
};
const RUNNING: readonly Running[] = [
  {
    kind: "a coinflip that he joined",
    staked: [open(rbx("10.00"), carol), join()],
    ended: (log) => carriedOut(log, settle("tix")),
  },
  {
    kind: "a coinflip of his that was joined",
    staked: [ownCoinflip, join(carol)],
    ended: (log) => carriedOut(log, settle("rbx")),
  },
  {
    kind: "a coinflip of his that nobody joined",
    staked: [ownCoinflip],
    ended: (log) => carriedOut(log, cancel(BOB)),
  },
  {
    kind: "a coinflip of his that nobody joined in time",
    staked: [ownCoinflip],
    ended: (log) => {
      log.at += OPEN_MS;
      carriedOut(log, expire());
    },
  },
  {
    kind: "a coinflip that he joined, and whose beacon never came",
    staked: [open(rbx("10.00"), carol), join()],
    ended: (log) => {
      log.at += VOID_AFTER_MS + HOUR_MS;
      carriedOut(log, giveUp());
    },
  },
  {
    kind: "entries of a jackpot in which he stays alone",
    gameType: "jackpot",
    staked: [enter("4.00"), enter("6.00")],
    ended: (log) => {
      log.at += ALONE_MS;
      carriedOut(log, voidPot());
    },
  },
  {
    kind: "a bet on a crash round whose beacon never came",
    gameType: "crash",
    staked: [bet("10.00"), bet("20.00", carol)],
    ended: (log) => {
      log.at = voidFrom(openCrash(log).beacon);
      carriedOut(log, voidRound());
    },
  },
  {
    kind: "an entry of a jackpot",
    gameType: "jackpot",
    staked: [enter("10.00"), enter("20.00", carol)],
    ended: (log) => {
      log.at = published(jackpotIn(log).round?.beacon?.round ?? 0);
      carriedOut(log, settlePot(BOB));
    },
  },
  {
    kind: "a bet on a crash round, cashed out by hand",
    gameType: "crash",
    staked: [bet("10.00"), bet("20.00", carol)],
    begun: flying,
    ended: (log) => {
      reached(log, 150);
      carriedOut(log, leave());
    },
  },
  {
    kind: "a bet on a crash round, cashed out by its target",
    gameType: "crash",
    staked: [bet("10.00", { auto: 200 }), bet("20.00", carol)],
    begun: flying,
    ended: (log) => {
      reached(log, 210);
      carriedOut(log, payDue());
    },
  },
];

const barred = [
  selfExclusionBegun({ playerId: BOB, until: null }),
  timeOutBegun({ playerId: BOB, until: NOON + 86_400_000 }),
  limitLowered({ playerId: BOB, kind: "loss", window: "day", amount: "1" }),
  ageRefused({ playerId: BOB, by: "birthdate" }),
  realityCheckSet({ playerId: BOB, everyMinutes: 0 }),
  regionNoted({ playerId: BOB, region: "FR", by: "proxy", isBlocked: true }),
  playerSuspended(BOB, { by: "p_root", reason: "r" }),
];

/** Bob's balance and loss after the end. */
function outcomeOf({ gameType = "coinflip", staked, begun, ended }: Running, between: typeof barred) {
  const log = logWith(gameType);
  carriedOut(log, ...staked);
  begun?.(log);
  const before = held(log, playerAccount(BOB));
  log.append(between);
  ended(log);
  const play = responsiblePlayOf.of(playerIn(log, BOB));
  return {
    paid: held(log, playerAccount(BOB)) - before,
    lost: usedOf(play, { kind: "loss", window: "month", at: log.at }),
    open: play.history.open.length,
  };
}

describe.each(RUNNING)("$kind", (running) => {
  it("is settled and paid the same way, whatever keeps him from the next stake", () => {
    const usual = outcomeOf(running, []);
    expect(usual.paid).toBeGreaterThanOrEqual(1_000n);
    expect(usual.lost).toBe(1_000n - usual.paid);
    expect(usual.open).toBe(0);
    expect(outcomeOf(running, barred)).toEqual(usual);
  });
});

describe("forgetting a player who bets or takes a break", () => {
  const BREAK = "Your break or exclusion has to be over.";
  const OPEN = "Your open bets and deposits have to end.";
  const reasons = (log: GivenLog, playerId = ALICE) =>
    unfinishedIn(log, playerId).filter((one) => one === BREAK || one === OPEN);
  const logOf = (...events: readonly NewEvent[]): GivenLog => {
    const log = new GivenLog();
    log.append([registered(), registered(BOB), ...events]);
    return log;
  };

  it("waits until the break is over, and an exclusion only by request", () => {
    const until = NOON + HOUR_MS;
    const resting = logOf(timeOutBegun({ playerId: ALICE, until }));
    const excluded = logOf(selfExclusionBegun({ playerId: ALICE, until }));
    expect([reasons(resting), reasons(excluded)]).toEqual([[BREAK], [BREAK]]);
    for (const log of [resting, excluded]) log.at = until;
    expect([reasons(resting), reasons(excluded)]).toEqual([[], [BREAK]]);
    excluded.append([selfExclusionEndAsked({ playerId: ALICE, from: until + HOUR_MS })]);
    expect(reasons(excluded)).toEqual([BREAK]);
    excluded.at = until + HOUR_MS;
    expect(reasons(excluded)).toEqual([]);
  });

  it("waits until all their bets have ended", () => {
    const log = carriedOut(logOf(), open(rbx("10.00")));
    expect([reasons(log), reasons(log, BOB)]).toEqual([[OPEN], []]);
    carriedOut(log, join());
    expect([reasons(log), reasons(log, BOB)]).toEqual([[OPEN], [OPEN]]);
    carriedOut(log, settle("rbx"));
    expect([reasons(log), reasons(log, BOB)]).toEqual([[], []]);
  });

  it("waits until all their deposits have ended", () => {
    const log = new GivenLog();
    log.append(people);
    expect(reasons(carriedOut(log, requests(deposited("10.00"))))).toEqual([OPEN]);
    expect(reasons(carriedOut(log, takesBack()))).toEqual([]);
  });
});
