import { house, playerAccount } from "#domain/accounts/account.ts";
import { elapsedAt } from "#domain/fairness/crash-curve.ts";
import { fundsOf } from "#domain/features/bank/bank.ts";
import { type PlaceCrashBet, type PlacedCrashBet, placeCrashBet } from "#domain/features/crash/bet.ts";
import {
  type CashOut,
  type CashOutAnswer,
  cashOut,
  type FlightContext,
  interruptCrash,
  payLeaving,
} from "#domain/features/crash/cash-out.ts";
import { settleCrash, voidCrash } from "#domain/features/crash/end.ts";
import { crashTableStream } from "#domain/features/crash/events.ts";
import { forceOf, leavingBy } from "#domain/features/crash/exposure.ts";
import { multiplierOf, startCrash } from "#domain/features/crash/flight.ts";
import { INTERRUPTED_AFTER_MS, SETTLES_AFTER_BUST_MS } from "#domain/features/crash/rules.ts";
import { crashTableStreamKind } from "#domain/features/crash/stream.ts";
import { type CrashBet, type CrashRound, type CrashTable, openBets } from "#domain/features/crash/table.ts";
import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import { ROUND_ENDED, type RoundName } from "#domain/features/game-rounds/bet.ts";
import { creatorShareAccount } from "#domain/features/user-games/share.ts";
import { type Decision, refuse } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import {
  type CommandOrigin,
  serviceOrigin,
  systemOrigin,
} from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { type Balances, balancesAfter, roundBetCommand } from "#service/features/game-rounds/bet-command.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import type { OutBeacon } from "#service/features/game-rounds/round-kind.ts";
import { openedLink } from "#service/features/game-tables/links.ts";
import { readsOfBalances } from "#service/features/players/balances.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import type { Silence } from "./beats.ts";
import type { Flights } from "./flights.ts";

type TableName = Pick<RoundName, "gameId" | "currency">;
const readOfTable = (name: TableName) => ({ kind: crashTableStreamKind, name: crashTableStream(name) });
const tableIn = (view: LogView, name: TableName): CrashTable => view.stream(readOfTable(name));

/** The command that places a bet. @param isListed whether the settings name an admin */
export const betCommand = (
  origin: CommandOrigin,
  command: PlaceCrashBet & { readonly isListed: boolean },
  world: {
    readonly beacon: Pick<Beacon, "chain" | "newestRound">;
    readonly clock: { readonly errorMs: number };
  },
): Submission<PlacedCrashBet & Balances> =>
  roundBetCommand(origin, command, {
    beacon: world.beacon,
    streams: [readOfBank, readOfTable(command)],
    holdings: [{ account: house, asset: command.currency }],
    decide: (view, context) =>
      placeCrashBet(command, {
        ...context,
        table: tableIn(view, command),
        bank: view.holding(house, command.currency),
        funds: fundsOf(view.stream(readOfBank), command.currency),
        clockErrorMs: world.clock.errorMs,
      }),
  });

/**
 * The command that starts a curve by its beacon: carried out once, whichever process sends it. It may wait for the
 * database, so the start follows the clock when it is decided; no curve starts in the past.
 */
export function startCommand(
  { gameId, currency, roundId }: RoundName,
  { beacon, chainHash, at }: OutBeacon,
  clock: Pick<RoundClock, "now">,
): Submission<{ readonly roundId: string; readonly startsAt: number }> {
  const name = { gameId, currency, roundId };
  return {
    ...systemOrigin(`start_${roundId}`, at),
    reads: () => ({ streams: [readOfTable(name)] }),
    decide: (view) => {
      const now = Math.max(view.at, Math.floor(clock.now()));
      return startCrash({ ...name, beacon, chainHash }, { table: tableIn(view, name), at: now });
    },
  };
}

/** The command that voids a round without its beacon: carried out once. */
export function voidCommand(
  { gameId, currency, roundId }: RoundName,
  at: number,
): Submission<{ readonly roundId: string }> {
  const name = { gameId, currency, roundId };
  return {
    ...systemOrigin(`void_${roundId}`, at),
    reads: () => ({ streams: [readOfTable(name)] }),
    decide: (view) => {
      const table = tableIn(view, name);
      const { round } = table;
      if (round === null || round.roundId !== roundId) return ROUND_ENDED;
      view.needs({ streams: round.bets.map(({ playerId }) => readOfPlayer(playerId)) });
      const seed = openedLink(view, table.chain, round.taken);
      const decision = voidCrash({ ...name, seed }, { table, at: view.at });
      return withDebtsPaid(decision, (playerId) => playerIn(view, playerId));
    },
  };
}

interface InFlight {
  readonly name: RoundName;
  readonly flights: Flights;
  readonly at: number;
  /** Bets that may leave, besides those that the command reads; all unless fewer are known to suffice. */
  readonly who?: (round: CrashRound) => readonly CrashBet[];
}

/** Decides about a running round. Debts of players are paid from what they receive. */
function inFlight<A extends JsonObject>(
  view: LogView,
  { name, flights, at, who = openBets }: InFlight,
  decide: (context: FlightContext, round: CrashRound) => Decision<A>,
): Decision<A> {
  const table = tableIn(view, name);
  const { round } = table;
  if (round === null || round.roundId !== name.roundId) return ROUND_ENDED;
  if (round.signature === null) return refuse("not_running", "You can cash out from 1.01x.");
  const streams = who(round).map(({ playerId }) => readOfPlayer(playerId));
  view.needs({
    streams,
    holdings: [{ account: creatorShareAccount(round.terms.creatorId), asset: name.currency }],
  });
  const context: FlightContext = {
    table,
    flight: flights.of(view, table, round),
    at,
    playerOf: (playerId) => playerIn(view, playerId),
    settings: settingsIn(view),
  };
  return withDebtsPaid(decide(context, round), (playerId) => playerIn(view, playerId));
}

