import { house } from "#domain/accounts/account.ts";
import { backReasonOf, type ComesBack, fitsStake, stakeOf } from "#domain/features/away-coinflips/end.ts";
import {
  type AwayStakePayload,
  awayCoinflipPlayed,
  awayStakeMade,
  awayStakeReturned,
} from "#domain/features/away-coinflips/events.ts";
import { custodyArrived, custodyEnded } from "#domain/features/deposits/events.ts";
import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { awayEscrow } from "#domain/features/live-coinflips/guests/guest.ts";
import { playerStream } from "#domain/features/players/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { sourceOf } from "#domain/ledger/transit/single.ts";
import {
  type Carried,
  carriedBy,
  type Departure,
  transitArrived,
  transitLeft,
} from "#domain/ledger/transit/transit-events.ts";
import { type StakesPass, stakesCheck } from "#service/features/house-flips/stakes-check.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { shownBy } from "#service/features/transits/shown-by.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const textOf = (carried: readonly Carried[]): string =>
  carried
    .map(({ asset, amount }) => `${asset} ${amount}`)
    .sort()
    .join(" ");

/** The assets of a stake. */
const stakedIn = (payload: AwayStakePayload): readonly Carried[] =>
  payload.currency === null
    ? payload.items.map(({ copy }) => ({ asset: copy, amount: "1" }))
    : [{ asset: payload.currency, amount: payload.stake }];

/** The fields that the end of a stake shares with the stake. */
const onlyStake = ({ gameId, log, playerId, side, stake, transitId, ...more }: AwayStakePayload) => ({
  ...{ gameId, log, playerId, side, stake, transitId, currency: more.currency },
  items: more.currency === null ? more.items.map((one) => ({ ...one })) : [],
});

const ESCROW = awayEscrow("");

/** An arrival that the next event must end or send on. */
interface CameBack extends ComesBack {
  /** The stake it came back for. */
  readonly transitId: string;
  /** True if it ends the stake; false if it fits none and is sent on. */
  readonly isEnd: boolean;
}

const NOT_LEFT = "A stake for another log was made but did not leave.";
const NOT_TAKEN = "What came back for a stake neither ended it nor was sent on.";

const carriesSomething = (departure: Departure): boolean =>
  carriedBy(departure).some(({ amount }) => amount !== "0");

/** Whether an arrival is followed up correctly: by the end of its stake, or whole back to the house that sent it. */
function isTaken(event: RecordedEvent, { departure, log, reason, transitId, isEnd }: CameBack): boolean {
  if (!isEnd)
    return (
      transitLeft.is(event) &&
      event.payload.sender === departure.receiver &&
      event.payload.receiver === house &&
      event.payload.to === log &&
      textOf(carriedBy(event.payload)) === textOf(carriedBy(departure))
    );
  if (awayCoinflipPlayed.is(event)) return reason === "paid" && event.payload.transitId === transitId;
  return awayStakeReturned.is(event) && event.payload.why === reason && event.payload.transitId === transitId;
}

/**
 * Checks that a stake in another log is made once, leaves whole at once, and ends once: by the whole arrival just
 * before. What comes back and fits no stake is sent on to the house that sent it.
 */
class AwayStakesPass implements CheckPass {
  readonly #stakes: StakesPass;
  readonly #settings: SettingsPass;
  readonly #away = new Map<string, AwayStakePayload>();
  /** The previous event, apart from those that begin and end custody of copies. */
  #before: RecordedEvent | null = null;
  /** The stake made by the previous event, which must leave now. */
  #made: string | null = null;
  /** The arrival of the previous event, which must end a stake or be sent on now. */
  #came: CameBack | null = null;

  constructor(stakes: StakesPass, settings: SettingsPass) {
    this.#stakes = stakes;
    this.#settings = settings;
  }

