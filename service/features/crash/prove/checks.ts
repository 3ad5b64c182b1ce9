import { house } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { MULTIPLIER_MAX, payoutAt } from "#domain/fairness/crash-curve.ts";
import { fundsOf } from "#domain/features/bank/bank.ts";
import { bankLimitsOf } from "#domain/features/bank/settings.ts";
import { crashResult } from "#domain/features/crash/end.ts";
import {
  crashBetLost,
  crashBetPlaced,
  crashBetReturned,
  crashCashedOut,
  crashRoundOpened,
  crashRoundSettled,
  crashRoundStarted,
  crashRoundVoided,
} from "#domain/features/crash/events.ts";
import { capOf, largestStakeWithin, leavingBy, stakesOf } from "#domain/features/crash/exposure.ts";
import { flightOf } from "#domain/features/crash/flight.ts";
import { isLeftByRule } from "#domain/features/crash/left-by-rule.ts";
import { BETS_MAX, BETTING_MS, LEAVES_FROM, STARTS_AFTER_BEACON_MS } from "#domain/features/crash/rules.ts";
import { crashTableStreamKind } from "#domain/features/crash/stream.ts";
import { type CrashRound, type CrashTable, openBets } from "#domain/features/crash/table.ts";
import { voidFrom } from "#domain/features/game-tables/deciding-beacon.ts";
import { CLOCK_DOUBT_MS } from "#domain/features/game-tables/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf, type EventDefinition, type EventOf } from "#domain/kernel/events/event-definition.ts";
import type { Player } from "#domain/player/player.ts";
import { type BankPass, bankCheck } from "#service/features/bank/checks.ts";
import { gameRoundsCheck, PassOfGame, type RoundsPass } from "#service/features/game-rounds/checks.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const isTold = anyOf(crashBetLost, crashBetReturned);
type Event<D extends EventDefinition> = RecordedEvent & EventOf<D>;
type Left = Event<typeof crashCashedOut>;

/**
 * Checks crash: a cap that the bank carries, covered bets, a start after the beacon, the proven point, and each bet
 * paid by its rule.
 */
class CrashPass extends PassOfGame {
  readonly #bank: BankPass;
  readonly #settings: SettingsPass;
  /** When the curve of the last settled round passed its point, in milliseconds. */
  #bustAt = 0;

  constructor(rounds: RoundsPass, bank: BankPass, settings: SettingsPass) {
    super(rounds, crashTableStreamKind);
    this.#bank = bank;
    this.#settings = settings;
  }

  event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void {
    if (isTold(event)) {
      expectAsTold(
        event,
        crashBetLost.is(event) ? crashBetLost(event.payload) : crashBetReturned(event.payload),
      );
      this.players.told(event);
      if (crashBetLost.is(event)) this.#experienced(event, state as Player);
      return;
    }
    this.players.over(event.position);
    const table = state as CrashTable;
    if (crashRoundOpened.is(event)) this.#opened(event, table, amountOf);
    else if (crashBetPlaced.is(event)) this.#placed(event, table.round);
    else if (crashRoundStarted.is(event)) this.#started(event, table.round);
    else if (crashCashedOut.is(event)) {
      left(event, table.round);
      this.#experienced(event, null);
    } else if (crashRoundSettled.is(event)) this.#settled(event, table);
    else if (crashRoundVoided.is(event)) this.#voided(event, table.round);
  }

  #experienced(event: Event<typeof crashBetLost | typeof crashCashedOut>, player: Player | null): void {
    const { stake, xp } = event.payload;
    // Rounds end by the database's clock: the log's time may be hours ahead, by a process whose clock was.
    const told = { player, stake: BigInt(stake), xp, decidedFrom: this.#bustAt };
    expectExperience(event, told, this.#settings.now);
  }

  #opened(event: Event<typeof crashRoundOpened>, table: CrashTable, amountOf: AmountOf): void {
    const { position, payload } = event;
    const { beacon, cap, currency, startsAt } = payload;
    expectAsTold(event, crashRoundOpened(payload));
    this.rounds.opened(event, "crash", table);
    this.rounds.fixed(event, beacon, BETTING_MS);
    const isPlanned = startsAt === publishedAt(beacon.round, beacon.chain) + STARTS_AFTER_BEACON_MS;
    expectAt(position, isPlanned, () => "The curve is not planned to start a second after its beacon.");
    const bank = this.#bank.now;
    if (bank.status === "unfunded") return;
    const before = (amountOf(house, currency) ?? 0n) + BigInt(cap);
    const limits = bankLimitsOf(this.#settings.now);
    const most = capOf({ bank: before, funds: fundsOf(bank, currency), limits });
    expectAt(
      position,
      BigInt(cap) <= most,
      () => `The house risks ${cap} by a round, where it may risk ${most}.`,
    );
  }

  #placed(event: Event<typeof crashBetPlaced>, round: CrashRound | null): void {
    const { position, payload } = event;
    expectAsTold(event, crashBetPlaced(payload));
    this.rounds.bet(event, round);
    const { bets, cap, terms, signature } = round;
    expectAt(position, signature === null, () => "A bet was accepted after the start.");
    const isFirst = bets.every(({ playerId }) => playerId !== payload.playerId);
    expectAt(position, isFirst && bets.length < BETS_MAX && payload.seq === bets.length, () => {
      return "A bet is out of order, or its player's second.";
    });
    const { auto, stake } = payload;
    const isTarget = auto === null || (auto >= LEAVES_FROM && auto <= MULTIPLIER_MAX);
    expectAt(position, isTarget, () => `A bet has the invalid target of ${auto} hundredths.`);
    const isCovered = BigInt(stake) <= largestStakeWithin(BigInt(cap), stakesOf(round), terms.edge);
    expectAt(position, isCovered, () => "A bet was accepted above the cap.");
  }

