import { type Currency, playerAccount } from "../accounts/account.ts";
import type { BeaconRound } from "../fairness/beacon.ts";
import { type PlacedCrashBet, placeCrashBet } from "../features/crash/bet.ts";
import {
  type CashOutAnswer,
  cashOut,
  type FlightContext,
  interruptCrash,
  payLeaving,
} from "../features/crash/cash-out.ts";
import { settleCrash, voidCrash } from "../features/crash/end.ts";
import { crashTableStream } from "../features/crash/events.ts";
import { type Flight, flightOf, startCrash } from "../features/crash/flight.ts";
import { crashTableStreamKind } from "../features/crash/stream.ts";
import type { CrashRound } from "../features/crash/table.ts";
import type { RoundBet, RoundName } from "../features/game-rounds/bet.ts";
import type { TableChain, TakenLink } from "../features/game-tables/chain.ts";
import { drawOf, settleJackpot, voidJackpot } from "../features/jackpots/end.ts";
import { type EnteredJackpot, enterJackpot } from "../features/jackpots/enter.ts";
import { jackpotTableStream } from "../features/jackpots/events.ts";
import { jackpotTableStreamKind } from "../features/jackpots/stream.ts";
import type { JackpotRound } from "../features/jackpots/table.ts";
import { refusalOfStaker } from "../features/registry.ts";
import { invariant } from "../kernel/invariant.ts";
import type { Minor } from "../kernel/money.ts";
import { BOB, CHAIN } from "./coinflips.ts";
import type { Decide, GivenLog } from "./given.ts";
import { playerIn } from "./players.ts";
import { settingsIn } from "./settings.ts";
import { actorOf, amount, bankOf, gameAndCreator, linksOf, ROUND, TABLE } from "./user-games.ts";

export const jackpotIn = (log: GivenLog, currency: Currency = "RBX") =>
  log.stream(jackpotTableStreamKind, jackpotTableStream({ gameId: TABLE, currency }));
export const crashIn = (log: GivenLog, currency: Currency = "RBX") =>
  log.stream(crashTableStreamKind, crashTableStream({ gameId: TABLE, currency }));

/** The link that a round took. */
export const seedOfRound = (currency: Currency, { taken }: { readonly taken: TakenLink }): string =>
  linksOf(`${currency} ${taken.chain}`)[taken.link] ?? "";

/** Who bets, and as of which beacon round. */
interface Betting extends Partial<Omit<RoundBet, "betId" | "gameId" | "stake">> {
  readonly newestRound?: number;
  /** Rounds have taken all links of the table's chain. */
  readonly isExhausted?: boolean;
}

/** A table, and one without further links where a bet says so. */
const tableFor = <T extends { readonly chain: TableChain | null }>(table: T, { isExhausted }: Betting): T =>
  isExhausted === true && table.chain !== null
    ? { ...table, chain: { ...table.chain, used: table.chain.length } }
    : table;

/** A bet on a round of any kind that nobody has made yet, and what it depends on. */
function betIn(
  log: GivenLog,
  stake: string | Minor,
  { playerId = BOB, currency = "RBX", newestRound = 0, roundId = ROUND, seenVersion = null }: Betting,
) {
  const betId = `bet_${log.events.length}`;
  return {
    bet: { playerId, betId, gameId: TABLE, currency, stake: amount(stake), roundId, seenVersion },
    context: {
      actor: actorOf(log, playerId),
      ...gameAndCreator(log),
      balance: log.holding(playerAccount(playerId), currency),
      at: log.at,
      beacon: { chain: CHAIN, newestRound },
      settings: settingsIn(log),
      refusalOfStaker,
    },
  };
}

/** Somebody puts a stake into the pot of a jackpot. */
export const enter =
  (stake: string | Minor, betting: Betting = {}): Decide<EnteredJackpot> =>
  (log) => {
    const { bet: entry, context } = betIn(log, stake, betting);
    return enterJackpot(entry, { ...context, table: tableFor(jackpotIn(log, betting.currency), betting) });
  };

const openJackpot = (log: GivenLog, currency: Currency): JackpotRound => {
  const { round } = jackpotIn(log, currency);
  invariant(round !== null, "a round is open");
  return round;
};

/** The first beacon of a round, in an arbitrary order, that brings what a test wants. */
function beaconThat(round: number, holds: (beacon: BeaconRound) => boolean): BeaconRound {
  for (let n = 0; ; n += 1) {
    const beacon = { round, signature: n.toString(16).padStart(96, "0") };
    if (holds(beacon)) return beacon;
  }
}

/**
 * The beacon decides a jackpot, so that a certain player wins; null for whoever does. Who has one part in 100,000 of
 * the pot is found by as many draws, which take half a minute.
 */
