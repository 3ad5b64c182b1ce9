import { voidFrom } from "#domain/features/game-tables/deciding-beacon.ts";
import { CLOCK_DOUBT_MS } from "#domain/features/game-tables/rules.ts";
import { jackpotResult, partsOfPlayers } from "#domain/features/jackpots/end.ts";
import { isDrawable } from "#domain/features/jackpots/enter.ts";
import {
  jackpotCountdownStarted,
  jackpotEntered,
  jackpotPlayed,
  jackpotReturned,
  jackpotRoundOpened,
  jackpotSettled,
  jackpotVoided,
} from "#domain/features/jackpots/events.ts";
import {
  ALONE_MS,
  COUNTDOWN_MS,
  ENTRIES_MAX,
  ENTRIES_OF_PLAYER_MAX,
} from "#domain/features/jackpots/rules.ts";
import { jackpotTableStreamKind } from "#domain/features/jackpots/stream.ts";
import {
  type JackpotRound,
  type JackpotTable,
  potOf,
  stakesOfPlayers,
} from "#domain/features/jackpots/table.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf, type EventDefinition, type EventOf } from "#domain/kernel/events/event-definition.ts";
import type { Player } from "#domain/player/player.ts";
import { gameRoundsCheck, PassOfGame, type RoundsPass } from "#service/features/game-rounds/checks.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const isTold = anyOf(jackpotPlayed, jackpotReturned);
type Event<D extends EventDefinition> = RecordedEvent & EventOf<D>;

/** Checks jackpots: tickets in order of entries, the countdown, the drawn winner, and every stake paid or returned. */
class JackpotsPass extends PassOfGame {
  readonly #settings: SettingsPass;

  constructor(rounds: RoundsPass, settings: SettingsPass) {
    super(rounds, jackpotTableStreamKind);
    this.#settings = settings;
  }

  event(event: RecordedEvent, state: unknown): void {
    if (isTold(event)) {
      expectAsTold(
        event,
        jackpotPlayed.is(event) ? jackpotPlayed(event.payload) : jackpotReturned(event.payload),
      );
      this.players.told(event);
      if (jackpotPlayed.is(event)) {
        const { stake, xp } = event.payload;
        expectExperience(event, { player: state as Player, stake: BigInt(stake), xp }, this.#settings.now);
      }
      return;
    }
    this.players.over(event.position);
    const table = state as JackpotTable;
    if (jackpotRoundOpened.is(event)) {
      expectAsTold(event, jackpotRoundOpened(event.payload));
      this.rounds.opened(event, "jackpot", table);
    } else if (jackpotEntered.is(event)) this.#entered(event, table.round);
    else if (jackpotCountdownStarted.is(event)) this.#counted(event, table.round);
    else if (jackpotSettled.is(event)) this.#settled(event, table);
    else if (jackpotVoided.is(event)) this.#voided(event, table.round);
  }

  #entered(event: Event<typeof jackpotEntered>, round: JackpotRound | null): void {
    const { position, payload } = event;
    expectAsTold(event, jackpotEntered(payload));
    this.rounds.bet(event, round);
    const { entries, beacon } = round;
    const own = entries.filter(({ playerId }) => playerId === payload.playerId).length;
    expectAt(position, entries.length < ENTRIES_MAX && own < ENTRIES_OF_PLAYER_MAX, () => {
      return "A full round accepted an entry.";
    });
    const [pot, stake] = [potOf(round), BigInt(payload.stake)];
    const isNext =
      payload.seq === entries.length &&
      payload.from === String(pot) &&
      payload.to === String(pot + stake) &&
      stake > 0n;
    expectAt(position, isNext, () => "An entry's tickets do not follow those before it.");
    // Before an entry, the pot is drawable exactly if a countdown runs.
    const isCounted = isDrawable(entries) === (beacon !== null);
    expectAt(position, isCounted, () => "The countdown was due but did not start.");
    const isShared = beacon === null || isDrawable([...entries, payload]);
    expectAt(position, isShared, () => "An entry raised its player's share above the limit.");
  }

  #counted(event: Event<typeof jackpotCountdownStarted>, round: JackpotRound | null): void {
    const { position, payload } = event;
    expectAsTold(event, jackpotCountdownStarted(payload));
    const isDue = round?.roundId === payload.roundId && round.beacon === null && isDrawable(round.entries);
    expectAt(position, isDue, () => "A countdown started that was not due.");
    this.rounds.fixed(event, payload.beacon, COUNTDOWN_MS);
  }

  #settled(event: Event<typeof jackpotSettled>, { round, carried }: JackpotTable): void {
    const { position, payload } = event;
    const { gameId, currency, roundId, seed, signature, winnerId, payout } = payload;
    expectAt(position, round?.roundId === roundId && round.beacon !== null, () => {
      return "A jackpot was settled that could not be drawn.";
    });
    if (round === null || round.beacon === null) return;
    this.rounds.revealed(event, seed, round.taken);
    this.rounds.signed(event, round.beacon, signature);
    const beacon = { round: round.beacon.round, signature };
    const due = jackpotResult({ gameId, currency, round, carried }, { beacon, seed });
    expectAt(position, isSameJson(due.payload, payload), () => {
      return `The jackpot says that ${winnerId} won ${payout}, but seed and beacon give ${due.payload.winnerId} ${due.payload.payout}.`;
    });
    expectAsTold(event, due);
    this.recomputed += 1;
    this.players.begin(partsOfPlayers(due.payload, round));
  }

  #voided(event: Event<typeof jackpotVoided>, round: JackpotRound | null): void {
    const { position, recordedAt, payload } = event;
    const { gameId, currency, roundId, seed, reason } = payload;
    expectAsTold(event, jackpotVoided(payload));
    expectAt(position, round?.roundId === roundId, () => "A jackpot was voided that was not open.");
    if (round === null) return;
    this.rounds.revealed(event, seed, round.taken);
    const from = round.beacon === null ? round.openedAt + ALONE_MS : voidFrom(round.beacon);
    const isDue =
      (reason === "alone") === (round.beacon === null) &&
      !(round.beacon === null && isDrawable(round.entries)) &&
      recordedAt >= from - CLOCK_DOUBT_MS;
    expectAt(position, isDue, () => "A jackpot was voided that could still be drawn.");
    this.players.begin(
      [...stakesOfPlayers(round)].map(([playerId, stake]) => {
        return { currency, gameId, playerId, roundId, stake: String(stake) };
      }),
    );
  }
}

export const jackpotsCheck: LogCheck = {
  name: "jackpots",
  begin: (passOf) => new JackpotsPass(passOf(gameRoundsCheck), passOf(settingsCheck)),
};