  #started(event: Event<typeof crashRoundStarted>, round: CrashRound | null): void {
    const { position, payload } = event;
    expectAsTold(event, crashRoundStarted(payload));
    const isWaiting = round?.roundId === payload.roundId && round.signature === null;
    expectAt(position, isWaiting, () => "A round was started that was not waiting for its beacon.");
    if (round === null) return;
    this.rounds.signed(event, round.beacon, payload.signature);
    expectAt(
      position,
      payload.startsAt >= round.startsAt,
      () => "The curve starts before its planned start.",
    );
  }

  #settled(event: Event<typeof crashRoundSettled>, { round, carried }: CrashTable): void {
    const { position, recordedAt, payload } = event;
    const { gameId, currency, roundId, seed, point } = payload;
    expectAt(position, round?.roundId === roundId && round.signature !== null, () => {
      return "A round was settled that was not running.";
    });
    if (round === null) return;
    this.rounds.revealed(event, seed, round.taken);
    const { bustsAt, ...flight } = flightOf(round, seed);
    this.#bustAt = bustsAt;
    expectAt(position, flight.point === point, () => {
      return `The round says that it ended at ${point} hundredths, but seed and beacon give ${flight.point}.`;
    });
    const isPaid = round.bets.every(({ out }) => out === null || out.at <= point);
    expectAt(position, isPaid, () => "A bet was paid beyond the point.");
    expectAt(position, leavingBy(round, point).length === 0, () => "A bet that left by rule was not paid.");
    const open = openBets(round);
    expectAt(position, open.length === 0 || recordedAt >= bustsAt, () => "Bets were lost before the bust.");
    const due = crashResult({ gameId, currency, roundId }, { round, carried }, seed);
    expectAt(position, isSameJson(due.payload, payload), () => {
      return `The round gave the creator ${payload.share} and the house ${payload.returned}, where ${due.payload.share} and ${due.payload.returned} are due.`;
    });
    expectAsTold(event, due);
    this.recomputed += 1;
    this.players.begin(
      open.map(({ betId, playerId, seq, stake }) => {
        return { betId, currency, gameId, playerId, point, roundId, seq, stake };
      }),
    );
  }

  #voided(event: Event<typeof crashRoundVoided>, round: CrashRound | null): void {
    const { position, recordedAt, payload } = event;
    const { gameId, currency, roundId, seed, cap } = payload;
    expectAsTold(event, crashRoundVoided(payload));
    const isOpen = round?.roundId === roundId && round.cap === cap;
    expectAt(position, isOpen, () => "A round was voided that was not open, or by another cap.");
    if (round === null) return;
    this.rounds.revealed(event, seed, round.taken);
    const isDue = round.signature === null && recordedAt >= voidFrom(round.beacon) - CLOCK_DOUBT_MS;
    expectAt(position, isDue, () => "A round was voided that could still be played.");
    this.players.begin(
      round.bets.map(({ betId, playerId, seq, stake }) => {
        return { betId, currency, gameId, playerId, roundId, seq, stake };
      }),
    );
  }
}

/** Checks a bet that left the curve, except that its multiplier is at most the point: that is not yet known. */
function left(event: Left, round: CrashRound | null): void {
  const { position, recordedAt, payload } = event;
  expectAsTold(event, crashCashedOut(payload));
  const bet = round?.bets[payload.seq];
  const isOpen =
    round?.roundId === payload.roundId &&
    round.signature !== null &&
    bet !== undefined &&
    bet.out === null &&
    bet.betId === payload.betId &&
    bet.playerId === payload.playerId &&
    bet.stake === payload.stake;
  expectAt(position, isOpen, () => "A bet left a round in which it was not open.");
  if (round === null || bet === undefined) return;
  const { at, payout, cause } = payload;
  expectAt(position, payout === String(payoutAt(BigInt(bet.stake), at)), () => {
    return `A bet that left at ${at} hundredths was paid ${payout}.`;
  });
  expectAt(position, isLeftByRule({ ...payload, recordedAt }, { round, bet }), () => {
    return `A bet left at ${at} hundredths by the rule "${cause}", which is not what it gives.`;
  });
}

export const crashCheck: LogCheck = {
  name: "crash",
  begin: (passOf) => new CrashPass(passOf(gameRoundsCheck), passOf(bankCheck), passOf(settingsCheck)),
};