export const settlePot =
  (
    winnerId: string | null,
    { currency = "RBX" as Currency, chainHash = CHAIN.chainHash, round: other = null as number | null } = {},
  ): Decide<{ readonly roundId: string; readonly winnerId: string }> =>
  (log) => {
    const round = openJackpot(log, currency);
    const seed = seedOfRound(currency, round);
    const number = other ?? round.beacon?.round ?? 1;
    const beacon = beaconThat(number, (one) => {
      const drawn = round.entries[drawOf(round, { beacon: one, seed }).winner]?.playerId;
      return winnerId === null || drawn === winnerId;
    });
    return settleJackpot(
      { gameId: TABLE, currency, roundId: round.roundId, seed, beacon, chainHash },
      {
        table: jackpotIn(log, currency),
        at: log.at,
        playerOf: (playerId) => playerIn(log, playerId),
        settings: settingsIn(log),
      },
    );
  };

/** A jackpot that cannot be drawn is given up. */
export const voidPot =
  ({
    currency = "RBX" as Currency,
    seed = null as string | null,
  } = {}): Decide<{ readonly roundId: string }> =>
  (log) => {
    const round = openJackpot(log, currency);
    return voidJackpot(
      { gameId: TABLE, currency, roundId: round.roundId, seed: seed ?? seedOfRound(currency, round) },
      { table: jackpotIn(log, currency), at: log.at },
    );
  };

/** Somebody bets on a crash round. @param auto hundredths */
export const bet =
  (
    stake: string | Minor,
    {
      auto = null,
      clockErrorMs = 0,
      ...betting
    }: Betting & { readonly auto?: number | null; readonly clockErrorMs?: number } = {},
  ): Decide<PlacedCrashBet> =>
  (log) => {
    const { bet: placed, context } = betIn(log, stake, betting);
    return placeCrashBet(
      { ...placed, auto },
      {
        ...context,
        table: tableFor(crashIn(log, betting.currency), betting),
        ...bankOf(log, placed.currency),
        clockErrorMs,
      },
    );
  };

/** The round of a crash game that is open. */
export const openCrash = (log: GivenLog, currency: Currency = "RBX"): CrashRound => {
  const { round } = crashIn(log, currency);
  invariant(round !== null, "a round is open");
  return round;
};

/** What decides a running round. */
export const flightIn = (log: GivenLog, currency: Currency = "RBX"): Flight => {
  const round = openCrash(log, currency);
  return flightOf(round, seedOfRound(currency, round));
};

/** The beacon starts a crash round, with a point that a test wants. */
export const start =
  (
    isWanted: (point: number) => boolean,
    { currency = "RBX" as Currency, chainHash = CHAIN.chainHash, round: other = null as number | null } = {},
  ): Decide<{ readonly roundId: string; readonly startsAt: number }> =>
  (log) => {
    const round = openCrash(log, currency);
    const seed = seedOfRound(currency, round);
    const beacon = beaconThat(other ?? round.beacon.round, ({ signature }) =>
      isWanted(flightOf({ ...round, signature }, seed).point),
    );
    return startCrash(
      { gameId: TABLE, currency, roundId: round.roundId, beacon, chainHash },
      { table: crashIn(log, currency), at: log.at },
    );
  };

const inFlight = (log: GivenLog, currency: Currency = "RBX"): FlightContext => ({
  table: crashIn(log, currency),
  flight: flightIn(log, currency),
  at: log.at,
  playerOf: (playerId) => playerIn(log, playerId),
  settings: settingsIn(log),
});
const nameIn = (log: GivenLog, currency: Currency = "RBX"): RoundName => ({
  gameId: TABLE,
  currency,
  roundId: openCrash(log, currency).roundId,
});

/** Somebody leaves the curve. @param receivedAt milliseconds; now where nothing is said */
export const leave =
  (
    playerId = BOB,
    { currency = "RBX" as Currency, receivedAt = null as number | null, clockErrorMs = 0 } = {},
  ): Decide<CashOutAnswer> =>
  (log) =>
    cashOut(
      { ...nameIn(log, currency), playerId, receivedAt: receivedAt ?? log.at, clockErrorMs },
      inFlight(log, currency),
    );

/** Bets that leave by rule are paid. */
export const payDue = (): Decide<{ readonly paid: number }> => (log) =>
  payLeaving(nameIn(log), inFlight(log));

/** A round that nobody served is found. */
export const interrupt =
  (lastServedAt: number): Decide<{ readonly paid: number }> =>
  (log) =>
    interruptCrash({ ...nameIn(log), lastServedAt }, inFlight(log));

/** A crash round is settled. */
export const settleRound = (): Decide<{ readonly roundId: string; readonly point: number }> => (log) =>
  settleCrash(nameIn(log), inFlight(log));

/** A crash round whose beacon does not come is given up. */
export const voidRound =
  ({
    currency = "RBX" as Currency,
    seed = null as string | null,
  } = {}): Decide<{ readonly roundId: string }> =>
  (log) => {
    const round = openCrash(log, currency);
    return voidCrash(
      { ...nameIn(log, currency), seed: seed ?? seedOfRound(currency, round) },
      { table: crashIn(log, currency), at: log.at },
    );
  };
