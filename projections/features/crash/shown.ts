import { forceOf } from "#domain/features/crash/exposure.ts";
import type { CashOutCause, GameRound, RoundBet } from "#domain/features/game-rounds/contract.ts";
import type { DecidingBeacon } from "#domain/features/game-tables/deciding-beacon.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import { arrayLiteral } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { type RoundRow, storedRounds } from "../game-rounds/stored-rounds.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

/** A round as its row has it. Columns of what has not happened are null. */
interface CrashRow extends RoundRow {
  readonly creator_id: string;
  readonly edge: bigint;
  readonly house_part: bigint;
  readonly cap: bigint;
  readonly starts_at: bigint;
  readonly started_at: bigint | null;
  readonly point: bigint | null;
}

interface BetRow extends PlayerColumns {
  readonly round_id: string;
  readonly seq: bigint;
  readonly bet_id: string;
  readonly player_id: string;
  readonly stake: bigint;
  readonly auto: bigint | null;
  readonly out_at: bigint | null;
  readonly payout: bigint | null;
  readonly cause: CashOutCause | null;
}

/** Rounds of crash games as they are shown, and as bringing them on needs them. */
export const crashRounds = storedRounds<"crash", CrashRow, BetRow>({
  gameType: "crash",
  table: "crash_rounds",
  // A round has its beacon from the beginning.
  aloneMs: 0,
  isRunning: (row) => row.started_at !== null,
  bets: (models, roundIds) =>
    models.ask<BetRow>(
      (table) => `select b.*, ${PLAYER_COLUMNS}
        from ${table("crash_bets")} b ${withIdentity("i", "b.player_id")}
        where b.round_id = any($1::text[]) order by b.round_id, b.seq`,
      [arrayLiteral(roundIds)],
    ),
  shown: (row, bets, { beacon, ...viewer }) => {
    const own = bets.find((bet) => bet.player_id === viewer.playerId);
    return {
      status: statusOf(row, beacon, viewer.at),
      startsAt: instantOf(row.started_at ?? row.starts_at),
      pot: moneyOf(bets.reduce((sum, { stake }) => sum + stake, 0n)),
      cap: moneyOf(row.cap),
      force: row.ended_as === null ? multiplierText(BigInt(forceIn(row, bets))) : null,
      point: row.point === null ? null : multiplierText(row.point),
      ticket: null,
      winner: null,
      bets: bets.map((bet) => betOf(bet, row, viewer)),
      you:
        own === undefined
          ? null
          : { ...betOf(own, row, viewer), autoCashOut: own.auto === null ? null : multiplierText(own.auto) },
    };
  },
});

/** Where everybody must leave, as of the bets that have left. */
const forceIn = (row: CrashRow, bets: readonly BetRow[]): number =>
  forceOf({
    cap: String(row.cap),
    terms: {
      creatorId: row.creator_id,
      edge: Number(row.edge),
      housePart: Number(row.house_part),
      version: Number(row.version),
      minBet: "0",
      maxBet: "0",
    },
    bets: bets.map(({ bet_id: betId, seq, player_id: playerId, stake, auto, out_at, payout, cause }) => ({
      betId,
      seq: Number(seq),
      playerId,
      stake: String(stake),
      auto: auto === null ? null : Number(auto),
      out:
        out_at === null || cause === null
          ? null
          : { at: Number(out_at), payout: String(payout ?? 0n), cause },
    })),
  });

function statusOf(row: CrashRow, beacon: DecidingBeacon | null, at: number): GameRound["status"] {
  if (row.ended_as !== null) return row.ended_as;
  if (row.started_at !== null && at >= Number(row.started_at)) return "running";
  return row.started_at === null && beacon !== null && at < beacon.closesAt ? "betting" : "locked";
}

/** A bet as everybody may see it. Its target is its player's own until it has left. */
function betOf(bet: BetRow, row: CrashRow, viewer: ViewerAt): RoundBet {
  const lost = row.ended_as === "settled" ? 0n : null;
  const won = bet.payout ?? lost;
  return {
    id: bet.bet_id,
    seq: Number(bet.seq),
    player: playerOf(bet, viewer),
    betAmount: moneyOf(bet.stake),
    from: null,
    to: null,
    chance: null,
    multiplier: bet.out_at === null ? null : multiplierText(bet.out_at),
    winAmount: won === null ? null : moneyOf(won),
    cause: bet.cause,
  };
}

/** @param at hundredths */
const multiplierText = (at: bigint): string => formatMinor(at);
