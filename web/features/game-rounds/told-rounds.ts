import type { CashOutCause, GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import type { RoundFrame, RoundFrames } from "#domain/features/game-rounds/frames.ts";
import { chanceOf } from "#domain/features/user-games/rules.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { readMoney } from "#web/lib/format.ts";

/** What frames reported of one round. */
export interface ToldRound {
  readonly head: RoundFrames["round"] | null;
  readonly bets: ReadonlyMap<number, RoundBet>;
  readonly left: ReadonlyMap<number, Pick<RoundBet, "multiplier" | "winAmount" | "cause">>;
  readonly force: string | null;
  readonly bust: RoundFrames["bust"] | null;
  readonly isTicking: boolean;
}

/** What frames reported of a game's rounds, by round, newest last. */
export type ToldRounds = ReadonlyMap<string, ToldRound>;

export const NOTHING_TOLD: ToldRounds = new Map();
/** Rounds that are remembered: one open and one that has just ended, in either currency. */
const ROUNDS_MAX = 4;
const NEW: ToldRound = {
  head: null,
  bets: new Map(),
  left: new Map(),
  force: null,
  bust: null,
  isTicking: false,
};

/** A frame of a round that changes what is known of it. */
export type KeptFrame = Exclude<RoundFrame, { readonly name: "drawn" | "settled" }>;

/** Follows a frame. */
export function heardFrame(told: ToldRounds, frame: KeptFrame): ToldRounds {
  const id = frame.data.round;
  const before = told.get(id) ?? NEW;
  // Ticks come four times a second: only the first says something new here.
  if (frame.name === "tick" && before.isTicking) return told;
  const rounds = [...told].filter(([other]) => other !== id).slice(1 - ROUNDS_MAX);
  return new Map([...rounds, [id, follows(before, frame)]]);
}

function follows(before: ToldRound, frame: KeptFrame): ToldRound {
  switch (frame.name) {
    case "round":
      return { ...before, head: frame.data, force: frame.data.force ?? before.force };
    case "tick":
      return { ...before, isTicking: true };
    case "bust":
      return { ...before, bust: frame.data };
    case "bets":
      return withBets(
        before,
        frame.data.bets.map(([seq, player, stake]) => betOf(frame.data.round, { seq, player, stake })),
      );
    case "entries":
      return withBets(
        before,
        frame.data.entries.map(([seq, player, stake, from, to]) => ({
          ...betOf(frame.data.round, { seq, player, stake }),
          from,
          to,
        })),
      );
    case "cashouts": {
      const left = frame.data.cashouts.map(([seq, multiplier, winAmount, cause]) => {
        return [seq, { multiplier, winAmount, cause }] as const;
      });
      return {
        ...before,
        left: new Map([...before.left, ...left]),
        force: frame.data.force ?? before.force,
      };
    }
  }
}

const withBets = (before: ToldRound, bets: readonly RoundBet[]): ToldRound => ({
  ...before,
  bets: new Map([...before.bets, ...bets.map((bet) => [bet.seq, bet] as const)]),
});

interface ToldBet {
  readonly seq: number;
  readonly player: RoundBet["player"];
  readonly stake: string;
}

const NOT_LEFT = { multiplier: null, winAmount: null, cause: null as CashOutCause | null };
const betOf = (round: string, { seq, player, stake }: ToldBet): RoundBet => ({
  id: `${round}:${seq}`,
  seq,
  player,
  betAmount: stake,
  from: null,
  to: null,
  chance: null,
  ...NOT_LEFT,
});

/** The steps of a round in their order: whichever source knows a later one is right. */
const STEPS: readonly GameRound["status"][] = ["waiting", "betting", "locked", "running", "settled", "void"];
const later = (a: GameRound["status"], b: GameRound["status"]) =>
  STEPS.indexOf(a) >= STEPS.indexOf(b) ? a : b;

/** A round as read, updated by all frames since. */
export function withTold(round: GameRound, told: ToldRound | undefined): GameRound {
  if (told === undefined) return round;
  const known = new Set(round.bets.map(({ seq }) => seq));
  const all = [...round.bets, ...[...told.bets.values()].filter(({ seq }) => !known.has(seq))]
    .toSorted((a, b) => a.seq - b.seq)
    .map((bet) => (bet.multiplier === null ? { ...bet, ...told.left.get(bet.seq) } : bet));
  const pot = all.reduce((sum, { betAmount }) => sum + readMoney(betAmount), 0n);
  const isTickets = round.gameType === "jackpot";
  const status = told.isTicking ? later(round.status, "running") : round.status;
  return {
    ...round,
    status: told.head === null ? status : later(status, told.head.phase),
    force: told.force ?? round.force,
    pot: formatMinor(pot),
    bets: isTickets ? all.map((bet) => ({ ...bet, chance: chanceOf(readMoney(bet.betAmount), pot) })) : all,
    you: round.you?.multiplier === null ? { ...round.you, ...told.left.get(round.you.seq) } : round.you,
  };
}
