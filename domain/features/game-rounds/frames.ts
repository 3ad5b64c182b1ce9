import type { Currency } from "../../accounts/account.ts";
import { elapsedAt, FLIGHT_MS_MAX, MULTIPLIER_MAX } from "../../fairness/crash-curve.ts";
import { parseMinor } from "../../kernel/money.ts";
import type { CashOutCause, GameRound, RoundBet } from "./contract.ts";

/** Messages of a running round, by name. Amounts and multipliers are text, as in answers. */
export type RoundFrames = {
  /** Where a round is; whenever that changes. */
  readonly round: {
    readonly game: string;
    readonly round: string;
    readonly asset: Currency;
    readonly number: number;
    readonly phase: GameRound["status"];
    /** Milliseconds until bets are closed, or until a locked round starts; null where that is not known. */
    readonly inMs: number | null;
    /** Milliseconds since a running round started. */
    readonly elapsedMs: number | null;
    /** The beacon round that decides. */
    readonly N: number | null;
    readonly commitment: string;
    readonly cap: string | null;
    readonly force: string | null;
    /** A hidden player counts for each bet. */
    readonly players: number;
    readonly total: string;
    /** The log position that this reflects. */
    readonly position: number;
  };
  /** Entries of a jackpot that are new: number, player, stake, tickets from and up to. */
  readonly entries: {
    readonly round: string;
    readonly entries: readonly (readonly [number, RoundBet["player"], string, string, string])[];
  };
  /** Bets on a crash round that are new: number, player, stake. */
  readonly bets: {
    readonly round: string;
    readonly bets: readonly (readonly [number, RoundBet["player"], string])[];
  };
  /** How long a round has been running, in milliseconds; every quarter of a second. */
  readonly tick: { readonly round: string; readonly t: number };
  /** Bets that have left, by number: at which multiplier, what they were paid, and why. */
  readonly cashouts: {
    readonly round: string;
    readonly cashouts: readonly (readonly [number, string, string, CashOutCause])[];
    readonly force: string | null;
  };
  /** The curve broke. */
  readonly bust: {
    readonly round: string;
    readonly point: string;
    /** Milliseconds from the start until the curve was past the point. */
    readonly t: number;
  };
  /** A ticket was drawn: the entry that has it, and the pot. */
  readonly drawn: {
    readonly round: string;
    readonly ticket: string;
    readonly total: string;
    readonly seq: number | null;
  };
  /** A round has ended, as of a position: every player's own result can be asked for. */
  readonly settled: {
    readonly round: string;
    readonly phase: "settled" | "void";
    readonly position: number;
  };
};

/** A frame and its name. */
export type RoundFrame = {
  [Name in keyof RoundFrames]: { readonly name: Name; readonly data: RoundFrames[Name] };
}[keyof RoundFrames];

/** A round as everybody may see it, at a position of the log. */
export interface SeenRound {
  readonly round: GameRound;
  readonly position: number;
  /** When it was looked at, in milliseconds. */
  readonly at: number;
}

/** The frames of a round for a new listener. */
export function framesOf(seen: SeenRound): RoundFrame[] {
  return [
    { name: "round", data: headOf(seen) },
    ...sinceBefore({ bets: [], point: null, status: null }, seen),
  ];
}

/** The frames for listeners who know the round as it was before. */
export function framesSince(before: SeenRound, now: SeenRound): RoundFrame[] {
  const isSame = JSON.stringify(factsOf(before.round)) === JSON.stringify(factsOf(now.round));
  const head: RoundFrame[] = isSame ? [] : [{ name: "round", data: headOf(now) }];
  return [...head, ...sinceBefore(before.round, now)];
}

/** The earlier state of a round, as far as later frames depend on it. */
type Before = Pick<GameRound, "bets" | "point"> & { readonly status: GameRound["status"] | null };

function sinceBefore(before: Before, { round, position }: SeenRound): RoundFrame[] {
  const known = new Map(before.bets.map((bet) => [bet.seq, bet]));
  const fresh = round.bets.filter(({ seq }) => !known.has(seq));
  const left = round.bets.filter(
    ({ seq, multiplier }) => multiplier !== null && (known.get(seq)?.multiplier ?? null) === null,
  );
  return [
    ...betsFrames(round, fresh),
    ...cashOutFrames(round, left),
    ...(before.status === round.status ? [] : endFrames(round, position)),
  ];
}