/** The command of a cash-out. The instant of receipt decides, however late the command runs. */
export function cashOutCommand(
  origin: CommandOrigin,
  command: CashOut,
  flights: Flights,
): Submission<CashOutAnswer & Balances> {
  const { playerId, receivedAt } = command;
  return {
    ...origin,
    at: receivedAt,
    reads: () => ({
      streams: [readOfSettings, readOfTable(command), readOfPlayer(playerId)],
      holdings: readsOfBalances(playerAccount(playerId)),
    }),
    decide: (view) => {
      // Only bets that leave by now: with two hundred cash-outs at once, each would load all players.
      const who = (round: CrashRound) =>
        leavingBy(round, multiplierOf(round, receivedAt)).map(({ bet }) => bet);
      const decision = inFlight(view, { name: command, flights, at: receivedAt, who }, (context) =>
        cashOut(command, context),
      );
      const balances = balancesAfter(view, playerId, decision);
      if (!("refused" in decision)) return { ...decision, answer: { ...decision.answer, ...balances } };
      const { refused } = decision;
      if (refused.code !== "already_out") return decision;
      return { refused: { ...refused, facts: { ...refused.facts, ...balances } } };
    },
  };
}

/** What a pass over a running round found to do next. Milliseconds by the rounds' clock. */
export interface Plan {
  /** When the next bet leaves by rule, or the round can be settled; Infinity if it has ended. */
  dueAt: number;
  isSettleable: boolean;
  /** When the curve passes the point; Infinity if the round has ended. As secret as the point. */
  bustsAt: number;
  /** Whether a silence is not followed up yet. */
  isSilent: boolean;
}

/** The plan of a round that has ended. */
export const nothingPlanned = (): Plan => ({
  dueAt: Number.POSITIVE_INFINITY,
  isSettleable: false,
  bustsAt: Number.POSITIVE_INFINITY,
  isSilent: false,
});

/** One pass over a running round. */
export interface Pass {
  readonly name: RoundName;
  readonly at: number;
  /** When no process served the round; null for none. Bets without a target may leave then. */
  readonly silence: Silence | null;
  /** Whether cash-outs received before the end of the silence may still be on their way. */
  readonly isUnheard: boolean;
  /** Filled in by the pass. */
  readonly plan: Plan;
}

/** The command that takes bets off the curve by rule, or because the round was not served. */
export function passCommand({ name, at, silence, isUnheard, plan }: Pass, flights: Flights): Submission {
  return {
    ...serviceOrigin(at),
    reads: () => ({ streams: [readOfSettings, readOfTable(name)] }),
    decide: (view) => {
      Object.assign(plan, nothingPlanned());
      return inFlight<JsonObject>(view, { name, flights, at }, (context, round) => {
        const lastServedAt = silence === null ? null : unservedFrom(silence, round);
        if (lastServedAt !== null && isUnheard) {
          Object.assign(plan, { dueAt: at, isSilent: true });
          return refuse("unheard", "Cash-outs of this round may still be on their way.");
        }
        const interrupted = lastServedAt === null ? null : interruptCrash({ ...name, lastServedAt }, context);
        const decision =
          interrupted === null || "refused" in interrupted ? payLeaving(name, context) : interrupted;
        const changed = "refused" in decision ? round : withoutThose(round, decision.events.length);
        Object.assign(plan, planOf(changed, context));
        return decision;
      });
    },
  };
}

/** When a running round was last served before a silence; null if the silence was too short to matter. */
function unservedFrom({ from, until }: Silence, { startsAt }: CrashRound): number | null {
  const served = Math.max(from, startsAt);
  return until - served > INTERRUPTED_AFTER_MS ? served : null;
}

/** The round, or null if bets left, so that the next pass plans with the new state. */
const withoutThose = (round: CrashRound, left: number): CrashRound | null => (left === 0 ? round : null);

function planOf(round: CrashRound | null, { flight, at }: FlightContext): Partial<Plan> {
  const { bustsAt } = flight;
  if (round === null) return { dueAt: at, bustsAt };
  const open = openBets(round);
  if (open.length === 0) return { dueAt: at, isSettleable: true, bustsAt };
  const settlesAt = bustsAt + SETTLES_AFTER_BUST_MS;
  const targets = open.flatMap(({ auto }) => (auto === null ? [] : [auto]));
  const first = Math.min(...targets, forceOf(round));
  const leavesAt = first <= flight.point ? round.startsAt + elapsedAt(first) : settlesAt;
  const dueAt = Math.max(round.startsAt, Math.min(leavesAt, settlesAt));
  return { dueAt, isSettleable: at >= settlesAt, bustsAt };
}

/** The command that settles a round after its bust: carried out once, whichever process sends it. */
export function settleCommand(
  { gameId, currency, roundId }: RoundName,
  at: number,
  flights: Flights,
): Submission<{ readonly roundId: string; readonly point: number }> {
  const name = { gameId, currency, roundId };
  return {
    ...systemOrigin(`settle_${roundId}`, at),
    reads: () => ({ streams: [readOfSettings, readOfTable(name)] }),
    decide: (view) => inFlight(view, { name, flights, at }, (context) => settleCrash(name, context)),
  };
}

/** Draws a running round's flight into this process's memory, and changes nothing. */
export const lookCommand = (name: RoundName, at: number, flights: Flights): Submission => ({
  ...serviceOrigin(at),
  reads: () => ({ streams: [readOfTable(name)] }),
  decide: (view) => {
    const table = tableIn(view, name);
    const { round } = table;
    if (round?.roundId === name.roundId && round.signature !== null) flights.of(view, table, round);
    return refuse("looked", "A look changes nothing.");
  },
});