  event(event: RecordedEvent): void {
    if (custodyArrived.is(event) || custodyEnded.is(event)) return;
    const { position } = event;
    const made = this.#made;
    this.#made = null;
    const hasLeft = made === null || (transitLeft.is(event) && event.payload.id === made);
    expectAt(position, hasLeft, () => NOT_LEFT);
    const came = this.#came;
    this.#came = null;
    expectAt(position, came === null || isTaken(event, came), () => NOT_TAKEN);
    if (awayStakeMade.is(event)) {
      const { payload } = event;
      expectAsTold(event, awayStakeMade(payload));
      expectAt(position, !this.#away.has(payload.transitId), () => "A stake in another log is made twice.");
      const { playerId, currency } = payload;
      const least = currency === null ? null : STAKE_MIN;
      this.#stakes.expectTaken(event, { by: playerStream(playerId), stake: BigInt(payload.stake), least });
      this.#away.set(payload.transitId, payload);
      this.#made = payload.transitId;
    } else if (awayCoinflipPlayed.is(event)) {
      const { payload } = event;
      const { payout, result, side } = payload;
      expectAsTold(event, awayCoinflipPlayed(payload));
      const { stake, xp } = payload;
      expectExperience(event, { player: null, stake: BigInt(stake), xp }, this.#settings.now);
      const won =
        payload.currency === null
          ? payload.won.map(({ copy }) => ({ asset: copy, amount: "1" }))
          : [{ asset: payload.currency, amount: payout }];
      const isPaid = payload.currency === null ? won.length > 0 : payout !== "0";
      expectAt(position, isPaid === (result === side), () => "A game's payout does not match its result.");
      this.#ended(payload, { position, came: won, isDue: came?.isEnd === true });
    } else if (awayStakeReturned.is(event)) {
      expectAsTold(event, awayStakeReturned(event.payload));
      this.#ended(event.payload, { position, came: stakedIn(event.payload), isDue: came?.isEnd === true });
    } else if (transitLeft.is(event)) this.#left(event.payload, { position, isOn: came?.isEnd === false });
    else if (transitArrived.is(event)) this.#came = this.#cameBack(event);
    this.#before = event;
  }

  /** What came back for a stake, by the departure on its receipt; null if nothing must follow. */
  #cameBack({ position, payload }: RecordedEvent & EventOf<typeof transitArrived>): CameBack | null {
    const { id, receiver, receipt } = payload;
    if (!receiver.startsWith(ESCROW)) return null;
    const departure = shownBy(receipt, transitLeft);
    const isShown =
      departure?.id === id &&
      departure.receiver === receiver &&
      textOf(carriedBy(departure)) === textOf(carriedBy(payload));
    expectAt(position, isShown, () => "Something came back with a receipt that does not show it.");
    const reason = backReasonOf(departure?.purpose ?? "");
    if (departure === null || reason === null) return null;
    const back = { departure, log: sourceOf(id), reason };
    const transitId = stakeOf(back);
    if (receiver !== awayEscrow(transitId)) return null;
    const staked = this.#away.get(transitId);
    const isEnd = staked !== undefined && fitsStake(back, staked);
    return isEnd || carriesSomething(departure) ? { ...back, transitId, isEnd } : null;
  }

  /** An escrow sends out only what was staked just before, or what has just come back and fits no stake. */
  #left(
    departure: Departure,
    { position, isOn }: { readonly position: number; readonly isOn: boolean },
  ): void {
    if (!departure.sender.startsWith(ESCROW)) return;
    const before = this.#before;
    const isStake =
      before !== null &&
      awayStakeMade.is(before) &&
      before.payload.transitId === departure.id &&
      before.payload.log === departure.to &&
      textOf(carriedBy(departure)) === textOf(stakedIn(before.payload));
    expectAt(position, isStake || isOn, () => "Something other than a stake left for another log.");
  }

  #ended(
    ended: AwayStakePayload,
    {
      position,
      came,
      isDue,
    }: { readonly position: number; readonly came: readonly Carried[]; readonly isDue: boolean },
  ): void {
    const made = this.#away.get(ended.transitId);
    const isSame = made !== undefined && isSameJson(onlyStake(made), onlyStake(ended));
    expectAt(position, isSame, () => "A stake ended that is not away.");
    const before = this.#before;
    const hasCome =
      isDue &&
      before !== null &&
      transitArrived.is(before) &&
      before.payload.receiver === awayEscrow(ended.transitId) &&
      textOf(carriedBy(before.payload)) === textOf(came);
    expectAt(
      position,
      hasCome,
      () => "A stake in another log ended with something other than what came back for it.",
    );
    this.#away.delete(ended.transitId);
  }

  end(position: number): void {
    expectAt(position, this.#made === null, () => NOT_LEFT);
    expectAt(position, this.#came === null, () => NOT_TAKEN);
  }
}

export const awayStakesCheck: LogCheck = {
  name: "away-stakes",
  begin: (passOf) => new AwayStakesPass(passOf(stakesCheck), passOf(settingsCheck)),
};