function betsFrames({ id, gameType }: GameRound, fresh: readonly RoundBet[]): RoundFrame[] {
  if (fresh.length === 0) return [];
  if (gameType === "crash") {
    const bets = fresh.map(({ seq, player, betAmount }) => [seq, player, betAmount] as const);
    return [{ name: "bets", data: { round: id, bets } }];
  }
  const entries = fresh.map(
    ({ seq, player, betAmount, from, to }) => [seq, player, betAmount, from ?? "", to ?? ""] as const,
  );
  return [{ name: "entries", data: { round: id, entries } }];
}

function cashOutFrames({ id, force }: GameRound, left: readonly RoundBet[]): RoundFrame[] {
  const cashouts = left.flatMap(({ seq, multiplier, winAmount, cause }) =>
    multiplier === null || winAmount === null || cause === null
      ? []
      : [[seq, multiplier, winAmount, cause] as const],
  );
  return cashouts.length === 0 ? [] : [{ name: "cashouts", data: { round: id, cashouts, force } }];
}

function endFrames(round: GameRound, position: number): RoundFrame[] {
  const { id, status, point, ticket, pot, bets } = round;
  if (status !== "settled" && status !== "void") return [];
  const frames: RoundFrame[] = [];
  if (point !== null)
    frames.push({ name: "bust", data: { round: id, point, t: bustOf(hundredthsOf(point)) } });
  if (ticket !== null) {
    const seq = bets.find(({ from, to }) => holds(ticket, { from, to }))?.seq ?? null;
    frames.push({ name: "drawn", data: { round: id, ticket, total: pot, seq } });
  }
  return [...frames, { name: "settled", data: { round: id, phase: status, position } }];
}

/** When the curve is past a point, in milliseconds since the start. @param point hundredths */
export const bustOf = (point: number): number =>
  point < MULTIPLIER_MAX ? elapsedAt(point + 1) : FLIGHT_MS_MAX;

const hundredthsOf = (point: string): number => Number.parseInt(point.replace(".", ""), 10);

/** Whether a ticket is among those of an entry. */
function holds(ticket: string, { from, to }: Pick<RoundBet, "from" | "to">): boolean {
  const [drawn, first, end] = [ticket, from ?? "", to ?? ""].map(parseMinor);
  if (drawn == null || first == null || end == null) return false;
  return first <= drawn && drawn < end;
}

/** The part of a round in the frame's head, which does not change with time alone. */
const factsOf = (round: GameRound) => ({
  phase: round.status,
  N: round.beaconRound,
  closesAt: round.closesAt,
  startsAt: round.startsAt,
  commitment: round.commitment,
  cap: round.cap,
  bets: round.bets.length,
});

function headOf({ round, position, at }: SeenRound): RoundFrames["round"] {
  const elapsedMs =
    round.status === "running" && round.startsAt !== null ? at - Date.parse(round.startsAt) : null;
  return {
    game: round.gameId,
    round: round.id,
    asset: round.currency,
    number: round.number,
    phase: round.status,
    inMs: nextIn(round, at),
    elapsedMs,
    N: round.beaconRound,
    commitment: round.commitment,
    cap: round.cap,
    force: round.force,
    players: playersOf(round),
    total: round.pot,
    position,
  };
}

function nextIn({ status, closesAt, startsAt }: GameRound, at: number): number | null {
  const next = status === "betting" ? closesAt : status === "locked" ? startsAt : null;
  return next === null ? null : Math.max(0, Date.parse(next) - at);
}

function playersOf({ bets }: GameRound): number {
  const named = new Set(bets.flatMap(({ player }) => player.id ?? []));
  return named.size + bets.filter(({ player }) => player.id === null).length;
}

/** When a round's phase changes by time alone, in milliseconds; null where only something that happens changes it. */
export function turnsAt({ status, closesAt, startsAt }: GameRound): number | null {
  if (status === "betting" && closesAt !== null) return Date.parse(closesAt);
  return status === "locked" && startsAt !== null ? Date.parse(startsAt) : null;
}
